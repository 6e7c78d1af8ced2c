import * as z from 'zod/mini';
import { defineCriteria, field, requiredIssue, shownCode, withoutFields } from './definition.js';

const fields = z.object({
  book: field(12),
  page: field(12),
  bookType: z._default(field(10), 'ALL'),
});
export type BookAndPageCriteria = z.output<typeof fields>;

/** Search by Book and Page (B1-046 to B1-049). */
export const bookAndPageSearch = defineCriteria({
  type: 'searchByBookAndPage',
  fields,
  issues: (criteria) => requiredIssue(criteria, 'book'),
  shown: (c, t) => [
    { key: t('results:criteria.book'), value: [c.book, c.page].filter(Boolean).join('/') },
    ...shownCode('search:searchByBookAndPage.bookType', c.bookType, 'bookTypes', t),
  ],
  widenings: (c) => [
    ...withoutFields(c, 'search:searchByBookAndPage.page', { page: '' }),
    ...withoutFields(c, 'search:searchByBookAndPage.bookType', { bookType: 'ALL' }),
  ],
});
