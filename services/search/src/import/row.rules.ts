import { documentOrdinal, isDocumentType, readDocumentNumber } from '../matching/document-number.rules.js';

/** A row as the CSV file has it: column name → text, trimmed; absent columns are empty. */
export type BundleRow = Readonly<Record<string, string>>;
/** One value per column of the staging table; null and arrays as PostgreSQL knows them. */
export type StagedValue = string | number | bigint | boolean | null | readonly string[];
export type StagedRow = readonly StagedValue[];

/** A row that breaks a rule: it is named in rejects.csv and the others load. */
export class RowRejected extends Error {
  constructor(
    readonly column: string,
    readonly reason: string,
  ) {
    super(`${column}: ${reason}`);
  }
}

export const reject = (column: string, reason: string): never => {
  throw new RowRejected(column, reason);
};

/** Text with single spaces; control characters have no place in an index. */
export function textOf(row: BundleRow, column: string, longest = 500): string {
  const text = row[column] ?? '';
  if (text === '') return text;
  if (text.length > longest) reject(column, `longer than ${longest} characters`);
  return text.replace(/[\u0000-\u001f\u007f\s]+/g, ' ').trim();
}

export function requiredText(row: BundleRow, column: string, longest?: number): string {
  const text = textOf(row, column, longest);
  return text === '' ? reject(column, 'missing') : text;
}

export function flagOf(row: BundleRow, column: string, absent: boolean): boolean {
  const text = textOf(row, column).toUpperCase();
  if (text === '') return absent;
  return text === 'Y' ? true : text === 'N' ? false : reject(column, 'neither Y nor N');
}

export function oneOf<T extends string>(row: BundleRow, column: string, allowed: readonly T[]): T {
  const text = textOf(row, column).toUpperCase();
  return allowed.find((value) => value === text) ?? reject(column, `none of ${allowed.join(', ')}`);
}

/** Dollars as '1234', '1234.5' or '1234.56'; empty and zero are no amount. */
export function centsOf(row: BundleRow, column: string): bigint | null {
  const text = textOf(row, column);
  if (text === '') return null;
  const found = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text);
  if (!found) return reject(column, 'no amount in dollars');
  const cents = BigInt(found[1] ?? '') * 100n + BigInt((found[2] ?? '').padEnd(2, '0'));
  return cents === 0n ? null : cents;
}

export function wholeNumber(row: BundleRow, column: string, largest: number): number {
  const text = textOf(row, column);
  if (text === '') return 0;
  if (!/^\d{1,9}$/.test(text) || Number(text) > largest)
    return reject(column, `no number from 0 to ${largest}`);
  return Number(text);
}

export interface DocumentIdentity {
  readonly ordinal: bigint;
  readonly documentType: string;
  /** As the office writes it, leading zeros included. */
  readonly documentNumber: string;
}

/** The two columns that say which document a row belongs to. */
export function identityOf(row: BundleRow, prefix = ''): DocumentIdentity {
  const documentType = textOf(row, `${prefix}document_type`).toUpperCase();
  const documentNumber = textOf(row, `${prefix}document_number`, 40).toUpperCase();
  if (!isDocumentType(documentType)) reject(`${prefix}document_type`, 'not one letter');
  const number = readDocumentNumber(documentNumber);
  if (!number) return reject(`${prefix}document_number`, 'not digits with at most one letter behind them');
  return { ordinal: documentOrdinal(documentType, number), documentType, documentNumber };
}
