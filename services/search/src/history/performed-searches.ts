import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { openLog } from '@portal/infra/log';
import type { SearchType } from '@portal/proto/http/search-types';
import { HistoryRepository, type SavedSearch } from './history.repository.js';
import { lastDistinct, type RememberedSearch } from './history.rules.js';

export interface PerformedSearch {
  readonly county: string;
  readonly user: string;
  readonly type: SearchType;
  readonly hits: number;
  readonly at: Date;
  /** Absent for users without a history. */
  readonly search?: RememberedSearch;
}

const everyMs = 500;
/** Searches that one fact tells of: a fact for each user would cost as much as the searches themselves. */
const mostInFact = 500;
/** A database that is away for long must not fill the memory: the oldest go first. */
const mostWaiting = 20_000;
const log = openLog('search');

/**
 * Writes history rows and the audit's fact in batches, within a second of the search; a crash may lose that second
 * (architecture.md 'Commands').
 */
@Injectable()
export class PerformedSearches {
  private waiting: PerformedSearch[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly repository: HistoryRepository,
  ) {}

  add(search: PerformedSearch): void {
    this.waiting.push(search);
    if (this.waiting.length > mostWaiting) this.waiting.shift();
    this.timer ??= setTimeout(() => this.flush(), everyMs).unref();
  }

  /** Writes what waits and settles when it is written. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.flush();
    await this.writing;
  }

  private flush(): void {
    this.timer = undefined;
    const batch = this.waiting;
    this.waiting = [];
    if (batch.length > 0) this.writing = this.writing.then(() => this.write(batch));
  }

  private async write(batch: readonly PerformedSearch[]): Promise<void> {
    for (const [county, searches] of grouped(batch, ({ county }) => county)) {
      try {
        await this.database.withCounty(county, (tx) => this.writeCounty(tx, searches));
      } catch (error) {
        log.error({ err: error, county, searches: searches.length }, 'searches were not written');
      }
    }
  }

  /** Users in sorted order: two processes may write for the same ones (conventions 11). */
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

const factOf = ({ user, type, hits, at }: PerformedSearch) => ({
  user,
  searchType: type,
  hits,
  performedAt: at.toISOString(),
});

const isKept = (performed: PerformedSearch): performed is PerformedSearch & SavedSearch =>
  performed.search !== undefined;

function grouped<T>(list: readonly T[], keyOf: (of: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}
