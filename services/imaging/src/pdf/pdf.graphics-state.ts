import type { PdfFile } from './pdf.file.js';
import { isList, type PdfDict, type PdfValue } from './pdf.objects.js';

/** The color of a stencil or a filled path. */
export type Ink = 'black' | 'white' | 'other';

const inkOf = (numbers: readonly number[], black: readonly number[], white: readonly number[]): Ink => {
  const is = (wanted: readonly number[]): boolean =>
    numbers.length === wanted.length && numbers.every((value, i) => value === wanted[i]);
  if (is(black)) return 'black';
  return is(white) ? 'white' : 'other';
};

/** The ink after a color operator (ISO 32000 8.6.8). */
export function inkOfOperands(word: string, operands: readonly PdfValue[]): Ink {
  const numbers = operands.map((operand) => (typeof operand === 'number' ? operand : NaN));
  if (word === 'g') return inkOf(numbers, [0], [1]);
  if (word === 'rg') return inkOf(numbers, [0, 0, 0], [1, 1, 1]);
  if (word === 'k') return inkOf(numbers, [0, 0, 0, 1], [0, 0, 0, 0]);
  // sc and scn may use any color space, for example a pattern or a separation
  return 'other';
}

/**
 * Returns what alters the colors after a graphics state dictionary, for example 'alpha'; undefined if nothing does.
 * @param before what has altered the colors before the dictionary
 */
export function alteredLook(file: PdfFile, dict: PdfDict, before: string | undefined): string | undefined {
  const alpha = ['ca', 'CA'].some((key) => dict.has(key) && file.number(dict.get(key)) !== 1);
  if (alpha) return 'alpha';
  if (dict.has('SMask') && file.name(dict.get('SMask')) !== 'None') return 'soft mask';
  if (dict.has('BM') && !isPlainBlending(file, dict.get('BM'))) return 'blending';
  if (dict.has('TR') && file.name(dict.get('TR')) !== 'Identity') return 'transfer function';
  if (dict.has('TR2') && !['Identity', 'Default'].includes(file.name(dict.get('TR2')) ?? ''))
    return 'transfer function';
  // keeps an earlier alteration, because only a dictionary with every setting could undo it; a page with an alteration
  // is drawn instead of analyzed
  return before;
}

function isPlainBlending(file: PdfFile, value: PdfValue | undefined): boolean {
  const found = file.resolve(value);
  const name = file.name(isList(found) ? found[0] : found);
  return name === 'Normal' || name === 'Compatible';
}
