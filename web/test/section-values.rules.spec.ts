import { describe, expect, test } from '@jest/globals';
import type { Control, RowsControl } from '../src/features/control-panel/section-form/page-description.js';
import {
  percentText,
  readRow,
  readTyped,
  typedOf,
  valueAt,
  withValueAt,
} from '../src/features/control-panel/section-form/values.rules.js';

const section = {
  title: 'Rates',
  note: null,
  notes: { byName: 'A', byDate: 'B' },
  rates: [
    { code: 'DEED', cents: 100 },
    { code: 'MTG', cents: 200 },
  ],
};

describe('the value at a path', () => {
  test.each([
    ['title', 'Rates'],
    ['notes.byDate', 'B'],
    ['rates.1', { code: 'MTG', cents: 200 }],
    ['rates.1.code', 'MTG'],
    ['rates', section.rates],
  ])('%s is that of the field, row or cell', (path, value) => {
    expect(valueAt(section, path)).toEqual(value);
  });

  test.each(['missing', 'missing.part', 'rates.2', 'rates.2.code', 'note.part', 'title.length'])(
    '%s is undefined, because the section has no such part',
    (path) => {
      expect(valueAt(section, path)).toBeUndefined();
    },
  );

  test.each([undefined, null, 'text'])('is undefined if the section is %s', (values) => {
    expect(valueAt(values, 'title')).toBeUndefined();
  });
});

describe('the replacement of the value at a path', () => {
  test.each([
    ['a field', 'title', { ...section, title: 7 }],
    ['a part of a field', 'notes.byDate', { ...section, notes: { byName: 'A', byDate: 7 } }],
    ['a row', 'rates.1', { ...section, rates: [section.rates[0], 7] }],
    ['a cell', 'rates.0.cents', { ...section, rates: [{ code: 'DEED', cents: 7 }, section.rates[1]] }],
    ['a field that the section does not have yet', 'new', { ...section, new: 7 }],
    ['a part of a field that the section does not have yet', 'new.part', { ...section, new: { part: 7 } }],
    ['a part of a field that is null', 'note.part', { ...section, note: { part: 7 } }],
    ['a part of a text, which the part replaces,', 'title.part', { ...section, title: { part: 7 } }],
  ])('changes %s and nothing else', (_what, path, expected) => {
    expect(withValueAt(section, path, 7)).toStrictEqual(expected);
  });

  test('adds no row if the list has no row of that number', () => {
    expect(withValueAt(section, 'rates.2.cents', 7)).toStrictEqual(section);
  });

  test('leaves the given section unchanged, and keeps every other part the same object', () => {
    const { rates, notes } = withValueAt(section, 'rates.0.cents', 7) as typeof section;
    expect(section.rates[0]?.cents).toBe(100);
    expect([rates[1] === section.rates[1], notes === section.notes]).toEqual([true, true]);
  });
});

/** A list of three kinds of cells that shows at least two rows. */
const rows: RowsControl = {
  kind: 'rows',
  columns: [
    { name: 'code', label: '', control: { kind: 'text' } },
    { name: 'cents', label: '', control: { kind: 'money' } },
    { name: 'pages', label: '', control: { kind: 'number' } },
  ],
  blank: { code: '', cents: 0, pages: 0, id: null },
  least: 2,
  most: 9,
  full: '',
};
const emptyRow = { code: '', cents: '0.00', pages: '0', id: null };

describe('a control shows', () => {
  test.each<[string, Control, unknown, unknown]>([
    ['cents as dollars', { kind: 'money' }, 123_456, '1,234.56'],
    ['no amount as an empty text', { kind: 'money' }, null, ''],
    ['basis points as a percentage', { kind: 'percent' }, 275, '2.75'],
    ['no percentage as an empty text', { kind: 'percent' }, undefined, ''],
    ['a number as text', { kind: 'number' }, 1_500, '1500'],
    ['no number as an empty text', { kind: 'number' }, null, ''],
    ['a text unchanged', { kind: 'text' }, 'DEED', 'DEED'],
    ['no text as an empty text', { kind: 'text' }, null, ''],
    ['a long text unchanged', { kind: 'longText' }, 'Closed.', 'Closed.'],
    ['no long text as an empty text', { kind: 'longText' }, undefined, ''],
    ['a checkbox unchanged', { kind: 'box' }, true, true],
    ['an undecided checkbox unchanged', { kind: 'box' }, null, null],
    ['a list of codes unchanged', { kind: 'member', value: 'CARD' }, ['CARD'], ['CARD']],
    ['no rows as the minimum of empty rows', rows, undefined, [emptyRow, emptyRow]],
  ])('%s', (_what, control, value, shown) => {
    expect(typedOf(control, value)).toStrictEqual(shown);
  });

  test('rows cell by cell, at least as many as the minimum, and keeps values that have no column', () => {
    const row = { code: 'DEED', cents: 150, pages: 3, id: 8 };
    const shown = { code: 'DEED', cents: '1.50', pages: '3', id: 8 };
    expect(typedOf(rows, [row])).toStrictEqual([shown, emptyRow]);
    expect(typedOf(rows, [row, row, row])).toStrictEqual([shown, shown, shown]);
  });

  test.each([
    [0, '0.00'],
    [5, '0.05'],
    [10_000, '100.00'],
  ])('%i basis points as %s', (basisPoints, text) => {
    expect(percentText(basisPoints)).toBe(text);
  });
});

