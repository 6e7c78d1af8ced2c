import { cleanText, type Listing } from './listing.js';

/** Spreadsheets take a cell that begins so for a formula, and run it. */
const formula = /^[=+\-@\t\r]/;

/** RFC 4180: quoted where it must be, quotes doubled. */
const cell = (text: string): string => {
  const clean = cleanText(text);
  const harmless = formula.test(clean) ? `'${clean}` : clean;
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};
const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Columns and rows as CSV in UTF-8, with the mark by which spreadsheets recognise it. */
export const writeCsv = ({ columns, rows }: Listing): Buffer =>
  Buffer.from(`\ufeff${line(columns.map(({ heading }) => heading))}${rows.map(line).join('')}`);
