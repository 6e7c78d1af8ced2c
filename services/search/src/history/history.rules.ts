import type { SearchPaging } from '@portal/proto/http/search-paging';
import {
  sortKeys,
  type SearchHistoryEntry,
  type SearchType,
  type SortKey,
} from '@portal/proto/http/search-types';
import type { Texts } from '@portal/proto/criteria/definition';
import { shownCriteria } from '@portal/proto/criteria/every-search';
import * as z from 'zod/mini';

/** A saved sort key: which ones its kind has, its own schema says when it runs again. */
export const anySortKey = z.enum<readonly SortKey[]>(Object.values(sortKeys).flat());

/** Distinct searches that a user's history keeps (search.md 13). */
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

/** A saved search (spec 001 section 3): `link` is the call that runs it again, `index` counts from 1. */
export const historyEntries = (list: readonly RememberedSearch[], t: Texts): SearchHistoryEntry[] =>
  list.map((search, at) => {
    const displayCriteria = shownCriteria(search.type, JSON.parse(search.criteria), t);
    return {
      link: `search/${search.type}`,
      criteriaJson: search.criteria,
      displayCriteria,
      longDescription: displayCriteria.map(({ key, value }) => `${key} ${value}`).join(', '),
      type: search.type,
      pageNumber: search.pageNumber,
      sortKey: search.sortKey,
      sortDirection: search.sortDirection,
      index: at + 1,
    };
  });
