import * as z from 'zod/mini';
import { centsOfText } from '../amounts.js';
import { withoutCardNumber } from './no-card-number.js';

/** The kinds of the office's entries: the office receives money, gives money back, or corrects a mistake. */
export const officeKind = z.enum(['PAYMENT', 'REFUND', 'CORRECTION']);
export type OfficeKind = z.infer<typeof officeKind>;

/** How money was paid. A correction moves no money, so it has no means (null). */
export const officeMeans = z.enum(['CHECK', 'CASH', 'TRANSFER']);
export type OfficeMeans = z.infer<typeof officeMeans>;

/** WAITING: a correction above the county's limit that a second person has not decided yet. */
export const officeState = z.enum(['WAITING', 'POSTED', 'REFUSED']);
export type OfficeState = z.infer<typeof officeState>;

/**
 * What a payment pays, or a correction changes. INVOICES: what the account still owes on invoices, although it no
 * longer pays by invoice. BALANCE: the balance that belongs to the account's payment method.
 */
export const officePays = z.enum(['BALANCE', 'INVOICES']);

export const cashierPageSize = 10;

const line = (most: number) =>
  z.string('forms:required').check(z.trim(), z.maxLength(most, 'forms:tooLong'), withoutCardNumber);

/** The form that a clerk fills in. The amount is in dollars; only a correction may be below zero. */
const entryFields = {
  kind: officeKind,
  means: z.nullable(officeMeans),
  amount: z.string('forms:required').check(z.trim(), z.minLength(1, 'forms:required')),
  /** Number of the check or the transfer. */
  number: line(40),
  /** The text that the receipt and the statement show; for a correction, its reason. */
  note: line(200),
  /** Only for a payment or a correction. */
  pays: z.optional(officePays),
};

type Entry = {
  kind: OfficeKind;
  means: OfficeMeans | null;
  amount: string;
  number: string;
  note: string;
};

function entryFaults({ kind, means, amount, number, note }: Entry): [field: keyof Entry, text: string][] {
  const cents = centsOfText(amount);
  const faults: [keyof Entry, string][] = [];
  if (cents === undefined) faults.push(['amount', 'forms:invalidAmount']);
  else if (cents === 0) faults.push(['amount', 'cashier:notZero']);
  else if (cents < 0 && kind !== 'CORRECTION') faults.push(['amount', 'cashier:aboveZero']);
  if (kind === 'CORRECTION') {
    if (note === '') faults.push(['note', 'forms:required']);
    return faults;
  }
  if (means === null) faults.push(['means', 'forms:required']);
  if (means !== 'CASH' && number === '') faults.push(['number', 'forms:required']);
  return faults;
}

const checkEntry = (payload: z.core.ParsePayload<Entry>): void => {
  for (const [field, message] of entryFaults(payload.value))
    payload.issues.push({ code: 'custom', message, path: [field], input: payload.value, continue: true });
};

export const officeEntryForm = z.object(entryFields).check(checkEntry);
export type OfficeEntryForm = z.infer<typeof officeEntryForm>;

/** POST cashier/entry. The form creates the id when it opens, so that a form sent twice posts only one entry. */
export const officeEntryRequest = z
  .object({ ...entryFields, id: z.uuid(), accountId: z.uuid() })
  .check(checkEntry);

/**
 * POST cashier/list: a page of an account's entries; without an account, the county's entries that wait for a decision.
 */
export const cashierRequest = z.object({
  accountId: z._default(z.nullable(z.uuid()), null),
  page: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
});
export type CashierRequest = z.input<typeof cashierRequest>;

/** POST cashier/decision: approves or refuses a correction that waits; a refusal may say why. */
export const officeDecisionRequest = z.object({
  id: z.uuid(),
  approve: z.boolean(),
  note: z._default(line(200), ''),
});

/** POST cashier/receipt returns a PDF. */
export const officeReceiptRequest = z.object({ id: z.uuid() });

/** Amounts are texts ready to show; times are instants. */
const officeEntryRow = z.object({
  id: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  kind: officeKind,
  means: z.nullable(officeMeans),
  /** The change of the account's balance. */
  amount: z.string(),
  number: z.string(),
  note: z.string(),
  state: officeState,
  enteredBy: z.string(),
  enteredAt: z.string(),
  /** The username of the person who decided; '' when no decision was needed, or none has been made yet. */
  decidedBy: z.string(),
  decisionNote: z.string(),
  /** True if the requesting user made this entry and therefore cannot approve it. */
  own: z.boolean(),
});
export type OfficeEntryRow = z.infer<typeof officeEntryRow>;

export const cashierPage = z.object({
  /** null for the list of entries that wait in the county. */
  account: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      active: z.boolean(),
      paymentMethod: z.enum(['ESCROW', 'INVOICE', 'CREDIT_CARD']),
      /** The balance; below zero it is the debt on invoices. */
      balance: z.string(),
      /** The amount set aside for orders under way; '' when there is none. */
      held: z.string(),
      /** What the account owes on invoices if it no longer pays by invoice; '' when it owes nothing. */
      owed: z._default(z.string(), ''),
      /** True if the account no longer pays by invoice but has old invoices, which can be corrected even if paid. */
      hasInvoices: z._default(z.boolean(), false),
    }),
  ),
  /** Corrections above this amount need a second person. */
  limit: z.string(),
  entries: z.array(officeEntryRow),
  total: z.int(),
  /** In the list of waiting entries: the number of entries, on all its pages, that the reader may approve. */
  toApprove: z._default(z.int(), 0),
});
export type CashierPage = z.infer<typeof cashierPage>;

/** The outcome of an entry. */
export const officeEntryAnswer = z.object({ id: z.string(), state: officeState });
export type OfficeEntryAnswer = z.infer<typeof officeEntryAnswer>;
