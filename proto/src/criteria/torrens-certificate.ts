import * as z from 'zod/mini';
import { defineCriteria, field } from './definition.js';

const fields = z.object({ certificateNumber: field(40) });
export type TorrensCertificateCriteria = z.output<typeof fields>;

/** Torrens Certificate (B1-086, B1-087). An empty number may be sent and finds nothing. */
export const torrensCertificateSearch = defineCriteria({
  type: 'searchByTorrensCertificate',
  fields,
  issues: () => ({}),
  shown: ({ certificateNumber }, t) => [
    { key: t('results:criteria.certificate'), value: certificateNumber || t('results:criteria.blank') },
  ],
});
