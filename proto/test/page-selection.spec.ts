import { expect, test } from '@jest/globals';
import { parsePages, selectedPages, writePages } from '@portal/proto/page-selection';
import fc from 'fast-check';

test('A9-35 the pages box takes comma-separated numbers and ranges', () => {
  expect(parsePages('1, 3, 7-9, 11', 12)).toEqual({ ok: true, value: [1, 3, 7, 8, 9, 11] });
});

test('in the pages box, spaces and empty parts are ignored, reversed ranges are swapped, and repeats count once', () => {
  expect(parsePages(' ,9 - 7,, 8,8 ', 12)).toEqual({ ok: true, value: [7, 8, 9] });
  expect(parsePages('', 12)).toEqual({ ok: true, value: [] });
});

test.each([
  ['0', '0'],
  ['99', '99'],
  ['a-b', 'a-b'],
  ['1, 13', '13'],
  ['3-', '3-'],
  ['-3', '-3'],
  ['1.5', '1.5'],
  ['2-99999999999', '2-99999999999'],
])('the text %p in the pages box is refused, and the answer names %p', (csv, entered) => {
  expect(parsePages(csv, 12)).toEqual({ ok: false, code: 'NO_SUCH_PAGE', params: { entered } });
});

test('A9-17 the selection is the whole document, or only the pages that are typed in the box', () => {
  expect(selectedPages('ENTIRE_DOCUMENT', '2', 3)).toEqual({ ok: true, value: [1, 2, 3] });
  expect(selectedPages('CSV_PAGES', '2', 3)).toEqual({ ok: true, value: [2] });
});

test('any set of pages is the same after it is written as text and read back', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: 80 }), (pages) => {
      const sorted = pages.sort((a, b) => a - b);
      expect(parsePages(writePages(sorted), 400)).toEqual({ ok: true, value: sorted });
    }),
  );
});

test('a huge range is refused without reading all of its numbers', () => {
  expect(parsePages('1-999999999', 20)).toMatchObject({ ok: false, code: 'NO_SUCH_PAGE' });
});
