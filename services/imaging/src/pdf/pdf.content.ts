import { ImageRefused } from '../refusal.js';
import type { PdfFile } from './pdf.file.js';
import {
  boxAround,
  cornersOf,
  holds,
  identity,
  imageBox,
  moved,
  overlap,
  rectangleOf,
  times,
  type Matrix,
  type Point,
  type PointBox,
} from './pdf.geometry.js';
import { alteredLook, inkOfOperands, type Ink } from './pdf.graphics-state.js';
import { readInlineImage } from './pdf.inline-image.js';
import { PdfLexer } from './pdf.lexer.js';
import { inUnits, userUnit } from './pdf.page-look.js';
import {
  isList,
  isName,
  PdfName,
  PdfStreamObject,
  PdfWord,
  type PdfDict,
  type PdfValue,
} from './pdf.objects.js';

const maxOperators = 200_000;
const maxContentBytes = 8 * 1024 * 1024;
const maxImages = 20_000;
const maxForms = 4;
const maxSaved = 512;
/**
 * Viewers use the last operands before an operator, however many there are. No operator that is read here has more than
 * six.
 */
const keptOperands = 64;
const invisibleText = 3;
/**
 * How far a clip may cut into an image, in points (1/72 inch). Rounding causes such small cuts, and nobody sees them.
 */
const slack = 0.1;

/** One image that a page paints, its position, and the ink if it is a stencil. */
export interface PaintedImage {
  readonly image: PdfStreamObject;
  readonly matrix: Matrix;
  readonly ink: Ink;
}

/** The reason why a page is not a plain scan. */
export interface Fault {
  readonly reason: string;
  /** True if a scanner may have written the page. False, for example, for a page with text or drawings. */
  readonly scanned: boolean;
  /** True if viewers draw the page differently from each other, so that our drawing could be wrong. */
  readonly unclear?: boolean;
}

export interface PageContent {
  readonly images: readonly PaintedImage[];
  readonly faults: readonly Fault[];
}

interface State {
  readonly matrix: Matrix;
  readonly textMode: number;
  /** True for a Type 3 font. Its glyphs are drawings, which the text mode does not hide (ISO 32000 9.3.6). */
  readonly drawnFont: boolean;
  readonly clip: PointBox | undefined;
  /** True if the clip is not an upright rectangle. */
  readonly oddClip: boolean;
  readonly ink: Ink;
  /** What the graphics state does to colors: alpha, soft mask, blending. */
  readonly altered: string | undefined;
}

const begin: State = {
  matrix: identity,
  textMode: 0,
  drawnFont: false,
  clip: undefined,
  oddClip: false,
  ink: 'black',
  altered: undefined,
};

const filling = new Set(['f', 'F', 'f*']);
const painting = new Set([...filling, 'B', 'B*', 'b', 'b*', 'S', 's', 'sh', 'BI', 'EI', 'ID']);
const showingText = new Set(['Tj', 'TJ', "'", '"']);
const drawingPath = new Set(['m', 'l', 'c', 'v', 'y', 'h', 're']);
const settingInk = new Set(['g', 'rg', 'k', 'sc', 'scn', 'cs']);

/**
 * Everything that a page's content paints, including its forms. Invisible text (a layer of recognized characters) is
 * ignored. Every other mark, and everything that hides a part of an image, is a fault, because otherwise the stored
 * page would show less or more than its source.
 * @throws ImageRefused PDF_PAGE_NOT_A_SCAN when the content cannot be read; PDF_SYNTAX when the file is damaged
 */
export function pageContent(file: PdfFile, page: PdfDict): PageContent {
  const reader = new ContentReader(file, inUnits(slack, userUnit(file, page)));
  reader.read(bytesOf(file, page.get('Contents')), file.dict(page.get('Resources')), begin, 0);
  return reader;
}

class ContentReader implements PageContent {
  readonly images: PaintedImage[] = [];
  readonly faults: Fault[] = [];
  private operators = 0;
  /** An entry for each open marked-content sequence: true if the sequence belongs to an optional layer. */
  private readonly marked: boolean[] = [];

  /** @param slack how far a clip may cut into an image, in units of the page */
  constructor(
    private readonly file: PdfFile,
    private readonly slack: number,
  ) {}

