import type { Weight } from '../exports/font-files.js';
import type { LetterFonts } from '../exports/pdf-fonts.js';
import { lineHeight, page, shownText } from '../exports/pdf-sheet.js';
import { EmbeddedFont } from './embedded-font.js';
import { Ink } from './ink.js';
import { PdfObjects, ref, textString } from './pdf-objects.js';

/** Pages below one node of the page tree. */
const PAGES_OF_NODE = 200;

const point = (value: number): string => String(Math.round(value * 100) / 100);

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
  /** The structure element of each piece of marked content, in the order of the pieces. */
  marked: number[];
  font: string;
}

/**
 * Pages of a tagged PDF that are written as soon as they are full. The shared objects come last: the fonts with the
 * glyphs that were used, and the number of pages, which is stored in one place.
 */
export class PaperSheet {
  readonly objects = new PdfObjects();
  private readonly resources = this.objects.reserve();
  private readonly pageCount = this.objects.reserve();
  private readonly pageTree = this.objects.reserve();
  private readonly fonts = new Map<string, EmbeddedFont>();
  private readonly nodes: { number: number; pages: number[] }[] = [];
  private readonly parents: number[] = [];
  /** The drawing commands of the page. */
  private readonly ink = new Ink();
  private page: OpenPage;

  constructor(
    private readonly letters: LetterFonts,
    private readonly language: string,
    private readonly pageOf: (page: number, pages: number) => string,
  ) {
    this.page = this.newPage();
  }

  /** The object of the page that is being written. */
  get pageNumber(): number {
    return this.page.number;
  }

  /** Loads the fonts for more texts. */
  learn(texts: Iterable<string>, weight: Weight = 'body'): Promise<void> {
    return this.letters.learn(texts, weight, this.language);
  }

  widthOf(text: string, { weight, size }: Pick<Block, 'weight' | 'size'>): number {
    let width = 0;
    for (const run of this.letters.runs(text, weight)) width += this.fontOf(run.font).encode(run.text).width;
    return (width * size) / 1_000;
  }

  /** Text that belongs to an element of the structure. @returns its place among the marked content of the page */
  mark(tag: string, element: number, block: Block): number {
    const id = this.page.marked.push(element) - 1;
    this.ink.write(`/${tag}<</MCID ${id}>>BDC `);
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
    const base = page.height - y - (this.fontOf(weight).ascent * size) / 1_000;
    lines.forEach((line, at) => {
      let left = endsAt === undefined ? x : x + endsAt - this.widthOf(line, { weight, size });
      for (const run of this.letters.runs(line, weight)) {
        const font = this.fontOf(run.font);
        const { codes, width } = font.encode(run.text);
        const down = at * lineHeight(size);
        this.ink.write(
          `BT ${this.choose(font, size)}1 0 0 1 ${point(left)} ${point(base - down)} Tm[${codes}]TJ ET `,
        );
        left += (width * size) / 1_000;
      }
    });
  }

  /** A line across the page. */
  rule(y: number, thickness: number): void {
    const at = point(page.height - y);
    this.ink.write(`${thickness} w ${page.margin} ${at} m ${page.width - page.margin} ${at} l S `);
  }

  turnPage(): void {
    this.endPage();
    this.page = this.newPage();
  }

