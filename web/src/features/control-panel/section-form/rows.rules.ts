import type { Choice } from '../../../ui/components/fields.js';
import type { RowsControl, SimpleControl } from './page-description.js';
import { emptyRows, hasFaults, readRow, typedRows, withLeastRows, type Values } from './values.rules.js';

/** The rows after an addition; `isFull` is true if the user must be told that the list is full. */
export interface Rows {
  readonly rows: readonly Values[];
  readonly isFull: boolean;
}

/**
 * Appends as many empty rows as the button Add appends, or fewer if the list would become longer than its limit. The
 * list is full only when there is no room for one row (C4-14).
 */
export const added = (control: RowsControl, rows: readonly Values[]): Rows => {
  const { adds = 0, most } = control;
  const room = most - rows.length;
  if (room <= 0) return { rows, isFull: true };
  return { rows: [...rows, ...emptyRows(control, Math.min(adds, room))], isFull: false };
};

/** Removes a row, and appends empty rows if fewer than the minimum are left. */
export const removed = (control: RowsControl, rows: readonly Values[], at: number): Values[] =>
  withLeastRows(
    control,
    rows.filter((_row, index) => index !== at),
  );

/** Swaps a row with its neighbor. */
export const moved = (rows: readonly Values[], at: number, to: number): readonly Values[] => {
  const [row, other] = [rows[at], rows[to]];
  if (!row || !other) return rows;
  return rows.map((each, index) => (index === at ? other : index === to ? row : each));
};

/**
 * Sorts the rows with `control.organize`, and adds empty rows at the end up to the minimum. Returns undefined if a cell
 * contains text that is not a valid value: the rows are sorted by their values, so this text would be lost.
 */
export const organized = (control: RowsControl, rows: readonly Values[]): Values[] | undefined => {
  const read = rows.map((row) => readRow(control, row));
  if (read.some(({ faults }) => hasFaults(faults))) return undefined;
  const values = read.map(({ value }) => value);
  return typedRows(control, control.organize?.(values) ?? values);
};

/**
 * Reads copied spreadsheet cells as lines of cells. Cells are separated by tabs; a cell that contains a tab, a line end
 * or a quote is in quotes. Undefined for a single cell, which is pasted as text.
 */
export function cellsOf(text: string): string[][] | undefined {
  const lines: string[][] = [[]];
  const trimmed = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '');
  for (const [, quoted, plain = '', end] of trimmed.matchAll(CELL)) {
    lines.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\n') lines.push([]);
    if (end === '') break;
  }
  return lines.length === 1 && lines[0]?.length === 1 ? undefined : lines;
}

/** A cell, with the tab or line end after it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/gy;

/** The choices of a column: values with their texts. None for a control without choices. */
export type ChoicesOf = (control: SimpleControl) => readonly Choice[];

export interface PasteAt {
  readonly row: number;
  readonly column: string;
  readonly cells: readonly (readonly string[])[];
}

/** Returns the rows after cells were pasted at a row and column. If the list may grow, adds rows up to its limit. */
export function pasted(
  control: RowsControl,
  rows: readonly Values[],
  { row: first, column, cells }: PasteAt,
  choicesOf: ChoicesOf,
): Rows {
  const from = control.columns.findIndex(({ name }) => name === column);
  const limit = control.adds === undefined ? rows.length : control.most;
  const length = Math.min(first + cells.length, limit);
  const all = [...rows, ...emptyRows(control, length - rows.length)];
  const filled = all.map((row, at) => {
    const line = cells[at - first];
    if (!line) return row;
    const typed = line.flatMap((text, index) => {
      const target = control.columns[from + index];
      return target ? [[target.name, pastedValue(target.control, text.trim(), choicesOf)] as const] : [];
    });
    return { ...row, ...Object.fromEntries(typed) };
  });
  return { rows: filled, isFull: first + cells.length > limit };
}

const yes = new Set(['yes', 'y', 'true', 'x', '1']);

/**
 * The value for a pasted cell. A control with choices takes the choice whose value or text matches, and a checkbox is
 * checked by a word for yes. Any other text is kept as if it had been typed, so the form checks it.
 */
function pastedValue(control: SimpleControl, text: string, choicesOf: ChoicesOf): unknown {
  if (control.kind === 'box' || control.kind === 'yesNo') return yes.has(text.toLowerCase());
  const same = (a: string): boolean => a.toLowerCase() === text.toLowerCase();
  const choices = choicesOf(control);
  const found = choices.find(({ value }) => same(value)) ?? choices.find(({ text: shown }) => same(shown));
  return found?.value ?? text;
}
