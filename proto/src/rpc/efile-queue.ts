import * as z from 'zod/mini';
import { efileTypeCodes, filingContentTypes } from '../efile.js';
import { lowResolution } from '../http/efile.js';
import { filingCopies, queueFilters, queueState, queueViews } from '../http/efile-queue.js';
import { rpc } from './contract.js';
import { filingCharges } from './filing-payments.js';

// The office's side of e-filing, for staff of the county alone; for anybody else the answer is NOT_FOUND.

const filing = z.object({ filing: z.uuid() });
const moment = z.iso.datetime();

/** A filing as the office sees it. */
export const officeFiling = z.object({
  id: z.string(),
  number: z.int(),
  state: queueState,
  ...{ efileType: z.enum(efileTypeCodes), name: z.string(), email: z.string(), address1: z.string() },
  ...{ address2: z.string(), city: z.string(), stateCode: z.string(), zip: z.string(), username: z.string() },
  ...{ fileName: z.string(), contentType: z.enum(filingContentTypes), size: z.int(), sha256: z.string() },
  ...{ pages: z.int(), lowResolution: z.array(lowResolution), charges: z.nullable(filingCharges) },
  submittedAt: moment,
  /** Number of the submission that the document corrects. */
  corrects: z.nullable(z.int()),
  /**
   * `claimedBy`: the username of the clerk who works on the document, or null. `mine`: true if this clerk is the
   * caller.
   */
  ...{ claimedBy: z.nullable(z.string()), mine: z.boolean(), claimedAt: z.nullable(moment) },
  decidedAt: z.nullable(moment),
  ...{ documentNumber: z.nullable(z.string()), recordedAt: z.nullable(moment) },
  ...{ book: z.nullable(z.string()), page: z.nullable(z.string()) },
  ...{ reasons: z.array(z.string()), note: z.string(), endorsed: z.boolean() },
});
export type OfficeFiling = z.infer<typeof officeFiling>;

/** Waiting documents, oldest first, or finished ones, newest first. `total` is counted only up to 10,000. */
export const listQueue = rpc('imaging.list-filing-queue.v1', {
  reads: true,
  input: z.object({
    view: z.enum(queueViews),
    ...queueFilters,
    offset: z.int().check(z.minimum(0), z.maximum(10_000)),
    limit: z.int().check(z.minimum(1), z.maximum(100)),
  }),
  output: z.object({ filings: z.array(officeFiling), total: z.int() }),
  errors: ['NOT_FOUND'],
});

const looked = z.object({ filing: officeFiling, reasons: z.array(z.string()) });

/** One filing, with the reasons that the county gives for sending a document back. */
export const viewFiling = rpc('imaging.view-filing.v1', {
  reads: true,
  input: filing,
  output: looked,
  errors: ['NOT_FOUND'],
});

/**
 * Claims a filing for the caller. FILING_CLAIMED with `username`: a colleague has claimed it, and `over` is not set.
 * FILING_MOVED: it was decided or withdrawn meanwhile. A repeat by the same caller changes nothing.
 */
export const claimFiling = rpc('imaging.claim-filing.v1', {
  input: z.extend(filing, { over: z.boolean() }),
  output: looked,
  errors: ['NOT_FOUND', 'FILING_CLAIMED', 'FILING_MOVED'],
});

/** Releases the caller's claim; changes nothing when the caller has not claimed the filing. */
export const releaseFiling = rpc('imaging.release-filing.v1', {
  input: filing,
  output: looked,
  errors: ['NOT_FOUND'],
});

const decisionErrors = ['NOT_FOUND', 'INVALID_INPUT', 'FILING_CLAIMED', 'FILING_MOVED'] as const;
const note = z.string().check(z.maxLength(1_000));

/**
 * Records a filing: writes the copy with the stamp, takes the fee once, notifies the sender. Only the clerk who
 * claimed it may do so. A repeat of the decision returns the first result. FILING_NUMBER_TAKEN: the number belongs to
 * another filing. FILING_NOT_STAMPED: the file cannot be stamped, and nothing has changed.
 */
export const recordFiling = rpc('imaging.record-filing.v1', {
  input: z.extend(filing, {
    documentNumber: z.string().check(z.minLength(1), z.maxLength(30)),
    ...{ book: z.string().check(z.maxLength(20)), page: z.string().check(z.maxLength(20)) },
    /**
     * `date` (YYYY-MM-DD) and `time` (HH:MM) of the recording by the county's clock; neither before the submission nor
     * in the future.
     */
    ...{ date: z.iso.date(), time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)) },
    note,
  }),
  output: officeFiling,
  errors: [...decisionErrors, 'FILING_NUMBER_TAKEN', 'FILING_NOT_STAMPED', 'SERVICE_BUSY'],
  lane: 'slow',
  deadlineMs: 90_000,
});

const returned = z.extend(filing, {
  reasons: z.array(z.string().check(z.maxLength(2_000))).check(z.minLength(1), z.maxLength(20)),
  note,
});

/** Rejects a filing for good. Its fee is given back, once. `reasons` come from the county's list. */
export const rejectFiling = rpc('imaging.reject-filing.v1', {
  input: returned,
  output: officeFiling,
  errors: decisionErrors,
  lane: 'must',
  deadlineMs: 20_000,
});

/** Asks the sender for another document; the fee stays set aside. */
export const askCorrection = rpc('imaging.ask-filing-correction.v1', {
  input: returned,
  output: officeFiling,
  errors: decisionErrors,
});

const stored = z.object({ objectKey: z.string(), etag: z.string(), contentType: z.string(), size: z.int() });

/** Returns a page as a picture, which is drawn in a limited process and then kept. */
export const openFilingPage = rpc('imaging.open-filing-page.v1', {
  reads: true,
  input: z.extend(filing, { page: z.int().check(z.minimum(1)) }),
  output: stored,
  errors: ['NOT_FOUND', 'NO_SUCH_PAGE', 'PAGE_IMAGE_MISSING', 'SERVICE_BUSY'],
  lane: 'slow',
  deadlineMs: 60_000,
});

/** The file as it was uploaded, or the copy with the stamp, for the office and for the user who sent it. */
export const openFilingCopy = rpc('imaging.open-filing-copy.v1', {
  reads: true,
  input: z.extend(filing, { copy: z.enum(filingCopies) }),
  output: z.extend(stored, { sha256: z.string(), fileName: z.string() }),
  errors: ['NOT_FOUND'],
});

export const queueContracts = [
  ...[listQueue, viewFiling, claimFiling, releaseFiling, recordFiling, rejectFiling, askCorrection],
  ...[openFilingPage, openFilingCopy],
] as const;
