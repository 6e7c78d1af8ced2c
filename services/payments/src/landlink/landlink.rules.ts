import { instantOf } from '@portal/infra/clock';
import { csvCell } from '@portal/infra/spreadsheet';
import type { SectionValue } from '@portal/proto/config/sections';
import { postsToLandLink } from '@portal/proto/http/accounts';
import type { LandLinkAccount } from '@portal/proto/rpc/landlink';
import type { TransactionKind } from '@portal/proto/rpc/transactions';
import type { NewEntry } from '../ledger/entry.rules.js';
import { transactionKindOf } from '../ledger/transaction-kind.rules.js';

export type LineKind = TransactionKind | 'SURCHARGE';
export type PaidFrom = 'ESCROW' | 'INVOICE' | 'CREDIT_CARD';

/** A posting of the ledger that may belong in a file. */
export interface Candidate {
  readonly entry: string;
  readonly lineNo: number;
  readonly opType: NewEntry['opType'];
  readonly subject: string;
  /** The kind of the posting's ledger account: `escrow`, `ar_invoice`, or a revenue account if a card paid. */
  readonly ledger: string;
  /** The portal account for which the posting counts. */
  readonly account: string | null;
  /** Cents; above zero is a credit of the ledger account. */
  readonly amount: bigint;
  /** The card provider's number of the payment, '' for none. */
  readonly transaction: string;
}

/** What a file says about a posting. The values are those at the time when the file's day was closed. */
export interface ClosedLine {
  readonly entry: string;
  readonly lineNo: number;
  /**
   * True if the file lists the posting. A posting that is not listed is stored too, so that no later file considers it
   * again.
   */
  readonly listed: boolean;
  readonly kind: LineKind;
  readonly paidFrom: PaidFrom;
  readonly amount: bigint;
  readonly landLinkAccount: string;
  readonly accountName: string;
  readonly feeCode: string;
  readonly chargeCode: string;
  readonly transaction: string;
}

export interface LandLinkTerms {
  readonly escrow: Pick<SectionValue<'escrow'>, 'feeCode' | 'chargeCode'>;
  readonly creditCardExtra: Pick<
    SectionValue<'creditCardExtra'>,
    'postToLandLink' | 'chargeFeeCode' | 'chargeChargeCode' | 'surchargeFeeCode' | 'surchargeChargeCode'
  >;
}

const kindOf = ({ opType, subject, ledger }: Candidate): LineKind =>
  ledger === 'revenue_surcharge' ? 'SURCHARGE' : (transactionKindOf(opType, subject) ?? 'ADJUSTMENT');

const paidFrom = (ledger: string): PaidFrom =>
  ledger === 'escrow' ? 'ESCROW' : ledger === 'ar_invoice' ? 'INVOICE' : 'CREDIT_CARD';

/**
 * Returns the county's fee code and charge code for a line. Both are empty for a line that is neither a deposit nor a
 * card payment.
 */
function codesOf(kind: LineKind, from: PaidFrom, { escrow, creditCardExtra: card }: LandLinkTerms) {
  if (kind === 'SURCHARGE') return { feeCode: card.surchargeFeeCode, chargeCode: card.surchargeChargeCode };
  if (from === 'CREDIT_CARD') return { feeCode: card.chargeFeeCode, chargeCode: card.chargeChargeCode };
  if (kind === 'DEPOSIT') return { feeCode: escrow.feeCode, chargeCode: escrow.chargeCode };
  return { feeCode: '', chargeCode: '' };
}

/**
 * True if the settings of county and account allow a file to list the posting
 * (payments/DESIGN.md#postings-for-landlink).
 * The settings can leave out only purchases by card; deposits and their surcharges are always listed.
 */
export function isListed(
  { opType, ledger }: Pick<Candidate, 'opType' | 'ledger'>,
  { creditCardExtra }: LandLinkTerms,
  account: LandLinkAccount | undefined,
): boolean {
  const chosen = creditCardExtra.postToLandLink && (account?.postToLandLink ?? true);
  return opType === 'DEPOSIT' || postsToLandLink(paidFrom(ledger), chosen);
}

/**
 * @param account undefined for a guest without an account, and for an account that the identity service does not know
 */
