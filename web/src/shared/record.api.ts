import {
  detailsPathOf,
  legalDetails,
  parcelLinks,
  recordOf,
  type BookEntryResult,
  type CertificateResult,
  type DocumentResult,
  type LegalDetails,
  type ParcelLinks,
  type TaxLienResult,
  type TractBookResult,
} from '@portal/proto/http/search-results';
import type { ResultKind } from '@portal/proto/http/search-types';
import { api, type ApiCall } from './http/api.js';

/** `docId` is the key of the record, `description` its instrument (B4-18). */
export interface DetailsRequest {
  docId: string;
  description: string;
}

const detailsCall =
  (kind: ResultKind) =>
  (body: DetailsRequest): ApiCall => ({
    path: `search/${detailsPathOf[kind]}`,
    body,
    answer: recordOf[kind],
  });

const recordApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** POST search/documentDetails with docId and description (B4-17, B4-18). */
    documentDetails: build.query<DocumentResult, DetailsRequest>({ query: detailsCall('documents') }),
    /** POST search/torrensCertificateDetails (B5-08). */
    certificateDetails: build.query<CertificateResult, DetailsRequest>({
      query: detailsCall('certificates'),
    }),
    /** POST search/grantorGranteeBookDetails (B6-06). */
    bookEntryDetails: build.query<BookEntryResult, DetailsRequest>({ query: detailsCall('bookEntries') }),
    /** POST search/taxLienDetails (B6-14). */
    taxLienDetails: build.query<TaxLienResult, DetailsRequest>({ query: detailsCall('taxLiens') }),
    /** POST search/tractBookDetails (B6-20). */
    tractBookDetails: build.query<TractBookResult, DetailsRequest>({ query: detailsCall('tractBooks') }),
    /** POST search/legalDescriptionDetails with the record's key (B7-17). */
    legalDetails: build.query<LegalDetails, string>({
      query: (id) => ({ path: 'search/legalDescriptionDetails', body: { id }, answer: legalDetails }),
    }),
    /** POST tax/getLinks (B4-30). */
    taxLinks: build.query<ParcelLinks, string>({
      query: (id) => ({ path: 'tax/getLinks', body: { id }, answer: parcelLinks }),
    }),
    /** POST gis/getLinks (B4-31). */
    gisLinks: build.query<ParcelLinks, string>({
      query: (id) => ({ path: 'gis/getLinks', body: { id }, answer: parcelLinks }),
    }),
  }),
});

export const {
  useDocumentDetailsQuery,
  useCertificateDetailsQuery,
  useBookEntryDetailsQuery,
  useTaxLienDetailsQuery,
  useTractBookDetailsQuery,
  useLegalDetailsQuery,
  useLazyLegalDetailsQuery,
  useLazyTaxLinksQuery,
  useLazyGisLinksQuery,
} = recordApi;
