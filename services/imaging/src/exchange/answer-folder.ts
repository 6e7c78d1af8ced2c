import { createHash, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { CountyRounds } from '@portal/infra/county-config';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { OnJob, type Wake } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import { message } from '@portal/proto/message';
import type { ArrivedAnswer } from './arrived-answer.repository.js';
import { EfileTerms } from '../efile/efile-terms.js';
import { AnswerApplier, AnswerWaits } from './answer-applier.js';
import { AnswerFiles, type Outcome, type ReadFile } from './answer-files.js';
import { AnswerListing } from './answer-listing.js';
import { readLandSystemAnswer } from './land-system-answer.js';

const EVERY_MS = 15_000;
/** The maximum length of a stored file name. */
const LONGEST_NAME = 200;

const log = openLog('imaging');

const exchangeFolder = (county: string, folder: string): string => `${county}/exchange/${folder}`;
/** The folder where the land system puts its answers. */
export const answersFolder = (county: string, folder: string): string =>
  `${exchangeFolder(county, folder)}/answers`;

/** A county's folder, and the names of files in the order in which they are read. */
interface Arrived {
  readonly county: string;
  readonly folder: string;
  readonly names: readonly string[];
}

/**
 * Watches the folder of each county that exchanges files with its land system. A file moves to `done`, or to `refused`
 * with a message that says why. A file that cannot be applied yet stays (imaging/DESIGN.md#the-exchange). Counties take
 * turns file by file. One process at a time applies the answers of a county.
 */
@Injectable()
export class AnswerFolder {
  private turns: Promise<void> = Promise.resolve();
  private readonly rounds: CountyRounds;

  constructor(
    private readonly database: Database,
    private readonly terms: EfileTerms,
    private readonly applier: AnswerApplier,
    private readonly reading: AnswerFiles,
    private readonly listing: AnswerListing,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.rounds = new CountyRounds(terms, clock);
  }

  /**
   * Runs turns one after another. Each turn lists and reads the folders. A turn that is requested while another turn
   * runs starts when the other turn has ended.
   */
  @OnJob('exchange-answers', { everyMs: EVERY_MS })
  run(wake: Wake): Promise<void> {
    const turn = this.turns.then(() => this.watch(wake));
    this.turns = turn.catch(() => undefined);
    return turn;
  }

  /**
   * Reads the folders of one county or of all. A county whose settings or folder cannot be read does not hold up the
   * others.
   */
  private async watch({ county }: Wake): Promise<void> {
    const failed: unknown[] = [];
    const folders: Arrived[] = [];
    for (const each of county ? [county] : await this.terms.counties()) {
      const look = async (): Promise<Date | undefined> => {
        const found = await this.arrivedIn(each);
        if (found) folders.push(found);
        // a county with an exchange is due again at once, so that every turn lists the county's folder
        return found && this.clock.now();
      };
      await this.rounds.look(each, look, county !== undefined).catch((error: unknown) => failed.push(error));
    }
    await this.takeAll(folders);
    if (failed.length > 0) throw new AggregateError(failed, 'folders of answers that could not be read');
  }

  private async arrivedIn(county: string): Promise<Arrived | undefined> {
    const { on, folder } = await this.terms.exchange(county);
    if (!on) return undefined;
    const { names, odd } = await this.listing.list(`${answersFolder(county, folder)}/`);
    const answers = odd.map((name): ArrivedAnswer => {
      const why = [message('filings:exchange.wrongName')];
      const fileName = name.slice(0, LONGEST_NAME).replace(/[\p{Cc}\p{Cs}]/gu, '?');
      const id = idOf(`${answersFolder(county, folder)}/${name}`);
      return { id, fileName, arrivedAt: this.clock.now(), refused: true, why, filings: [] };
    });
    // the id depends only on the file's name, so each file is reported once
    if (answers.length > 0)
      await this.database.withCounty(county, async (tx) => {
        for (const each of answers) await this.reading.answers.insert(tx, each);
      });
    return { county, folder, names };
  }

  private async takeAll(folders: readonly Arrived[]): Promise<void> {
    const owner = randomUUID();
    const most = Math.max(0, ...folders.map(({ names }) => names.length));
    try {
      for (let at = 0; at < most; at += 1)
        for (const { names, ...folder } of folders) {
          const name = names[at];
          if (name !== undefined) await this.take(folder, name, owner);
        }
    } finally {
      for (const { county } of folders) await this.endTurn(county, owner);
    }
  }

  /**
   * Gives up the lease, so that another process may read the folder at once. If this fails, the lease expires a little
   * later.
   */
  private async endTurn(county: string, owner: string): Promise<void> {
    await this.database
      .withCounty(county, (tx) => this.reading.turns.end(tx, owner))
      .catch((error: unknown) => log.warn({ err: error, county }, 'the turn for a folder was not ended'));
  }

  /** Reads and applies one file. A file that fails does not stop the others; it is read again. */
  private async take({ county, folder }: Omit<Arrived, 'names'>, name: string, owner: string): Promise<void> {
    const key = `${answersFolder(county, folder)}/${name}`;
    try {
      if (!(await this.listing.isSettled(key)) || !(await this.hasTurn(county, owner))) return;
      this.listing.waits(key);
      const read = await this.reading.read(key, name);
      if (!read) return;
      const outcome = await this.outcomeOf(county, read, owner);
      const arrivedAt = this.clock.now();
      // the id stays the same if moving the file fails, so the file is reported once; a file that is sent again gets a
      // new id
      const id = idOf(`${key} ${read.etag} ${read.changedAt.toISOString()}`);
      const row = { id, fileName: name, arrivedAt, ...outcome };
      await this.database.withCounty(county, (tx) => this.reading.answers.insert(tx, row));
      await failpoint('answer-noted');
      await this.reading.move(key, exchangeFolder(county, folder), read, { arrivedAt, outcome });
    } catch (error) {
      log.warn({ err: error, county, file: name }, 'an answer of the land system waits');
    }
  }

  private hasTurn(county: string, owner: string): Promise<boolean> {
    return this.database.withCounty(county, (tx) => this.reading.turns.take(tx, owner));
  }

  /** @throws AnswerWaits when another process has taken the turn, because this process was too slow */
  private async outcomeOf(county: string, { bytes }: ReadFile, owner: string): Promise<Outcome> {
    if (!bytes) return whole('filings:exchange.tooLarge');
    const read = readLandSystemAnswer(bytes);
    if (read.value === undefined) return whole(read.why);
    if (read.value.county !== county) return whole('filings:exchange.otherCounty');
    const applied = [];
    for (const document of read.value.documents) {
      if (!(await this.hasTurn(county, owner))) throw new AnswerWaits('another process reads the folder');
      applied.push(await this.applier.apply(county, document));
    }
    const refused = applied.some((one) => one.refused);
    const why = applied.flatMap((one) => one.why ?? []);
    const done = applied.filter((one) => !one.refused).length;
    if (refused && done > 0) why.push(message('filings:exchange.othersApplied', { n: done }));
    return { refused, why, filings: read.value.documents.map(({ filing }) => filing) };
  }
}

/** The outcome of a file that is refused as a whole. */
const whole = (why: string): Outcome => ({ refused: true, why: [why], filings: [] });

/** Derives an id from a text; the same text always gives the same id. */
const idOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
