import { csvCell } from '@portal/infra/spreadsheet';
import type { Listing } from './listing.js';

const line = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Writes columns and rows as CSV in UTF-8. The byte order mark tells spreadsheets that the file is UTF-8. */
export const writeCsv = ({ columns, rows }: Listing): Buffer =>
  Buffer.from(`\ufeff${line(columns.map(({ heading }) => heading))}${rows.map(line).join('')}`);
