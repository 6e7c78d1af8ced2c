import type { SearchPaging } from '@portal/proto/http/search-paging';
import { sortKeys, type SearchType, type SortKey } from '@portal/proto/http/search-types';
import * as z from 'zod/mini';

/** A saved sort key: which ones its kind has, its own schema says when it runs again. */
export const anySortKey = z.enum<readonly SortKey[]>(Object.values(sortKeys).flat());

/** Distinct searches that a user's history keeps (search/DESIGN.md#history). */
export const keptSearches = 5;

/** A search as the history keeps it. */
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

/** The newest first; the same criteria move up instead of standing twice. */
export const remembered = (list: readonly RememberedSearch[], search: RememberedSearch): RememberedSearch[] =>
  [search, ...list.filter((other) => !sameSearch(other, search))].slice(0, keptSearches);

/** What is left of searches in the order in which they were made: the last ones, each once. */
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
