import * as z from 'zod/mini';
import { efileImageRequest, lowResolution } from '../http/efile.js';
import { balance } from './balance.js';
import { filingCharges } from './filing-payments.js';
import { rpc } from './contract.js';

/**
 * The states of a filing (imaging/DESIGN.md#filings). A state that ends in -ING waits for an answer of the payments
 * service; a process that finds a filing in such a state asks again.
 */
export const filingStates = [
  'UPLOADED',
  'PRICED',
  'SUBMITTING',
  'SUBMITTED',
  'IN_REVIEW',
  'CORRECTION_ASKED',
  'RECORDING',
  'RECORDED',
  'REJECTING',
  'REJECTED',
  'WITHDRAWING',
  'WITHDRAWN',
  'DISCARDING',
] as const;
export type FilingState = (typeof filingStates)[number];

const filing = z.object({ filing: z.uuid() });

const fileErrors = [
  'FILING_FORMAT',
  'FILING_TOO_LARGE',
  'FILING_ENCRYPTED',
  'FILING_ACTIVE',
  'FILING_BROKEN',
  'FILING_TOO_MANY_PAGES',
  'FILING_PAGE_TOO_LARGE',
] as const;

/**
 * Checks an uploaded document in a limited process, stores it unchanged and prices it (B10-19, B10-20). `upload` names
 * the uploaded object (`filingUploadKey`), which is not deleted; `declared` is the type that the browser gave it.
 */
export const takeFiling = rpc('imaging.take-filing.v1', {
  input: z.object({
    upload: z.uuid(),
    declared: z.string().check(z.maxLength(100)),
    fileName: z.string().check(z.maxLength(200)),
    form: efileImageRequest,
  }),
  output: z.object({
    filing: z.string(),
    pages: z.int(),
    charges: filingCharges,
    lowResolution: z.array(lowResolution),
    /** Number of an earlier submission in which the caller sent the same file; null if there is none. */
    sentBefore: z.nullable(z.int()),
  }),
  errors: [...fileErrors, 'INVALID_INPUT', 'NOT_FOUND', 'FILING_CLOSED', 'SERVICE_BUSY'],
  lane: 'slow',
  deadlineMs: 60_000,
});

/** Sends a priced document to the office (B10-29). A repeat returns the same number and charges nothing. */
export const submitFiling = rpc('imaging.submit-filing.v1', {
  input: z.extend(filing, { form: efileImageRequest }),
  output: z.object({ number: z.int(), balance: z.nullable(balance) }),
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FILING_CLOSED', 'INSUFFICIENT_FUNDS', 'PAYMENT_NEEDED'],
  lane: 'must',
  deadlineMs: 20_000,
});

export const filingContracts = [takeFiling, submitFiling] as const;
