import type { SearchPaging } from '@portal/proto/http/search-paging';
import { sortKeys, type SearchType, type SortKey } from '@portal/proto/http/search-types';
import * as z from 'zod/mini';

/**
 * Accepts the sort keys of all kinds of search. When a saved search runs again, the schema for that kind of search
 * checks the sort key.
 */
export const anySortKey = z.enum<readonly SortKey[]>(Object.values(sortKeys).flat());

/** How many distinct searches a user's history keeps at most (search/DESIGN.md#history). */
export const keptSearches = 5;

/** A search as stored in the history. */
export interface RememberedSearch {
  readonly type: SearchType;
  /** The criteria as JSON text. */
  readonly criteria: string;
  readonly pageNumber: number;
  readonly sortKey: SearchPaging['sortKey'];
  readonly sortDirection: SearchPaging['sortDirection'];
}

const sameSearch = (a: RememberedSearch, b: RememberedSearch): boolean =>
  a.type === b.type && a.criteria === b.criteria;

/** The newest search comes first; a repeated search moves to the top. */
export const remembered = (list: readonly RememberedSearch[], search: RememberedSearch): RememberedSearch[] =>
  [search, ...list.filter((other) => !sameSearch(other, search))].slice(0, keptSearches);

/** The last distinct searches of a list in the order in which they were made. */
export const lastDistinct = <T extends { readonly search: RememberedSearch }>(
  searches: readonly T[],
): T[] => {
  const left: T[] = [];
  for (const one of searches.toReversed()) {
    if (left.length === keptSearches) break;
    if (!left.some(({ search }) => sameSearch(search, one.search))) left.push(one);
  }
  return left;
};
