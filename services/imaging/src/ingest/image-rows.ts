import { cleanText } from '@portal/infra/spreadsheet';
import type { CsvRecord } from './csv.js';

/**
 * A row of images.csv. Pages `firstPage` to `lastPage` of the document are pages of the file from `firstFilePage` on.
 */
export interface ImageRow {
  readonly line: number;
  readonly documentKey: string;
  readonly firstPage: number;
  readonly lastPage: number;
  /** Path relative to the bundle's folder, with `/`. */
  readonly file: string;
  readonly firstFilePage: number;
}

type ImageColumn = 'document_key' | 'first_page' | 'last_page' | 'file' | 'first_file_page';

/** The columns that images.csv must have. The others, `first_page` and `first_file_page`, default to 1. */
export const requiredColumns = ['document_key', 'last_page', 'file'] as const;

const longestReason = 500;

/** Thrown for a row that is left out, with the reason for rejects.csv. */
export class RowRejected extends Error {
  constructor(
    readonly line: number,
    readonly column: ImageColumn | '',
    reason: string,
  ) {
    // the reason quotes values of the row, which may be very long or contain NUL, a character that PostgreSQL refuses
    super(cleanText(reason).slice(0, longestReason));
  }

  get reason(): string {
    return this.message;
  }
}

const maxPages = 100_000;

/**
 * The document key of a row in the form that all other data use: upper case, without spaces before the number and
 * without leading zeros. Offices may write such spaces and zeros.
 */
export const documentKeyOf = ({ values }: CsvRecord): string =>
  (values['document_key'] ?? '')
    .trim()
    .toUpperCase()
    .replace(/^([A-Z])[\s\u0000-\u001f\u007f]*0*(?=\d)/, '$1');

/** @throws RowRejected */
export function readImageRow(record: CsvRecord): ImageRow {
  const { line, values } = record;
  if (record.broken) throw new RowRejected(line, '', 'the quotes of this line are broken');
  const text = (name: ImageColumn): string => (values[name] ?? '').trim();
  const page = (name: 'first_page' | 'last_page' | 'first_file_page', otherwise: string): number => {
    const written = text(name) || otherwise;
    const value = /^\d{1,6}$/.test(written) ? Number(written) : 0;
    if (value < 1 || value > maxPages) throw new RowRejected(line, name, `'${written}' is not a page number`);
    return value;
  };
  const documentKey = documentKeyOf(record);
  if (!/^[A-Z][A-Z0-9.-]{1,30}$/.test(documentKey))
    throw new RowRejected(line, 'document_key', 'no document key');
  const file = text('file');
  const parts = file.split('/');
  if (
    file === '' ||
    file.includes('\\') ||
    file.startsWith('/') ||
    parts.includes('..') ||
    file.includes('\0')
  ) {
    throw new RowRejected(line, 'file', 'the path must lie below the bundle');
  }
  const firstPage = page('first_page', '1');
  const lastPage = page('last_page', '');
  if (lastPage < firstPage) throw new RowRejected(line, 'last_page', 'the last page lies before the first');
  return { line, documentKey, firstPage, lastPage, file, firstFilePage: page('first_file_page', '1') };
}

/**
 * A document's rows in page order.
 * @throws RowRejected when pages are missing or given twice, because an incomplete document would be sold as complete
 */
export function inPageOrder(rows: readonly ImageRow[]): ImageRow[] {
  const ordered = [...rows].sort((a, b) => a.firstPage - b.firstPage);
  let next = 1;
  for (const row of ordered) {
    if (row.firstPage !== next) {
      const fault = row.firstPage > next ? `page ${next} is missing` : `page ${row.firstPage} is given twice`;
      throw new RowRejected(row.line, 'first_page', fault);
    }
    next = row.lastPage + 1;
  }
  return ordered;
}
