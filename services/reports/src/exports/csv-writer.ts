import { cleanText, type Listing } from './listing.js';

/** Spreadsheets run a cell that starts with one of these as a formula. */
const formula = /^[=+\-@\t\r]/;

/** RFC 4180: quoted where necessary, with quotes doubled. */
const cell = (text: string): string => {
  const clean = cleanText(text);
  const harmless = formula.test(clean) ? `'${clean}` : clean;
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};
const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Columns and rows as CSV in UTF-8, with the mark that spreadsheets need to recognize it. */
export const writeCsv = ({ columns, rows }: Listing): Buffer =>
  Buffer.from(`\ufeff${line(columns.map(({ heading }) => heading))}${rows.map(line).join('')}`);
