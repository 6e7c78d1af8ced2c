import { ImageRefused } from '../refusal.js';
import { PdfLexer } from './pdf.lexer.js';
import { PdfName, PdfWord, type PdfValue } from './pdf.objects.js';

/** [a b c d e f] of ISO 32000 8.3.3. */
export type Matrix = readonly [number, number, number, number, number, number];

const identity: Matrix = [1, 0, 0, 1, 0, 0];
const maxOperators = 200_000;
const invisibleText = 3;

/** The transformation m followed by n. */
export const times = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[1] * n[2],
  m[0] * n[1] + m[1] * n[3],
  m[2] * n[0] + m[3] * n[2],
  m[2] * n[1] + m[3] * n[3],
  m[4] * n[0] + m[5] * n[2] + n[4],
  m[4] * n[1] + m[5] * n[3] + n[5],
];

/** Operators that leave a mark of their own: a page with one of these is more than its scan. */
const painting = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's', 'sh', 'BI', 'EI', 'ID']);
const showingText = new Set(['Tj', 'TJ', "'", '"']);

/** One image that a page paints, and where. */
export interface PaintedImage {
  readonly name: string;
  readonly matrix: Matrix;
}

/**
 * The one image that a content stream paints. Invisible text (a layer of recognised characters) is allowed, any other
 * mark is not: the page would lose it.
 * @throws ImageRefused PDF_PAGE_NOT_A_SCAN
 */
export function paintedImage(content: Uint8Array): PaintedImage {
  const lexer = new PdfLexer(content);
  const saved: { matrix: Matrix; textMode: number }[] = [];
  let state = { matrix: identity, textMode: 0 };
  let painted: PaintedImage | undefined;
  let operands: PdfValue[] = [];
  for (let operators = 0; ;) {
    const value = lexer.next();
    if (value === undefined) break;
    if (!(value instanceof PdfWord)) {
      if (operands.length < 64) operands.push(value);
      continue;
    }
    operators += 1;
    if (operators > maxOperators) throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', 'too many operators');
    const { word } = value;
    if (painting.has(word)) throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', `drawing (${word})`);
    if (showingText.has(word) && state.textMode !== invisibleText) {
      throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', 'visible text');
    }
    if (word === 'q') saved.push(state);
    else if (word === 'Q') state = saved.pop() ?? state;
    else if (word === 'cm') state = { ...state, matrix: times(matrixOf(operands), state.matrix) };
    else if (word === 'Tr') state = { ...state, textMode: Number(operands[0]) };
    else if (word === 'Do') {
      const [name] = operands;
      if (painted || !(name instanceof PdfName))
        throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', 'several images');
      painted = { name: name.name, matrix: state.matrix };
    }
    operands = [];
  }
  if (!painted) throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', 'no image');
  return painted;
}

function matrixOf(operands: readonly PdfValue[]): Matrix {
  const numbers = operands.slice(-6).map((operand) => (typeof operand === 'number' ? operand : NaN));
  const [a = NaN, b = NaN, c = NaN, d = NaN, e = NaN, f = NaN] = numbers;
  if (numbers.some(Number.isNaN) || numbers.length !== 6)
    throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', 'matrix');
  return [a, b, c, d, e, f];
}

/**
 * TIFF orientation of an image painted through a matrix on a page turned by `rotate` degrees, and the sides of its
 * box in points. @throws ImageRefused PDF_PAGE_NOT_A_SCAN for a slanted image
 */
export function placement(
  matrix: Matrix,
  rotate: number,
): { orientation: number; across: number; down: number } {
  const [a, b, c, d] = matrix;
  const straight = Math.abs(b) + Math.abs(c) < 0.01 * (Math.abs(a) + Math.abs(d));
  const turned = Math.abs(a) + Math.abs(d) < 0.01 * (Math.abs(b) + Math.abs(c));
  if (!straight && !turned) throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', 'slanted image');
  const upright = straight
    ? d > 0
      ? a > 0
        ? 1
        : 2
      : a > 0
        ? 4
        : 3
    : c < 0
      ? b < 0
        ? 5
        : 8
      : b < 0
        ? 6
        : 7;
  const quarterTurns = (((Math.round(rotate / 90) % 4) + 4) % 4) as 0 | 1 | 2 | 3;
  let orientation = upright;
  for (let turn = 0; turn < quarterTurns; turn += 1) orientation = turnedRight[orientation] as number;
  return straight
    ? { orientation, across: Math.abs(a), down: Math.abs(d) }
    : { orientation, across: Math.abs(b), down: Math.abs(c) };
}

/** The orientation that a page has after it is turned right once more; index is the one before. */
const turnedRight = [0, 6, 7, 8, 5, 2, 3, 4, 1];
