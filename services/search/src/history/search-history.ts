import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import type { SearchPaging } from '@portal/proto/http/search-paging';
import type { SearchHistoryEntry, SearchType } from '@portal/proto/http/search-types';
import type { Actor } from '@portal/proto/rpc/actor';
import { criteriaTexts } from './criteria-catalogue.js';
import { HistoryCache } from './history.cache.js';
import { HistoryRepository } from './history.repository.js';
import { historyEntries, remembered, type RememberedSearch } from './history.rules.js';
import { PerformedSearches } from './performed-searches.js';

/** A search that was answered just now. */
export interface AnsweredSearch {
  readonly type: SearchType;
  readonly criteria: object;
  readonly paging: SearchPaging;
}

/** The last five distinct searches of each user; a guest has none (search.md 13). */
@Injectable()
export class SearchHistory implements BeforeApplicationShutdown {
  constructor(
    private readonly cache: HistoryCache,
    private readonly repository: HistoryRepository,
    private readonly performed: PerformedSearches,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Notes the search, unless it is a batch or the caller says not to, and answers the history as it is then. */
  async remember(actor: Actor, answered: AnsweredSearch, hits: number): Promise<SearchHistoryEntry[]> {
    const { paging, type } = answered;
    const counts = paging.updateHistory && paging.batch === 1 && paging.pageNumber !== -1;
    if (counts && actor.user !== null) {
      const search = rememberedSearch(answered);
      const at = this.clock.now();
      this.performed.add({
        county: actor.county,
        user: actor.user,
        type,
        hits,
        at,
        ...(keeps(actor) && { search }),
      });
      if (keeps(actor)) {
        const list = remembered(await this.read(actor.county, actor.user), search);
        await this.cache.put(actor.county, actor.user, list);
        return historyEntries(list, criteriaTexts(actor.language));
      }
    }
    return this.list(actor);
  }

  async list(actor: Actor): Promise<SearchHistoryEntry[]> {
    return keeps(actor) && actor.user !== null
      ? historyEntries(await this.read(actor.county, actor.user), criteriaTexts(actor.language))
      : [];
  }

  /** While the database is still open. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.performed.close();
  }

  private async read(county: string, user: string): Promise<RememberedSearch[]> {
    const cached = await this.cache.find(county, user);
    if (cached) return cached;
    const list = await this.repository.list(county, user);
    await this.cache.put(county, user, list);
    return list;
  }
}

const keeps = (actor: Actor): boolean => actor.user !== null && actor.role !== 'GUEST';

const rememberedSearch = ({ type, criteria, paging }: AnsweredSearch): RememberedSearch => ({
  type,
  criteria: JSON.stringify(criteria),
  pageNumber: paging.pageNumber,
  sortKey: paging.sortKey,
  sortDirection: paging.sortDirection,
});
