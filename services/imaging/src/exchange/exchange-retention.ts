import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { eachCounty, OnJob, type Wake } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import { OBJECT_STORE, ObjectMissing, type ObjectStore } from '@portal/infra/storage';
import { EfileTerms } from '../efile/efile-terms.js';
import { largestXml } from './bounded-xml.js';
import { readLandSystemAnswer } from './land-system-answer.js';
import { namedIn, RetentionRepository, type AnswerPlace } from './retention.repository.js';

const HOUR_MS = 60 * 60_000;
/** How long rows and files are kept: a year. The database refuses to delete rows that are younger than 364 days. */
const KEPT_MS = 365 * 24 * HOUR_MS;
/** The number of rows that one transaction examines. */
const AT_ONCE = 200;
/** Maximum number of batches for a county in one turn; the next turn continues. */
const BATCHES = 25;
const MOST_FILES = 1_000;

const log = openLog('imaging');

/** Counts of what a turn removed from one county. */
interface Removed {
  readonly files: number;
  readonly answers: number;
  readonly items: number;
}

/**
 * Removes what the exchange with land systems no longer needs after a year (imaging/DESIGN.md#the-exchange): files in
 * `done` and `refused`, the messages about these files, and documents of packages that were never answered. Nothing
 * that belongs to an open filing is removed. Two processes may run this at once, and each step may be repeated.
 */
@Injectable()
export class ExchangeRetention {
  constructor(
    private readonly database: Database,
    private readonly terms: EfileTerms,
    private readonly rows: RetentionRepository,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @OnJob('exchange-retention', { everyMs: HOUR_MS })
  async run({ county }: Wake): Promise<void> {
    const counties = county ? [county] : await this.terms.counties();
    await eachCounty(counties, 'exchanges whose old files or rows stay', (each) => this.removeOf(each));
  }

  private async removeOf(county: string): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    const items = await this.removeItems(county, before);
    const answers = await this.removeAnswers(county, before);
    await failpoint('answer-rows-removal');
    const removed: Removed = { items, answers, files: await this.removeFiles(county, before) };
    if (removed.items + removed.answers + removed.files > 0)
      log.info({ county, ...removed }, 'the exchange with the land system was cleared of what is a year old');
  }

  private async removeItems(county: string, before: Date): Promise<number> {
    let removed = 0;
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const some = await this.database.withCounty(county, (tx) =>
        this.rows.deleteUnanswered(tx, before, AT_ONCE),
      );
      removed += some;
      if (some < AT_ONCE) break;
    }
    return removed;
  }

  private async removeAnswers(county: string, before: Date): Promise<number> {
    let [removed, after]: [number, AnswerPlace | undefined] = [0, undefined];
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const { looked, last, deleted } = await this.removeSome(county, before, after);
      removed += deleted;
      after = last;
      if (looked < AT_ONCE) break;
    }
    return removed;
  }

  /**
   * Examines the answers after a position. Without the position, every batch would begin with the answers that earlier
   * batches have kept.
   */
  private removeSome(county: string, before: Date, after: AnswerPlace | undefined) {
    return this.database.withCounty(county, async (tx) => {
      const found = await this.rows.listAnswers(tx, before, after, AT_ONCE);
      const open = await this.rows.openOf(tx, found.flatMap(namedIn));
      const gone = found.filter((one) => !namedIn(one).some((filing) => open.has(filing)));
      const deleted = await this.rows.deleteAnswers(tx, gone);
      return { looked: found.length, last: found.at(-1), deleted };
    });
  }

  private async removeFiles(county: string, before: Date): Promise<number> {
    let removed = 0;
    for await (const key of this.store.list(`${county}/exchange/`)) {
      const movedAt = movedAtOf(key);
      if (!movedAt || movedAt >= before || (await this.isNeeded(county, key))) continue;
      await this.store.remove(`${key}.txt`);
      await failpoint('answer-file-removal');
      await this.store.remove(key);
      removed += 1;
      if (removed === MOST_FILES) break;
    }
    return removed;
  }

  /**
   * A message about a file is needed as long as the file exists, and an answer as long as one of its filings is open.
   */
  private async isNeeded(county: string, key: string): Promise<boolean> {
    if (key.endsWith('.txt')) return (await this.store.find(key.slice(0, -'.txt'.length))) !== undefined;
    const found = await this.store.find(key);
    // a file that is too large was refused without being read, so it answered no filing
    if (!found || found.size > largestXml) return false;
    const bytes = await this.read(key);
    // another process has just removed the file
    if (!bytes) return true;
    const documents = readLandSystemAnswer(bytes).value?.documents ?? [];
    const filings = documents.map(({ filing }) => filing);
    const open = await this.database.withCounty(county, (tx) => this.rows.openOf(tx, filings));
    return open.size > 0;
  }

  private async read(key: string): Promise<Buffer | undefined> {
    try {
      return await this.store.get(key, largestXml);
    } catch (error) {
      if (error instanceof ObjectMissing) return undefined;
      throw error;
    }
  }
}

/** When a file was moved to `done` or `refused`, as its name says; undefined for every other file. */
function movedAtOf(key: string): Date | undefined {
  const [, day, hour, minute, second, rest] =
    /\/(?:done|refused)\/(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-[^/]+$/.exec(key) ?? [];
  return day === undefined ? undefined : new Date(`${day}T${hour}:${minute}:${second}.${rest}Z`);
}
