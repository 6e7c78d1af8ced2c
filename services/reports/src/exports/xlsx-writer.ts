import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import { cleanText, isLikeFormula } from '@portal/infra/spreadsheet';
import type { Listing } from './listing.js';

/** Maximum number of characters in a cell of a workbook. */
const longestCell = 32_767;
/** The number format for texts. A cell with this format stays a text when somebody edits it. */
const textFormat = '@';
/** The number of characters that fit into all columns together at the usual width of a page. */
const lettersAcross = 160;

/** Writes columns and rows as a workbook of texts, without formulas. The head row stays visible while scrolling. */
export function writeXlsx({ columns, rows, heading }: Listing): Promise<Buffer> {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const head = columns.map((column) => ({
    type: String,
    value: column.heading,
    fontWeight: 'bold' as const,
  }));
  const body = rows.map((texts) =>
    texts.map((text) => {
      const value = cleanText(text).slice(0, longestCell);
      return { type: String, value, wrap: true, ...(isLikeFormula(value) && { format: textFormat }) };
    }),
  );
  const data: SheetData = [head, ...body];
  return writeXlsxFile(data, {
    sheet: sheetName(heading),
    columns: columns.map(({ share }) => ({ width: Math.round((share / shares) * lettersAcross) })),
    stickyRowsCount: 1,
    orientation: 'landscape',
  }).toBuffer();
}

/** Makes a valid name for a sheet: at most 31 characters, without []:*?/\ and without a quote at either end. */
const sheetName = (heading: string): string =>
  heading
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/^'+|'+$/g, '')
    .slice(0, 31)
    .trim() || 'Results';
