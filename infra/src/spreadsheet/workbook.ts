import { isLikeFormula } from './csv.js';
import { zipOf } from './zip.js';

/**
 * The type of a column: text as it is, money in cents (shown as dollars), whole numbers, days as YYYY-MM-DD, and
 * timestamps. A timestamp is the time of the county's wall clock, in milliseconds since 1970 as if the clock showed
 * UTC. A cell without a value is empty.
 */
export type ColumnKind = 'text' | 'money' | 'count' | 'day' | 'moment';

export interface SheetColumn {
  readonly head: string;
  /** In characters. */
  readonly width: number;
  readonly kind: ColumnKind;
}

export type SheetValue = string | number | null;

export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** The rows in batches, because the packer is slow with small pieces. */
  readonly parts: AsyncIterable<readonly (readonly SheetValue[])[]>;
}

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * An Excel workbook (ECMA-376) with one sheet, which is written while its rows arrive. Numbers and days have their own
 * types, and the first row is bold and stays visible. Text is never a formula, whatever it begins with.
 */
export const workbookOf = (sheet: Sheet): AsyncGenerator<Buffer> =>
  zipOf([
    { name: '[Content_Types].xml', content: [CONTENT_TYPES] },
    { name: '_rels/.rels', content: [RELATIONS] },
    { name: 'xl/workbook.xml', content: [workbookXml(sheet.name)] },
    { name: 'xl/_rels/workbook.xml.rels', content: [WORKBOOK_RELATIONS] },
    { name: 'xl/styles.xml', content: [STYLES] },
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml(sheet) },
  ]);

const PROLOG = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET_ML = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const CONTENT_TYPES =
  `${PROLOG}<Types xmlns="${PACKAGE}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${SHEET_ML}.sheet.main+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_ML}.worksheet+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${SHEET_ML}.styles+xml"/></Types>`;
const RELATIONS =
  `${PROLOG}<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const WORKBOOK_RELATIONS =
  `${PROLOG}<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/>` +
  `<Relationship Id="rId2" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`;

/** Indexes into the `cellXfs` of STYLES. */
const styleOf = { plain: 0, head: 1, money: 2, count: 3, day: 4, quoted: 5, moment: 6 } as const;
const STYLES =
  `${PROLOG}<styleSheet xmlns="${MAIN}">` +
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="mm/dd/yyyy"/>' +
  '<numFmt numFmtId="165" formatCode="mm/dd/yyyy h:mm AM/PM"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '</cellXfs></styleSheet>';

const workbookXml = (name: string): string =>
  `${PROLOG}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}">` +
  `<sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

async function* sheetXml({ columns, parts }: Sheet): AsyncGenerator<string> {
  yield (
    `${PROLOG}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${columns.map(columnXml).join('')}</cols><sheetData>` +
    rowXml(1, columns, (at, { head }) => textXml(`${letterOf(at)}1`, head, styleOf.head))
  );
  let row = 1;
  for await (const part of parts) {
    let text = '';
    for (const values of part) {
      row += 1;
      text += rowXml(row, columns, (at, { kind }) => cellXml(letterOf(at) + row, kind, values[at] ?? null));
    }
    yield text;
  }
  yield '</sheetData></worksheet>';
}

const columnXml = ({ width }: SheetColumn, at: number): string =>
  `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;

function rowXml(
  row: number,
  columns: readonly SheetColumn[],
  cellOf: (at: number, column: SheetColumn) => string,
): string {
  let text = `<row r="${row}">`;
  for (const [at, column] of columns.entries()) text += cellOf(at, column);
  return `${text}</row>`;
}

/** The letter of a column, from A to Z. */
const letterOf = (at: number): string => String.fromCharCode(65 + at);

/** @param place the address of the cell, such as B2 */
function cellXml(place: string, kind: ColumnKind, value: SheetValue): string {
  if (value === null || value === '') return '';
  if (kind === 'text')
    return textXml(place, String(value), isLikeFormula(String(value)) ? styleOf.quoted : styleOf.plain);
  return `<c r="${place}" s="${styleOf[kind]}"><v>${numberOf(kind, value)}</v></c>`;
}

function numberOf(kind: Exclude<ColumnKind, 'text'>, value: string | number): number {
  const number = typeof value === 'number' ? value : Date.parse(`${value}T00:00:00Z`);
  if (kind === 'money') return number / 100;
  return kind === 'count' ? number : serialOf(number);
}

function textXml(place: string, value: string, style: number): string {
  const shown = escaped(value);
  // without this attribute, programs that read the file drop the spaces at the start and the end of the text
  const space = shown.trim() === shown ? '' : ' xml:space="preserve"';
  const look = style === styleOf.plain ? '' : ` s="${style}"`;
  return `<c r="${place}"${look} t="inlineStr"><is><t${space}>${shown}</t></is></c>`;
}

/**
 * Matches ASCII text that needs no escaping in XML. Most texts match, and this check is cheaper than two replacements.
 */
const PLAIN = /^[ !#-%'-;=?-~]*$/;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes a text for XML and drops the control characters that XML 1.0 does not allow even when they are escaped. */
const escaped = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
        .replace(/[&<>"]/g, (letter) => entities[letter] ?? letter);

const DAY_MS = 86_400_000;
/**
 * The serial number of a timestamp in a spreadsheet: days since 12/30/1899, with the time as a fraction of a day. The
 * count is valid from March 1900.
 */
const serialOf = (moment: number): number => (moment - Date.UTC(1899, 11, 30)) / DAY_MS;
