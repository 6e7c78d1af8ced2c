import { describe, expect, test } from '@jest/globals';
import {
  pickerColumns,
  pickerPageOf,
  pickerRows,
  positionOf,
  sortRows,
} from '../src/ui/components/picker.rules.js';

describe('the list of a picker', () => {
  const rows = [
    { code: 'b10', description: 'Zoe' },
    { code: 'B9', description: 'Änne' },
    { code: 'a1', description: 'Zoe' },
  ];

  test('is sorted by code or by description, and compares numbers in texts as numbers', () => {
    const before = [...rows];
    expect(pickerColumns.map((by) => [by, sortRows(rows, by).map(({ code }) => code)])).toEqual([
      ['code', ['a1', 'B9', 'b10']],
      ['description', ['B9', 'a1', 'b10']],
    ]);
    expect(rows).toEqual(before);
  });

  test('is sorted by code where descriptions differ only in case or accents', () => {
    const names = ['Änne', 'anne', 'ANNE'].map((description, at) => ({ code: String(3 - at), description }));
    expect(sortRows(names, 'description').map(({ code }) => code)).toEqual(['1', '2', '3']);
  });

  test.each([
    ['', 0],
    ['  ', 0],
    ['b', 1],
    [' B1 ', 2],
    ['a2', 1],
    ['zzz', 2],
    ['A', 0],
  ])('is positioned for the text %p at row %d', (text, at) => {
    expect(positionOf(sortRows(rows, 'code'), 'code', text)).toBe(at);
  });

  test('jumps to the row that begins with a text, regardless of case and accents, or else to the row that would follow it', () => {
    const names = ['Adler', 'änne', 'Berg', 'Carl'].map((description) => ({ code: '1', description }));
    expect(positionOf(names, 'description', 'ANNE')).toBe(1);
    expect(positionOf(names, 'description', 'Ädler')).toBe(0);
    expect(positionOf(names, 'description', 'adler')).toBe(0);
    expect(positionOf(names, 'description', 'Aa')).toBe(0);
    expect(positionOf(names, 'description', 'Bz')).toBe(3);
    expect(positionOf(names, 'description', 'Z')).toBe(3);
    expect(positionOf(names.slice(0, 1), 'description', 'Z')).toBe(0);
  });

  test('has ten rows on a page, and one page when it is empty', () => {
    expect(positionOf([], 'code', 'x')).toBe(0);
    expect([0, 9, 10, 25].map(pickerPageOf)).toEqual([1, 1, 2, 3]);
    expect(pickerRows).toBe(10);
  });
});
