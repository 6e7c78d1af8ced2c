import type { Weight } from '../exports/font-files.js';
import type { Listing, ListingColumn } from '../exports/listing.js';
import { lineHeight, page } from '../exports/pdf-sheet.js';
import { PaperSheet } from './paper-sheet.js';
import { beginText, kinds, linesOf } from './paper-structure.js';
import { PaperTable } from './paper-table.js';
import { ref } from './pdf-objects.js';

const SIZE = 8;
const PADDING = 4;

/** A list whose rows arrive in parts. */
export interface LongListing extends Omit<Listing, 'rows' | 'summary'> {
  readonly parts: AsyncIterable<readonly (readonly string[])[]>;
}

/**
 * Writes a list of any length as a tagged PDF with one table, whose head is repeated on each page. A short list looks
 * the same as from `writePdf`. Memory is bounded, because each page is written when it is full
 * (DECISIONS.md#report-11).
 */
export async function* paperOf(listing: LongListing): AsyncGenerator<Buffer> {
  const { heading, county, totals } = listing;
  const sheet = await PaperSheet.of(listing);
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
    const sums = paper.beginTable(totals.columns);
    for (const row of totals.rows) sums.row(row);
    paper.endTable(sums);
    paper.skip(3 * PADDING);
    paper.paragraph('H2', totals.listHeading, 'bold', 10);
    paper.skip(PADDING);
  }
  const table = paper.beginTable(listing.columns);
  let isEmpty = true;
  for await (const rows of listing.parts) {
    for (const row of rows) {
      if (table.tryRow(row)) continue;
      await sheet.learn(row);
      table.row(row);
    }
    isEmpty &&= rows.length === 0;
    yield sheet.objects.take();
  }
  paper.endTable(table);
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

/** Places paragraphs and tables on pages, with their structure for screen readers. */
class Paper {
  private y = page.margin;
  private readonly document: number;
  private readonly children: number[] = [];

  constructor(private readonly sheet: PaperSheet) {
    this.document = sheet.objects.reserve();
  }

  skip(points: number): void {
    this.y += points;
  }

  paragraph(tag: 'P' | 'H1' | 'H2', text: string, weight: Weight, size: number): void {
    const width = page.width - 2 * page.margin;
    const lines = linesOf(this.sheet, text, { weight, size, width, lines: 4 });
    beginText(this.sheet, kinds[tag], this.child(), this.document);
    this.sheet.draw(lines, { x: page.margin, weight, size }, this.y);
    this.sheet.endMark();
    this.y += lines.length * lineHeight(size);
  }

  beginTable(columns: readonly ListingColumn[]): PaperTable {
    return new PaperTable(this.sheet, { number: this.child(), parent: this.document }, columns, this.y);
  }

  endTable(table: PaperTable): void {
    this.y = table.end();
  }

  /** @returns the object number of the root of the structure */
  endDocument(): number {
    const kids = this.children.map(ref).join(' ');
    const parent = ref(this.sheet.structure);
    return this.sheet.objects.add(`<</S/Document/P ${parent}/K[${kids}]>>`, this.document);
  }

  private child(): number {
    const number = this.sheet.objects.reserve();
    this.children.push(number);
    return number;
  }
}
