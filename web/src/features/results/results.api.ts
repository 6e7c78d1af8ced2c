import {
  detailsPathOf,
  legalDetails,
  parcelLinks,
  recordOf,
  type LegalDetails,
  type ParcelLinks,
  type RecordOf,
} from '@portal/proto/http/search-results';
import type { ResultKind } from '@portal/proto/http/search-types';
import { api } from '../../shared/http/api.js';

interface DetailsQuery {
  kind: ResultKind;
  /** The record's key. */
  docId: string;
  description: string;
}

/** The county's systems that have pages for parcels. The Map button opens 'gis'. */
export type LinkSystem = 'tax' | 'gis';

const resultsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * POST search/documentDetails, or the corresponding call for another kind of record (B4-17, B4-18, B5-08, B6-06,
     * B6-14, B6-20).
     */
    recordDetails: build.query<RecordOf<ResultKind>, DetailsQuery>({
      query: ({ kind, ...body }) => ({
        path: `search/${detailsPathOf[kind]}`,
        body,
        answer: recordOf[kind],
      }),
      // The description is sent to the server but is not part of the cache key. Otherwise the record would be requested
      // again when its row arrives, because the description comes from the row.
      serializeQueryArgs: ({ queryArgs: { kind, docId } }) => ({ kind, docId }),
    }),
    /** POST search/legalDescriptionDetails (B7-17). */
    legalDetails: build.query<LegalDetails, string>({
      query: (id) => ({ path: 'search/legalDescriptionDetails', body: { id }, answer: legalDetails }),
    }),
    /** POST tax/getLinks and gis/getLinks (B4-30, B4-31). Never cached, because the county may correct its links. */
    parcelLinks: build.query<ParcelLinks, { system: LinkSystem; id: string }>({
      query: ({ system, id }) => ({ path: `${system}/getLinks`, body: { id }, answer: parcelLinks }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useRecordDetailsQuery, useLazyLegalDetailsQuery, useLazyParcelLinksQuery } = resultsApi;
