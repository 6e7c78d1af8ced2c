import * as z from 'zod/mini';
import { rpc } from './contract.js';

/**
 * How a transaction in the card provider's lists compares with the same transaction in the ledger
 * (payments/DESIGN.md#reconciliation).
 */
export const reconciliationClass = z.enum([
  'MATCHED',
  'PROVIDER_ONLY',
  'LEDGER_ONLY',
  'AMOUNT_DIFF',
  'STATUS_DIFF',
  'DUPLICATE',
]);
export type ReconciliationClass = z.infer<typeof reconciliationClass>;

/** The reason for a finding. The county's staff gets different advice for each reason. */
export const findingReason = z.enum([
  'UNKNOWN_PAYMENT',
  'TOO_LATE',
  'NOT_VERIFIED',
  'NOT_AT_PROVIDER',
  'WRONG_AMOUNT',
  'WRONG_KIND',
  'NOT_TAKEN',
  'NOT_SETTLED',
  'NOT_CLOSED',
  'REFUNDED',
  'CHARGED_BACK',
  'SECOND_PAYMENT',
]);
export type FindingReason = z.infer<typeof findingReason>;

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

const note = z.object({
  text: z.string(),
  username: z.string(),
  at: z.iso.datetime(),
  /** True if the note resolves the finding, false if the note reopens it. */
  resolved: z.boolean(),
});

/** A transaction on which provider and ledger differ or once differed. Amounts in cents. */
export const finding = z.object({
  id: z.uuid(),
  /** Day of the payment in the county's time zone. */
  day,
  at: z.iso.datetime(),
  class: reconciliationClass,
  reason: findingReason,
  transactionId: z.string(),
  invoice: z.nullable(z.string()),
  /** The provider's record; null when the provider does not know the transaction. */
  provider: z.nullable(z.object({ status: z.string(), amount: z.int() })),
  /** The ledger's record; null when nothing was credited. */
  ledger: z.nullable(z.object({ status: z.string(), amount: z.int() })),
  /** The user who paid, if one of the portal's payments has the transaction's invoice number. */
  userId: z.nullable(z.string()),
  /** Amount on the suspense account because of this finding. */
  suspense: z.int(),
  /** OPEN: staff must check it. RESOLVED: by a person's note, or because the two sides agree again. */
  state: z.enum(['OPEN', 'RESOLVED']),
  foundAt: z.iso.datetime(),
  resolvedAt: z.nullable(z.iso.datetime()),
  notes: z.array(note),
});
export type Finding = z.infer<typeof finding>;

const reconciledDay = z.object({
  day,
  matched: z.int(),
  /** Cents that the provider took or holds for the matched transactions. */
  amount: z.int(),
  open: z.int(),
  resolved: z.int(),
});

/**
 * Why a comparison broke off. PROVIDER_UNAVAILABLE: the provider did not answer. KEYS_REFUSED: the provider refused the
 * county's keys. REQUEST_REFUSED: the provider refused the portal's request. FAILED: an error of the portal.
 */
export const runFailure = z.enum(['PROVIDER_UNAVAILABLE', 'KEYS_REFUSED', 'REQUEST_REFUSED', 'FAILED']);
export type RunFailure = z.infer<typeof runFailure>;

const reconciliationRun = z.object({
  kind: z.enum(['DAILY', 'HOURLY', 'NOW']),
  startedAt: z.iso.datetime(),
  /** null while the comparison runs. */
  finishedAt: z.nullable(z.iso.datetime()),
  lines: z.int(),
  open: z.int(),
  /**
   * '' while the comparison runs and after it has finished; otherwise a `RunFailure`, or a reason that only another
   * version of the portal knows.
   */
  failure: z.string(),
});
export type ReconciliationRun = z.infer<typeof reconciliationRun>;

/**
 * Staff only. All open findings come first, then the resolved findings of a range of days; each part begins with the
 * newest. The answer also has the totals of each of these days.
 */
export const listReconciliation = rpc('payments.list-reconciliation.v1', {
  input: z.object({ from: day, to: day }),
  output: z.object({
    findings: z.array(finding),
    days: z.array(reconciledDay),
    lastRun: z.nullable(reconciliationRun),
    /** Cents on the suspense account, which should be 0 again within a business day. */
    suspense: z.int(),
  }),
  errors: ['NOT_FOUND'],
  deadlineMs: 5_000,
});

/**
 * Staff only: records what someone found out or did about a finding. Notes stay; with `resolved: false`, the note
 * reopens the finding. FINDING_CHANGED: the finding is no longer in the state `seen`, and nothing is stored.
 */
export const noteFinding = rpc('payments.note-finding.v1', {
  input: z.object({
    id: z.uuid(),
    note: z.string().check(z.minLength(1), z.maxLength(500)),
    resolved: z.boolean(),
    seen: z.optional(z.enum(['OPEN', 'RESOLVED'])),
  }),
  output: z.object({}),
  errors: ['NOT_FOUND', 'FINDING_CHANGED'],
  lane: 'must',
});

/**
 * Staff only: compares the provider's lists with the ledger now, without waiting for the nightly comparison.
 * COMPARISON_UNDER_WAY: another comparison is running. The other COMPARISON codes say why this comparison broke off.
 */
export const reconcileNow = rpc('payments.reconcile-now.v1', {
  input: z.object({}),
  output: z.object({ run: reconciliationRun }),
  errors: [
    ...(['NOT_FOUND', 'CARD_NOT_OFFERED', 'COMPARISON_UNDER_WAY', 'COMPARISON_UNANSWERED'] as const),
    ...(['COMPARISON_KEYS_REFUSED', 'COMPARISON_REQUEST_REFUSED', 'COMPARISON_FAILED'] as const),
  ],
  lane: 'must',
  deadlineMs: 60_000,
});

export const reconciliationContracts = [listReconciliation, noteFinding, reconcileNow] as const;
