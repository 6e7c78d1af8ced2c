import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { holdsCardNumber } from '@portal/proto/card-number';
import type { SearchPaging } from '@portal/proto/http/search-paging';
import type { SearchHistoryEntry, SearchType } from '@portal/proto/http/search-types';
import type { Actor } from '@portal/proto/rpc/actor';
import { HistoryCache } from './history.cache.js';
import { HistoryRepository } from './history.repository.js';
import { historyEntry, historyText } from './history-texts.js';
import type { RememberedSearch } from './history.rules.js';
import { PerformedSearches } from './performed-searches.js';

/** A search that was answered just now. */
export interface AnsweredSearch {
  readonly type: SearchType;
  readonly criteria: object;
  readonly paging: SearchPaging;
}

/** The last five distinct searches of each user; guests and account views have none (search/DESIGN.md#history). */
@Injectable()
export class SearchHistory implements BeforeApplicationShutdown {
  constructor(
    private readonly cache: HistoryCache,
    private readonly repository: HistoryRepository,
    private readonly performed: PerformedSearches,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Stores the search and returns the new history as JSON. Requests for batches 2 to 4 or for all results (page -1)
   * store nothing, nor do requests that opt out or come from an account view. The answers for batches 2 to 4 contain an
   * empty history, which saves a third of their bytes.
   */
  async remember(actor: Actor, answered: AnsweredSearch, hits: number): Promise<string> {
    const { paging } = answered;
    if (paging.batch > 1 || actor.viewing) return '[]';
    const counts = paging.updateHistory && paging.batch === 1 && paging.pageNumber !== -1;
    if (!counts || actor.user === null) return historyText(await this.listOf(actor), actor.language);
    const search = keeps(actor) ? rememberedSearch(answered) : undefined;
    const kept = search && !holdsCardNumber(search.criteria) ? search : undefined;
    const { county, user, account } = actor;
    const at = this.clock.now();
    const noted = { county, user, account, type: answered.type, hits, at };
    this.performed.add({ ...noted, ...(kept && { search: kept }) });
    if (!kept) return historyText(await this.listOf(actor), actor.language);
    const before = await this.read(county, user);
    // another search of the user may have been stored since the list was read
    return historyText(this.cache.add(county, user, before, kept), actor.language);
  }

  async list(actor: Actor): Promise<SearchHistoryEntry[]> {
    const list = await this.listOf(actor);
    return list.map((search, at) => historyEntry(search, actor.language, at + 1));
  }

  /** Stores the waiting searches before the service stops, while the database is still open. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.performed.close();
  }

  private async listOf(actor: Actor): Promise<readonly RememberedSearch[]> {
    return keeps(actor) && actor.user !== null ? this.read(actor.county, actor.user) : [];
  }

  private async read(county: string, user: string): Promise<readonly RememberedSearch[]> {
    const cached = await this.cache.find(county, user);
    if (cached) return cached;
    const list = await this.repository.list(county, user);
    // a search that was stored meanwhile may not be in the database yet
    const newer = await this.cache.find(county, user);
    if (newer) return newer;
    this.cache.fill(county, user, list);
    return list;
  }
}

const keeps = (actor: Actor): boolean => actor.user !== null && actor.role !== 'GUEST' && !actor.viewing;

const rememberedSearch = ({ type, criteria, paging }: AnsweredSearch): RememberedSearch => ({
  type,
  criteria: JSON.stringify(criteria),
  pageNumber: paging.pageNumber,
  sortKey: paging.sortKey,
  sortDirection: paging.sortDirection,
});
