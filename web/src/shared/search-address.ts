import { sortKeys, sortDirections, type SearchType } from '@portal/proto/http/search-types';
import { isBuiltSearch } from './search-types.js';
import type { Criteria, SearchRequest, SortDirection, SortKey } from './state/search.slice.js';

/**
 * Criteria travel in the fragment: an address can be bookmarked, and names stay out of servers' logs (web.md rule 8).
 */
export interface SearchAddress extends Omit<SearchRequest, 'submission'> {
  /** The document whose details are shown. */
  selected?: string;
}

const ownKeys = ['search', 'page', 'sort', 'direction', 'document'];

const sortKeyOf = (text: string | null): SortKey =>
  sortKeys.documents.find((key) => key === text) ?? 'docNumber';
const directionOf = (text: string | null): SortDirection =>
  sortDirections.find((direction) => direction === text) ?? 'ASC';

const pageOf = (text: string | null): number => {
  const page = Number(text ?? '1');
  return Number.isInteger(page) && page >= 1 ? page : 1;
};

/** The criteria of a form's address. */
export const writeCriteria = (criteria: Criteria): string => {
  const filled = Object.entries(criteria).filter(([, value]) => value !== '');
  return filled.length > 0 ? `#${new URLSearchParams(filled).toString()}` : '';
};

export const readCriteria = (hash: string): Criteria =>
  Object.fromEntries(
    [...new URLSearchParams(hash.replace(/^#/, ''))].filter(([name]) => !ownKeys.includes(name)),
  );

/** The fragment of a results page; page 1 and the default order (B2-22) are left out. */
export const writeSearchAddress = (address: SearchAddress): string => {
  const parts = new URLSearchParams({ search: address.type });
  for (const [name, value] of Object.entries(address.criteria)) if (value !== '') parts.set(name, value);
  if (address.pageNumber > 1) parts.set('page', String(address.pageNumber));
  if (address.sortKey !== 'docNumber') parts.set('sort', address.sortKey);
  if (address.sortDirection !== 'ASC') parts.set('direction', address.sortDirection);
  if (address.selected) parts.set('document', address.selected);
  return `#${parts.toString()}`;
};

/** Reads a results page's fragment; undefined when it names no search. */
export const readSearchAddress = (hash: string): SearchAddress | undefined => {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const type = parts.get('search') ?? undefined;
  if (!isBuiltSearch(type)) return undefined;
  const selected = parts.get('document');
  return {
    type,
    criteria: readCriteria(hash),
    pageNumber: pageOf(parts.get('page')),
    sortKey: sortKeyOf(parts.get('sort')),
    sortDirection: directionOf(parts.get('direction')),
    ...(selected && { selected }),
  };
};

export const searchFormPath = (type: SearchType): string => `/search/${type}`;
export const resultsPath = '/search/SearchResults';
