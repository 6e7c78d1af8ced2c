import { isBroadSearch } from '@portal/proto/criteria/broad-search';
import { everySearch } from '@portal/proto/criteria/every-search';
import { searchPaging } from '@portal/proto/http/search-paging';
import { searchTypes, type SearchType } from '@portal/proto/http/search-types';
import type { SearchInput } from '@portal/proto/rpc/search';
import { parseTogether, refuse } from '../answers/refusal.js';

export interface AskedSearch {
  readonly input: SearchInput;
  /** True if the criteria are known to be slow; the search then waits in the slow lane. */
  readonly broad: boolean;
}

/**
 * Returns the kind of search in a path such as `searchByName` or `searchByNamePrint`; routes exist only for known
 * kinds.
 */
export const searchTypeOf = (path: string): SearchType => {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/Print$/, '');
  return searchTypes.find((type) => type === name) ?? refuse('NOT_FOUND');
};

/**
 * Parses criteria and paging of a search from one body (B2-02).
 * @param today the day in the county, as YYYY-MM-DD
 */
export function readSearch(type: SearchType, body: unknown, today: string): AskedSearch {
  const [criteria, paging] = parseTogether(everySearch[type].schema({ today }), searchPaging(type), body);
  // The criteria belong to this kind of search, which the type system cannot know.
  const input = { type, criteria, paging } as SearchInput;
  return { input, broad: isBroadSearch(type, criteria) };
}
