import * as z from 'zod/mini';
import { efileTypeCodes } from '../efile.js';

/** The states of a document, as its sender sees them. */
export const submissionStates = [
  'SUBMITTED',
  'IN_REVIEW',
  'CORRECTION_ASKED',
  'RECORDED',
  'REJECTED',
  'WITHDRAWING',
  'WITHDRAWN',
  'CORRECTED',
] as const;
export type SubmissionState = (typeof submissionStates)[number];

/** POST submissions/list. */
export const submissionsRequest = z.object({
  page: z._default(z.int().check(z.minimum(1), z.maximum(400)), 1),
});

const rowFields = {
  imageId: z.string(),
  transactionNumber: z.string(),
  state: z.enum(submissionStates),
  efileType: z.enum(efileTypeCodes),
  fileName: z.string(),
  pages: z.int(),
  /** ISO instant. */
  submittedAt: z.string(),
  /** '' before the document is recorded. */
  documentNumber: z.string(),
};
const submissionRow = z.object(rowFields);
export type SubmissionRow = z.infer<typeof submissionRow>;

export const submissionsPage = z.object({
  /** The number of all submissions, counted only up to 10,000. */
  total: z.int(),
  pageSize: z.int(),
  submissions: z.array(submissionRow),
});
export type SubmissionsPage = z.infer<typeof submissionsPage>;

/** The body of POST submissions/details, withdraw and receipt. The answer of receipt is a PDF. */
export const submissionRequest = z.object({ imageId: z.uuid() });

/** The answer of POST submissions/details and withdraw. Amounts are texts that are ready to show. */
export const submissionDetails = z.object({
  ...rowFields,
  ...{ name: z.string(), email: z.string(), address1: z.string(), address2: z.string(), city: z.string() },
  ...{ stateCode: z.string(), zip: z.string() },
  /** '' for a charge that does not exist. */
  ...{ firstPageCharge: z.string(), additionalPagesCharge: z.string(), surcharge: z.string() },
  totalCharge: z.string(),
  paymentMethod: z.enum(['ESCROW', 'INVOICE', 'CREDIT_CARD', 'FREE']),
  /** Instants; '' for steps that have not happened yet. */
  ...{ decidedAt: z.string(), recordedAt: z.string() },
  ...{ book: z.string(), page: z.string() },
  ...{ reasons: z.array(z.string()), note: z.string() },
  /** True if the copy with the recording stamp can be downloaded: GET efile/document/:imageId/endorsed. */
  endorsed: z.boolean(),
  /**
   * `corrects`: the number of the earlier submission that this one corrects. `correctedBy`: the number of the later
   * submission that corrects this one. '' if there is none.
   */
  ...{ corrects: z.string(), correctedBy: z.string() },
  /** The actions that the sender may take now. */
  ...{ mayWithdraw: z.boolean(), mayCorrect: z.boolean() },
});
export type SubmissionDetails = z.infer<typeof submissionDetails>;