  read(content: Uint8Array, resources: PdfDict | undefined, start: State, depth: number): void {
    const lexer = new PdfLexer(content);
    const saved: State[] = [];
    const path = new Path();
    let state = start;
    let operands: PdfValue[] = [];
    for (;;) {
      const value = lexer.next();
      if (value === undefined) return;
      if (!(value instanceof PdfWord)) {
        operands.push(value);
        if (operands.length > 2 * keptOperands) operands = operands.slice(-keptOperands);
        continue;
      }
      this.operators += 1;
      if (this.operators > maxOperators) throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', 'too many operators');
      const { word } = value;
      if (word === 'BI') {
        this.fault('drawing (BI)', true);
        const image = readInlineImage(content, lexer);
        // viewers do not agree on what follows an image that has no end
        if (!image) return this.fault('inline image without an end', false, true);
        this.place(image, state);
      } else if (word === 'q') {
        if (saved.length === maxSaved) throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', 'states within states');
        saved.push(state);
      } else if (word === 'Q') state = saved.pop() ?? state;
      else if (word === 'Do') this.paint(operands.at(-1), resources, state, depth);
      else if (drawingPath.has(word)) path.draw(word, operands, state.matrix);
      else if (word === 'W' || word === 'W*') path.clips = true;
      else if (painting.has(word) || word === 'n') {
        this.endPath(word, state);
        state = path.end(state);
      } else state = this.change(word, operands, resources, state);
      operands = [];
    }
  }

  private fault(reason: string, scanned: boolean, unclear = false): void {
    // lists each reason only once; otherwise a thousand equal faults could hide another fault that comes after them
    if (this.faults.some((known) => known.reason === reason)) return;
    this.faults.push({ reason, scanned, unclear });
  }

  /**
   * Ends a path. A white area that is painted before the scan has no effect. Any other mark is a fault, because it
   * would be lost.
   */
  private endPath(word: string, state: State): void {
    if (word === 'n') return;
    const paper = filling.has(word) && state.ink === 'white' && !state.altered && this.images.length === 0;
    if (!paper) this.fault(`drawing (${word})`, false);
  }

  /** The graphics state after an operator that paints nothing, or that paints only text. */
  private change(
    word: string,
    operands: readonly PdfValue[],
    resources: PdfDict | undefined,
    state: State,
  ): State {
    if (word === 'cm') return { ...state, matrix: times(matrixOf(operands), state.matrix) };
    if (word === 'Tr') return { ...state, textMode: Number(operands.at(-1)) };
    if (word === 'Tf') return { ...state, drawnFont: this.isDrawnFont(resources, operands.at(-2)) };
    if (word === 'gs') return this.withGraphicsState(resources, operands.at(-1), state);
    if (settingInk.has(word)) return { ...state, ink: inkOfOperands(word, operands) };
    if (word === 'BDC' || word === 'BMC')
      this.marked.push(isName(operands.at(word === 'BDC' ? -2 : -1), 'OC'));
    if (word === 'EMC') this.marked.pop();
    if (showingText.has(word) && (state.textMode !== invisibleText || state.drawnFont))
      this.fault('visible text', false);
    return state;
  }

  private named(resources: PdfDict | undefined, kind: string, name: PdfValue | undefined): PdfValue {
    if (!(name instanceof PdfName)) return null;
    return this.file.resolve(this.file.dict(resources?.get(kind))?.get(name.name));
  }

  private isDrawnFont(resources: PdfDict | undefined, name: PdfValue | undefined): boolean {
    const font = this.file.dict(this.named(resources, 'Font', name));
    return this.file.name(font?.get('Subtype')) === 'Type3';
  }

  private withGraphicsState(resources: PdfDict | undefined, name: PdfValue | undefined, state: State): State {
    const dict = this.file.dict(this.named(resources, 'ExtGState', name));
    if (!dict) return state;
    const [font] = this.file.list(dict.get('Font')) ?? [];
    const drawnFont =
      font === undefined ? state.drawnFont : this.file.name(this.file.dict(font)?.get('Subtype')) === 'Type3';
    return { ...state, drawnFont, altered: alteredLook(this.file, dict, state.altered) };
  }

  private paint(
    name: PdfValue | undefined,
    resources: PdfDict | undefined,
    state: State,
    depth: number,
  ): void {
    const object = this.named(resources, 'XObject', name);
    if (!(object instanceof PdfStreamObject)) return this.fault('image is missing', false);
    if (this.marked.includes(true) || object.dict.has('OC')) this.fault('optional content', true);
    if (state.altered) this.fault(state.altered, true);
    const kind = this.file.name(object.dict.get('Subtype'));
    if (kind === 'Form') return this.readForm(object, resources, state, depth);
    if (kind !== 'Image') return this.fault('object of an unknown kind', false);
    this.place(object, state);
  }