  /** Ends the file. @param document the root of the structure */
  finish(document: number, title: string): void {
    this.endPage();
    const { objects } = this;
    const pages = this.nodes.reduce((sum, node) => sum + node.pages.length, 0);
    for (const { number, pages: kids } of this.nodes)
      objects.add(
        `<</Type/Pages/Parent ${ref(this.pageTree)}/Count ${kids.length}/Kids[${kids.map(ref).join(' ')}]>>`,
        number,
      );
    const nodes = this.nodes.map(({ number }) => ref(number)).join(' ');
    objects.add(`<</Type/Pages/Count ${pages}/Kids[${nodes}]>>`, this.pageTree);
    this.writePageCount(pages);
    for (const font of this.fonts.values()) font.finish();
    const fonts = [...this.fonts.values()].map(({ name, number }) => `/${name} ${ref(number)}`).join('');
    objects.add(`<</Font<<${fonts}>>/XObject<</Pages ${ref(this.pageCount)}>>>>`, this.resources);
    const parents = objects.add(
      `<</Nums[${this.parents.map((each, at) => `${at} ${ref(each)}`).join(' ')}]>>`,
    );
    const tree = objects.add(
      `<</Type/StructTreeRoot/K ${ref(document)}/ParentTree ${ref(parents)}/ParentTreeNextKey ${this.parents.length}>>`,
    );
    const catalog = objects.add(
      `<</Type/Catalog/Pages ${ref(this.pageTree)}/StructTreeRoot ${ref(tree)}/MarkInfo<</Marked true>>` +
        `/Lang(${this.language})/ViewerPreferences<</DisplayDocTitle true>>>>`,
    );
    objects.finish(catalog, objects.add(`<</Title${textString(shownText(title))}>>`));
  }

  private newPage(): OpenPage {
    let node = this.nodes.at(-1);
    if (!node || node.pages.length === PAGES_OF_NODE)
      this.nodes.push((node = { number: this.objects.reserve(), pages: [] }));
    const number = this.objects.reserve();
    node.pages.push(number);
    this.ink.write('0.46 G\n');
    return { number, marked: [], font: '' };
  }

  private endPage(): void {
    const { objects } = this;
    const at = this.parents.length;
    this.artifact(() => this.drawFooter(at + 1));
    const { number, marked } = this.page;
    const stream = objects.addStream(this.ink.take());
    const node = this.nodes.at(-1)?.number ?? 0;
    objects.add(
      `<</Type/Page/Parent ${ref(node)}/MediaBox[0 0 ${page.width} ${page.height}]/Resources ${ref(this.resources)}` +
        `/Contents ${ref(stream)}/StructParents ${at}/Tabs/S>>`,
      number,
    );
    this.parents.push(objects.add(`[${marked.map(ref).join(' ')}]`));
  }

  /** Text after the number of pages is drawn together with it. */
  private footerParts(at: number): [string, string] {
    const [before = '', after = ''] = this.pageOf(at, UNKNOWN).split(String(UNKNOWN));
    return [before, after];
  }

  private drawFooter(at: number): void {
    const [before] = this.footerParts(at);
    const place = { x: page.margin, y: FOOTER, weight: 'body', size: FOOTER_SIZE } as const;
    this.draw({ ...place, lines: [before] });
    const left = page.margin + this.widthOf(before, place);
    this.ink.write(`q 1 0 0 1 ${point(left)} ${point(this.footerBase())} cm/Pages Do Q `);
  }

  private writePageCount(pages: number): void {
    const [, after] = this.footerParts(1);
    const font = this.fontOf('body');
    const { codes } = font.encode(`${pages}${after}`);
    this.objects.addStream(
      `BT/${font.name} ${FOOTER_SIZE} Tf[${codes}]TJ ET`,
      `/Type/XObject/Subtype/Form/BBox[0 -4 ${page.width} 12]/Resources<</Font<</${font.name} ${ref(font.number)}>>>>`,
      this.pageCount,
    );
  }

  private footerBase(): number {
    return page.height - FOOTER - (this.fontOf('body').ascent * FOOTER_SIZE) / 1_000;
  }

  private choose(font: EmbeddedFont, size: number): string {
    const chosen = `/${font.name} ${size} Tf `;
    if (this.page.font === chosen) return '';
    this.page.font = chosen;
    return chosen;
  }

  private fontOf(name: string): EmbeddedFont {
    const known = this.fonts.get(name);
    if (known) return known;
    const file = this.letters.all().find((font) => font.name === name);
    if (!file) throw new Error(`there is no font ${name}`);
    const font = new EmbeddedFont(file.letters, this.objects, `F${this.fonts.size}`);
    this.fonts.set(name, font);
    return font;
  }
}

/** Placeholder for the number of pages, which is known at the end. */
const UNKNOWN = 999_999_999;
const FOOTER = page.height - page.margin - 10;
const FOOTER_SIZE = 8;
