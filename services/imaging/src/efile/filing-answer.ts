import { filingContentTypes } from '@portal/proto/efile';
import { lowResolution } from '@portal/proto/http/efile';
import * as z from 'zod/mini';
import { refusalCodes } from '../refusal.js';
import { filingRefusals } from './filing-file.rules.js';

const answer = z.union([
  z.object({
    kind: z.enum(filingContentTypes),
    pages: z.int().check(z.minimum(1), z.maximum(2_000)),
    lowResolution: z.array(lowResolution).check(z.maxLength(100)),
  }),
  z.object({ refused: z.enum(filingRefusals), detail: z.string().check(z.maxLength(500)) }),
  z.object({ unreadable: z.enum(refusalCodes), detail: z.string().check(z.maxLength(500)) }),
]);

/**
 * Parses the answer like untrusted input, because the process that sent it has read hostile bytes. Returns undefined
 * when the answer is invalid.
 */
export const readInspection = (header: unknown): z.infer<typeof answer> | undefined =>
  z.safeParse(answer, header).data;
