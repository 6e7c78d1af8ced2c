import { documentNumberSearch } from '@portal/proto/criteria/document-number';
import { parcelIdSearch } from '@portal/proto/criteria/parcel-id';
import type { SearchType } from '@portal/proto/http/search-types';
import * as z from 'zod/mini';
import type { Criteria } from '../../shared/state/search.slice.js';

export type ExternalLookup = 'parcelid' | 'documentnumber';

const typeOf = {
  parcelid: 'searchByParcelId',
  documentnumber: 'searchByDocumentNumber',
} as const satisfies Record<ExternalLookup, SearchType>;

/** The search that another system links to: all dates and all document types (B3-25, B3-27). */
export const externalSearch = (
  lookup: ExternalLookup,
  id: string,
  today: string,
): { type: SearchType; criteria: Criteria | undefined } => {
  const read =
    lookup === 'parcelid'
      ? z.safeParse(parcelIdSearch.schema(), {
          parcelId: id,
          fromRecordedDate: '01/01/1900',
          toRecordedDate: today,
        })
      : z.safeParse(documentNumberSearch.schema(), { documentType: 'ALL', fromDocumentNumber: id });
  return { type: typeOf[lookup], criteria: read.success ? read.data : undefined };
};
