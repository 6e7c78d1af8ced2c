import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, todayIn, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import type { LandLinkAccount } from '@portal/proto/rpc/landlink';
import { PaymentTerms, type CountyTerms } from '../prices/payment-terms.js';
import { LandLinkAccounts } from './landlink-accounts.js';
import { LandLinkCandidates, type FoundPosting, type Place } from './landlink-candidates.repository.js';
import { LandLinkFileRepository, type FileTotals, type PlacedLine } from './landlink-file.repository.js';
import {
  beginOf,
  dayAfter,
  dueAt,
  endOf,
  FIRST_DAYS,
  lookBackFrom,
  lineOf,
  movedDay,
} from './landlink.rules.js';

/** Number of entries whose postings are read and written at once. */
const BATCH = 1_000;
/** The time limit of a statement that closes a day; longer than for a purchase, because the server may be busy. */
const CLOSING_MS = 60_000;

interface ClosingDay {
  readonly day: string;
  /**
   * The file may list postings from this time on: from `begin` in the first file, from an earlier time in all others.
   */
  readonly from: Date;
  /** The end of the day. */
  readonly until: Date;
  /** The beginning of the day. */
  readonly begin: Date;
}

interface Filling {
  readonly terms: CountyTerms;
  /** The accounts that the identity service was asked about; postings of other accounts wait for the next file. */
  readonly asked: ReadonlySet<string>;
  readonly accounts: ReadonlyMap<string, LandLinkAccount>;
}

/**
 * Closes the days of a county, oldest first and without gaps. One transaction fixes which postings the file of a day
 * has, and what the file says about them.
 */
@Injectable()
export class LandLinkDays {
  constructor(
    private readonly database: Database,
    private readonly files: LandLinkFileRepository,
    private readonly candidates: LandLinkCandidates,
    private readonly accounts: LandLinkAccounts,
    private readonly terms: PaymentTerms,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Closes every day that is due.
   * @returns the time at which the next day is due; undefined if the county has no entries
   */
  async closeDue(county: string): Promise<Date | undefined> {
    for (;;) {
      const terms = await this.terms.of(county);
      const next = await this.database.withCounty(county, (tx) => this.nextDay(tx, terms.timeZone));
      if (!next) return undefined;
      const due = dueAt(terms.timeZone, next.day);
      if (due > this.clock.now()) return due;
      if (!(await this.close(county, terms, next))) return this.clock.now();
    }
  }

  /**
   * Finds the oldest day without a file.
   * @returns the time when its file is or was due; undefined if the county has no entries
   */
  async oldestMissing(county: string): Promise<Date | undefined> {
    const { timeZone } = await this.terms.of(county);
    const day = await this.database.withCounty(
      county,
      async (tx) => (await this.files.oldestWaiting(tx)) ?? (await this.nextDay(tx, timeZone))?.day,
    );
    return day === undefined ? undefined : dueAt(timeZone, day);
  }

  /**
   * Returns the day that follows the day of the newest file. Before the first file, returns the day of the county's
   * first ledger entry, but no day more than FIRST_DAYS ago.
   */
  private async nextDay(tx: Tx, timeZone: string): Promise<ClosingDay | undefined> {
    const closed = await this.files.closedDays(tx);
    const day = closed ? dayAfter(closed.newest) : await this.firstDay(tx, timeZone);
    if (day === undefined) return undefined;
    const from = lookBackFrom(timeZone, day, closed);
    return { day, from, begin: beginOf(timeZone, day), until: endOf(timeZone, day) };
  }

  private async firstDay(tx: Tx, timeZone: string): Promise<string | undefined> {
    const entry = await this.candidates.firstEntry(tx);
    if (!entry) return undefined;
    const [day, oldest] = [
      todayIn(timeZone, { now: () => entry }),
      movedDay(todayIn(timeZone, this.clock), -FIRST_DAYS),
    ];
    return day > oldest ? day : oldest;
  }

  /** @returns false if another process closes a day of this county */
  private async close(county: string, terms: CountyTerms, closing: ClosingDay): Promise<boolean> {
    const { day } = closing;
    const o = { statementTimeoutMs: CLOSING_MS };
    const asked = await this.database.withCounty(county, (tx) => this.accountsOf(tx, closing), o);
    const accounts = await this.accounts.find(county, [...asked]);
    await failpoint('landlink-accounts-read');
    const closed = await this.database.withCounty(
      county,
      async (tx) => {
        if (!(await this.files.lock(tx))) return false;
        // another process may have closed the day since it was read
        const newest = (await this.files.closedDays(tx))?.newest;
        if (newest !== undefined && newest >= day) return true;
        await this.files.open(tx, day, terms.timeZone, this.clock.now());
        const totals = await this.fill(tx, closing, { terms, asked, accounts });
        await this.files.setTotals(tx, day, totals);
        return true;
      },
      o,
    );
    await failpoint('landlink-closed');
    return closed;
  }

  private async accountsOf(tx: Tx, closing: ClosingDay): Promise<Set<string>> {
    const found = new Set<string>();
    for await (const postings of this.postingsOf(tx, closing))
      for (const { account } of postings) if (account !== null) found.add(account);
    return found;
  }

  /** Yields the new postings of a day in batches, in the order of the day's file. */
  private async *postingsOf(tx: Tx, closing: ClosingDay): AsyncGenerator<FoundPosting[]> {
    let last: Place | undefined;
    for (;;) {
      const places = await this.candidates.places(tx, closing, last, BATCH);
      const entries = places.map(({ entry }) => entry);
      if (entries.length > 0) yield await this.candidates.list(tx, entries);
      last = places.at(-1);
      if (places.length < BATCH) return;
    }
  }

  private async fill(tx: Tx, closing: ClosingDay, { terms, asked, accounts }: Filling): Promise<FileTotals> {
    const totals = { lines: 0, late: 0, credits: 0n, debits: 0n };
    for await (const postings of this.postingsOf(tx, closing)) {
      const placed: PlacedLine[] = [];
      for (const posting of postings) {
        if (posting.account !== null && !asked.has(posting.account)) continue;
        const line = lineOf(posting, terms, accounts.get(posting.account ?? ''));
        placed.push({ ...line, seq: line.listed ? (totals.lines += 1) : null });
        if (!line.listed) continue;
        if (posting.postedAt < closing.begin) totals.late += 1;
        if (line.amount > 0n) totals.credits += line.amount;
        else totals.debits += line.amount;
      }
      if (placed.length > 0) await this.files.addLines(tx, closing.day, placed);
    }
    return totals;
  }
}
