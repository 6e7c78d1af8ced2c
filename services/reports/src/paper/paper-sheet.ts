import type { Weight } from '../exports/font-files.js';
import { LetterFonts } from '../exports/pdf-fonts.js';
import { lineHeight, page, shownText } from '../exports/pdf-sheet.js';
import { bytesOf, Ink, SPACE } from './ink.js';
import { PaperFonts } from './paper-fonts.js';
import { PdfObjects, ref, textString } from './pdf-objects.js';

/** The number of pages below one node of the page tree. */
const PAGES_OF_NODE = 200;

/** A text on one line, measured in the weight in which it is written. */
export interface Line {
  readonly text: string;
  /** The width in thousandths of the size. */
  readonly width: number;
  readonly isAscii: boolean;
}

/** How and where lines of text are written; lengths are in points. */
export interface Setting {
  /** The distance from the left edge of the page. */
  readonly x: number;
  readonly weight: Weight;
  readonly size: number;
  /** Where right-aligned lines end, as a distance from `x`. If it is missing, the lines are left-aligned at `x`. */
  readonly endsAt?: number | undefined;
}

interface OpenPage {
  readonly number: number;
  /** The number of pieces of marked content on the page so far. */
  marked: number;
  font: string;
  size: number;
  /** The start of the last text, in hundredths of a point. */
  penX: number;
  penY: number;
}

const hundredths = (points: number): number => Math.round(points * 100);

const AFTER_MARK = bytesOf('>>BDC ');
const END_MARK = bytesOf('EMC\n');
const MOVE = bytesOf(' Td');
const SHOW = bytesOf('Tj ');

interface Looks {
  readonly language: string;
  readonly pageOf: (page: number, pages: number) => string;
}

/**
 * Writes the pages of a tagged PDF, each as soon as it is full. Objects that all pages share come last: the fonts with
 * the glyphs that were used, and the total number of pages, which is stored in one place.
 */
export class PaperSheet {
  /** The object number of the structure tree. */
  readonly structure: number;
  private readonly resources: number;
  private readonly pageCount: number;
  private readonly pageTree: number;
  private readonly nodes: { number: number; pages: number[] }[] = [];
  private readonly parents: number[] = [];
  /** The drawing commands of the page. Its ruled lines are kept separately in `rules`. */
  private readonly ink = new Ink();
  private readonly rules = new Ink();
  /** References to the structure elements of the marked content of the page, in order. */
  private readonly elements = new Ink();
  /** The texts of the footer before and after the total number of pages. */
  private readonly footer: readonly [string, string];
  private page: OpenPage;

  private constructor(
    readonly objects: PdfObjects,
    private readonly letters: LetterFonts,
    private readonly fonts: PaperFonts,
    private readonly looks: Looks,
  ) {
    const [before = '', after = ''] = looks.pageOf(THIS_PAGE, ALL_PAGES).split(String(ALL_PAGES));
    this.footer = [before, after];
    this.structure = objects.reserve();
    this.resources = objects.reserve();
    this.pageCount = objects.reserve();
    this.pageTree = objects.reserve();
    this.page = this.newPage();
  }

  static async of(looks: Looks): Promise<PaperSheet> {
    const objects = new PdfObjects();
    const letters = await LetterFonts.of({ body: [], bold: [] }, looks.language);
    return new PaperSheet(objects, letters, new PaperFonts(letters, objects), looks);
  }

  /** The object number of the page that is being written. */
  get pageNumber(): number {
    return this.page.number;
  }

  /** Loads the fonts that these texts need. */
  learn(texts: Iterable<string>, weight: Weight = 'body'): Promise<void> {
    return this.letters.learn(texts, weight, this.looks.language);
  }

  widthOf(text: string, { weight, size }: Pick<Setting, 'weight' | 'size'>): number {
    return (this.fonts.widthOf(text, weight) * size) / 1_000;
  }

  /** Measures a text in ASCII; undefined for other texts, because their letters have to be laid out. */
  asciiLine(text: string, weight: Weight): Line | undefined {
    const width = this.fonts.asciiOf(weight).widthOf(text);
    return width === undefined ? undefined : { text, width, isAscii: true };
  }

  lineOf(text: string, weight: Weight): Line {
    return this.asciiLine(text, weight) ?? { text, width: this.fonts.widthOf(text, weight), isAscii: false };
  }

  /**
   * Begins marked content that belongs to an element of the structure.
   * @param tag the tag and its dictionary, up to the number of the content
   * @returns the number of the content among the marked content of the page
   */
  beginMark(tag: Buffer, element: number): number {
    const id = this.page.marked;
    this.page.marked += 1;
    this.elements.reference(element);
    this.ink.append(tag).number(id).append(AFTER_MARK);
    return id;
  }

  endMark(): void {
    this.ink.append(END_MARK);
  }

  /** Draws content that screen readers skip. */
  artifact(draw: () => void): void {
    this.ink.write('/Artifact BMC ');
    draw();
    this.endMark();
  }

  /** @param y the upper edge of the first line, in points from the top of the page */
  draw(lines: readonly Line[], setting: Setting, y: number): void {
    const { x, weight, size, endsAt } = setting;
    let base = page.height - y - (this.fonts.asciiOf(weight).ascent * size) / 1_000;
    for (const line of lines) {
      const left = endsAt === undefined ? x : x + endsAt - (line.width * size) / 1_000;
      this.drawLine(line, setting, left, base);
      base -= lineHeight(size);
    }
  }

  /** Draws a ruled line across the page. */
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

  /**
   * Ends the file.
   * @param document the object number of the root of the structure
   */
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
    { text, isAscii }: Line,
    { weight, size }: Pick<Setting, 'weight' | 'size'>,
    x: number,
    y: number,
  ): void {
    if (isAscii) {
      this.beginText(this.fonts.asciiOf(weight).name, size, x, y);
      this.ink.string(text).append(SHOW);
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
   * Selects the font if another font or size is selected, and moves the pen from the start of the previous text to the
   * start of this text.
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
      .append(SPACE)
      .decimal(toY - open.penY)
      .append(MOVE);
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
    const before = this.footer[0].replace(String(THIS_PAGE), String(at + 1));
    const line = this.lineOf(before, FOOTER.weight);
    this.draw([line], FOOTER, FOOTER.y);
    ink.write('EMC\nET\n/Artifact BMC 0.46 G\n').move(this.rules);
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
    objects.open(parents).write('[').move(this.elements).write(']\n');
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

  /**
   * Writes the total number of pages and the text that follows it as one object, which all pages show.
   * @returns the object number of the fonts of this object; the fonts are written later
   */
  private writePageCount(): number {
    const fonts = this.objects.reserve();
    this.page = { number: 0, marked: 0, font: '', size: 0, penX: 0, penY: 0 };
    this.ink.write('BT ');
    this.drawLine(this.lineOf(`${this.parents.length}${this.footer[1]}`, FOOTER.weight), FOOTER, 0, 0);
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

/**
 * Placeholders in the text of the footer: for the number of the page, and for the total, which is known only at the
 * end.
 */
const THIS_PAGE = 888_888_888;
const ALL_PAGES = 999_999_999;
const FOOTER = { x: page.margin, y: page.height - page.margin - 10, weight: 'body', size: 8 } as const;
