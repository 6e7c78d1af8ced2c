import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { CountyRounds } from '@portal/infra/county-config';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { OnJob, type Wake } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import { message } from '@portal/proto/message';
import { EfileTerms } from '../efile/efile-terms.js';
import { AnswerApplier } from './answer-applier.js';
import { AnswerFiles, type Outcome, type ReadFile } from './answer-files.js';
import { largestXml } from './bounded-xml.js';
import { readLandSystemAnswer } from './land-system-answer.js';

const EVERY_MS = 15_000;
/** A younger file may still be in the middle of being copied. */
const SETTLED_MS = 5_000;
/** The number of files of a county in a turn; the next turn takes the rest. */
const AT_ONCE = 200;

const log = openLog('imaging');

const exchangeFolder = (county: string, folder: string): string => `${county}/exchange/${folder}`;
/** Where the land system puts its answers. */
export const answersFolder = (county: string, folder: string): string =>
  `${exchangeFolder(county, folder)}/answers`;

/**
 * Watches the folder of each county that exchanges with its land system. A file moves to `done`, or to `refused` with
 * a text that says why; one that cannot be applied yet stays (imaging/DESIGN.md#the-exchange).
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
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.rounds = new CountyRounds(terms, clock);
  }

  /** One turn after the other: two at once would report a file twice. */
  @OnJob('exchange-answers', { everyMs: EVERY_MS })
  run(wake: Wake): Promise<void> {
    const turn = this.turns.then(() => this.watch(wake));
    this.turns = turn.catch(() => undefined);
    return turn;
  }

  /** A county whose settings or folder cannot be read does not hold up the others. */
  private async watch({ county }: Wake): Promise<void> {
    const failed: unknown[] = [];
    for (const each of county ? [county] : await this.terms.counties())
      await this.rounds
        .look(each, () => this.watchCounty(each), county !== undefined)
        .catch((error: unknown) => failed.push(error));
    if (failed.length > 0) throw new AggregateError(failed, 'folders of answers that could not be read');
  }

  /** @returns now, so that a county with an exchange never rests */
  private async watchCounty(county: string): Promise<Date | undefined> {
    const { on, folder } = await this.terms.exchange(county);
    if (!on) return undefined;
    for (const name of await this.arrived(county, folder)) await this.take(county, folder, name);
    return this.clock.now();
  }

  /** The names of files that are no longer being written, sorted. */
  private async arrived(county: string, folder: string): Promise<string[]> {
    const before = this.clock.now().getTime() - SETTLED_MS;
    const prefix = `${answersFolder(county, folder)}/`;
    const names: string[] = [];
    for await (const key of this.reading.store.list(prefix)) {
      const name = key.slice(prefix.length);
      // a name that the store itself would refuse cannot be moved either
      if (!/^[A-Za-z0-9][A-Za-z0-9._=@+-]{0,150}\.xml$/i.test(name)) continue;
      const found = await this.reading.store.find(key);
      if (found && found.changedAt.getTime() <= before) names.push(name);
      if (names.length >= AT_ONCE) break;
    }
    return names.sort();
  }

  /** One that fails does not stop the others; it is read again. */
  private async take(county: string, folder: string, name: string): Promise<void> {
    const key = `${answersFolder(county, folder)}/${name}`;
    try {
      const read = await this.read(key, name);
      if (!read) return;
      const outcome = await this.outcomeOf(county, read);
      const arrivedAt = this.clock.now();
      // a file that could not be moved comes again, and is told once; the same one that is sent again is told again
      const id = idOf(`${key} ${read.etag} ${read.changedAt.toISOString()}`);
      const row = { id, fileName: name, arrivedAt, ...outcome };
      await this.database.withCounty(county, (tx) => this.reading.answers.insert(tx, row));
      await failpoint('answer-noted');
      await this.reading.move(key, exchangeFolder(county, folder), read, { arrivedAt, outcome });
    } catch (error) {
      log.warn({ err: error, county, file: name }, 'an answer of the land system waits');
    }
  }

  /** Undefined if the file is written again during the read; the next turn reads the new one. */
  private async read(key: string, name: string): Promise<ReadFile | undefined> {
    const { store } = this.reading;
    const found = await store.find(key);
    if (!found) return undefined;
    const bytes = found.size > largestXml ? undefined : await store.get(key);
    const { etag, changedAt } = found;
    return (await store.find(key))?.etag === etag ? { name, etag, changedAt, bytes } : undefined;
  }

  private async outcomeOf(county: string, { bytes }: ReadFile): Promise<Outcome> {
    if (!bytes) return whole('filings:exchange.tooLarge');
    const read = readLandSystemAnswer(bytes);
    if (read.value === undefined) return whole(read.why);
    if (read.value.county !== county) return whole('filings:exchange.otherCounty');
    const applied = [];
    for (const document of read.value.documents) applied.push(await this.applier.apply(county, document));
    const refused = applied.some((one) => one.refused);
    const why = applied.flatMap((one) => one.why ?? []);
    const done = applied.filter((one) => !one.refused).length;
    if (refused && done > 0) why.push(message('filings:exchange.othersApplied', { n: done }));
    return { refused, why };
  }
}

/** The whole file is refused. */
const whole = (why: string): Outcome => ({ refused: true, why: [why] });

/** The same id for the same text. */
const idOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
