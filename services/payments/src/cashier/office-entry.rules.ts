import { createHash } from 'node:crypto';
import type { AccountTerms } from '@portal/proto/rpc/actor';
import type { OfficeEntry, postOfficeEntry } from '@portal/proto/rpc/cashier';
import type { Parsed } from '@portal/proto/rpc/contract';
import type { Line } from '../ledger/entry.rules.js';
import { countyAccount, escrowOf, invoicesOf, type LedgerAccountKey } from '../ledger/ledger-account.js';

export type NewOfficeEntry = Parsed<typeof postOfficeEntry>;
export type Book = OfficeEntry['book'];

/** Returns the hash of an entry's content. An entry with a known id and another hash is refused. */
export const hashOf = ({ account, kind, means, amount, number, note, pays }: NewOfficeEntry): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([account, kind, means, amount, number, note, ...(pays === 'BALANCE' ? [] : [pays])]),
    )
    .digest();

/**
 * Returns which balance of an account an office entry changes: its escrow or its invoice debt. The office takes no
 * payment for an account that pays by card, except for invoices from the time before it paid by card. Money that is
 * left in the escrow of such an account can still be refunded and corrected.
 */
export function bookOf(terms: AccountTerms, entry: NewOfficeEntry): Book | undefined {
  const { paymentMethod } = terms;
  const { kind } = entry;
  if (paymentMethod === 'INVOICE' || settlesDebt(terms, entry)) return 'INVOICE';
  return paymentMethod === 'CREDIT_CARD' && kind === 'PAYMENT' ? undefined : 'ESCROW';
}

/**
 * True for a payment or correction of the invoices of an account that no longer pays by invoice. Such an entry may not
 * exceed the debt.
 */
export const settlesDebt = (terms: AccountTerms, { kind, pays }: NewOfficeEntry): boolean =>
  kind !== 'REFUND' && pays === 'INVOICES' && endsWithDebt(terms, 'INVOICE');

/**
 * True if the entry changes the invoice debt of an account that no longer pays by invoice. The entry may not exceed the
 * debt: the excess would never be used, because no new invoices follow.
 */
export const endsWithDebt = ({ paymentMethod }: AccountTerms, book: Book): boolean =>
  book === 'INVOICE' && paymentMethod !== 'INVOICE';

/** Returns the faults of an entry, by form field. The form in the browser checks the same rules earlier. */
export function faultsOf({ kind, means, amount, number, note }: NewOfficeEntry): Record<string, string> {
  const signs = { PAYMENT: amount > 0, REFUND: amount < 0, CORRECTION: amount !== 0 };
  const moves = kind !== 'CORRECTION';
  return {
    ...(signs[kind] ? {} : { amount: amount === 0 ? 'cashier:notZero' : 'cashier:aboveZero' }),
    ...(moves === (means !== null) ? {} : { means: 'forms:required' }),
    ...(moves && means !== 'CASH' && number.trim() === '' ? { number: 'forms:required' } : {}),
    ...(!moves && note.trim() === '' ? { note: 'forms:required' } : {}),
  };
}

/** True if a second person has to approve. @param limit cents */
export const needsSecondPerson = ({ kind, amount }: NewOfficeEntry, limit: number): boolean =>
  kind === 'CORRECTION' && Math.abs(amount) > limit;

export const bookAccount = (book: Book, account: string): LedgerAccountKey =>
  book === 'ESCROW' ? escrowOf(account) : invoicesOf(account);

/**
 * Returns the ledger lines of an office entry. Money at the counter is posted against `office_money`, corrections
 * against `office_corrections`.
 */
export const officeLines = ({
  kind,
  book,
  account,
  amount,
}: Pick<OfficeEntry, 'kind' | 'book' | 'account' | 'amount'>): Line[] => [
  {
    account: countyAccount(kind === 'CORRECTION' ? 'office_corrections' : 'office_money', 'USD'),
    amount: BigInt(-amount),
  },
  { account: bookAccount(book, account), amount: BigInt(amount) },
];

/** Returns the text that the account's statement shows for an entry. */
export const subjectOf = ({ number, note }: Pick<OfficeEntry, 'number' | 'note'>): string =>
  [number, note].filter((part) => part !== '').join(', ');
