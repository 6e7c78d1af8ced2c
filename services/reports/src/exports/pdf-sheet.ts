import PDFDocument from 'pdfkit';
import type { Weight } from './font-files.js';
import type { LetterFonts } from './pdf-fonts.js';
import { breakLines } from './line-breaks.rules.js';
import { cleanText } from './listing.js';

type StructureElement = ReturnType<PDFKit.PDFDocument['struct']>;

export interface TextBlock {
  readonly lines: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly weight: Weight;
  readonly size: number;
  /** Lines end at this distance from `x` instead of beginning there. */
  readonly endsAt?: number;
}

/** The library knows scopes, its types do not. */
const columnHead: { lang?: string; scope: string } = { scope: 'Column' };

/** A text as it is written: without what no file takes, its letters composed. */
export const shownText = (text: string): string => cleanText(text).normalize('NFC');

/** Of the font's size. The library's types leave its current font out. */
const ascentShare = (doc: PDFKit.PDFDocument & { _font?: { ascender: number } }): number =>
  (doc._font?.ascender ?? 0) / 1_000;

/** Points; the page is a letter on its side. */
export const page = { width: 792, height: 612, margin: 36 };
export const bottom = page.height - page.margin - 18;
/** From one base line to the next, in points, of letters of a size in points. */
export const lineHeight = (size: number): number => Math.ceil(size * 1.25);

/**
 * Pages of a tagged PDF: what a screen reader hears is built beside what the page shows, and all that repeats or only
 * decorates is marked as not being content.
 */
export class PdfSheet {
  readonly root: StructureElement;
  private readonly doc: PDFKit.PDFDocument;
  private readonly widths = new Map<string, number>();
  private readonly ascents = new Map<string, number>();
  private readonly chunks: Buffer[] = [];
  private readonly done: Promise<unknown>;

  constructor(
    private readonly fonts: LetterFonts,
    o: { title: string; language: string },
  ) {
    this.doc = new PDFDocument({
      size: [page.width, page.height],
      margin: page.margin,
      autoFirstPage: false,
      bufferPages: true,
      tagged: true,
      displayTitle: true,
      lang: o.language,
      pdfVersion: '1.7',
      info: { Title: cleanText(o.title) },
    });
    this.doc.on('data', (chunk: Buffer) => this.chunks.push(chunk));
    this.done = new Promise((resolve, reject) => this.doc.once('end', resolve).once('error', reject));
    for (const { name, file } of fonts.all()) this.doc.registerFont(name, file);
    this.root = this.doc.struct('Document');
    this.doc.addStructure(this.root);
    this.addPage();
  }

  addPage(): void {
    this.doc.addPage();
  }

  /** The lines of a text that is no wider than `width` points. */
  linesOf(text: string, o: { weight: Weight; size: number; width: number; lines: number }): string[] {
    const measure = (part: string): number => this.widthOf(part, o);
    return breakLines(shownText(text), { width: o.width, lines: o.lines, measure });
  }

  /** An element of the structure that holds others. */
  group(parent: StructureElement, type: string): StructureElement {
    const element = this.doc.struct(type);
    parent.add(element);
    return element;
  }

  /** A text and its place in the structure. */
  text(parent: StructureElement, type: 'H1' | 'H2' | 'P' | 'TH' | 'TD', block: TextBlock): void {
    const options = type === 'TH' ? columnHead : {};
    parent.add(this.doc.struct(type, options, () => this.draw(block)));
  }

  /** What repeats on each page, or is only a line. */
  decoration(type: 'Pagination' | 'Layout', draw: (doc: PDFKit.PDFDocument) => void): void {
    this.doc.markContent('Artifact', { type });
    draw(this.doc);
    this.doc.endMarkedContent();
  }

  draw({ lines, x, y, weight, size, endsAt }: TextBlock): void {
    this.doc.fillColor('black');
    // Scripts sit differently in their lines: all of a line stand on the base line of the main font.
    const ascent = this.ascentOf(weight, size);
    lines.forEach((line, at) => {
      let left = endsAt === undefined ? x : x + endsAt - this.widthOf(line, { weight, size });
      for (const { font, text } of this.fonts.runs(line, weight)) {
        const top = y + at * lineHeight(size) + ascent - this.ascentOf(font, size);
        this.doc.font(font, size).text(text, left, top, { lineBreak: false });
        left += this.doc.widthOfString(text);
      }
    });
  }

  /** Numbers the pages and closes the file. */
  async finish(pageOf: (page: number, pages: number) => string): Promise<Buffer> {
    this.root.end();
    const { count } = this.doc.bufferedPageRange();
    for (let at = 0; at < count; at++) {
      this.doc.switchToPage(at);
      const lines = [pageOf(at + 1, count)];
      const place = { x: page.margin, y: bottom + 8, weight: 'body', size: 8 } as const;
      this.decoration('Pagination', () => this.draw({ lines, ...place }));
    }
    this.doc.end();
    await this.done;
    return Buffer.concat(this.chunks);
  }

  private widthOf(text: string, { weight, size }: { weight: Weight; size: number }): number {
    const key = `${weight} ${size} ${text}`;
    const known = this.widths.get(key) ?? this.measured(text, weight, size);
    if (this.widths.size > 50_000) this.widths.clear();
    this.widths.set(key, known);
    return known;
  }

  private measured(text: string, weight: Weight, size: number): number {
    return this.fonts
      .runs(text, weight)
      .reduce((sum, run) => sum + this.doc.font(run.font, size).widthOfString(run.text), 0);
  }

  /** From the top of a line to its base line, in points. */
  private ascentOf(font: string, size: number): number {
    const known = this.ascents.get(font) ?? ascentShare(this.doc.font(font, size));
    this.ascents.set(font, known);
    return known * size;
  }
}
