import * as z from 'zod/mini';
import { defineCriteria, field, withoutFields } from './definition.js';

export const torrensSections = ['ALL', 'LEGAL', 'DOCUMENT', 'MEMORIAL', 'RECITAL'] as const;

const fields = z.object({ text: field(200), searchIn: z._default(z.enum(torrensSections), 'ALL') });
export type TorrensTextCriteria = z.output<typeof fields>;

/**
 * Torrens Text (B1-088 to B1-091). An empty text may be sent and finds nothing. The search is slow for common words.
 */
export const torrensTextSearch = defineCriteria({
  type: 'searchByTorrensText',
  fields,
  issues: () => ({}),
  shown: (c, t) => [
    { key: t('results:criteria.text'), value: c.text || t('results:criteria.blank') },
    { key: t('results:criteria.in'), value: t(`search:searchByTorrensText.searchIn.${c.searchIn}`) },
  ],
  widenings: (c) => withoutFields(c, 'search:searchByTorrensText.searchIn.label', { searchIn: 'ALL' }),
  isBroad: (c) => c.searchIn !== 'DOCUMENT',
});
