import type { ResultKind } from '@portal/proto/http/search-types';

/** The result page of each kind of record (B1-014). The first route includes only this part of the searches. */
export const resultsPaths: Record<ResultKind, string> = {
  documents: '/search/SearchResults',
  certificates: '/search/TorrensSearchResults',
  bookEntries: '/search/GrantorGranteeBookSearchResults',
  taxLiens: '/search/TaxLienSearchResults',
  tractBooks: '/search/TractBookSearchResults',
};
