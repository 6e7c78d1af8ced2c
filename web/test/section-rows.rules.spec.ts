import { describe, expect, test } from '@jest/globals';
import type { RowsControl } from '../src/features/control-panel/section-form/page-description.js';
import {
  added,
  cellsOf,
  moved,
  organized,
  pasted,
  removed,
  type ChoicesOf,
} from '../src/features/control-panel/section-form/rows.rules.js';
import type { Values } from '../src/features/control-panel/section-form/values.rules.js';

/** A list of three to seven rows, to which the button Add appends two. */
const list: RowsControl = {
  kind: 'rows',
  columns: [
    { name: 'code', label: '', control: { kind: 'text' } },
    { name: 'cents', label: '', control: { kind: 'money' } },
  ],
  blank: { code: '', cents: 0 },
  least: 3,
  most: 7,
  full: '',
  adds: 2,
};
const { adds: _none, ...fixedList } = list;

const row = (code: string, cents = '0.00'): Values => ({ code, cents });
const rowsOf = (codes: string): Values[] => codes.split('').map((code) => row(code));
const codesOf = (rows: readonly Values[] | undefined): unknown[] | undefined => rows?.map(({ code }) => code);
const empty = row('');

describe('the button Add', () => {
  test('appends empty rows', () => {
    expect(added(list, rowsOf('ABC'))).toStrictEqual({
      rows: [...rowsOf('ABC'), empty, empty],
      isFull: false,
    });
  });

  test('appends only as many rows as the limit of the list allows', () => {
    expect(added(list, rowsOf('ABCDEF'))).toStrictEqual({
      rows: [...rowsOf('ABCDEF'), empty],
      isFull: false,
    });
  });

  test.each(['ABCDEFG', 'ABCDEFGH'])('changes nothing if there is no room for one row (%s)', (codes) => {
    expect(added(list, rowsOf(codes))).toStrictEqual({ rows: rowsOf(codes), isFull: true });
  });

  test('appends nothing to a list with a fixed number of rows', () => {
    expect(added(fixedList, rowsOf('ABC'))).toStrictEqual({ rows: rowsOf('ABC'), isFull: false });
  });
});

describe('the removal of a row', () => {
  test('keeps the other rows in their order', () => {
    expect(removed(list, rowsOf('ABCDE'), 1)).toStrictEqual(rowsOf('ACDE'));
  });

  test('adds an empty row at the end if too few rows would be left', () => {
    expect(removed(list, rowsOf('ABC'), 0)).toStrictEqual([...rowsOf('BC'), empty]);
  });
});

describe('the move of a row', () => {
  test.each([
    [1, 0, 'BACD'],
    [1, 2, 'ACBD'],
    [0, 3, 'DBCA'],
  ])('from %i to %i makes the row change places with the row there', (at, to, codes) => {
    expect(moved(rowsOf('ABCD'), at, to)).toStrictEqual(rowsOf(codes));
  });

  test.each([
    [0, -1],
    [3, 4],
    [4, 3],
  ])('from %i to %i changes nothing, because the list has no such row', (at, to) => {
    expect(moved(rowsOf('ABCD'), at, to)).toStrictEqual(rowsOf('ABCD'));
  });
});

describe('the button Organize', () => {
  const organize: RowsControl['organize'] = (rows) =>
    rows.filter(({ code }) => code !== '').toSorted((a, b) => Number(a['cents']) - Number(b['cents']));
  const sorted = { ...list, organize };

  test('puts the rows in the order of their values, and empty rows at the end', () => {
    const rows = [row('A', '10'), empty, row('B', '9.5'), empty];
    expect(organized(sorted, rows)).toStrictEqual([row('B', '9.50'), row('A', '10.00'), empty]);
  });

  test('keeps all rows if there are more than the minimum', () => {
    const rows = [row('A', '4'), row('B', '3'), row('C', '2'), row('D', '1')];
    expect(codesOf(organized(sorted, rows))).toEqual(['D', 'C', 'B', 'A']);
  });

  test('reads an empty amount as zero', () => {
    expect(organized(sorted, [row('A', '1'), row('B', '')])).toStrictEqual([
      row('B'),
      row('A', '1.00'),
      empty,
    ]);
  });

  test('changes nothing if an amount is invalid, because the sorted rows could not contain its text', () => {
    expect(organized(sorted, [row('A', '1'), row('B', 'abc')])).toBeUndefined();
  });

  test('changes nothing if the list does not say how to sort its rows', () => {
    expect(codesOf(organized(list, rowsOf('BAC')))).toEqual(['B', 'A', 'C']);
  });
});

