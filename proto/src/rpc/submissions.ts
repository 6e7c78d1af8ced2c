import * as z from 'zod/mini';
import { efileTypeCodes } from '../efile.js';
import { submissionStates } from '../http/submissions.js';
import { rpc } from './contract.js';
import { filingCharges } from './filing-payments.js';

// The sender's side of e-filing. Submissions of other users give NOT_FOUND.

const moment = z.iso.datetime();

/** A filing as its sender sees it. */
export const submission = z.object({
  id: z.string(),
  number: z.int(),
  state: z.enum(submissionStates),
  ...{ efileType: z.enum(efileTypeCodes), name: z.string(), email: z.string(), address1: z.string() },
  ...{ address2: z.string(), city: z.string(), stateCode: z.string(), zip: z.string() },
  ...{ fileName: z.string(), size: z.int(), sha256: z.string(), pages: z.int() },
  charges: z.nullable(filingCharges),
  ...{ submittedAt: moment, decidedAt: z.nullable(moment) },
  ...{ documentNumber: z.nullable(z.string()), recordedAt: z.nullable(moment) },
  ...{ book: z.nullable(z.string()), page: z.nullable(z.string()) },
  ...{ reasons: z.array(z.string()), note: z.string() },
  /** True if the copy with the recording stamp can be downloaded. */
  endorsed: z.boolean(),
  /**
   * `corrects`: the number of the earlier submission that this one corrects. `correctedBy`: the number of the later
   * submission that corrects this one.
   */
  ...{ corrects: z.nullable(z.int()), correctedBy: z.nullable(z.int()) },
});
export type Submission = z.infer<typeof submission>;

export const submissionsAtOnce = 25;

/** The caller's submissions, newest first. `total` is counted only up to 10,000. */
export const listSubmissions = rpc('imaging.list-submissions.v1', {
  reads: true,
  input: z.object({ page: z.int().check(z.minimum(1), z.maximum(400)) }),
  output: z.object({ total: z.int(), submissions: z.array(submission) }),
  errors: [],
});

const filing = z.object({ filing: z.uuid() });

/** One of the caller's submissions. */
export const getSubmission = rpc('imaging.get-submission.v1', {
  reads: true,
  input: filing,
  output: submission,
  errors: ['NOT_FOUND'],
});

/**
 * Withdraws a submission before the office works on it, or when the office wants it corrected. The fee is given back,
 * once. A repeat changes nothing. FILING_WITH_OFFICE: the office has already claimed it.
 */
export const withdrawSubmission = rpc('imaging.withdraw-submission.v1', {
  input: filing,
  output: submission,
  errors: ['NOT_FOUND', 'FILING_WITH_OFFICE'],
  lane: 'must',
  deadlineMs: 20_000,
});

export const submissionContracts = [listSubmissions, getSubmission, withdrawSubmission] as const;
