import type { Weight } from '../exports/font-files.js';
import { LetterFonts } from '../exports/pdf-fonts.js';
import { lineHeight, page, shownText } from '../exports/pdf-sheet.js';
import { Ink } from './ink.js';
import { PaperFonts } from './paper-fonts.js';
import { PdfObjects, ref, textString } from './pdf-objects.js';

/** Pages below one node of the page tree. */
const PAGES_OF_NODE = 200;

/** Lines of text at a place of the page, in points from its upper left corner. */
export interface Block {
  readonly lines: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly weight: Weight;
  readonly size: number;
  /** Right edge of the lines, from `x`; without it they start at `x`. */
  readonly endsAt?: number | undefined;
}

interface OpenPage {
  readonly number: number;
  /** The pieces of marked content. */
  marked: number;
  font: string;
  size: number;
  /** Where the last text began, in hundredths of a point. */
  penX: number;
  penY: number;
}

const hundredths = (points: number): number => Math.round(points * 100);

interface Looks {
  readonly language: string;
  readonly pageOf: (page: number, pages: number) => string;
}

/**
 * Pages of a tagged PDF that are written as soon as they are full. The shared objects come last: the fonts with the
 * glyphs that were used, and the number of pages, which is stored in one place.
 */
export class PaperSheet {
  /** The object of the tree of structure elements. */
  readonly structure: number;
  private readonly resources: number;
  private readonly pageCount: number;
  private readonly pageTree: number;
  private readonly nodes: { number: number; pages: number[] }[] = [];
  private readonly parents: number[] = [];
  /** The drawing commands of the page, and those of its rules. */
  private readonly ink = new Ink();
  private readonly rules = new Ink();
  /** The structure element of each piece of marked content of the page. */
  private readonly elements = new Ink();
  private page: OpenPage;

  private constructor(
    readonly objects: PdfObjects,
    private readonly letters: LetterFonts,
    private readonly fonts: PaperFonts,
    private readonly looks: Looks,
  ) {
    this.structure = objects.reserve();
    this.resources = objects.reserve();
    this.pageCount = objects.reserve();
    this.pageTree = objects.reserve();
    this.page = this.newPage();
  }

  static async of(looks: Looks): Promise<PaperSheet> {
    const objects = new PdfObjects();
    const letters = await LetterFonts.of({ body: [], bold: [] }, looks.language);
    return new PaperSheet(objects, letters, await PaperFonts.of(letters, objects), looks);
  }

  /** The object of the page that is being written. */
  get pageNumber(): number {
    return this.page.number;
  }

  /** Loads the fonts for more texts. */
  learn(texts: Iterable<string>, weight: Weight = 'body'): Promise<void> {
    return this.letters.learn(texts, weight, this.looks.language);
  }

  widthOf(text: string, { weight, size }: Pick<Block, 'weight' | 'size'>): number {
    return (this.fonts.widthOf(text, weight) * size) / 1_000;
  }

  /** True if a text in ASCII fits into one line; false for other texts, which have to be laid out. */
  fits(text: string, { weight, size, width }: Pick<Block, 'weight' | 'size'> & { width: number }): boolean {
    const own = this.fonts.asciiOf(weight).widthOf(text);
    return own !== undefined && own * size <= width * 1_000;
  }

  /** Text that belongs to an element of the structure. @returns its place among the marked content of the page */
  mark(tag: string, element: number, block: Block): number {
    const id = this.page.marked;
    this.page.marked += 1;
    this.elements.reference(element);
    this.ink.write('/').write(tag).write('<</MCID ').number(id).write('>>BDC ');
    this.draw(block);
    this.ink.write('EMC\n');
    return id;
  }

  /** Content that screen readers leave out. */
  artifact(draw: () => void): void {
    this.ink.write('/Artifact BMC ');
    draw();
    this.ink.write('EMC\n');
  }

  draw({ lines, x, y, weight, size, endsAt }: Block): void {
    let base = page.height - y - (this.fonts.asciiOf(weight).ascent * size) / 1_000;
    for (const line of lines) {
      const left = endsAt === undefined ? x : x + endsAt - this.widthOf(line, { weight, size });
      this.drawLine(line, { weight, size }, left, base);
      base -= lineHeight(size);
    }
  }

  /** A line across the page. */
  rule(y: number, thickness: number): void {
    const height = hundredths(page.height - y);
    this.rules.decimal(hundredths(thickness)).write(' w ').number(page.margin).write(' ').decimal(height);
    this.rules
      .write(' m ')
      .number(page.width - page.margin)
      .write(' ')
      .decimal(height)
      .write(' l S\n');
  }

  turnPage(): void {
    this.endPage();
    this.page = this.newPage();
  }

