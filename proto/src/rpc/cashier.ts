import * as z from 'zod/mini';
import { officeKind, officeMeans, officePays, officeState } from '../http/cashier.js';
import { rpc } from './contract.js';

// Commands about the money that an office takes in and pays out at its counter. Only staff may send them; everybody
// else gets NOT_FOUND.

/** Cents; a positive amount raises the balance. */
const amount = z.int().check(z.minimum(-99_999_999), z.maximum(99_999_999));

export const officeEntry = z.object({
  id: z.uuid(),
  account: z.uuid(),
  kind: officeKind,
  means: z.nullable(officeMeans),
  amount,
  number: z.string(),
  note: z.string(),
  /** The balance that the entry changes: money paid in advance, or the debt on invoices. */
  book: z.enum(['ESCROW', 'INVOICE']),
  state: officeState,
  /** The id of the user who made the entry. */
  enteredBy: z.string(),
  enteredAt: z.iso.datetime(),
  /** The id of the user who decided on the entry. */
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.iso.datetime()),
  decisionNote: z.string(),
});
export type OfficeEntry = z.infer<typeof officeEntry>;

/** The entries of an account, newest first; without an account, those that wait for a decision, oldest first. */
export const listOfficeEntries = rpc('payments.list-office-entries.v1', {
  input: z.object({
    account: z.nullable(z.uuid()),
    offset: z.int().check(z.minimum(0)),
    limit: z.int().check(z.minimum(1), z.maximum(100)),
  }),
  output: z.object({
    entries: z.array(officeEntry),
    total: z.int(),
    /** Balance of the account in cents; null for an account without a balance. */
    balance: z.nullable(
      z.object({
        posted: z.int(),
        held: z.int(),
        /** The debt on invoices; `posted` includes it. */
        owed: z._default(z.int(), 0),
        /** True if anything was ever posted to the account's invoices. */
        hasInvoices: z._default(z.boolean(), false),
      }),
    ),
    /**
     * Without an account: how many of the waiting entries the caller may approve. Nobody may approve an entry of their
     * own, and TRIMIN users may approve none.
     */
    toApprove: z._default(z.int(), 0),
    /** Cents. Corrections above this limit wait for a second person. */
    correctionLimit: z.int(),
  }),
  errors: ['NOT_FOUND'],
});

/**
 * Posts a payment, a refund or a correction, once for each id. A repeat returns the first result; another entry under
 * the same id → CONFLICT. A correction above the county's limit is only stored; `decideOfficeEntry` posts it.
 * INVALID_INPUT at `amount`: the account cannot cover the amount, or the amount exceeds the debt on the old invoices
 * of an account that no longer gets invoices.
 */
export const postOfficeEntry = rpc('payments.post-office-entry.v1', {
  input: z.object({
    id: z.uuid(),
    account: z.uuid(),
    kind: officeKind,
    means: z.nullable(officeMeans),
    amount,
    number: z.string().check(z.maxLength(40)),
    note: z.string().check(z.maxLength(200)),
    pays: z._default(officePays, 'BALANCE'),
  }),
  output: officeEntry,
  errors: ['NOT_FOUND', 'CONFLICT', 'INVALID_INPUT'],
  lane: 'must',
});

/**
 * A second person of the county approves or refuses a correction; an approval posts the correction. OWN_ENTRY: the
 * clerk who entered the correction may cancel it but not approve it. MORE_THAN_OWED: the account no longer gets
 * invoices and by now owes less on its old invoices than the amount. CONFLICT: the opposite was already decided. A
 * repeat of the same decision changes nothing.
 */
export const decideOfficeEntry = rpc('payments.decide-office-entry.v1', {
  input: z.object({ id: z.uuid(), approve: z.boolean(), note: z.string().check(z.maxLength(200)) }),
  output: officeEntry,
  errors: ['NOT_FOUND', 'CONFLICT', 'OWN_ENTRY', 'INSUFFICIENT_FUNDS', 'MORE_THAN_OWED'],
  lane: 'must',
});

/** One entry, for its receipt. */
export const getOfficeEntry = rpc('payments.get-office-entry.v1', {
  input: z.object({ id: z.uuid() }),
  output: officeEntry,
  errors: ['NOT_FOUND'],
  callers: ['reports'],
});

export const cashierContracts = [
  listOfficeEntries,
  postOfficeEntry,
  decideOfficeEntry,
  getOfficeEntry,
] as const;
