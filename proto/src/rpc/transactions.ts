import * as z from 'zod/mini';
import { rpc } from './contract.js';

/** What an entry of the ledger was for, as its reader thinks of it. */
export const transactionKinds = ['SEARCH', 'DETAILS', 'IMAGES', 'ADD_ON', 'DEPOSIT', 'ADJUSTMENT'] as const;
const transactionKind = z.enum(transactionKinds);
export type TransactionKind = z.infer<typeof transactionKind>;

/** Whose entries: the actor's own, those of the actor's account, or all of the county (staff). */
const transactionScope = z.enum(['USER', 'ACCOUNT', 'COUNTY']);
export type TransactionScope = z.infer<typeof transactionScope>;

/** Sums of the entries of a kind in a time. */
const sums = z.object({
  count: z.int(),
  /** Pages that were delivered for them. */
  pages: z.int(),
  /** Cents that were charged, less what was given back. */
  charged: z.int(),
  /** Cents that came in: deposits and the office's adjustments. */
  credited: z.int(),
  /** Images of a bundle: bought above 0, used below. */
  images: z.int(),
});
export type TransactionSums = z.infer<typeof sums>;

/** Sums by kind of today, of the month and of the year to date; days are the county's. Another scope than one's own → NOT_FOUND. */
export const getTransactionTotals = rpc('payments.get-transaction-totals.v1', {
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
  /** The kind of search or details view, or the document's key and description; empty where there is none. */
  subject: z.string(),
  pages: z.int(),
  charged: z.int(),
  credited: z.int(),
  images: z.int(),
});
export type Transaction = z.infer<typeof transaction>;

/** Most entries of an answer. */
export const transactionsAtOnce = 1_000;

/** Entries of days of the county, both included, oldest first; `after` is the id of the last entry of the answer before. */
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
