import { centsOfDecimal } from '@portal/proto/amounts';
import { documentOrdinal, isDocumentType, readDocumentNumber } from '../matching/document-number.rules.js';
import { bookOrdinal, dayOrdinal, noBook, recordedMinute } from '../matching/recorded.rules.js';

/** A row of the CSV file: column name → trimmed text; missing columns are empty. */
export type BundleRow = Readonly<Record<string, string>>;
/** A value of a column of the staging table; null is stored as NULL, an array as a PostgreSQL array. */
export type StagedValue = string | number | bigint | boolean | null | readonly string[];
export type StagedRow = readonly StagedValue[];

/** Thrown for a row that breaks a rule. The row is listed in rejects.csv, and the other rows are loaded. */
export class RowRejected extends Error {
  constructor(
    readonly column: string,
    readonly reason: string,
  ) {
    super(`${column}: ${reason}`);
  }
}

/** @throws RowRejected always */
export const reject = (column: string, reason: string): never => {
  throw new RowRejected(column, reason);
};

const untidy = /[\u0000-\u001f\u007f]|[^\S ]| {2}|^ | $/;

/** The text of a column with single spaces and without control characters. */
export function textOf(row: BundleRow, column: string, longest = 500): string {
  const text = row[column] ?? '';
  if (text === '') return text;
  if (text.length > longest) reject(column, `longer than ${longest} characters`);
  return untidy.test(text) ? text.replace(/[\u0000-\u001f\u007f\s]+/g, ' ').trim() : text;
}

/** @throws RowRejected when the text is missing or longer than `longest` characters */
export function requiredText(row: BundleRow, column: string, longest?: number): string {
  const text = textOf(row, column, longest);
  return text === '' ? reject(column, 'missing') : text;
}

/**
 * Reads Y or N in upper or lower case; `absent` is the value of an empty column.
 * @throws RowRejected for anything else
 */
export function flagOf(row: BundleRow, column: string, absent: boolean): boolean {
  const text = textOf(row, column).toUpperCase();
  if (text === '') return absent;
  return text === 'Y' ? true : text === 'N' ? false : reject(column, 'neither Y nor N');
}

/**
 * Reads one of the allowed words, in upper or lower case. `allowed` has them in upper case.
 * @throws RowRejected when the word is missing or not allowed
 */
export function oneOf<T extends string>(row: BundleRow, column: string, allowed: readonly T[]): T {
  const text = textOf(row, column).toUpperCase();
  return allowed.find((value) => value === text) ?? reject(column, `none of ${allowed.join(', ')}`);
}

/**
 * The amount in a column, in cents. The column has dollars as '1234', '1234.5' or '1234.56'; empty and zero mean no
 * amount.
 */
export function centsOf(row: BundleRow, column: string): bigint | null {
  const text = textOf(row, column);
  if (text === '') return null;
  const cents = centsOfDecimal(text);
  if (cents === undefined) return reject(column, 'no amount in dollars');
  return cents === 0n ? null : cents;
}

/**
 * The whole number in a column; empty is 0.
 * @throws RowRejected unless it is a whole number up to `largest`
 */
export function wholeNumber(row: BundleRow, column: string, largest: number): number {
  const text = textOf(row, column);
  if (text === '') return 0;
  if (!/^\d{1,9}$/.test(text) || Number(text) > largest)
    return reject(column, `no number from 0 to ${largest}`);
  return Number(text);
}

/** The day in a column, in days since 1800-01-01. */
export function dayOf(row: BundleRow, column: string): number {
  const text = requiredText(row, column);
  return dayOrdinal(text) ?? reject(column, 'no day as YYYY-MM-DD from 1800 on');
}

/** Like `dayOf`, but null when the day is missing. */
export const dayOrNull = (row: BundleRow, column: string): number | null =>
  textOf(row, column) === '' ? null : dayOf(row, column);

/** The time in `recorded_date` and `recorded_time`, in minutes since 1800-01-01. */
export const recordedOf = (row: BundleRow): number =>
  recordedMinute(textOf(row, 'recorded_date'), textOf(row, 'recorded_time')) ??
  reject('recorded_date', 'no day as YYYY-MM-DD from 1800 on with a time as HH:MM');

export interface BookPlace {
  readonly ordinal: bigint;
  readonly book: string;
  readonly page: string;
  readonly bookType: string;
}

/**
 * The book and page of a row, with their ordinal; the ordinal of a row without a book is `noBook`.
 * @throws RowRejected when the book, the page or the book type has a wrong form
 */
export function bookOf(row: BundleRow): BookPlace {
  const [book, page] = [textOf(row, 'book', 12), textOf(row, 'page', 12)];
  const bookType = textOf(row, 'book_type', 1).toUpperCase();
  const ordinal = book === '' ? noBook : bookOrdinal(book, page, bookType);
  if (ordinal === undefined) return reject('book', 'book and page are not numbers with at most one letter');
  return { ordinal, book, page, bookType };
}

/** What a row of a delta does with its record. A full import has no deletions, because it replaces everything. */
export const actionOf = <T extends string>(row: BundleRow, actions: readonly T[]): T | 'UPSERT' =>
  textOf(row, 'action') === '' ? 'UPSERT' : oneOf(row, 'action', ['UPSERT', ...actions]);

export interface DocumentIdentity {
  readonly ordinal: bigint;
  readonly documentType: string;
  /** The number in the office's spelling, with leading zeros. */
  readonly documentNumber: string;
}

/**
 * First letters of the keys of certificates, grantor/grantee books and tract books; no document type may be one of
 * them.
 */
const reservedTypes = 'CGB';

/** The two columns that identify the document of a row. */
export function identityOf(row: BundleRow, prefix = ''): DocumentIdentity {
  const documentType = textOf(row, `${prefix}document_type`).toUpperCase();
  if (!isDocumentType(documentType)) reject(`${prefix}document_type`, 'not one letter');
  if (reservedTypes.includes(documentType)) {
    reject(`${prefix}document_type`, 'reserved for certificates and books');
  }
  const { ordinal, number } = numberedOf(row, `${prefix}document_number`, documentType);
  return { ordinal, documentType, documentNumber: number };
}

/** Like `identityOf`, but undefined when the row names no document. */
export const identityOrNone = (row: BundleRow, prefix = ''): DocumentIdentity | undefined =>
  textOf(row, `${prefix}document_number`) === '' ? undefined : identityOf(row, prefix);

/** The number of a certificate or book entry, and the ordinal of its key, which begins with `letter`. */
export function numberedOf(
  row: BundleRow,
  column: string,
  letter: string,
): { readonly ordinal: bigint; readonly number: string } {
  const text = textOf(row, column, 40).toUpperCase();
  const number = readDocumentNumber(text);
  if (!number) return reject(column, 'not digits with at most one letter behind them');
  return { ordinal: documentOrdinal(letter, number), number: text };
}
