import * as z from 'zod/mini';
import { defineCriteria, recordedDateIssues, recordedDates, shownDates, withoutDates } from './definition.js';
import { legalFields, legalIssues, legalWidenings, shownLegal } from './legal-fields.js';

const fields = z.object({ ...legalFields, ...recordedDates });
export type TractBookLegalCriteria = z.output<typeof fields>;

/** Tract Book Search by Legal (B1-121 to B1-128). */
export const tractBookLegalSearch = defineCriteria({
  type: 'searchByTractBookLegal',
  fields,
  issues: (c, today) => ({
    ...legalIssues(c, ['section', 'township', 'range']),
    ...recordedDateIssues(c, today),
  }),
  shown: (c, t) => [...shownLegal(c, t), ...shownDates(c, t)],
  widenings: (c) => [...legalWidenings(c), ...withoutDates(c)],
});