  /** Ends the file. @param document the root of the structure */
  finish(document: number, title: string): void {
    this.endPage();
    const { objects } = this;
    this.writePageTree();
    const fonts = this.writePageCount();
    objects.add(this.fonts.finish(), fonts);
    objects.add(`<</Font ${ref(fonts)}/XObject<</Pages ${ref(this.pageCount)}>>>>`, this.resources);
    const parents = objects.add(
      `<</Nums[${this.parents.map((each, at) => `${at} ${ref(each)}`).join(' ')}]>>`,
    );
    objects.add(
      `<</Type/StructTreeRoot/K ${ref(document)}/ParentTree ${ref(parents)}/ParentTreeNextKey ${this.parents.length}>>`,
      this.structure,
    );
    const catalog = objects.add(
      `<</Type/Catalog/Pages ${ref(this.pageTree)}/StructTreeRoot ${ref(this.structure)}/MarkInfo<</Marked true>>` +
        `/Lang(${this.looks.language})/ViewerPreferences<</DisplayDocTitle true>>>>`,
    );
    objects.finish(catalog, objects.add(`<</Title${textString(shownText(title))}>>`));
  }

  private drawLine(
    text: string,
    { weight, size }: Pick<Block, 'weight' | 'size'>,
    x: number,
    y: number,
  ): void {
    const ascii = this.fonts.asciiOf(weight);
    if (ascii.widthOf(text) !== undefined) {
      this.beginText(ascii.name, size, x, y);
      this.ink.string(text).write('Tj ');
      return;
    }
    let left = x;
    for (const { font, codes, width } of this.fonts.piecesOf(text, weight)) {
      this.beginText(font, size, left, y);
      this.ink.write('[').write(codes).write(']TJ ');
      left += (width * size) / 1_000;
    }
  }

  /**
   * Chooses the font unless it is chosen already, and moves the pen from the start of the last text to the start of
   * this one.
   */
  private beginText(font: string, size: number, x: number, y: number): void {
    const { page: open, ink } = this;
    if (open.font !== font || open.size !== size) {
      ink.write('/').write(font).write(' ').number(size).write(' Tf ');
      open.font = font;
      open.size = size;
    }
    const [toX, toY] = [hundredths(x), hundredths(y)];
    ink
      .decimal(toX - open.penX)
      .write(' ')
      .decimal(toY - open.penY)
      .write(' Td');
    open.penX = toX;
    open.penY = toY;
  }

  private newPage(): OpenPage {
    let node = this.nodes.at(-1);
    if (!node || node.pages.length === PAGES_OF_NODE)
      this.nodes.push((node = { number: this.objects.reserve(), pages: [] }));
    const number = this.objects.reserve();
    node.pages.push(number);
    this.ink.write('BT\n');
    return { number, marked: 0, font: '', size: 0, penX: 0, penY: 0 };
  }

  private endPage(): void {
    const { objects, ink } = this;
    const at = this.parents.length;
    ink.write('/Artifact BMC ');
    const [before] = this.footerParts(at + 1);
    this.draw({ ...FOOTER, x: page.margin, lines: [before] });
    ink.write('EMC\nET\n/Artifact BMC 0.46 G\n').append(this.rules.take());
    ink
      .write('1 0 0 1 ')
      .decimal(hundredths(page.margin + this.widthOf(before, FOOTER)))
      .write(' ');
    ink.decimal(hundredths(this.footerBase())).write(' cm/Pages Do EMC\n');
    const { number } = this.page;
    const stream = objects.addStream(ink.take());
    const node = this.nodes.at(-1)?.number ?? 0;
    objects.add(
      `<</Type/Page/Parent ${ref(node)}/MediaBox[0 0 ${page.width} ${page.height}]/Resources ${ref(this.resources)}` +
        `/Contents ${ref(stream)}/StructParents ${at}/Tabs/S>>`,
      number,
    );
    const parents = objects.reserve();
    objects.open(parents).write('[').append(this.elements.take()).write(']\n');
    this.parents.push(parents);
  }

  private writePageTree(): void {
    for (const { number, pages } of this.nodes)
      this.objects.add(
        `<</Type/Pages/Parent ${ref(this.pageTree)}/Count ${pages.length}/Kids[${pages.map(ref).join(' ')}]>>`,
        number,
      );
    const nodes = this.nodes.map(({ number }) => ref(number)).join(' ');
    this.objects.add(`<</Type/Pages/Count ${this.parents.length}/Kids[${nodes}]>>`, this.pageTree);
  }

  /** Text after the number of pages is drawn together with it. */
  private footerParts(at: number): [string, string] {
    const [before = '', after = ''] = this.looks.pageOf(at, UNKNOWN).split(String(UNKNOWN));
    return [before, after];
  }

  /** @returns the object of the fonts, which is written later */
  private writePageCount(): number {
    const [, after] = this.footerParts(1);
    const fonts = this.objects.reserve();
    this.page = { number: 0, marked: 0, font: '', size: 0, penX: 0, penY: 0 };
    this.ink.write('BT ');
    this.drawLine(`${this.parents.length}${after}`, FOOTER, 0, 0);
    this.objects.addStream(
      this.ink.write('ET').take(),
      `/Type/XObject/Subtype/Form/BBox[0 -4 ${page.width} 12]/Resources<</Font ${ref(fonts)}>>`,
      this.pageCount,
    );
    return fonts;
  }

  private footerBase(): number {
    return page.height - FOOTER.y - (this.fonts.asciiOf('body').ascent * FOOTER.size) / 1_000;
  }
}

/** Placeholder for the number of pages, which is known at the end. */
const UNKNOWN = 999_999_999;
const FOOTER = { y: page.height - page.margin - 10, weight: 'body', size: 8 } as const;
