import type { ListingColumn } from '../exports/listing.js';
import { bottom, lineHeight, page } from '../exports/pdf-sheet.js';
import { Ink } from './ink.js';
import type { PaperSheet } from './paper-sheet.js';
import { linesOf, placeIn, writeEmpty, writeGroup, writeText, type Room } from './paper-structure.js';

const SIZE = 8;
const PADDING = 4;
const LINES_OF_CELL = 6;
const HEAD = { tag: 'TH', weight: 'bold', thickness: 0.8 } as const;
const BODY = { tag: 'TD', weight: 'body', thickness: 0.25 } as const;

type Look = typeof HEAD | typeof BODY;
type Lines = readonly (readonly string[])[];
const NO_LINES: readonly string[] = [];

interface Column {
  readonly x: number;
  readonly endsAt: number | undefined;
  readonly room: Readonly<Record<Look['weight'], Room>>;
}

/** A table on as many pages as it needs, whose head is on each; the rows of each page are a group of their own. */
export class PaperTable {
  private readonly columns: readonly Column[];
  private readonly head: Lines;
  /** References to the cells of the open row, the rows of the open group, and the groups. */
  private readonly cells = new Ink();
  private readonly rows = new Ink();
  private readonly groups = new Ink();
  private group: number;

  /** @param y where the table begins, in points from the top of the page */
  constructor(
    private readonly sheet: PaperSheet,
    private readonly element: { readonly number: number; readonly parent: number },
    columns: readonly ListingColumn[],
    private y: number,
  ) {
    this.columns = placesOf(columns);
    this.head = this.linesOf(
      columns.map(({ heading }) => heading),
      HEAD,
    );
    this.group = sheet.objects.reserve();
    this.writeRow(this.head, HEAD);
    this.endGroup('THead');
  }

  row(texts: readonly string[]): void {
    const lines = this.linesOf(texts, BODY);
    if (this.y + heightOf(lines) > bottom) this.turnPage();
    this.writeRow(lines, BODY);
  }

  /** @returns where the table ends */
  end(): number {
    if (this.rows.length > 0) this.endGroup('TBody');
    writeGroup(this.sheet, { ...this.element, tag: 'Table' }, this.groups.take());
    return this.y;
  }

  /** A screen reader has read the head before, so it is decoration here. */
  private turnPage(): void {
    if (this.rows.length > 0) this.endGroup('TBody');
    this.sheet.turnPage();
    this.y = page.margin;
    this.sheet.artifact(() => this.head.forEach((lines, at) => this.sheet.draw(this.block(lines, at, HEAD))));
    this.below(this.head, HEAD);
  }

  private writeRow(row: Lines, look: Look): void {
    const { sheet, cells } = this;
    const number = sheet.objects.reserve();
    const place = placeIn(sheet, number);
    row.forEach((lines, at) => {
      const cell = sheet.objects.reserve();
      cells.reference(cell);
      if (lines.length === 0) writeEmpty(sheet, { number: cell, tag: look.tag, parent: number });
      else writeText(sheet, { number: cell, tag: look.tag, place }, this.block(lines, at, look));
    });
    writeGroup(sheet, { number, tag: 'TR', parent: this.group }, cells.take());
    this.rows.reference(number);
    this.below(row, look);
  }

  private endGroup(tag: 'THead' | 'TBody'): void {
    writeGroup(this.sheet, { number: this.group, tag, parent: this.element.number }, this.rows.take());
    this.groups.reference(this.group);
    this.group = this.sheet.objects.reserve();
  }

  /** Draws the line below a row and continues under it. */
  private below(row: Lines, { thickness }: Look): void {
    const y = this.y + heightOf(row);
    this.sheet.rule(y - PADDING / 2, thickness);
    this.y = y;
  }

  private linesOf(texts: readonly string[], { weight }: Look): Lines {
    return texts.map((text, at) => {
      const room = this.columns[at]?.room[weight];
      return text === '' || !room ? NO_LINES : linesOf(this.sheet, text, room);
    });
  }

  private block(lines: readonly string[], at: number, { weight }: Look): Parameters<PaperSheet['draw']>[0] {
    const column = this.columns[at];
    return { lines, x: column?.x ?? page.margin, y: this.y, weight, size: SIZE, endsAt: column?.endsAt };
  }
}

function placesOf(columns: readonly ListingColumn[]): Column[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const unit = (page.width - 2 * page.margin) / shares;
  let x = page.margin;
  return columns.map(({ share, figures = false }) => {
    const width = share * unit - 2 * PADDING;
    const room = { size: SIZE, width, lines: LINES_OF_CELL };
    const column = {
      // whole points take fewer letters
      ...{ x: Math.round(x), endsAt: figures ? width : undefined },
      room: { bold: { ...room, weight: 'bold' }, body: { ...room, weight: 'body' } } as const,
    };
    x += share * unit;
    return column;
  });
}

function heightOf(row: Lines): number {
  let most = 1;
  for (const { length } of row) most = Math.max(most, length);
  return most * lineHeight(SIZE) + PADDING;
}
