import { describe, expect, test } from '@jest/globals';
import { nextOrder, pageOfRows, sortRows, type SortValue } from '../src/ui/components/data-table.rules.js';

describe('sorted rows', () => {
  const sorted = (values: readonly SortValue[], direction: 'ASC' | 'DESC', locale = 'en') =>
    sortRows(values, (value) => value, direction, locale);

  test('have missing values last in ascending and descending order, and keep the order of equal values', () => {
    const rows = [
      ['a', null],
      ['b', 2],
      ['c', ''],
      ['d', 2],
      ['e', 10],
      ['f', undefined],
      ['g', 2],
    ] as const;
    const before = [...rows];
    const names = (direction: 'ASC' | 'DESC') =>
      sortRows(rows, ([, value]) => value, direction, 'en').map(([name]) => name);
    expect(names('ASC').join('')).toBe('bdgeacf');
    expect(names('DESC').join('')).toBe('ebdgacf');
    expect(rows).toEqual(before);
  });

  test('are ordered by their amounts, also by negative amounts and amounts with a fraction', () => {
    expect(sorted([1.25, -3, 0, 1.5, -10], 'ASC')).toEqual([-10, -3, 0, 1.25, 1.5]);
    expect(sorted([1.25, -3, 0, 1.5, -10], 'DESC')).toEqual([1.5, 1.25, 0, -3, -10]);
  });

  test('are ordered by the numbers in their texts', () => {
    expect(sorted(['A10', 'A9', 'A100'], 'ASC')).toEqual(['A9', 'A10', 'A100']);
    expect(sorted(['A10', 'A9', 'A100'], 'DESC')).toEqual(['A100', 'A10', 'A9']);
  });

  test('put texts after numbers in ascending order, and before them in descending order', () => {
    expect(sorted(['B', 2, 'A', 10], 'ASC')).toEqual([2, 10, 'A', 'B']);
    expect(sorted(['B', 2, 'A', 10], 'DESC')).toEqual(['B', 'A', 10, 2]);
  });

  test('follow the alphabet of the language', () => {
    expect(sorted(['z', 'ö', 'o'], 'ASC', 'en')).toEqual(['o', 'ö', 'z']);
    expect(sorted(['z', 'ö', 'o'], 'ASC', 'sv')).toEqual(['o', 'z', 'ö']);
  });
});

describe('the order after a click on the head of a column', () => {
  test.each([
    ['ascending if no column sorted the rows', undefined, 'ASC'],
    [
      'descending if the column sorted the rows in ascending order',
      { column: 'a', direction: 'ASC' },
      'DESC',
    ],
    [
      'ascending if the column sorted the rows in descending order',
      { column: 'a', direction: 'DESC' },
      'ASC',
    ],
    ['ascending if another column sorted the rows', { column: 'b', direction: 'ASC' }, 'ASC'],
  ] as const)('is %s', (_what, before, direction) => {
    expect(nextOrder('a', before)).toEqual({ column: 'a', direction });
  });
});

describe('a page of a list', () => {
  test.each([
    ['the first page', 1, { rows: [1, 2], page: 1, pages: 3, from: 1 }],
    ['a page in the middle', 2, { rows: [3, 4], page: 2, pages: 3, from: 3 }],
    ['the last page', 3, { rows: [5], page: 3, pages: 3, from: 5 }],
    ['the last page for a page past the end', 9, { rows: [5], page: 3, pages: 3, from: 5 }],
    ['the first page for a page before the first', 0, { rows: [1, 2], page: 1, pages: 3, from: 1 }],
  ])('is %s: %d', (_what, page, shown) => {
    expect(pageOfRows([1, 2, 3, 4, 5], page, 2)).toEqual(shown);
  });

  test('is the only page, without rows, if the list is empty', () => {
    expect(pageOfRows([], 1, 2)).toEqual({ rows: [], page: 1, pages: 1, from: 1 });
  });

  test('is the last page if it is full and no rows are left', () => {
    expect(pageOfRows([1, 2, 3, 4], 2, 2)).toEqual({ rows: [3, 4], page: 2, pages: 2, from: 3 });
  });
});