export function lineOf(
  candidate: Candidate,
  terms: LandLinkTerms,
  account: LandLinkAccount | undefined,
): ClosedLine {
  const { entry, lineNo, amount, transaction, ledger } = candidate;
  const kind = kindOf(candidate);
  const from = paidFrom(ledger);
  return {
    ...{ entry, lineNo, amount, transaction, kind, paidFrom: from },
    listed: isListed(candidate, terms, account),
    landLinkAccount: account?.landLinkAccount ?? '',
    accountName: account?.name ?? '',
    ...codesOf(kind, from, terms),
  };
}

const DAY_MS = 86_400_000;

export const dayAfter = (day: string): string => movedDay(day, 1);

/** @param day YYYY-MM-DD */
export const movedDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the first instant of a day in the county's time zone. A day ends at the first instant of the next day. */
export const beginOf = (timeZone: string, day: string): Date => instantOf(timeZone, day, '00:00');
export const endOf = (timeZone: string, day: string): Date => beginOf(timeZone, dayAfter(day));

/**
 * The time between a day's end and its closing, so that entries of the day's last seconds are committed before the
 * closing.
 */
const GRACE_MS = 15 * 60_000;
export const dueAt = (timeZone: string, day: string): Date =>
  new Date(endOf(timeZone, day).getTime() + GRACE_MS);

/**
 * How many days back the file of a day looks for postings that are in no earlier file. This is long enough, because no
 * database transaction stays open for nearly that time.
 */
const LATE_DAYS = 7;

/**
 * Returns the time from which the file of a day considers postings. Normally this time is LATE_DAYS before the day. If
 * a process whose clock was ahead made the previous file too early, that file lacks the postings that came later; the
 * returned time is then LATE_DAYS before the previous file was made.
 * @param closed the closed days; undefined before the first file. Postings before the first closed day are in no file.
 */
export function lookBackFrom(
  timeZone: string,
  day: string,
  closed: { readonly first: string; readonly closedAt: Date } | undefined,
): Date {
  const begin = beginOf(timeZone, closed?.first ?? day);
  if (!closed) return begin;
  const sinceDay = beginOf(timeZone, movedDay(day, -LATE_DAYS));
  const sinceClosing = new Date(closed.closedAt.getTime() - LATE_DAYS * DAY_MS);
  const from = sinceClosing < sinceDay ? sinceClosing : sinceDay;
  return from > begin ? from : begin;
}

/** A county's first file is for a day at most this many days ago. */
export const FIRST_DAYS = 31;

export const fileKey = (county: string, day: string): string => `${county}/landlink/${day}.csv`;
export const fileNameOf = (day: string): string => `LandLink-postings-${day}.csv`;

/** A line as it is in the file. */
export interface FileLine extends Omit<ClosedLine, 'listed'> {
  /** The line's position in the file, from 1. */
  readonly seq: number;
  readonly postedAt: Date;
  readonly subject: string;
}

/** Writes cents as dollars with two decimals, without a dollar sign or commas, so that programs can read the amount. */
export const decimalOf = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const columns = [
  ...['Business Day', 'Posted', 'Posting', 'Kind', 'Paid From', 'LandLink Account', 'Account'],
  ...['Fee Code', 'Charge Code', 'Amount', 'Transaction', 'Description', 'Entry'],
];

const rowOf = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;
/** The byte order mark by which spreadsheets recognize UTF-8, and the names of the columns. */
export const fileHead = `\ufeff${rowOf(columns)}`;

/** @param momentOf writes a time on the county's wall clock, as 'YYYY-MM-DD HH:MM:SS' */
export function fileRow(day: string, line: FileLine, momentOf: (at: Date) => string): string {
  const before = [day, momentOf(line.postedAt), `${day.replaceAll('-', '')}-${line.seq}`];
  const text = [line.kind, line.paidFrom, line.landLinkAccount, line.accountName];
  const after = [line.transaction, line.subject, line.entry];
  return rowOf([
    ...[...before, ...text, line.feeCode, line.chargeCode].map(csvCell),
    // unlike the texts, the amount is not guarded against formulas, because its minus sign must stay in front
    decimalOf(line.amount),
    ...after.map(csvCell),
  ]);
}
