import type { Weight } from '../exports/font-files.js';
import { breakLines } from '../exports/line-breaks.rules.js';
import type { Listing, ListingColumn } from '../exports/listing.js';
import { LetterFonts } from '../exports/pdf-fonts.js';
import { bottom, lineHeight, page, shownText } from '../exports/pdf-sheet.js';
import { PaperSheet } from './paper-sheet.js';
import { ref } from './pdf-objects.js';

const SIZE = 8;
const PADDING = 4;
const LINES_OF_CELL = 6;

/** A list whose rows come in parts. */
export interface LongListing extends Omit<Listing, 'rows' | 'summary'> {
  readonly parts: AsyncIterable<readonly (readonly string[])[]>;
}

/**
 * A list of any length as a tagged PDF with one table, whose head is on each page: the same as `writePdf` makes of a
 * short one, but in bounded memory, because each page is written when it is full (DECISIONS.md#report-11).
 */
export async function* paperOf(listing: LongListing): AsyncGenerator<Buffer> {
  const { heading, county, language, totals } = listing;
  const sheet = new PaperSheet(
    await LetterFonts.of({ body: [], bold: [] }, language),
    language,
    listing.pageOf,
  );
  const paper = new Paper(sheet);
  await sheet.learn(bodyTexts(listing));
  await sheet.learn(boldTexts(listing), 'bold');
  paper.paragraph('P', county, 'body', 10);
  paper.paragraph('H1', heading, 'bold', 14);
  paper.skip(PADDING);
  for (const { key, value } of listing.criteria) paper.paragraph('P', `${key}: ${value}`, 'body', 9);
  paper.skip(PADDING);
  paper.paragraph('P', listing.printed, 'body', 9);
  paper.skip(2 * PADDING);
  if (totals) {
    paper.paragraph('H2', totals.heading, 'bold', 10);
    paper.skip(PADDING);
    paper.beginTable(totals.columns);
    for (const row of totals.rows) paper.row(row);
    paper.endTable();
    paper.skip(3 * PADDING);
    paper.paragraph('H2', totals.listHeading, 'bold', 10);
    paper.skip(PADDING);
  }
  paper.beginTable(listing.columns);
  let isEmpty = true;
  for await (const rows of listing.parts) {
    await sheet.learn(rows.flat());
    for (const row of rows) paper.row(row);
    isEmpty &&= rows.length === 0;
    yield sheet.objects.take();
  }
  paper.endTable();
  if (isEmpty) paper.paragraph('P', listing.empty, 'body', SIZE);
  sheet.finish(paper.endDocument(), `${heading} – ${county}`);
  yield sheet.objects.take();
}

const bodyTexts = ({ county, criteria, printed, empty, totals }: LongListing): string[] => [
  ...[county, printed, empty, ...criteria.flatMap(({ key, value }) => [key, value])],
  ...(totals?.rows.flat() ?? []),
];
const boldTexts = ({ heading, columns, totals }: LongListing): string[] => [
  ...[heading, totals?.heading ?? '', totals?.listHeading ?? ''],
  ...[...columns, ...(totals?.columns ?? [])].map((column) => column.heading),
];

interface Cell {
  readonly x: number;
  readonly width: number;
  readonly figures: boolean;
}

/** A table that is being written; the rows of each page are a group of their own. */
interface OpenTable {
  readonly number: number;
  readonly cells: readonly Cell[];
  readonly head: readonly (readonly string[])[];
  readonly groups: number[];
  group: number;
  rows: number[];
}

/** Puts paragraphs and tables on pages, with their structure for screen readers. */
class Paper {
  private y = page.margin;
  private readonly document: number;
  private readonly children: number[] = [];
  private table: OpenTable | undefined;

  constructor(private readonly sheet: PaperSheet) {
    this.document = sheet.objects.reserve();
  }

  skip(points: number): void {
    this.y += points;
  }

  paragraph(tag: 'P' | 'H1' | 'H2', text: string, weight: Weight, size: number): void {
    const width = page.width - 2 * page.margin;
    const lines = this.linesOf(text, { weight, size, width, lines: 4 });
    const element = this.sheet.objects.reserve();
    this.element(element, tag, this.document, { lines, x: page.margin, y: this.y, weight, size });
    this.children.push(element);
    this.y += lines.length * lineHeight(size);
  }

  beginTable(columns: readonly ListingColumn[]): void {
    const shares = columns.reduce((sum, { share }) => sum + share, 0);
    const unit = (page.width - 2 * page.margin) / shares;
    let x = page.margin;
    const cells = columns.map(({ share, figures = false }) => {
      const cell = { x, width: share * unit - 2 * PADDING, figures };
      x += share * unit;
      return cell;
    });
    const { objects } = this.sheet;
    const head = columns.map(({ heading }, at) =>
      this.linesOf(heading, {
        weight: 'bold',
        size: SIZE,
        width: cells[at]?.width ?? 0,
        lines: LINES_OF_CELL,
      }),
    );
    const number = objects.reserve();
    this.children.push(number);
    const table = {
      number,
      cells,
      head,
      groups: [] as number[],
      group: objects.reserve(),
      rows: [] as number[],
    };
    this.table = table;
    this.writeRow('TH', 'bold', head, 0.8);
    this.endGroup('THead');
  }

