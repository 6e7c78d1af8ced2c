import type * as z from 'zod/mini';
import type { SearchType } from '../http/search-types.js';
import { addressSearch } from './address.js';
import { bookAndPageSearch } from './book-and-page.js';
import { dateSearch } from './date.js';
import type { ShownCriterion, Texts } from './definition.js';
import { documentNumberSearch } from './document-number.js';
import { grantorGranteeBookSearch } from './grantor-grantee-book.js';
import { legalDescriptionSearch } from './legal-description.js';
import { nameSearch } from './name.js';
import { parcelIdSearch } from './parcel-id.js';
import { platSearch } from './plat.js';
import { shownSaved } from './saved-criteria.js';
import { taxLienSearch } from './tax-lien.js';
import { torrensCertificateSearch } from './torrens-certificate.js';
import { torrensTextSearch } from './torrens-text.js';
import { tractBookIdSearch } from './tract-book-id.js';
import { tractBookLegalSearch } from './tract-book-legal.js';
import { tractIndexSearch } from './tract-index.js';

/** Every kind of search. */
export const everySearch = {
  searchByAddress: addressSearch,
  searchByBookAndPage: bookAndPageSearch,
  searchByDate: dateSearch,
  searchByDocumentNumber: documentNumberSearch,
  searchByLegalDescription: legalDescriptionSearch,
  searchByName: nameSearch,
  searchByParcelId: parcelIdSearch,
  searchByTorrensCertificate: torrensCertificateSearch,
  searchByTorrensText: torrensTextSearch,
  searchByTractIndexNMI: tractIndexSearch,
  searchByPlat: platSearch,
  searchByGrantorGranteeBook: grantorGranteeBookSearch,
  searchByTaxLien: taxLienSearch,
  searchByTractBookId: tractBookIdSearch,
  searchByTractBookLegal: tractBookLegalSearch,
} as const;

export type CriteriaOf<T extends SearchType> = z.output<(typeof everySearch)[T]['fields']>;

/** Saved criteria as people read them; empty when the criteria no longer match the fields of their kind of search. */
export const shownCriteria = (type: SearchType, saved: unknown, t: Texts): ShownCriterion[] =>
  shownSaved(everySearch[type], saved, t);
