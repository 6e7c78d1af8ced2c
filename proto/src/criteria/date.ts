import * as z from 'zod/mini';
import {
  defineCriteria,
  documentType,
  instrumentGroup,
  recordedDateIssues,
  recordedDates,
  shownDates,
  shownDocumentType,
  shownInstrumentGroup,
  withoutFields,
} from './definition.js';

const fields = z.object({
  documentType: documentType(),
  instrumentGroup: instrumentGroup(),
  ...recordedDates,
});
export type DateCriteria = z.output<typeof fields>;

/** Search by Date (B1-050 to B1-053): at most 366 days (search/DESIGN.md#date-limits). */
export const dateSearch = defineCriteria({
  type: 'searchByDate',
  fields,
  issues: (criteria, today) => recordedDateIssues(criteria, today, 'year'),
  shown: (c, t) => [
    ...shownDates(c, t),
    ...shownDocumentType(c.documentType, t),
    ...shownInstrumentGroup(c.instrumentGroup, t),
  ],
  widenings: (c) => [
    ...withoutFields(c, 'search:documentType', { documentType: 'ALL' }),
    ...withoutFields(c, 'search:instrumentGroup', { instrumentGroup: 'ALL' }),
  ],
});
