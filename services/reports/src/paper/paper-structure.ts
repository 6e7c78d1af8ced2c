import { breakLines } from '../exports/line-breaks.rules.js';
import { shownText } from '../exports/pdf-sheet.js';
import { bytesOf, type Ink } from './ink.js';
import type { Line, PaperSheet, Setting } from './paper-sheet.js';

/** The bytes that all text elements with the same tag share. */
export interface TextKind {
  /** The bytes on the page that precede the number (MCID) of a marked content. */
  readonly mark: Buffer;
  /** The bytes of the element before the reference to its parent. */
  readonly begin: Buffer;
  readonly end: Buffer;
}

const kindOf = (tag: string, attributes = ''): TextKind => ({
  mark: bytesOf(`/${tag}<</MCID `),
  begin: bytesOf(`<</S/${tag}/P `),
  end: bytesOf(`${attributes}>>\n`),
});
export const kinds = {
  P: kindOf('P'),
  H1: kindOf('H1'),
  H2: kindOf('H2'),
  TH: kindOf('TH', '/A<</O/Table/Scope/Column>>'),
  TD: kindOf('TD'),
} as const;

/** The room that a text has, in points. */
export interface Room extends Pick<Setting, 'weight' | 'size'> {
  readonly width: number;
  /** The maximum number of lines. */
  readonly lines: number;
}

/** Breaks a text into lines that fit. Most texts fit on one line. */
export function linesOf(sheet: PaperSheet, text: string, room: Room): readonly Line[] {
  const line = sheet.asciiLine(text, room.weight);
  if (line && line.width * room.size <= room.width * 1_000 && !text.includes('  ')) return [line];
  const measure = (part: string): number => sheet.widthOf(part, room);
  const shown = shownText(text);
  const isWhole = measure(shown) <= room.width && !/\s{2}|[\n\t]/.test(shown);
  const lines = isWhole ? [shown] : breakLines(shown, { width: room.width, lines: room.lines, measure });
  return lines.map((each) => sheet.lineOf(each, room.weight));
}

const ON_PAGE = bytesOf(' 0 R/Pg ');
const PLACE = bytesOf(' 0 R/K ');
const END_EMPTY = bytesOf(' 0 R>>\n');

/** Writes an element with a text and begins its content. The caller then draws the text and ends the content. */
export function beginText(sheet: PaperSheet, kind: TextKind, number: number, parent: number): void {
  const place = sheet.beginMark(kind.mark, number);
  const element = sheet.objects.open(number).append(kind.begin).number(parent);
  element.append(ON_PAGE).number(sheet.pageNumber).append(PLACE).number(place).append(kind.end);
}

/** Writes an element without text. The element only keeps its place in the structure. */
export function writeEmpty({ objects }: PaperSheet, kind: TextKind, number: number, parent: number): void {
  objects.open(number).append(kind.begin).number(parent).append(END_EMPTY);
}

/**
 * Writes an element that contains other elements.
 * @param kids the references to the other elements; `kids` is empty afterwards
 */
export function writeGroup(
  { objects }: PaperSheet,
  { number, tag, parent }: { number: number; tag: 'Table' | 'THead' | 'TBody' | 'TR'; parent: number },
  kids: Ink,
): void {
  const group = objects.open(number).write('<</S/').write(tag).write('/P ').number(parent);
  group.write(' 0 R/K[').move(kids).write(']>>\n');
}
