import {
  pageSize,
  resultKindOf,
  resultLimit,
  sortDirections,
  sortKeys,
  type SearchType,
  type SortDirection,
  type SortKey,
} from '@portal/proto/http/search-types';
import { resultsPaths } from './result-paths.js';
import { isSearchType } from './search-types.js';
import type { Criteria, SearchRequest } from './state/search.slice.js';

/**
 * A search in the URL of its results. The criteria are in the fragment, so that a URL can be bookmarked and names stay
 * out of the servers' logs (web/DESIGN.md#criteria-in-the-address).
 */
export interface SearchAddress extends Omit<SearchRequest, 'submission'> {
  /** The record whose details are shown. */
  selected?: string;
}

/** The keys in the URL of a list that are not criteria; no criterion has one of these names. */
export const ownKeys = ['search', 'pageNumber', 'sort', 'direction', 'document'];

/** The default order of a kind of search (B2-22). */
export const defaultSort = (type: SearchType): SortKey => sortKeys[resultKindOf(type)][0];

const sortKeyOf = (type: SearchType, text: string | null): SortKey =>
  sortKeys[resultKindOf(type)].find((key) => key === text) ?? defaultSort(type);
const directionOf = (text: string | null): SortDirection =>
  sortDirections.find((direction) => direction === text) ?? 'ASC';

const lastPage = resultLimit / pageSize;
const pageOf = (text: string | null): number => {
  const page = Number(text ?? '1');
  return Number.isInteger(page) && page >= 1 ? Math.min(page, lastPage) : 1;
};

/** The criteria as the fragment of a form's URL. */
export const writeCriteria = (criteria: Criteria): string => {
  const filled = Object.entries(criteria).filter(([, value]) => value !== '');
  return filled.length > 0 ? `#${new URLSearchParams(filled).toString()}` : '';
};

export const readCriteria = (hash: string): Criteria =>
  Object.fromEntries(
    [...new URLSearchParams(hash.replace(/^#/, ''))].filter(([name]) => !ownKeys.includes(name)),
  );

/** The fragment of a results page; page 1 and the default order are left out. */
export const writeSearchAddress = (address: SearchAddress): string => {
  const { type, criteria, pageNumber, sortKey, sortDirection, selected } = address;
  const parts = new URLSearchParams({ search: type });
  for (const [name, value] of Object.entries(criteria)) if (value !== '') parts.set(name, value);
  if (pageNumber > 1) parts.set('pageNumber', String(pageNumber));
  if (sortKey !== defaultSort(type)) parts.set('sort', sortKey);
  if (sortDirection !== 'ASC') parts.set('direction', sortDirection);
  const list = `#${parts.toString()}`;
  return selected ? withSelected(list, selected) : list;
};

/** The fragment of a list with the details of one record open. */
export const withSelected = (list: string, selected: string): string =>
  `${list}&${new URLSearchParams({ document: selected }).toString()}`;

/** Parses a results page's fragment; undefined when it names no search. */
export const readSearchAddress = (hash: string): SearchAddress | undefined => {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const type = parts.get('search');
  if (!isSearchType(type)) return undefined;
  const selected = parts.get('document');
  return {
    type,
    criteria: readCriteria(hash),
    pageNumber: pageOf(parts.get('pageNumber')),
    sortKey: sortKeyOf(type, parts.get('sort')),
    sortDirection: directionOf(parts.get('direction')),
    ...(selected && { selected }),
  };
};

export const searchFormPath = (type: SearchType): string => `/search/${type}`;

/** The URL path that opens the form of a remembered search (B3-05). */
export const searchHistoryPath = (type: SearchType, index: number): string =>
  `/search/searchHistory/${type}/${index}`;

export const resultsPathOf = (type: SearchType): string => resultsPaths[resultKindOf(type)];
