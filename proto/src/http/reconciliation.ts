import * as z from 'zod/mini';
import { findingReason, reconciliationClass, runFailure } from '../rpc/reconciliation.js';
import { withoutCardNumber } from './no-card-number.js';

const day = z.iso.date('forms:invalidDate');

/** POST reports/cardReconciliation: days of the county, both included, YYYY-MM-DD. */
export const reconciliationRequest = z
  .object({ from: day, to: day })
  .check(z.refine(({ from, to }) => from <= to, { error: 'forms:invalidDateRange', path: ['to'] }));

/**
 * What the provider or the ledger has recorded about a transaction; null if nothing. Amounts are texts ready to show.
 */
const side = z.nullable(z.object({ status: z.string(), amount: z.string() }));

const findingRow = z.object({
  id: z.string(),
  day,
  at: z.string(),
  class: reconciliationClass,
  reason: findingReason,
  transactionId: z.string(),
  invoice: z.nullable(z.string()),
  provider: side,
  ledger: side,
  /** The user who paid; '' if there is none. */
  username: z.string(),
  /** The amount on the suspense account; '' when there is none. */
  suspense: z.string(),
  state: z.enum(['OPEN', 'RESOLVED']),
  resolvedAt: z.nullable(z.string()),
  notes: z.array(z.object({ text: z.string(), username: z.string(), at: z.string(), resolved: z.boolean() })),
});
export type FindingRow = z.infer<typeof findingRow>;

export const reconciliationReport = z.object({
  /** All open findings, then the resolved findings of the requested days; both parts begin with the newest. */
  findings: z.array(findingRow),
  days: z.array(
    z.object({
      day,
      matched: z.int(),
      amount: z.string(),
      open: z.int(),
      resolved: z.int(),
    }),
  ),
  lastRun: z.nullable(
    z.object({
      startedAt: z.string(),
      finishedAt: z.nullable(z.string()),
      lines: z.int(),
      failure: z.union([z.literal(''), runFailure]),
    }),
  ),
  suspense: z.string(),
});
export type ReconciliationReport = z.infer<typeof reconciliationReport>;

/** POST reports/cardReconciliationNote. */
export const findingNote = z.object({
  id: z.uuid(),
  note: z
    .string('forms:required')
    .check(z.trim(), z.minLength(1, 'forms:required'), z.maxLength(500, 'forms:tooLong'), withoutCardNumber),
  resolved: z.boolean(),
  /** The state in which the author of the note saw the finding. */
  seen: z.optional(z.enum(['OPEN', 'RESOLVED'])),
});
export type FindingNote = z.infer<typeof findingNote>;
