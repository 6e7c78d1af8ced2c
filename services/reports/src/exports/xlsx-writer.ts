import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import { cleanText, type Listing } from './listing.js';

/** Maximum length of a cell in a workbook. */
const longestCell = 32_767;
/** Characters in a column of the page's usual width. */
const lettersAcross = 160;

/** Columns and rows as a workbook of texts, without formulas. The head row is frozen. */
export function writeXlsx({ columns, rows, heading }: Listing): Promise<Buffer> {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const head = columns.map((column) => ({
    type: String,
    value: column.heading,
    fontWeight: 'bold' as const,
  }));
  const body = rows.map((texts) =>
    texts.map((text) => ({ type: String, value: cleanText(text).slice(0, longestCell), wrap: true })),
  );
  const data: SheetData = [head, ...body];
  return writeXlsxFile(data, {
    sheet: sheetName(heading),
    columns: columns.map(({ share }) => ({ width: Math.round((share / shares) * lettersAcross) })),
    stickyRowsCount: 1,
    orientation: 'landscape',
  }).toBuffer();
}

/** At most 31 characters, without []:*?/\ and without a quote at either end. */
const sheetName = (heading: string): string =>
  heading
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/^'+|'+$/g, '')
    .slice(0, 31)
    .trim() || 'Results';
