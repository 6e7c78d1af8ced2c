import type { CriteriaOf } from '@portal/proto/criteria/every-search';
import type { SearchType } from '@portal/proto/http/search-types';
import type { SearchInput } from '@portal/proto/rpc/search';
import type { Asked, HitsOf } from './asked.js';
import { addressHits } from './address-hits.js';
import { bookAndPageHits } from './book-and-page-hits.js';
import { bookEntryHits } from './book-entry-hits.js';
import { certificateHits } from './certificate-hits.js';
import { dateHits } from './date-hits.js';
import { documentNumberHits } from './document-number-hits.js';
import type { Hits } from './hit-statement.js';
import { legalHits, platHits } from './legal-hits.js';
import { lienHits } from './lien-hits.js';
import { nameHits } from './name-hits.js';
import { parcelHits, tractIndexHits } from './parcel-hits.js';
import { torrensTextHits } from './torrens-text-hits.js';
import { tractBookIdHits, tractBookLegalHits } from './tract-book-hits.js';

const hitsOf: { readonly [T in SearchType]: HitsOf<T> } = {
  searchByAddress: addressHits,
  searchByBookAndPage: bookAndPageHits,
  searchByDate: dateHits,
  searchByDocumentNumber: documentNumberHits,
  searchByLegalDescription: legalHits,
  searchByName: nameHits,
  searchByParcelId: parcelHits,
  searchByTorrensCertificate: certificateHits,
  searchByTorrensText: torrensTextHits,
  searchByTractIndexNMI: tractIndexHits,
  searchByPlat: platHits,
  searchByGrantorGranteeBook: bookEntryHits,
  searchByTaxLien: lienHits,
  searchByTractBookId: tractBookIdHits,
  searchByTractBookLegal: tractBookLegalHits,
};

/** A kind of search together with criteria of this kind. */
export type TypedSearch<T extends SearchType = SearchType> = {
  [K in T]: { readonly type: K; readonly criteria: CriteriaOf<K> };
}[T];

/** The hits of a search of any kind; undefined when nothing can match. */
export const findHits = async <T extends SearchType>(
  { type, criteria }: TypedSearch<T>,
  asked: Asked,
): Promise<Hits | undefined> => hitsOf[type](criteria, asked);

/**
 * Tells TypeScript that the kind and the criteria belong together, which the type of the contract's input does not say.
 */
export const typedSearch = ({ type, criteria }: SearchInput): TypedSearch =>
  ({ type, criteria }) as TypedSearch;
