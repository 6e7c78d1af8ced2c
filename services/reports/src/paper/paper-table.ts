import type { ListingColumn } from '../exports/listing.js';
import { isAscii } from '../exports/pdf-fonts.js';
import { bottom, lineHeight, page } from '../exports/pdf-sheet.js';
import { Ink } from './ink.js';
import type { Line, PaperSheet, Setting } from './paper-sheet.js';
import { beginText, kinds, linesOf, writeEmpty, writeGroup, type Room } from './paper-structure.js';

const SIZE = 8;
const PADDING = 4;
const LINES_OF_CELL = 6;
const HEAD = { kind: kinds.TH, weight: 'bold', thickness: 0.8 } as const;
const BODY = { kind: kinds.TD, weight: 'body', thickness: 0.25 } as const;

type Look = typeof HEAD | typeof BODY;
type Lines = readonly (readonly Line[])[];
const NO_LINES: readonly Line[] = [];
/** Marks a text that is not yet laid out. */
const UNKNOWN: readonly Line[] = [];
/** Maximum number of laid out texts that a column keeps. Names, kinds and amounts are written again and again. */
const KEPT = 2_000;

interface Column {
  readonly look: Readonly<Record<Look['weight'], Setting & Room>>;
  /** The lines into which each text of the body was broken. */
  readonly known: Map<string, readonly Line[]>;
}

/**
 * A table that extends over as many pages as it needs. The head is repeated on each page, and the rows of each page
 * form a group.
 */
export class PaperTable {
  private readonly columns: readonly Column[];
  private readonly head: Lines;
  /** References to the cells (structure elements) of the row that is being written. */
  private readonly cells = new Ink();
  /** References to the rows of the current group. */
  private readonly rows = new Ink();
  /** References to the groups of the table. */
  private readonly groups = new Ink();
  private group: number;

  /** @param y the height at which the table begins, in points from the top of the page */
  constructor(
    private readonly sheet: PaperSheet,
    private readonly element: { readonly number: number; readonly parent: number },
    columns: readonly ListingColumn[],
    private y: number,
  ) {
    this.columns = placesOf(columns);
    this.head = columns.map(({ heading }, at) => this.linesOf(heading, at, HEAD));
    this.group = sheet.objects.reserve();
    this.writeRow(this.head, HEAD);
    this.endGroup('THead');
  }

  /** Writes a row. The fonts for its texts must be loaded. */
  row(texts: readonly string[]): void {
    this.writeBody(texts.map((text, at) => this.knownLines(text, at) ?? this.keepLines(text, at)));
  }

  /**
   * Writes a row if the main font has all letters of the row.
   * @returns false if other fonts may be needed; then nothing is written
   */
  tryRow(texts: readonly string[]): boolean {
    const row = texts.map(
      (text, at) => this.knownLines(text, at) ?? (isAscii(text) ? this.keepLines(text, at) : UNKNOWN),
    );
    if (row.includes(UNKNOWN)) return false;
    this.writeBody(row);
    return true;
  }

  /** @returns the height at which the table ends */
  end(): number {
    if (this.rows.length > 0) this.endGroup('TBody');
    writeGroup(this.sheet, { ...this.element, tag: 'Table' }, this.groups);
    return this.y;
  }

  /**
   * Repeats the head on a new page. The repeated head is marked as decoration, because screen readers have read it
   * before.
   */
  private turnPage(): void {
    if (this.rows.length > 0) this.endGroup('TBody');
    this.sheet.turnPage();
    this.y = page.margin;
    this.sheet.artifact(() => this.head.forEach((lines, at) => this.draw(lines, at, HEAD)));
    this.below(this.head, HEAD);
  }

  private writeBody(row: Lines): void {
    if (this.y + heightOf(row) > bottom) this.turnPage();
    this.writeRow(row, BODY);
  }

  private writeRow(row: Lines, look: Look): void {
    const { sheet, cells } = this;
    const number = sheet.objects.reserve();
    row.forEach((lines, at) => {
      const cell = sheet.objects.reserve();
      cells.reference(cell);
      if (lines.length === 0) return writeEmpty(sheet, look.kind, cell, number);
      beginText(sheet, look.kind, cell, number);
      this.draw(lines, at, look);
      sheet.endMark();
    });
    writeGroup(sheet, { number, tag: 'TR', parent: this.group }, cells);
    this.rows.reference(number);
    this.below(row, look);
  }

  private endGroup(tag: 'THead' | 'TBody'): void {
    writeGroup(this.sheet, { number: this.group, tag, parent: this.element.number }, this.rows);
    this.groups.reference(this.group);
    this.group = this.sheet.objects.reserve();
  }

  /** Draws the line below a row. The next row begins below this line. */
  private below(row: Lines, { thickness }: Look): void {
    const y = this.y + heightOf(row);
    this.sheet.rule(y - PADDING / 2, thickness);
    this.y = y;
  }

  private knownLines(text: string, at: number): readonly Line[] | undefined {
    return this.columns[at]?.known.get(text);
  }

  private keepLines(text: string, at: number): readonly Line[] {
    const known = this.columns[at]?.known;
    const lines = this.linesOf(text, at, BODY);
    if (known?.size === KEPT) known.clear();
    known?.set(text, lines);
    return lines;
  }

  private linesOf(text: string, at: number, { weight }: Look): readonly Line[] {
    const room = this.columns[at]?.look[weight];
    return text === '' || !room ? NO_LINES : linesOf(this.sheet, text, room);
  }

  private draw(lines: readonly Line[], at: number, { weight }: Look): void {
    const column = this.columns[at];
    if (column) this.sheet.draw(lines, column.look[weight], this.y);
  }
}

function placesOf(columns: readonly ListingColumn[]): Column[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const unit = (page.width - 2 * page.margin) / shares;
  let x = page.margin;
  return columns.map(({ share, figures = false }) => {
    const width = share * unit - 2 * PADDING;
    // `x` is rounded to whole points, which need fewer characters in the file
    const place = { x: Math.round(x), endsAt: figures ? width : undefined };
    const look = { ...place, size: SIZE, width, lines: LINES_OF_CELL };
    const column = {
      look: { bold: { ...look, weight: 'bold' }, body: { ...look, weight: 'body' } } as const,
      known: new Map<string, readonly Line[]>(),
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
