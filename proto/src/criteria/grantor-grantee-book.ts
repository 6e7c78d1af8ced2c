import * as z from 'zod/mini';
import {
  defineCriteria,
  field,
  recordedDateIssues,
  recordedDates,
  requiredIssue,
  shownDates,
  withoutDates,
  withoutFields,
} from './definition.js';

const fields = z.object({
  grantorGranteeLastName: field(),
  searchIn: z._default(z.enum(['BOTH', 'GRANTORS', 'GRANTEES']), 'BOTH'),
  ...recordedDates,
});
export type GrantorGranteeBookCriteria = z.output<typeof fields>;

/** Grantor Grantee Book Search (B1-101 to B1-103; search/DESIGN.md#grantorgrantee-books). */
export const grantorGranteeBookSearch = defineCriteria({
  type: 'searchByGrantorGranteeBook',
  fields,
  issues: (c, today) => ({
    ...requiredIssue(c, 'grantorGranteeLastName'),
    ...recordedDateIssues(c, today),
  }),
  shown: (c, t) => [
    { key: t('results:criteria.name'), value: c.grantorGranteeLastName },
    { key: t('results:criteria.in'), value: t(`search:searchByName.searchIn.${c.searchIn}`) },
    ...shownDates(c, t),
  ],
  widenings: (c) => [
    ...withoutFields(c, 'search:searchByName.searchIn.label', { searchIn: 'BOTH' }),
    ...withoutDates(c),
  ],
});
