import PDFDocument from 'pdfkit';
import { cleanText } from '@portal/infra/spreadsheet';
import type { Weight } from './font-files.js';
import type { LetterFonts } from './pdf-fonts.js';
import { breakLines } from './line-breaks.rules.js';

type StructureElement = ReturnType<PDFKit.PDFDocument['struct']>;

export interface TextBlock {
  readonly lines: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly weight: Weight;
  readonly size: number;
  /**
   * For lines that are aligned at the right: the distance of their right edge from `x`. Without it, the lines begin at
   * `x`.
   */
  readonly endsAt?: number;
}

/** The library supports the scope of a head cell, but the library's types do not. */
const columnHead: { lang?: string; scope: string } = { scope: 'Column' };

/**
 * Returns a text in the form in which it is written: without control characters, and with letters and accents composed
 * (NFC).
 */
export const shownText = (text: string): string => cleanText(text).normalize('NFC');

/**
 * The height of the letters above the base line, as a share of the font's size. The parameter's type adds `_font`, the
 * current font, because the library's types do not declare it.
 */
const ascentShare = (doc: PDFKit.PDFDocument & { _font?: { ascender: number } }): number =>
  (doc._font?.ascender ?? 0) / 1_000;

/** The size of a page in points: Letter in landscape orientation. */
export const page = { width: 792, height: 612, margin: 36 };
export const bottom = page.height - page.margin - 18;
/** The distance between base lines in points, for a font size in points. */
export const lineHeight = (size: number): number => Math.ceil(size * 1.25);

/**
 * Writes the pages of a tagged PDF. The structure for screen readers is built together with the visible page. Repeated
 * and decorative content is marked, so that screen readers skip it.
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

  /** Breaks a text into lines of at most `width` points. */
  linesOf(text: string, o: { weight: Weight; size: number; width: number; lines: number }): string[] {
    const measure = (part: string): number => this.widthOf(part, o);
    return breakLines(shownText(text), { width: o.width, lines: o.lines, measure });
  }

  /** Adds a structure element that contains others. */
  group(parent: StructureElement, type: string): StructureElement {
    const element = this.doc.struct(type);
    parent.add(element);
    return element;
  }

  /** Writes a text and adds it to the structure. */
  text(parent: StructureElement, type: 'H1' | 'H2' | 'P' | 'TH' | 'TD', block: TextBlock): void {
    const options = type === 'TH' ? columnHead : {};
    parent.add(this.doc.struct(type, options, () => this.draw(block)));
  }

  /** Draws content that screen readers skip: a ruled line, or content that repeats on each page. */
  decoration(type: 'Pagination' | 'Layout', draw: (doc: PDFKit.PDFDocument) => void): void {
    this.doc.markContent('Artifact', { type });
    draw(this.doc);
    this.doc.endMarkedContent();
  }

  draw({ lines, x, y, weight, size, endsAt }: TextBlock): void {
    this.doc.fillColor('black');
    // fonts have different ascents, so all runs of a line are placed on the base line of the main font
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

  /** The distance in points from the top of a line to its base line. */
  private ascentOf(font: string, size: number): number {
    const known = this.ascents.get(font) ?? ascentShare(this.doc.font(font, size));
    this.ascents.set(font, known);
    return known * size;
  }
}
