import { Injectable } from '@nestjs/common';
import { CountySections } from '@portal/infra/county-config';
import { offeredSearches } from '@portal/proto/config/offered-searches';
import type { SearchType } from '@portal/proto/http/search-types';
import { refuse } from '../answers/refusal.js';
import type { Visit } from '../session/visit.js';

/** Decides which kinds of search a user may run. */
@Injectable()
export class OfferedSearch {
  constructor(private readonly sections: CountySections) {}

  /**
   * Refuses a kind of search that the county or the account does not have (B1-011). The rights in a session may be a
   * minute old, but a search that the county switches off is refused within a second.
   * @throws Refusal SEARCH_NOT_ALLOWED
   */
  async allow(visit: Visit, type: SearchType): Promise<SearchType> {
    if (!visit.session?.user.searchList.includes(type)) return refuse('SEARCH_NOT_ALLOWED');
    const [search, index] = await Promise.all([
      this.sections.get(visit.county.id, 'search'),
      this.sections.get(visit.county.id, 'index'),
    ]);
    return offeredSearches(search, index).includes(type) ? type : refuse('SEARCH_NOT_ALLOWED');
  }
}
