import type { CriteriaOf } from '@portal/proto/criteria/every-search';
import type { SearchType } from '@portal/proto/http/search-types';
import type { SearchInput } from '@portal/proto/rpc/search';
import type { Asked, HitsOf } from './asked.js';
import { documentNumberHits } from './document-number-hits.js';
import type { Hits } from './hit-statement.js';
import { nameHits } from './name-hits.js';

const none = (): undefined => undefined;

const hitsOf: { readonly [T in SearchType]: HitsOf<T> } = {
  searchByAddress: none,
  searchByBookAndPage: none,
  searchByDate: none,
  searchByDocumentNumber: documentNumberHits,
  searchByLegalDescription: none,
  searchByName: nameHits,
  searchByParcelId: none,
  searchByTorrensCertificate: none,
  searchByTorrensText: none,
  searchByTractIndexNMI: none,
  searchByPlat: none,
  searchByGrantorGranteeBook: none,
  searchByTaxLien: none,
  searchByTractBookId: none,
  searchByTractBookLegal: none,
};

/** A kind of search with its criteria, as one pair of the table. */
export type TypedSearch<T extends SearchType = SearchType> = {
  [K in T]: { readonly type: K; readonly criteria: CriteriaOf<K> };
}[T];

/** The hits of a search of any kind; undefined when its criteria can match nothing. */
export const findHits = async <T extends SearchType>(
  { type, criteria }: TypedSearch<T>,
  asked: Asked,
): Promise<Hits | undefined> => hitsOf[type](criteria, asked);

/** The contract's input belongs together as the table says, which its type does not show. */
export const typedSearch = ({ type, criteria }: SearchInput): TypedSearch =>
  ({ type, criteria }) as TypedSearch;
