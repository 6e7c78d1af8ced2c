import type { ComponentType } from 'react';
import type { SearchType } from '@portal/proto/http/search-types';
import { loadCriteria } from '../../shared/criteria-of.js';
import type { Criteria } from '../../shared/state/search.slice.js';

export interface FormProps {
  /** The initial criteria of the form. */
  initial: Criteria;
}
/** The form of one kind of search. */
export type FormComponent = ComponentType<FormProps>;

/** Each form is in a separate file together with the definition of its criteria (`web/build/chunks.ts`). */
const forms: Record<SearchType, () => Promise<FormComponent>> = {
  searchByAddress: async () => (await import('./forms/address-form.js')).AddressForm,
  searchByBookAndPage: async () => (await import('./forms/book-and-page-form.js')).BookAndPageForm,
  searchByDate: async () => (await import('./forms/date-form.js')).DateForm,
  searchByDocumentNumber: async () => (await import('./forms/document-number-form.js')).DocumentNumberForm,
  searchByLegalDescription: async () =>
    (await import('./forms/legal-description-form.js')).LegalDescriptionForm,
  searchByName: async () => (await import('./forms/name-form.js')).NameForm,
  searchByParcelId: async () => (await import('./forms/parcel-id-form.js')).ParcelIdForm,
  searchByTorrensCertificate: async () =>
    (await import('./forms/torrens-certificate-form.js')).TorrensCertificateForm,
  searchByTorrensText: async () => (await import('./forms/torrens-text-form.js')).TorrensTextForm,
  searchByTractIndexNMI: async () => (await import('./forms/tract-index-form.js')).TractIndexForm,
  searchByPlat: async () => (await import('./forms/plat-form.js')).PlatForm,
  searchByGrantorGranteeBook: async () =>
    (await import('./forms/grantor-grantee-book-form.js')).GrantorGranteeBookForm,
  searchByTaxLien: async () => (await import('./forms/tax-lien-form.js')).TaxLienForm,
  searchByTractBookId: async () => (await import('./forms/tract-book-id-form.js')).TractBookIdForm,
  searchByTractBookLegal: async () => (await import('./forms/tract-book-legal-form.js')).TractBookLegalForm,
};

const loaded: Partial<Record<SearchType, FormComponent>> = {};

/** The form if it has already loaded, so that the page needs no second paint. */
export const loadedForm = (type: SearchType): FormComponent | undefined => loaded[type];

/** Loads the form and the definition of its criteria. */
export const loadForm = async (type: SearchType): Promise<void> => {
  const [form] = await Promise.all([forms[type](), loadCriteria(type)]);
  loaded[type] = form;
};
