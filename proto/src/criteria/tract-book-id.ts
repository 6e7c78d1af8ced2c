import * as z from 'zod/mini';
import { defineCriteria, field, requiredIssue } from './definition.js';

const fields = z.object({ tractBookId: field(40) });
export type TractBookIdCriteria = z.output<typeof fields>;

/** Tract Book Search by ID (B1-120). */
export const tractBookIdSearch = defineCriteria({
  type: 'searchByTractBookId',
  fields,
  issues: (criteria) => requiredIssue(criteria, 'tractBookId'),
  shown: (c, t) => [{ key: t('search:searchByTractBookId.tractBookId'), value: c.tractBookId }],
});