  row(texts: readonly string[]): void {
    const table = this.open();
    const lines = texts.map((text, at) =>
      text === ''
        ? []
        : this.linesOf(text, {
            ...{ weight: 'body', size: SIZE, width: table.cells[at]?.width ?? 0, lines: LINES_OF_CELL },
          }),
    );
    if (this.y + heightOf(lines) > bottom) this.turnPage(table);
    this.writeRow('TD', 'body', lines, 0.25);
  }

  endTable(): void {
    const { number, groups, rows } = this.open();
    if (rows.length > 0) this.endGroup('TBody');
    this.sheet.objects.add(this.structure('Table', this.document, groups.map(ref).join(' ')), number);
    this.table = undefined;
  }

  /** @returns the root of the structure */
  endDocument(): number {
    const kids = this.children.map(ref).join(' ');
    return this.sheet.objects.add(`<</S/Document/K[${kids}]>>`, this.document);
  }

  /** A screen reader has read the head before, so it is decoration here. */
  private turnPage({ head, rows }: OpenTable): void {
    if (rows.length > 0) this.endGroup('TBody');
    this.sheet.turnPage();
    this.y = page.margin;
    this.sheet.artifact(() =>
      head.forEach((lines, at) => this.sheet.draw({ lines, ...this.place(at), weight: 'bold', size: SIZE })),
    );
    this.below(head, 0.8);
  }

  private writeRow(
    tag: 'TH' | 'TD',
    weight: Weight,
    lines: readonly (readonly string[])[],
    thickness: number,
  ): void {
    const table = this.open();
    const { objects } = this.sheet;
    const row = objects.reserve();
    let kids = '';
    lines.forEach((each, at) => {
      const cell = objects.reserve();
      kids += `${cell} 0 R `;
      const { x, y, endsAt } = this.place(at);
      this.element(cell, tag, row, { lines: each, x, y, endsAt, weight, size: SIZE });
    });
    objects.add(this.structure('TR', table.group, kids), row);
    table.rows.push(row);
    this.below(lines, thickness);
  }

  private endGroup(tag: 'THead' | 'TBody'): void {
    const table = this.open();
    const { objects } = this.sheet;
    objects.add(this.structure(tag, table.number, table.rows.map(ref).join(' ')), table.group);
    table.groups.push(table.group);
    table.group = objects.reserve();
    table.rows = [];
  }

  /** An element with a text; an empty cell gets no element. */
  private element(
    number: number,
    tag: 'P' | 'H1' | 'H2' | 'TH' | 'TD',
    parent: number,
    block: Parameters<PaperSheet['mark']>[2],
  ): void {
    const { sheet } = this;
    const scope = tag === 'TH' ? '/A<</O/Table/Scope/Column>>' : '';
    const content =
      block.lines.length === 0 ? '' : `/Pg ${ref(sheet.pageNumber)}/K ${sheet.mark(tag, number, block)}`;
    sheet.objects.add(`<</S/${tag}/P ${ref(parent)}${scope}${content}>>`, number);
  }

  private structure(tag: string, parent: number, kids: string): string {
    return `<</S/${tag}/P ${ref(parent)}/K[${kids}]>>`;
  }

  /** Draws the line below a row and continues under it. */
  private below(lines: readonly (readonly string[])[], thickness: number): void {
    const y = this.y + heightOf(lines) - PADDING / 2;
    this.sheet.artifact(() => this.sheet.rule(y, thickness));
    this.y = y + PADDING / 2;
  }

  private linesOf(text: string, o: { weight: Weight; size: number; width: number; lines: number }): string[] {
    const measure = (part: string): number => this.sheet.widthOf(part, o);
    const shown = shownText(text);
    return measure(shown) <= o.width && !/\s{2}|[\n\t]/.test(shown)
      ? [shown]
      : breakLines(shown, { width: o.width, lines: o.lines, measure });
  }

  private place(at: number): { x: number; y: number; endsAt: number | undefined } {
    const { x, width, figures } = this.open().cells[at] ?? { x: page.margin, width: 0, figures: false };
    return { x, y: this.y, endsAt: figures ? width : undefined };
  }

  private open(): OpenTable {
    if (!this.table) throw new Error('there is no open table');
    return this.table;
  }
}

const heightOf = (lines: readonly (readonly string[])[]): number =>
  Math.max(1, ...lines.map(({ length }) => length)) * lineHeight(SIZE) + PADDING;
