import { describe, expect, test } from '@jest/globals';
import {
  lotRange,
  lotsAndBlocks,
  metesAndBounds,
  quarterMask,
  writtenAs,
} from '../src/import/legal.rules.js';
import {
  actionOf,
  bookOf,
  centsOf,
  dayOf,
  dayOrNull,
  flagOf,
  identityOf,
  identityOrNone,
  numberedOf,
  oneOf,
  recordedOf,
  requiredText,
  RowRejected,
  textOf,
  wholeNumber,
} from '../src/import/row.rules.js';
import { membersOf, shownBook, shownDay, shownDollars, shownMinute } from '../src/import/shown.rules.js';
import { legalTables } from '../src/documents/legal-details.rules.js';
import { noBook } from '../src/matching/recorded.rules.js';

/** The column and the reason for which a row is rejected. */
const faultOf = (read: () => unknown): [string, string] | undefined => {
  try {
    read();
  } catch (error) {
    if (error instanceof RowRejected) return [error.column, error.reason];
    throw error;
  }
  return undefined;
};

describe('the values of a row', () => {
  test('include texts, which have single spaces, no control characters, and 500 characters at most', () => {
    const clean = (text: string): string => textOf({ c: text }, 'c');
    expect([
      clean(' a'),
      clean('a '),
      clean('a  b'),
      clean('a\u00a0b'),
      clean('a\u007fb'),
      clean('a b'),
    ]).toEqual(['a', 'a', 'a b', 'a b', 'a b', 'a b']);
    expect(textOf({}, 'c')).toBe('');
    expect(clean('x'.repeat(500))).toHaveLength(500);
    expect(faultOf(() => clean('x'.repeat(501)))).toEqual(['c', 'longer than 500 characters']);
    expect(faultOf(() => textOf({ c: 'abc' }, 'c', 2))).toEqual(['c', 'longer than 2 characters']);
    expect(new RowRejected('c', 'wrong').message).toBe('c: wrong');
  });

  test('are reported when a text is missing or too long, a flag is neither Y nor N, or a word is not in the list', () => {
    expect(requiredText({ c: 'x' }, 'c')).toBe('x');
    expect(faultOf(() => requiredText({ c: ' ' }, 'c'))).toEqual(['c', 'missing']);
    expect(faultOf(() => requiredText({ c: 'xyz' }, 'c', 2))).toEqual(['c', 'longer than 2 characters']);
    expect([flagOf({ c: 'y' }, 'c', false), flagOf({ c: 'N' }, 'c', true)]).toEqual([true, false]);
    expect([flagOf({ c: '' }, 'c', true), flagOf({}, 'c', false)]).toEqual([true, false]);
    expect(faultOf(() => flagOf({ c: 'X' }, 'c', true))).toEqual(['c', 'neither Y nor N']);
    expect(oneOf({ c: 'full' }, 'c', ['PARTIAL', 'FULL'])).toBe('FULL');
    expect(faultOf(() => oneOf({ c: '' }, 'c', ['PARTIAL', 'FULL']))).toEqual(['c', 'none of PARTIAL, FULL']);
  });

  test.each([
    ['', null],
    ['0', null],
    ['0.00', null],
    ['1', 100n],
    ['1.5', 150n],
    ['1.05', 105n],
    ['9999999999999.99', 999_999_999_999_999n],
  ])('may be amounts in dollars: %p is read as %p cents', (text, cents) => {
    expect(centsOf({ c: text }, 'c')).toBe(cents);
  });

  test.each(['1.', '1.234', '-1', '$1', '1,000', '10000000000000', '1 2'])(
    'may not be the amount %p',
    (text) => {
      expect(faultOf(() => centsOf({ c: text }, 'c'))).toEqual(['c', 'no amount in dollars']);
    },
  );

  test('include whole numbers up to an allowed maximum', () => {
    const read = (text: string): number => wholeNumber({ c: text }, 'c', 99);
    expect([read(''), read('0'), read('7'), read('99')]).toEqual([0, 0, 7, 99]);
    for (const wrong of ['100', '1.5', '-1', 'x1', '1x', '0000000001'])
      expect(faultOf(() => read(wrong))).toEqual(['c', 'no number from 0 to 99']);
  });

  test('include the day and time of recording, from 1800 on, and an invalid day or time is reported', () => {
    expect(dayOf({ c: '1800-01-02' }, 'c')).toBe(1);
    expect(faultOf(() => dayOf({ c: '' }, 'c'))).toEqual(['c', 'missing']);
    expect(faultOf(() => dayOf({ c: '01/02/1800' }, 'c'))).toEqual([
      'c',
      'no day as YYYY-MM-DD from 1800 on',
    ]);
    expect([dayOrNull({ c: '' }, 'c'), dayOrNull({ c: '1800-01-01' }, 'c')]).toEqual([null, 0]);
    expect(recordedOf({ recorded_date: '1800-01-02', recorded_time: '00:05' })).toBe(1_445);
    expect(faultOf(() => recordedOf({ recorded_date: '1800-01-02', recorded_time: '5' }))).toEqual([
      'recorded_date',
      'no day as YYYY-MM-DD from 1800 on with a time as HH:MM',
    ]);
  });

  test('may include a book, a page and a book type, and malformed values are reported', () => {
    expect(bookOf({})).toEqual({ ordinal: noBook, book: '', page: '', bookType: '' });
    expect(bookOf({ book: '1', page: '2a', book_type: 'd' })).toMatchObject({
      book: '1',
      page: '2a',
      bookType: 'D',
    });
    expect(faultOf(() => bookOf({ book: 'IV', page: '2' }))).toEqual([
      'book',
      'book and page are not numbers with at most one letter',
    ]);
    const tooLong = (column: string, text: string) => faultOf(() => bookOf({ [column]: text }));
    expect(tooLong('book', '1'.repeat(13))).toEqual(['book', 'longer than 12 characters']);
    expect(tooLong('page', '1'.repeat(13))).toEqual(['page', 'longer than 12 characters']);
    expect(tooLong('book_type', 'DD')).toEqual(['book_type', 'longer than 1 characters']);
  });

  test('include an action that the file allows, and an empty action means UPSERT', () => {
    expect([actionOf({}, ['DELETE']), actionOf({ action: 'delete' }, ['DELETE'])]).toEqual([
      'UPSERT',
      'DELETE',
    ]);
    expect(actionOf({ action: 'upsert' }, ['DELETE'])).toBe('UPSERT');
    expect(faultOf(() => actionOf({ action: 'SEAL' }, ['DELETE']))).toEqual([
      'action',
      'none of UPSERT, DELETE',
    ]);
  });

  test('identify a document by one letter and a number, and keep leading zeros of the number', () => {
    const row = {
      document_type: 'a',
      document_number: '007b',
      of_document_type: 'T',
      of_document_number: '9',
    };
    expect(identityOf(row)).toEqual({
      ordinal: 7n * 1024n + 64n + 1n,
      documentType: 'A',
      documentNumber: '007B',
    });
    expect(identityOf(row, 'of_')).toMatchObject({ documentType: 'T', documentNumber: '9' });
    expect(identityOrNone({ ...row, document_number: '' })).toBeUndefined();
    expect(identityOrNone(row, 'of_')).toMatchObject({ documentNumber: '9' });
    expect(faultOf(() => identityOf({ document_number: '1' }))).toEqual(['document_type', 'not one letter']);
    expect(faultOf(() => identityOf({ of_document_type: 'C', of_document_number: '1' }, 'of_'))).toEqual([
      'of_document_type',
      'reserved for certificates and books',
    ]);
    expect(faultOf(() => identityOf({ of_document_type: '1' }, 'of_'))?.[0]).toBe('of_document_type');
    expect(numberedOf({ n: ' 12a' }, 'n', 'C')).toEqual({ ordinal: 12n * 1024n + 32n + 3n, number: '12A' });
    expect(faultOf(() => numberedOf({ n: 'x' }, 'n', 'C'))).toEqual([
      'n',
      'not digits with at most one letter behind them',
    ]);
    expect(faultOf(() => numberedOf({ n: '1'.repeat(41) }, 'n', 'C'))).toEqual([
      'n',
      'longer than 40 characters',
    ]);
  });
});

