import type { SearchType } from '@portal/proto/http/search-types';
import { AddressForm } from './forms/address-form.js';
import { BookAndPageForm } from './forms/book-and-page-form.js';
import { DateForm } from './forms/date-form.js';
import { DocumentNumberForm } from './forms/document-number-form.js';
import { GrantorGranteeBookForm } from './forms/grantor-grantee-book-form.js';
import { LegalDescriptionForm } from './forms/legal-description-form.js';
import { ParcelIdForm } from './forms/parcel-id-form.js';
import { PlatForm } from './forms/plat-form.js';
import { TaxLienForm } from './forms/tax-lien-form.js';
import { TorrensCertificateForm } from './forms/torrens-certificate-form.js';
import { TorrensTextForm } from './forms/torrens-text-form.js';
import { TractBookIdForm } from './forms/tract-book-id-form.js';
import { TractBookLegalForm } from './forms/tract-book-legal-form.js';
import { TractIndexForm } from './forms/tract-index-form.js';
import type { FormComponent } from './forms.js';

/** The forms of all kinds of search but by name, which most counties open first: they come together, when one is asked for. */
export const otherForms: Record<Exclude<SearchType, 'searchByName'>, FormComponent> = {
  searchByAddress: AddressForm,
  searchByBookAndPage: BookAndPageForm,
  searchByDate: DateForm,
  searchByDocumentNumber: DocumentNumberForm,
  searchByLegalDescription: LegalDescriptionForm,
  searchByParcelId: ParcelIdForm,
  searchByTorrensCertificate: TorrensCertificateForm,
  searchByTorrensText: TorrensTextForm,
  searchByTractIndexNMI: TractIndexForm,
  searchByPlat: PlatForm,
  searchByGrantorGranteeBook: GrantorGranteeBookForm,
  searchByTaxLien: TaxLienForm,
  searchByTractBookId: TractBookIdForm,
  searchByTractBookLegal: TractBookLegalForm,
};
