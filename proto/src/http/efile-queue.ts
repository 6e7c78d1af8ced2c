import * as z from 'zod/mini';
import { isoDay } from '../dates.js';
import { efileTypeCodes } from '../efile.js';
import { lowResolution } from './efile.js';
import { withoutCardNumber } from './no-card-number.js';

// The office's side of e-filing (imaging/DESIGN.md#filings). Only the roles COUNTY and TRIMIN may use the routes below
// efileQueue.

/** The lists of the office: documents that wait for the office or for the sender, and documents that are finished. */
export const queueViews = ['WAITING', 'CORRECTION', 'RECORDED', 'REJECTED', 'WITHDRAWN'] as const;
export type QueueView = (typeof queueViews)[number];
export const queuePageSize = 25;

export const queueFilters = {
  /** null for all kinds of documents. */
  efileType: z._default(z.nullable(z.enum(efileTypeCodes)), null),
  /** A part of the submitter's name or username, in any case; '' for all submitters. */
  sender: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
};

/** POST efileQueue/list. */
export const queueRequest = z.object({
  view: z._default(z.enum(queueViews), 'WAITING'),
  ...queueFilters,
  page: z._default(z.int().check(z.minimum(1), z.maximum(400)), 1),
});

export type QueueRequest = z.infer<typeof queueRequest>;
export type QueueQuestion = z.input<typeof queueRequest>;

/**
 * The state as the office sees it. While a step still waits for the payments service, the office already sees the state
 * that the step leads to.
 */
export const queueState = z.enum([
  ...([
    'SUBMITTED',
    'IN_REVIEW',
    'CORRECTION_ASKED',
    'RECORDING',
    'RECORDED',
    'REJECTING',
    'REJECTED',
  ] as const),
  ...(['WITHDRAWING', 'WITHDRAWN'] as const),
]);

const filingRow = {
  imageId: z.string(),
  transactionNumber: z.string(),
  state: queueState,
  efileType: z.enum(efileTypeCodes),
  name: z.string(),
  pages: z.int(),
  /** ISO instant. */
  submittedAt: z.string(),
  /** The username of the clerk who works on the document; '' when nobody does. */
  claimedBy: z.string(),
  claimedByMe: z.boolean(),
  lowResolution: z.array(lowResolution),
  /** Number of the submission that the document corrects; '' for a document that corrects none. */
  corrects: z.string(),
  documentNumber: z.string(),
};
export const queueRow = z.object(filingRow);
export type QueueRow = z.infer<typeof queueRow>;

export const queueAnswer = z.object({
  rows: z.array(queueRow),
  /** The number of filings on all pages of the list, counted only up to 10,000. */
  total: z.int(),
});
export type QueueAnswer = z.infer<typeof queueAnswer>;

/** The body of POST efileQueue/release and efileQueue/details. Claims and decisions add fields to this body. */
export const queuedFiling = z.object({ imageId: z.uuid() });

/** POST efileQueue/claim. With `over`, the filing is taken from a colleague. */
export const claimRequest = z.extend(queuedFiling, { over: z._default(z.boolean(), false) });

/** The answer of POST efileQueue/details, efileQueue/claim and efileQueue/release. */
export const queuedDetails = z.object({
  ...filingRow,
  ...{ email: z.string(), address1: z.string(), address2: z.string(), city: z.string(), zip: z.string() },
  stateCode: z.string(),
  username: z.string(),
  fileName: z.string(),
  /** Hash of the file as it was uploaded. */
  sha256: z.string(),
  /** Dollars; '' for no fee. */
  fee: z.string(),
  funding: z.enum(['ESCROW', 'INVOICE', 'CREDIT_CARD', 'FREE']),
  /** ISO instants; '' for steps that have not happened yet. */
  ...{ claimedAt: z.string(), decidedAt: z.string(), recordedAt: z.string() },
  ...{ book: z.string(), page: z.string(), reasons: z.array(z.string()), note: z.string() },
  /** True if there is a copy with the recording stamp. */
  endorsed: z.boolean(),
  /** The county's reasons to choose from. */
  offeredReasons: z.array(z.string()),
});
export type QueuedDetails = z.infer<typeof queuedDetails>;

/** The stamp uses a font that every PDF reader has, so its texts may only contain that font's letters. */
const stamped = (most: number) =>
  z
    .string('forms:required')
    .check(
      z.trim(),
      z.maxLength(most, 'forms:tooLong'),
      z.regex(/^[\w .\/-]*$/, 'filings:stampLetters'),
      withoutCardNumber,
    );

/** Converts a time such as 1:05 PM to 'HH:MM' on a 24-hour clock; undefined for any other text. */
export const clockTime = (text: string): string | undefined => {
  const found = /^(\d{1,2}):([0-5]\d) ?([AP])\.?M\.?$/i.exec(text.trim());
  const hour = Number(found?.[1]);
  if (!found || hour < 1 || hour > 12) return undefined;
  const hours = (hour % 12) + (found[3]?.toUpperCase() === 'P' ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${found[2] ?? ''}`;
};

/** Date as MM/DD/YYYY and time as H:MM AM or PM, on the county's clock. */
export const recordForm = z.object({
  documentNumber: stamped(30).check(z.minLength(1, 'forms:required')),
  book: stamped(20),
  page: stamped(20),
  recordedDate: z
    .string('forms:required')
    .check(z.refine((text) => isoDay(text) !== undefined, 'forms:invalidDate')),
  recordedTime: z
    .string('forms:required')
    .check(z.refine((text) => clockTime(text) !== undefined, 'filings:invalidTime')),
  note: z.string().check(z.trim(), z.maxLength(1_000, 'forms:tooLong'), withoutCardNumber),
});
export type RecordForm = z.infer<typeof recordForm>;
/** POST efileQueue/record. */
export const recordRequest = z.extend(recordForm, { imageId: z.uuid() });

/**
 * The county's reasons for sending a document back, and instructions to its sender. Each reason is one line of the
 * county's setting. It may be as long as the whole setting, because the setting may have only one line.
 */
export const returnForm = z.object({
  reasons: z
    .array(z.string().check(z.maxLength(2_000)))
    .check(z.minLength(1, 'filings:chooseReason'), z.maxLength(20)),
  note: z.string().check(z.trim(), z.maxLength(1_000, 'forms:tooLong'), withoutCardNumber),
});
export type ReturnForm = z.infer<typeof returnForm>;
/** POST efileQueue/reject and efileQueue/askCorrection. */
export const returnRequest = z.extend(returnForm, { imageId: z.uuid() });

/** A page of the document as a picture: GET efileQueue/page/:imageId/:page. */
export const queuedPagePath = z.object({
  imageId: z.uuid(),
  page: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_000)),
});

/**
 * GET efile/document/:imageId/:copy, for the office and the sender: the file as it was uploaded, or the copy with the
 * recording stamp.
 */
export const filingCopies = ['original', 'endorsed'] as const;
export type FilingCopy = (typeof filingCopies)[number];
export const filingCopyPath = z.object({ imageId: z.uuid(), copy: z.enum(filingCopies) });