type Simple = Parameters<typeof readTyped>[0];
const amount: Simple = { kind: 'money' };
const percent: Simple = { kind: 'percent' };
const number: Simple = { kind: 'number' };
const numberOrZero: Simple = { kind: 'number', blank: 'zero' };
const numberOrNone: Simple = { kind: 'number', blank: 'null' };

describe('a typed text', () => {
  test.each<[string, Simple, unknown, unknown]>([
    ['an amount in cents', amount, ' $1,234.5 ', 123_450],
    ['an amount of zero', amount, '0', 0],
    ['an amount of zero if nothing is typed', amount, ' ', 0],
    ['an amount of zero if the control has no value', amount, undefined, 0],
    [
      'no amount if nothing is typed and the control may be empty',
      { kind: 'money', blank: 'null' },
      ' ',
      null,
    ],
    ['a percentage in basis points', percent, ' 2.75 ', 275],
    ['a percentage with one decimal', percent, '2.5', 250],
    ['a percentage without decimals', percent, '3', 300],
    ['a percentage with its sign', percent, '3.05 %', 305],
    ['a percentage with its sign right after it', percent, '12%', 1_200],
    ['a percentage of 100', percent, '100.00', 10_000],
    ['a percentage of zero if nothing is typed', percent, ' ', 0],
    ['a percentage of zero if the control has no value', percent, null, 0],
    ['a whole number', number, ' 15 ', 15],
    ['a whole number with separators of thousands', number, '1,234,567', 1_234_567],
    ['a whole number of nine digits', number, '123456789', 123_456_789],
    ['zero if nothing is typed and an empty control means zero', numberOrZero, ' ', 0],
    ['zero if a control that may be empty has no value', numberOrZero, undefined, 0],
    ['no number if nothing is typed and an empty control means none', numberOrNone, '', null],
    ['a number if an empty control would mean none', numberOrNone, '7', 7],
    ['a text as typed, with its spaces', { kind: 'text' }, ' DEED ', ' DEED '],
    ['a checkbox unchanged', { kind: 'box' }, false, false],
  ])('is read as %s', (_what, control, typed, value) => {
    expect(readTyped(control, typed)).toStrictEqual({ value });
  });

  test.each<[string, Simple, string, string]>([
    ['a word for an amount', amount, 'abc', 'forms:invalidAmount'],
    ['a negative amount', amount, '-0.01', 'forms:invalidAmount'],
    ['a word for a percentage', percent, 'abc', 'panel:invalidPercent'],
    ['a negative percentage', percent, '-5', 'panel:invalidPercent'],
    ['a percentage with three decimals', percent, '2.755', 'panel:invalidPercent'],
    ['a percentage with a decimal comma', percent, '2,75', 'panel:invalidPercent'],
    ['a percentage of more than 100', percent, '100.01', 'panel:orLess?n=100'],
    ['nothing for a required number', number, ' ', 'forms:required'],
    ['a word for a number', number, 'abc', 'forms:numbersOnly'],
    ['a number with a sign', number, '-5', 'forms:numbersOnly'],
    ['a number with decimals', number, '1.5', 'forms:numbersOnly'],
    ['a number of ten digits', number, '1234567890', 'forms:numbersOnly'],
    ['a number with a decimal comma', number, '2,5', 'forms:numbersOnly'],
    ['a comma for a number', numberOrZero, ',', 'forms:numbersOnly'],
    ['a number of ten digits with separators', number, '1,234,567,890', 'forms:numbersOnly'],
  ])('is refused: %s', (_what, control, typed, fault) => {
    expect(readTyped(control, typed)).toStrictEqual({ value: 0, fault });
  });
});

describe('a typed row', () => {
  test('is read cell by cell, and keeps values that have no column', () => {
    expect(readRow(rows, { code: 'DEED', cents: '1.50', pages: '3', id: 8 })).toStrictEqual({
      value: { code: 'DEED', cents: 150, pages: 3, id: 8 },
      faults: {},
    });
  });

  test('has the fault of each cell under the name of its column, and 0 instead of the invalid text', () => {
    expect(readRow(rows, { code: 'DEED', cents: 'abc', pages: '' })).toStrictEqual({
      value: { code: 'DEED', cents: 0, pages: 0 },
      faults: { cents: 'forms:invalidAmount', pages: 'forms:required' },
    });
  });
});
