import type { Weight } from '../exports/font-files.js';
import { breakLines } from '../exports/line-breaks.rules.js';
import { shownText } from '../exports/pdf-sheet.js';
import type { Block, PaperSheet } from './paper-sheet.js';
import { ref } from './pdf-objects.js';

/** The room of a text, in points. */
export interface Room {
  readonly weight: Weight;
  readonly size: number;
  readonly width: number;
  /** The most lines. */
  readonly lines: number;
}

/** Breaks a text into lines that fit; most fit into one. */
export function linesOf(sheet: PaperSheet, text: string, room: Room): readonly string[] {
  if (sheet.fits(text, room) && !text.includes('  ')) return [text];
  const measure = (part: string): number => sheet.widthOf(part, room);
  const shown = shownText(text);
  return measure(shown) <= room.width && !/\s{2}|[\n\t]/.test(shown)
    ? [shown]
    : breakLines(shown, { width: room.width, lines: room.lines, measure });
}

/**
 * The dictionary entries that say where an element with text is: its parent element, and the page that is being
 * written.
 */
export const placeIn = (sheet: PaperSheet, parent: number): string =>
  `/P ${ref(parent)}/Pg ${ref(sheet.pageNumber)}/K `;

/** Writes an element with a text, and the text on the page. @param place of `placeIn` */
export function writeText(
  sheet: PaperSheet,
  { number, tag, place }: { number: number; tag: 'P' | 'H1' | 'H2' | 'TH' | 'TD'; place: string },
  block: Block,
): void {
  const element = sheet.objects.open(number).write('<</S/').write(tag).write(place);
  element
    .number(sheet.mark(tag, number, block))
    .write(tag === 'TH' ? '/A<</O/Table/Scope/Column>>>>\n' : '>>\n');
}

/** Writes an element without a text, which has only its place in the structure. */
export function writeEmpty(
  { objects }: PaperSheet,
  { number, tag, parent }: { number: number; tag: 'TH' | 'TD'; parent: number },
): void {
  objects.open(number).write('<</S/').write(tag).write('/P ').number(parent).write(' 0 R>>\n');
}

/** Writes an element that contains others. @param kids their references */
export function writeGroup(
  { objects }: PaperSheet,
  { number, tag, parent }: { number: number; tag: 'Table' | 'THead' | 'TBody' | 'TR'; parent: number },
  kids: Uint8Array,
): void {
  const group = objects.open(number).write('<</S/').write(tag).write('/P ').number(parent);
  group.write(' 0 R/K[').append(kids).write(']>>\n');
}