describe('a legal description', () => {
  test.each([
    ['NE', 'NE', 0b1],
    ['NE', 'NW', 0b10],
    ['NE', 'SW', 0b100],
    ['NE', 'SE', 0b1000],
    ['NW', '', 0b1111_0000],
    ['SW', '', 0b1111 << 8],
    ['SE', '', 0b1111 << 12],
    ['N', '', 0x00ff],
    ['S', '', 0xff00],
    ['W', '', 0x0ff0],
    ['E', '', 0xf00f],
    ['', 'NW', 0x2222],
    ['se', 'e', 0b1001 << 12],
  ])('stores quarter %p with quarter-quarter %p as the mask %p', (q, qq, mask) => {
    expect(quarterMask({ q, qq })).toBe(mask);
  });

  test('is rejected when it has an invalid quarter, and the error names the column', () => {
    expect(faultOf(() => quarterMask({ q: 'X' }))).toEqual(['q', 'no quarter or half of a section']);
    expect(faultOf(() => quarterMask({ qq: 'X' }))?.[0]).toBe('qq');
  });

  test.each([
    ['7', 7, 7],
    ['7 to 9', 7, 9],
    ['7THRU9', 7, 9],
    ['9-7', 7, 9],
    ['x7', 0, 0],
    ['7-', 0, 0],
    ['7 9', 0, 0],
    ['12345678', 0, 0],
    ['', 0, 0],
  ])('stores lot %p as the range from %p to %p', (lot, from, to) => {
    expect(lotRange(lot)).toEqual({ from, to });
  });

  const parts = {
    ...{ lot: 'L-1', block: 'b 2', sublot: 's 3', other_code: 'stall 4', other_lot: 'o 5' },
    ...{ building: 'bd 6', unit: 'u 7', garage: 'g 8' },
  };
  const upper = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, text.toUpperCase()]));

  test('by lots and blocks keeps each part in capitals, both with and without blanks and hyphens; its parts describe it if the row has no description', () => {
    const legal = lotsAndBlocks({ plat_number: 'p-1', ...parts });
    expect(legal.parts.written).toEqual(upper);
    expect(legal.parts.folded).toEqual(
      Object.fromEntries(Object.entries(upper).map(([name, text]) => [name, text.replace(/[ -]/, '')])),
    );
    expect(JSON.parse(writtenAs(legal.parts))).toEqual(upper);
    expect(legal.description).toBe('UNIT U 7 BLDG BD 6 LOT L-1 BLOCK B 2');
    expect(legal.platNumber).toBe('P1');
    expect(lotsAndBlocks({ plat_number: 'p-1' })).toMatchObject({
      description: 'PLAT P1',
      lots: { from: 0, to: 0 },
    });
    expect(lotsAndBlocks({ plat_number: '1', description: 'As is', lot: '2' }).description).toBe('As is');
    expect(writtenAs(lotsAndBlocks({ plat_number: '1', lot: '2' }).parts)).toBe('');
    expect(faultOf(() => lotsAndBlocks({}))).toEqual(['plat_number', 'missing']);
    expect(faultOf(() => lotsAndBlocks({ plat_number: 'x'.repeat(41) }))?.[0]).toBe('plat_number');
    expect(faultOf(() => lotsAndBlocks({ plat_number: '1', unit: 'x'.repeat(41) }))).toEqual([
      'unit',
      'longer than 40 characters',
    ]);
  });

  test('by metes and bounds keeps each part and makes a text of the parts', () => {
    const row = {
      ...{ section: '5', township: '110', range: '15', base: 'b 1', meridian: 'm 2', municipality: 'mu 3' },
      ...{ q: 'ne', qq: 'n', qqq: 'sw', qqqq: 'e', other_code: 'gov 4', other_lot: 'o 5' },
    };
    const legal = metesAndBounds(row);
    const { section, township, range, ...texts } = row;
    expect(legal).toMatchObject({ section: 5, township: 110, range: 15, mask: 0b11 });
    expect(legal.parts.written).toEqual(
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.toUpperCase()])),
    );
    expect(legal.description).toBe('E SW N NE SEC 5 TWP 110 RNG 15');
    expect([section, township, range]).toEqual(['5', '110', '15']);
    expect(metesAndBounds({}).description).toBe('SEC 0 TWP 0 RNG 0');
    expect(metesAndBounds({ description: 'As is' }).description).toBe('As is');
    const most = { section: '99', township: '999', range: '999' };
    expect(metesAndBounds(most)).toMatchObject({ section: 99, township: 999, range: 999 });
    expect(faultOf(() => metesAndBounds({ section: '100' }))).toEqual(['section', 'no number from 0 to 99']);
    expect(faultOf(() => metesAndBounds({ township: '1000' }))).toEqual([
      'township',
      'no number from 0 to 999',
    ]);
    expect(faultOf(() => metesAndBounds({ range: '1000' }))).toEqual(['range', 'no number from 0 to 999']);
  });
});

