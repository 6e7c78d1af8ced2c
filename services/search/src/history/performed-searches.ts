import { Injectable } from '@nestjs/common';
import { Database, sqlState, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { openLog } from '@portal/infra/log';
import type { SearchType } from '@portal/proto/http/search-types';
import { HistoryRepository, type SavedSearch } from './history.repository.js';
import { lastDistinct, type RememberedSearch } from './history.rules.js';

export interface PerformedSearch {
  readonly county: string;
  readonly user: string;
  /** The user's account; null for a user without an account. */
  readonly account: string | null;
  readonly type: SearchType;
  readonly hits: number;
  readonly at: Date;
  /** The search as it is stored in the user's history; undefined for users without a history. */
  readonly search?: RememberedSearch;
}

const everyMs = 500;
const pauseAfterFaultMs = 2_000;
/**
 * Maximum number of searches in one event `search.search-performed.v1`. An event for each user would cost as much as
 * the searches themselves.
 */
const mostInFact = 500;
/** Maximum number of searches in a transaction, so that a backlog does not exceed a statement's time limit. */
const mostInWrite = 2_000;
/**
 * Maximum number of searches that wait, so that a long outage of the database does not fill the memory; the oldest are
 * dropped first.
 */
const mostWaiting = 20_000;
const log = openLog('search');

/**
 * Writes history rows, and events `search.search-performed.v1` for the audit log, in batches within a second of the
 * search; a crash may lose the searches of that second (search/DESIGN.md#history). Searches that could not be written
 * wait for the next batch.
 */
@Injectable()
export class PerformedSearches {
  private waiting: PerformedSearch[] = [];
  /**
   * Set until the current batch is written, so that only one write runs at a time; `mostWaiting` limits the searches
   * that wait in the meantime.
   */
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    private readonly database: Database,
    private readonly repository: HistoryRepository,
  ) {}

  add(search: PerformedSearch): void {
    this.waiting.push(search);
    if (this.waiting.length > mostWaiting) this.waiting.shift();
    this.plan(everyMs);
  }

  /** Writes the waiting searches one last time, and returns after that. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.writing;
    await this.flush();
    if (this.waiting.length > 0) log.error({ searches: this.waiting.length }, 'searches were never written');
  }

  private plan(afterMs: number): void {
    if (this.closed) return;
    this.timer ??= setTimeout(() => {
      this.writing = this.flush();
    }, afterMs).unref();
  }

  private async flush(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    const failed: PerformedSearch[] = [];
    for (const [county, searches] of grouped(batch, ({ county }) => county)) {
      failed.push(...(await this.write(county, searches)));
    }
    this.waiting = [...failed, ...this.waiting].slice(-mostWaiting);
    this.timer = undefined;
    if (this.waiting.length > 0) this.plan(failed.length > 0 ? pauseAfterFaultMs : everyMs);
  }

  /** @returns the searches that must be written later */
  private async write(
    county: string,
    searches: readonly PerformedSearch[],
  ): Promise<readonly PerformedSearch[]> {
    for (let at = 0; at < searches.length; at += mostInWrite) {
      const part = searches.slice(at, at + mostInWrite);
      try {
        await this.database.withCounty(county, (tx) => this.writeCounty(tx, part));
      } catch (error) {
        const left = searches.slice(at);
        if (!isRefused(error)) {
          log.warn({ err: error, county, searches: left.length }, 'searches wait to be written');
          return left;
        }
        log.error({ err: error, county, searches: part.length }, 'searches were refused');
      }
    }
    return [];
  }

  /**
   * Writes the users in sorted order, because two processes may write for the same users
   * (infra/DESIGN.md#transactions).
   */
  private async writeCounty(tx: Tx, searches: readonly PerformedSearch[]): Promise<void> {
    const users = [...grouped(searches, ({ user }) => user)].sort(([a], [b]) => (a < b ? -1 : 1));
    await this.writeHistories(tx, users);
    for (let at = 0; at < searches.length; at += mostInFact) {
      const performed = searches.slice(at, at + mostInFact).map(factOf);
      await emit(tx, {
        type: 'search.search-performed.v1',
        aggregate: `county:${tx.countyId}`,
        payload: { searches: performed },
        actor: 'system:search',
      });
    }
  }

  private async writeHistories(tx: Tx, users: readonly [string, PerformedSearch[]][]): Promise<void> {
    const saved = users.flatMap(([, own]) => lastDistinct(own.filter(isKept)));
    if (saved.length === 0) return;
    await this.repository.save(tx, saved);
    await this.repository.forgetOlder(tx, [...new Set(saved.map(({ user }) => user))]);
  }
}

const factOf = ({ user, account, type, hits, at }: PerformedSearch) => ({
  user,
  searchType: type,
  hits,
  performedAt: at.toISOString(),
  account: account ?? '',
});

const isKept = (performed: PerformedSearch): performed is PerformedSearch & SavedSearch =>
  performed.search !== undefined;

/** True for content that the database refuses every time (SQLSTATE classes 22 and 23). */
const isRefused = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '');

function grouped<T>(list: readonly T[], keyOf: (of: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}
