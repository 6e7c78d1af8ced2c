import type { ResultKind } from '@portal/proto/http/search-types';

/**
 * The path of the result page of each kind of record (B1-014). This is a module of its own, so that the first route
 * does not load other code of the searches.
 */
export const resultsPaths: Record<ResultKind, string> = {
  documents: '/search/SearchResults',
  certificates: '/search/TorrensSearchResults',
  bookEntries: '/search/GrantorGranteeBookSearchResults',
  taxLiens: '/search/TaxLienSearchResults',
  tractBooks: '/search/TractBookSearchResults',
};