describe('B7-15 B7-18 tables of legal descriptions', () => {
  const lot = { plat_no: 'P1', lot: '1', block: '2', sublot: '3', other_code: 'X', other_lot: '4' };
  const said = { description: 'LOT 1', comment: 'easement' };
  const bounds = {
    ...{ qqqq: 'NE', qqq: 'SW', qq: 'N', q: 'S', section: '5', township: '110', range_no: '15', base: 'B' },
    ...{ meridian: 'M', municipality: 'TWO HARBORS', other_code: 'GOV', other_lot: '7', ...said },
  };
  const headers = (...names: string[]): string[] => names.map((name) => `server:legal.${name}`);
  const row = (...cells: string[]) => ({ legalDescriptionTypeDetails: cells });

  test('have the columns of their kind in a fixed order', () => {
    const tables = legalTables({
      metesAndBounds: [bounds],
      lotsAndBlocks: [
        { ...lot, ...said },
        { ...lot, ...said, building: 'B1', unit: 'U2', garage: 'G3' },
      ],
    });
    expect(tables).toEqual({
      metesAndBoundsHeaders: headers(
        ...['quarters', 'section', 'township', 'range', 'base', 'meridian', 'municipality', 'otherLot'],
        ...['description', 'comment'],
      ),
      metesAndBoundsRows: [
        row('NE SW N S', '5', '110', '15', 'B', 'M', 'TWO HARBORS', 'GOV 7', 'LOT 1', 'easement'),
      ],
      lotsAndBlocksHeaders: headers('plat', 'lot', 'block', 'sublot', 'otherLot', 'description', 'comment'),
      lotsAndBlocksRows: [row('P1', '1', '2', '3', 'X 4', 'LOT 1', 'easement')],
      condoHeaders: headers(
        ...[
          'plat',
          'building',
          'unit',
          'garage',
          'lot',
          'block',
          'sublot',
          'otherLot',
          'description',
          'comment',
        ],
      ),
      condoRows: [row('P1', 'B1', 'U2', 'G3', '1', '2', '3', 'X 4', 'LOT 1', 'easement')],
    });
  });

  test('leave out a column that no row fills, and are empty without rows', () => {
    const { lotsAndBlocksHeaders, lotsAndBlocksRows, condoHeaders, condoRows, metesAndBoundsRows } =
      legalTables({
        metesAndBounds: [],
        lotsAndBlocks: [
          { plat_no: 'P1', lot: '1' },
          { plat_no: 'P2', comment: 'c' },
          { plat_no: 'P3', garage: 'G' },
        ],
      });
    expect(lotsAndBlocksHeaders).toEqual(headers('plat', 'lot', 'comment'));
    expect(lotsAndBlocksRows).toEqual([row('P1', '1', ''), row('P2', '', 'c')]);
    expect([condoHeaders, condoRows, metesAndBoundsRows]).toEqual([
      headers('plat', 'garage'),
      [row('P3', 'G')],
      [],
    ]);
  });

  test.each(['building', 'unit', 'garage'])('show a legal description with a %s as a condominium', (name) => {
    const { condoRows, lotsAndBlocksRows } = legalTables({
      metesAndBounds: [],
      lotsAndBlocks: [{ [name]: '1' }],
    });
    expect([condoRows.length, lotsAndBlocksRows.length]).toEqual([1, 0]);
  });
});

test('days, times, books and amounts are written in the form that results show', () => {
  expect([shownDay(0), shownDay(364), shownDay(364), shownDay(36_524)]).toEqual([
    '01/01/1800',
    '12/31/1800',
    '12/31/1800',
    '01/01/1900',
  ]);
  const at = (hour: number, minute: number): string => shownMinute(1_440 + hour * 60 + minute);
  expect([at(0, 5), at(11, 59), at(12, 0), at(23, 10)]).toEqual([
    '01/02/1800 12:05 AM',
    '01/02/1800 11:59 AM',
    '01/02/1800 12:00 PM',
    '01/02/1800 11:10 PM',
  ]);
  expect([shownBook('1', '2', 'D'), shownBook('1', '', 'D'), shownBook('', '', '')]).toEqual([
    '1/2/D',
    '1/D',
    '',
  ]);
  expect([shownDollars(100n), shownDollars(12_345_678_950n), shownDollars(0n)]).toEqual([
    '$1.00',
    '$123,456,789.50',
    '$0.00',
  ]);
  expect(membersOf({ a: 1, b: 'x' })).toBe('"a":1,"b":"x"');
});