describe('a copied text', () => {
  test.each<[string, string, string[][]]>([
    ['tabs separate cells', 'A\tB\tC', [['A', 'B', 'C']]],
    [
      'line ends separate lines',
      'A\tB\nC\tD',
      [
        ['A', 'B'],
        ['C', 'D'],
      ],
    ],
    ['line ends of Windows', 'A\r\nB', [['A'], ['B']]],
    ['line ends of old Macs', 'A\rB\rC', [['A'], ['B'], ['C']]],
    ['empty lines at the end are left out', 'A\nB\r\n\n', [['A'], ['B']]],
    ['empty lines elsewhere are kept', '\nA\n\nB', [[''], ['A'], [''], ['B']]],
    ['a tab at the end begins an empty cell', 'A\t', [['A', '']]],
    ['a tab at the beginning ends an empty cell', '\tA', [['', 'A']]],
    ['cells keep their spaces', ' A \t B ', [[' A ', ' B ']]],
    ['a quoted cell may have a tab', '"A\tB"\tC', [['A\tB', 'C']]],
    ['a quoted cell may have line ends', '"A\nB\nC"\tD', [['A\nB\nC', 'D']]],
    ['two quotes in a quoted cell are one', '"A ""B"" ""C"""\tD', [['A "B" "C"', 'D']]],
    ['an empty quoted cell is empty', '""\tA', [['', 'A']]],
    ['quotes inside a cell are kept', '5" x 7"\tB', [['5" x 7"', 'B']]],
    ['a quote without its end is kept', '"A\tB', [['"A', 'B']]],
    ['a quoted text with more behind it is kept as it is', '"A" B\tC', [['"A" B', 'C']]],
  ])('is read as lines of cells: %s', (_what, text, lines) => {
    expect(cellsOf(text)).toStrictEqual(lines);
  });

  test.each(['', 'A', 'A word', 'A\n', '"A"', '\n'])(
    'is not read as cells if it is a single cell: %j',
    (text) => {
      expect(cellsOf(text)).toBeUndefined();
    },
  );
});

describe('pasted cells', () => {
  const none: ChoicesOf = () => [];

  test('fill rows and columns from the cell in which they are pasted', () => {
    const at = {
      row: 1,
      column: 'code',
      cells: [
        ['X', '1'],
        ['Y', '2'],
      ],
    };
    expect(pasted(list, rowsOf('ABCD'), at, none)).toStrictEqual({
      rows: [row('A'), row('X', '1'), row('Y', '2'), row('D')],
      isFull: false,
    });
  });

  test('change no cell before the column in which they are pasted, and are left out beyond the last column', () => {
    const at = { row: 0, column: 'cents', cells: [['1', '2', '3']] };
    expect(pasted(list, rowsOf('ABC'), at, none).rows).toStrictEqual([row('A', '1'), row('B'), row('C')]);
  });

  test('lose spaces around them, and stay as typed text even if they are invalid', () => {
    const at = { row: 0, column: 'code', cells: [[' X Y ', ' abc ']] };
    expect(pasted(list, rowsOf('A'), at, none).rows).toStrictEqual([row('X Y', 'abc')]);
  });

  test('add the rows that they need', () => {
    const at = { row: 2, column: 'code', cells: [['X'], ['Y'], ['Z']] };
    expect(pasted(list, rowsOf('ABC'), at, none)).toStrictEqual({ rows: rowsOf('ABXYZ'), isFull: false });
  });

  test('add a row that is empty where nothing was pasted', () => {
    const at = { row: 1, column: 'cents', cells: [['5']] };
    expect(pasted(list, rowsOf('A'), at, none).rows).toStrictEqual([row('A'), row('', '5')]);
  });

  test.each([
    ['fill a list up to its limit', list, 'ABCDE', 'ABCXYZW', false, ['X', 'Y', 'Z', 'W']],
    ['beyond the limit of the list are left out and reported', list, 'ABCDE', 'ABCXYZW', true, [...'XYZWV']],
    ['fill a list with a fixed number of rows', fixedList, 'ABCDE', 'ABCXY', false, ['X', 'Y']],
    ['add no rows to a list with a fixed number of rows', fixedList, 'ABCDE', 'ABCXY', true, ['X', 'Y', 'Z']],
  ])('%s', (_what, control, before, after, isFull, lines) => {
    const at = { row: 3, column: 'code', cells: lines.map((code) => [code]) };
    expect(pasted(control, rowsOf(before), at, none)).toStrictEqual({ rows: rowsOf(after), isFull });
  });
});

describe('a pasted cell', () => {
  const choices = [
    { value: 'A', text: 'Abstract' },
    { value: 'T', text: 'Torrens' },
    { value: 'Abstract', text: 'Other' },
  ];
  const controlOf = (kind: 'box' | 'yesNo' | 'select' | 'segmented'): RowsControl['columns'][number] => ({
    ...{ name: 'value', label: '' },
    control: kind === 'select' || kind === 'segmented' ? { kind, choices: [] } : { kind },
  });
  const value = (kind: Parameters<typeof controlOf>[0], text: string): unknown =>
    pasted(
      { ...list, columns: [controlOf(kind)] },
      [{ value: 'before' }],
      { row: 0, column: 'value', cells: [[text]] },
      (control) => (control.kind === kind ? choices : []),
    ).rows[0]?.['value'];

  test.each(['yes', 'Y', 'TRUE', ' x ', '1'])('checks a checkbox with the word %s', (text) => {
    expect([value('box', text), value('yesNo', text)]).toEqual([true, true]);
  });

  test.each(['no', 'N', 'false', '0', '', 'maybe'])('unchecks a checkbox with the word %j', (text) => {
    expect([value('box', text), value('yesNo', text)]).toEqual([false, false]);
  });

  test.each([
    ['a', 'A', 'the value of a choice, in any letter case'],
    ['TORRENS', 'T', 'the text of a choice, in any letter case'],
    ['abstract', 'Abstract', 'the value of a choice before the text of another'],
    ['Deed', 'Deed', 'the pasted text if no choice matches'],
    ['Tor', 'Tor', 'the pasted text if a choice only begins with the text'],
  ])('with the text %s sets a select to %s: %s', (text, chosen) => {
    expect([value('select', text), value('segmented', text)]).toEqual([chosen, chosen]);
  });
});
