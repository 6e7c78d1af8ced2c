import { cleanText, type Listing } from './listing.js';

/** Spreadsheets treat a cell that begins with one of these as a formula. */
const formula = /^[=+\-@\t\r]/;

/** Writes a cell as RFC 4180 requires: quoted where necessary, with quotes doubled. */
const cell = (text: string): string => {
  const clean = cleanText(text);
  const harmless = formula.test(clean) ? `'${clean}` : clean;
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};
const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Writes columns and rows as CSV in UTF-8, with the byte order mark by which spreadsheets recognize UTF-8. */
export const writeCsv = ({ columns, rows }: Listing): Buffer =>
  Buffer.from(`\ufeff${line(columns.map(({ heading }) => heading))}${rows.map(line).join('')}`);
