import { addressSearch } from '@portal/proto/criteria/address';
import { bookAndPageSearch } from '@portal/proto/criteria/book-and-page';
import { dateSearch } from '@portal/proto/criteria/date';
import { documentNumberSearch } from '@portal/proto/criteria/document-number';
import { grantorGranteeBookSearch } from '@portal/proto/criteria/grantor-grantee-book';
import { legalDescriptionSearch } from '@portal/proto/criteria/legal-description';
import { parcelIdSearch } from '@portal/proto/criteria/parcel-id';
import { platSearch } from '@portal/proto/criteria/plat';
import { taxLienSearch } from '@portal/proto/criteria/tax-lien';
import { torrensCertificateSearch } from '@portal/proto/criteria/torrens-certificate';
import { torrensTextSearch } from '@portal/proto/criteria/torrens-text';
import { tractBookIdSearch } from '@portal/proto/criteria/tract-book-id';
import { tractBookLegalSearch } from '@portal/proto/criteria/tract-book-legal';
import { tractIndexSearch } from '@portal/proto/criteria/tract-index';
import type { AnySearch } from '@portal/proto/criteria/saved-criteria';
import type { SearchType } from '@portal/proto/http/search-types';

/** What is asked in all kinds of search but by name: it comes together, when one of them is gone to. */
export const otherCriteria: Record<Exclude<SearchType, 'searchByName'>, AnySearch> = {
  searchByAddress: addressSearch,
  searchByBookAndPage: bookAndPageSearch,
  searchByDate: dateSearch,
  searchByDocumentNumber: documentNumberSearch,
  searchByLegalDescription: legalDescriptionSearch,
  searchByParcelId: parcelIdSearch,
  searchByTorrensCertificate: torrensCertificateSearch,
  searchByTorrensText: torrensTextSearch,
  searchByTractIndexNMI: tractIndexSearch,
  searchByPlat: platSearch,
  searchByGrantorGranteeBook: grantorGranteeBookSearch,
  searchByTaxLien: taxLienSearch,
  searchByTractBookId: tractBookIdSearch,
  searchByTractBookLegal: tractBookLegalSearch,
};
