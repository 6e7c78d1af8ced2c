import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Listing } from './listing.js';
import { LetterFonts } from './pdf-fonts.js';
import { bottom, lineHeight, page, PdfSheet, shownText } from './pdf-sheet.js';

const size = 8;
const padding = 4;
const linesOfCell = 6;
/** The number of rows after which other work of the process gets a turn. */
const rowsOfTurn = 10;

interface Cell {
  readonly x: number;
  readonly width: number;
  readonly figures: boolean;
}

/** Writes a list as a tagged PDF with one table, whose head is repeated on each page (B8-13). */
export async function writePdf(listing: Listing): Promise<Buffer> {
  const { heading, county, language } = listing;
  const fonts = await LetterFonts.of(textsOf(listing), language);
  const sheet = new PdfSheet(fonts, { title: `${heading} – ${county}`, language });
  const table = new PdfTable(sheet, listing, writeTotals(sheet, listing, writeHead(sheet, listing)));
  for (const [at, row] of listing.rows.entries()) {
    if (at % rowsOfTurn === 0) await nextTurn();
    table.row(row);
  }
  table.end(listing.rows.length === 0 ? listing.empty : '');
  return sheet.finish(listing.pageOf);
}

/** Returns all texts of the file by weight. */
function textsOf({ totals, ...listing }: Listing): { body: string[]; bold: string[] } {
  const { county, heading, criteria, summary, printed, columns, rows, empty, pageOf } = listing;
  const headings = [...columns, ...(totals?.columns ?? [])].map((column) => column.heading);
  const cells = [...rows, ...(totals?.rows ?? [])].flat();
  const facts = criteria.flatMap(({ key, value }) => [key, value]);
  return {
    body: [county, ...facts, summary, printed, empty, pageOf(1, 2), ...cells].map(shownText),
    bold: [heading, totals?.heading ?? '', totals?.listHeading ?? '', ...headings].map(shownText),
  };
}

/**
 * Writes the county, heading, criteria and summary.
 * @returns the height at which the table starts
 */
function writeHead(sheet: PdfSheet, { county, heading, criteria, summary, printed }: Listing): number {
  const width = page.width - 2 * page.margin;
  let y = page.margin;
  const write = (type: 'H1' | 'P', text: string, weight: 'body' | 'bold', height: number): void => {
    const lines = sheet.linesOf(text, { weight, size: height, width, lines: 4 });
    sheet.text(sheet.root, type, { lines, x: page.margin, y, weight, size: height });
    y += lines.length * lineHeight(height);
  };
  write('P', county, 'body', 10);
  write('H1', heading, 'bold', 14);
  y += padding;
  for (const { key, value } of criteria) write('P', `${key}: ${value}`, 'body', 9);
  y += padding;
  if (summary !== '') write('P', summary, 'body', 9);
  write('P', printed, 'body', 9);
  return y + 2 * padding;
}

/**
 * Writes the totals above the list.
 * @returns the height at which the list starts
 */
function writeTotals(sheet: PdfSheet, { totals }: Listing, y: number): number {
  if (!totals) return y;
  const title = (text: string, top: number): number => {
    const block = { lines: [text], x: page.margin, y: top, weight: 'bold', size: 10 } as const;
    sheet.text(sheet.root, 'H2', block);
    return top + lineHeight(10) + padding;
  };
  const table = new PdfTable(sheet, totals, title(totals.heading, y));
  for (const row of totals.rows) table.row(row);
  return title(totals.listHeading, table.end('') + 3 * padding);
}

/** A table that extends over as many pages as it needs. A row is never split between pages. */
class PdfTable {
  private readonly cells: readonly Cell[];
  private readonly element: ReturnType<PdfSheet['group']>;
  private readonly head: readonly (readonly string[])[];

  constructor(
    private readonly sheet: PdfSheet,
    { columns }: Pick<Listing, 'columns'>,
    private y: number,
  ) {
    const shares = columns.reduce((sum, { share }) => sum + share, 0);
    const unit = (page.width - 2 * page.margin) / shares;
    let x = page.margin;
    this.cells = columns.map(({ share, figures = false }) => {
      const cell = { x, width: share * unit - 2 * padding, figures };
      x += share * unit;
      return cell;
    });
    this.head = columns.map(({ heading }, at) => this.linesOf(heading, at, 'bold'));
    this.element = sheet.group(sheet.root, 'Table');
    const row = sheet.group(this.element, 'TR');
    this.head.forEach((lines, at) =>
      sheet.text(row, 'TH', { lines, ...this.place(at), weight: 'bold', size }),
    );
    row.end();
    this.below(this.head, 0.8);
  }

  row(texts: readonly string[]): void {
    const lines = texts.map((text, at) => this.linesOf(text, at, 'body'));
    if (this.y + heightOf(lines) > bottom) this.turnPage();
    const row = this.sheet.group(this.element, 'TR');
    lines.forEach((each, at) =>
      this.sheet.text(row, 'TD', { lines: each, ...this.place(at), weight: 'body', size }),
    );
    row.end();
    this.below(lines, 0.25);
  }

  /**
   * @param remark the text below the table
   * @returns the height at which the table ends
   */
  end(remark: string): number {
    this.element.end();
    const lines = [remark];
    if (remark === '') return this.y;
    this.sheet.text(this.sheet.root, 'P', { lines, x: page.margin, y: this.y, weight: 'body', size });
    return this.y + lineHeight(size);
  }

  /**
   * Repeats the head on a new page. The repeated head is marked as decoration, because screen readers have read it
   * before.
   */
  private turnPage(): void {
    this.sheet.addPage();
    this.y = page.margin;
    this.sheet.decoration('Pagination', () =>
      this.head.forEach((lines, at) => this.sheet.draw({ lines, ...this.place(at), weight: 'bold', size })),
    );
    this.below(this.head, 0.8);
  }

  /** Draws the line below a row. The next row begins below this line. */
  private below(lines: readonly (readonly string[])[], thickness: number): void {
    const y = this.y + heightOf(lines) - padding / 2;
    this.sheet.decoration('Layout', (doc) =>
      doc
        .moveTo(page.margin, y)
        .lineTo(page.width - page.margin, y)
        .lineWidth(thickness)
        .strokeColor('#767676')
        .stroke(),
    );
    this.y = y + padding / 2;
  }

  private linesOf(text: string, at: number, weight: 'body' | 'bold'): string[] {
    const width = this.cells[at]?.width ?? 0;
    return this.sheet.linesOf(text, { weight, size, width, lines: linesOfCell });
  }

  private place(at: number): { x: number; y: number; endsAt?: number } {
    const { x, width, figures } = this.cells[at] ?? { x: page.margin, width: 0, figures: false };
    return { x, y: this.y, ...(figures && { endsAt: width }) };
  }
}

const heightOf = (lines: readonly (readonly string[])[]): number =>
  Math.max(1, ...lines.map(({ length }) => length)) * lineHeight(size) + padding;
