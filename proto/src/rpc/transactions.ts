import * as z from 'zod/mini';
import { rpc } from './contract.js';

/** The purpose of a ledger entry, in terms that users know. */
export const transactionKinds = [
  ...['SEARCH', 'DETAILS', 'IMAGES', 'ADD_ON', 'MONTHLY_FEE', 'IMAGE_RENEWAL', 'DEPOSIT', 'EFILE'],
  ...['PAYMENT', 'REFUND', 'CORRECTION', 'ADJUSTMENT'],
] as const;
const transactionKind = z.enum(transactionKinds);
export type TransactionKind = z.infer<typeof transactionKind>;

/** USER: the actor's own entries; ACCOUNT: those of the actor's account; COUNTY: those of the county, for staff. */
const transactionScope = z.enum(['USER', 'ACCOUNT', 'COUNTY']);
export type TransactionScope = z.infer<typeof transactionScope>;

/** Totals of the entries of one kind in a period. */
const sums = z.object({
  count: z.int(),
  /** Number of pages that were delivered for these entries. */
  pages: z.int(),
  /** Charges minus refunds, in cents. */
  charged: z.int(),
  /** Cents received: deposits and the office's adjustments. */
  credited: z.int(),
  /** Images of a bundle: positive when bought, negative when used. */
  images: z.int(),
});
export type TransactionSums = z.infer<typeof sums>;

/**
 * Totals by kind for today, for this month and for this year so far, on the county's calendar. NOT_FOUND: the actor may
 * not see the scope.
 */
export const getTransactionTotals = rpc('payments.get-transaction-totals.v1', {
  inView: 'READS',
  input: z.object({ scope: transactionScope }),
  output: z.array(z.object({ kind: transactionKind, today: sums, month: sums, year: sums })),
  errors: ['NOT_FOUND'],
});
export type TransactionTotals = z.infer<(typeof getTransactionTotals)['output']>;

export const transaction = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: transactionKind,
  /** Id of the user; null for the office and the product itself. */
  user: z.nullable(z.string()),
  /** The kind of search or details view, or the document's key and description; empty if there is none. */
  subject: z.string(),
  pages: z.int(),
  charged: z.int(),
  credited: z.int(),
  images: z.int(),
});
export type Transaction = z.infer<typeof transaction>;

/** Maximum number of entries in an answer. */
export const transactionsAtOnce = 1_000;

/**
 * Entries of a range of days of the county, first and last day included, oldest first; `after` is the id of the
 * previous answer's last entry.
 */
export const listTransactions = rpc('payments.list-transactions.v1', {
  input: z.object({
    scope: transactionScope,
    from: z.iso.date(),
    to: z.iso.date(),
    after: z.nullable(z.uuid()),
  }),
  output: z.object({ transactions: z.array(transaction), more: z.boolean() }),
  errors: ['NOT_FOUND'],
  lane: 'slow',
  deadlineMs: 10_000,
  callers: ['reports'],
});

export const transactionContracts = [getTransactionTotals, listTransactions] as const;
