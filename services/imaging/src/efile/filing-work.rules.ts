import { filingContentTypes } from '@portal/proto/efile';
import * as z from 'zod/mini';

/** What the limited process (imaging/DESIGN.md) makes from an accepted document: a page's picture or a stamped copy. */
export const filingWork = z.discriminatedUnion('make', [
  z.object({
    make: z.literal('PICTURE'),
    kind: z.enum(filingContentTypes),
    page: z.int().check(z.minimum(1)),
  }),
  z.object({
    make: z.literal('COPY'),
    kind: z.enum(filingContentTypes),
    title: z.string(),
    lines: z.array(z.string()),
  }),
]);
export type FilingWork = z.infer<typeof filingWork>;
