import * as z from 'zod/mini';
import { message } from '../message.js';
import {
  defineCriteria,
  documentType,
  field,
  recordedDateIssues,
  recordedDates,
  shownDates,
  shownDocumentType,
  withoutDates,
  withoutFields,
} from './definition.js';
import { isUncompared } from './name-rules.js';

const fields = z.object({ parcelId: field(60), documentType: documentType(), ...recordedDates });
export type ParcelIdCriteria = z.output<typeof fields>;

const minimumParcelId = 2;

const parcelIdIssue = (parcelId: string): string | undefined => {
  if (isUncompared(parcelId)) return 'forms:required';
  return parcelId.length < minimumParcelId ? message('forms:minimum', { n: minimumParcelId }) : undefined;
};

/** Search by Parcel ID (B1-082 to B1-085; search/DESIGN.md#name-matching). */
export const parcelIdSearch = defineCriteria({
  type: 'searchByParcelId',
  fields,
  issues: ({ parcelId, ...dates }, today) => {
    const issue = parcelIdIssue(parcelId);
    return { ...(issue && { parcelId: issue }), ...recordedDateIssues(dates, today) };
  },
  shown: (c, t) => [
    { key: t('results:criteria.parcel'), value: c.parcelId },
    ...shownDocumentType(c.documentType, t),
    ...shownDates(c, t),
  ],
  widenings: (c) => [...withoutFields(c, 'search:documentType', { documentType: 'ALL' }), ...withoutDates(c)],
});