  private place(image: PdfStreamObject, state: State): void {
    const box = imageBox(state.matrix);
    if (state.oddClip || (state.clip && !holds(state.clip, box, this.slack))) this.fault('clip', true);
    if (this.images.length === 1) this.fault('several images', true);
    // refuses the page, because the dots of the images beyond the limit could be lost
    if (this.images.length === maxImages) throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', 'too many images');
    this.images.push({ image, matrix: state.matrix, ink: state.ink });
  }

  private readForm(form: PdfStreamObject, outer: PdfDict | undefined, state: State, depth: number): void {
    if (depth >= maxForms) throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', 'forms within forms');
    if (form.dict.has('Ref')) this.fault('content of another file', false);
    const own = this.file.list(form.dict.get('Matrix'))?.map((value) => this.file.resolve(value));
    const matrix = own ? times(matrixOf(own), state.matrix) : state.matrix;
    const sides = this.file.list(form.dict.get('BBox'))?.map((value) => this.file.number(value) ?? NaN);
    const clipped = sides ? clippedTo(boundingBox(sides), { ...state, matrix }) : { ...state, matrix };
    const { bytes, left } = this.file.inflate(form, maxContentBytes);
    if (left.length > 0) throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', 'content filter');
    this.read(bytes, this.file.dict(form.dict.get('Resources')) ?? outer, clipped, depth + 1);
  }
}

const boundingBox = ([a = NaN, b = NaN, c = NaN, d = NaN]: readonly number[]): PointBox =>
  boxAround([
    [a, b],
    [c, d],
  ]);

function clippedTo(box: PointBox, state: State): State {
  const shown = rectangleOf(cornersOf(box).map((corner) => moved(corner, state.matrix)));
  if (!shown) return { ...state, oddClip: true };
  return { ...state, clip: state.clip ? overlap(state.clip, shown) : shown };
}

/** The path that is being drawn. Only the figures that a clip needs are kept. */
class Path {
  clips = false;
  private figures: Point[][] = [];
  private curved = false;

  draw(word: string, operands: readonly PdfValue[], matrix: Matrix): void {
    const numbers = operands
      .slice(word === 're' ? -4 : -2)
      .map((operand) => (typeof operand === 'number' ? operand : NaN));
    const [x = NaN, y = NaN, width = NaN, height = NaN] = numbers;
    if (this.figures.length > 100 || (this.figures.at(-1)?.length ?? 0) > 100) this.curved = true;
    else if (word === 're')
      this.figures.push(
        cornersOf({ left: x, bottom: y, right: x + width, top: y + height }).map((corner) =>
          moved(corner, matrix),
        ),
      );
    else if (word === 'm') this.figures.push([moved([x, y], matrix)]);
    else if (word === 'l') this.figures.at(-1)?.push(moved([x, y], matrix));
    else if (word !== 'h') this.curved = true;
  }

  /** Ends the path. Clips the state if the path was a clip. */
  end(state: State): State {
    const { clips, curved } = this;
    const [only, ...others] = this.figures;
    this.clips = false;
    this.curved = false;
    this.figures = [];
    if (!clips) return state;
    const shown = !curved && only && others.length === 0 ? rectangleOf(only) : undefined;
    if (!shown) return { ...state, oddClip: true };
    return { ...state, clip: state.clip ? overlap(state.clip, shown) : shown };
  }
}

function matrixOf(operands: readonly PdfValue[]): Matrix {
  const numbers = operands.slice(-6).map((operand) => (typeof operand === 'number' ? operand : NaN));
  const [a = NaN, b = NaN, c = NaN, d = NaN, e = NaN, f = NaN] = numbers;
  if (numbers.some(Number.isNaN) || numbers.length !== 6)
    throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', 'matrix');
  return [a, b, c, d, e, f];
}

/** Joins the content streams of a page. A page without content streams is blank. */
function bytesOf(file: PdfFile, contents: PdfValue | undefined): Uint8Array {
  const found = file.resolve(contents);
  const parts = isList(found) ? found.map((part) => file.resolve(part)) : [found];
  let size = 0;
  const texts = parts.map((part) => {
    if (part === null) return Buffer.alloc(0);
    if (!(part instanceof PdfStreamObject)) throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', 'no content');
    const { bytes, left } = file.inflate(part, maxContentBytes);
    if (left.length > 0) throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', 'content filter');
    size += bytes.length;
    if (size > 2 * maxContentBytes) throw new ImageRefused('PDF_EXPANDS_TOO_FAR', 'content');
    return Buffer.concat([bytes, Buffer.from('\n')]);
  });
  return Buffer.concat(texts);
}
