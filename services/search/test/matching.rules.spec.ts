import { describe, expect, test } from '@jest/globals';
import { sortKeys } from '@portal/proto/http/search-types';
import { anySortKey, keptSearches } from '../src/history/history.rules.js';
import {
  documentKeyAt,
  documentNumberRange,
  documentOrdinal,
  isDocumentType,
  ordinalOfKey,
  readDocumentNumber,
} from '../src/matching/document-number.rules.js';
import {
  beginningWith,
  exactly,
  foldInitial,
  foldName,
  hyphenParts,
  nameWords,
  upperWithoutAccents,
} from '../src/matching/name.rules.js';
import {
  bookOrdinal,
  bookRange,
  dayOrdinal,
  noBook,
  recordedMinute,
  typedDayOrdinal,
} from '../src/matching/recorded.rules.js';
import { foldStreet } from '../src/matching/street.rules.js';
import { certificateSections, normalizeTorrensText } from '../src/matching/torrens-text.rules.js';
import { platAsked, platFault } from '../src/plats/plat.rules.js';
import { wantedName } from '../src/searching/wanted-name.js';
import { windowOf } from '../src/searching/window.rules.js';

describe('a folded name', () => {
  test.each([
    ['ØŁĐÐÆŒÞẞ', 'OLDDAEOETHSS'],
    ['øłđðæœþß', 'OLDDAEOETHSS'],
    ['Łódź', 'LODZ'],
    ['AB C1', 'AB C1'],
    ['é-É', 'E-E'],
    ['kaʻa\u02bc', "KA'A'"],
  ])('that is made from %s has the base letters %s', (text, upper) => {
    expect(upperWithoutAccents(text)).toBe(upper);
  });

  test('has each word once; a period after two or more letters separates words', () => {
    expect(nameWords('Smith & Smith, S.A.B. de C.V.')).toEqual(['SMITH', 'AND', 'SAB', 'DE', 'CV']);
    expect(nameWords('ABC.DE FG.H')).toEqual(['ABC', 'DE', 'FG', 'H']);
    expect(nameWords('A.BC')).toEqual(['ABC']);
    expect(nameWords('O’NEIL `X` D‘OR')).toEqual(['ONEIL', 'X', 'DOR']);
    expect(nameWords('KAʻAHUMANU OF OʼBRIEN')).toEqual(['KAAHUMANU', 'OF', 'OBRIEN']);
    expect(nameWords(' -- ')).toEqual([]);
    expect(nameWords('  (ONE)  ')).toEqual(['ONE']);
  });

  test('lists each different part of a hyphenated name once, and has no parts if the name has no hyphen', () => {
    expect(hyphenParts('A-B-A')).toEqual(['A', 'B']);
    expect(hyphenParts('A-A')).toEqual(['A']);
    expect(hyphenParts('-A')).toEqual([]);
    expect(hyphenParts('A--B')).toEqual(['A', 'B']);
    expect(hyphenParts('A\u2010B\u2011C–D')).toEqual(['A', 'B', 'C', 'D']);
    expect(hyphenParts('A B')).toEqual([]);
  });

  test.each([
    ['-', 'ANN', ''],
    ['SMITH', '-', ''],
    ['SMITH', 'ʻ', 'J'],
    ['SMITH', 'ANN', '.'],
  ])(
    'is not made if a typed part of the name has no letter or digit (%s, %s, %s)',
    (last, first, initial) => {
      expect(wantedName(last, first, initial)).toBeUndefined();
      expect(wantedName('SMITH', '', '')).toEqual({ last: 'SMITH', first: '', initial: '' });
    },
  );

  test('is shortened to its first letter if it is a middle name', () => {
    expect([foldInitial(" 'östen"), foldInitial('Q.'), foldInitial(''), foldInitial(' . ')]).toEqual([
      'O',
      'Q',
      '',
      '',
    ]);
  });

  test('has a range that contains all texts that begin with the name, and no other texts', () => {
    expect(beginningWith('A')).toEqual({ from: 'A', below: 'B' });
    expect(beginningWith('AZ')).toEqual({ from: 'AZ', below: 'A[' });
    expect(beginningWith('A😀')).toEqual({ from: 'A😀', below: 'A😁' });
    expect(exactly('LIND')).toEqual({ from: 'LIND', below: 'LIND\u0001' });
    expect(foldName('A 1-b')).toBe('A1B');
  });
});

test.each([
  ['STREET', 'ST'],
  ['AVENUE', 'AVE'],
  ['ROAD', 'RD'],
  ['LANE', 'LN'],
  ['DRIVE', 'DR'],
  ['COURT', 'CT'],
  ['TRAIL', 'TRL'],
  ['BOULEVARD', 'BLVD'],
  ['HIGHWAY', 'HWY'],
  ['COUNTY', 'CO'],
  ['PLACE', 'PL'],
  ['CIRCLE', 'CIR'],
  ['NORTH', 'N'],
  ['SOUTH', 'S'],
  ['EAST', 'E'],
  ['WEST', 'W'],
  ['NORTHEAST', 'NE'],
  ['NORTHWEST', 'NW'],
  ['SOUTHEAST', 'SE'],
  ['SOUTHWEST', 'SW'],
])('the word %s of a street is compared as %s', (written, short) => {
  expect(foldStreet(`9 ${written}`)).toBe(`9 ${short}`);
});

test('the sections of a certificate have the letters L, M and R, and their texts are compared in capitals and without periods', () => {
  expect(certificateSections).toEqual({ LEGAL: 'L', MEMORIAL: 'M', RECITAL: 'R' });
  expect(normalizeTorrensText('.a..b1.')).toBe('A B1');
});

describe('the numbering of days and times', () => {
  test.each([
    ['1800-01-01', 0],
    ['1800-12-31', 364],
    ['1900-01-01', 36_524],
    ['2026-11-22', 82_870],
    ['2999-12-31', 438290],
    ['1799-12-31', undefined],
    ['3000-01-01', undefined],
    ['2026-02-30', undefined],
    ['2026-13-01', undefined],
    ['x2026-11-22', undefined],
    ['2026-11-22x', undefined],
    ['2026-1-2', undefined],
  ])('counts %s as day %p', (iso, day) => {
    expect(dayOrdinal(iso)).toBe(day);
  });

  test('counts a typed day before 1800 as the first day of 1800, and gives an invalid day no number', () => {
    expect(['12/31/1799', '01/01/1800', '01/02/1800', '02/30/2020', 'abc', ''].map(typedDayOrdinal)).toEqual([
      0,
      0,
      1,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test.each([
    ['', 0],
    ['00:00', 0],
    ['09:59', 599],
    ['19:07', 1_147],
    ['23:59', 1_439],
    ['24:00', undefined],
    ['12:60', undefined],
    ['9:00', undefined],
    ['09:000', undefined],
    ['x09:00', undefined],
  ])('counts the time %p as minute %p of the day', (time, minute) => {
    expect(recordedMinute('1800-01-01', time)).toBe(minute);
    expect(recordedMinute('1800-01-03', time)).toBe(minute === undefined ? undefined : minute + 2_880);
  });
});

describe('the ordinal of a book and page', () => {
  const at = (book: bigint, letter = 0n, page = 0n, pageLetter = 0n, type = 0n): bigint =>
    ((book * 32n + letter) * 33_554_432n + page * 32n + pageLetter) * 32n + type;

  test.each([
    ['1', '', '', at(1n)],
    [' 12a ', '', '', at(12n, 1n)],
    ['12Z', '7', '', at(12n, 26n, 7n)],
    ['12', '7B', 'D', at(12n, 0n, 7n, 2n, 4n)],
    ['000000000012', '0000000007', '', at(12n, 0n, 7n)],
    ['16777215', '1048575', '', at(16_777_215n, 0n, 1_048_575n)],
    ['16777216', '', '', undefined],
    ['1', '1048576', '', undefined],
    ['1', 'x', '', undefined],
    ['1AB', '', '', undefined],
    ['A1', '', '', undefined],
    ['', '1', '', undefined],
    ['123456789', '', '', undefined],
    ['1', '1', 'DD', undefined],
    ['1', '1', '1', undefined],
  ])('with book %p page %p type %p is %p', (book, page, type, ordinal) => {
    expect(bookOrdinal(book, page, type)).toBe(ordinal);
    if (ordinal !== undefined) expect(ordinal).toBeLessThan(noBook);
  });

  test('has a range that covers a whole book or one page, for every book type', () => {
    expect(bookRange('12', '')).toEqual({ from: at(12n), below: at(12n, 1n) });
    expect(bookRange('12', '7')).toEqual({ from: at(12n, 0n, 7n), below: at(12n, 0n, 7n, 1n) });
    expect(bookRange('x', '')).toBeUndefined();
    expect(noBook).toBe(2n ** 63n - 1n);
  });
});

describe('a document number', () => {
  test('has an ordinal with room for 32 suffixes and 32 types per number', () => {
    expect(documentOrdinal('A', { number: 2n, suffix: '' })).toBe(2_049n);
    expect(documentOrdinal('T', { number: 2n, suffix: 'C' })).toBe(2_048n + 96n + 20n);
    expect(documentOrdinal('', { number: 1n, suffix: '' })).toBe(1_024n);
    expect(documentKeyAt(2_048n + 96n + 20n)).toBe('T2C');
    expect(documentKeyAt(1_024n)).toBe('1');
  });

  test.each([
    ['9007199254740991', 9_007_199_254_740_991n],
    ['9007199254740992', undefined],
    ['0'.repeat(40), 0n],
    ['0'.repeat(41), undefined],
    [' 5 ', 5n],
    ['x5', undefined],
    ['5AB', undefined],
    ['', undefined],
  ])('is read from %s as the number %p', (text, number) => {
    expect(readDocumentNumber(text)?.number).toBe(number);
  });

  test('has a key of one letter and a number', () => {
    expect(['A', 'a', '1', 'AB', ''].map(isDocumentType)).toEqual([true, false, false, false, false]);
    expect(['11', 'A', 'a1', 'A1', 'A1-2'].map(ordinalOfKey)).toEqual([
      undefined,
      undefined,
      undefined,
      1_025n,
      undefined,
    ]);
  });

  const numbered = (number: bigint): bigint => number * 1_024n;

  test.each([
    ['5', '', { from: numbered(5n), below: numbered(5n) + 32n }],
    ['5b', '', { from: numbered(5n) + 64n, below: numbered(5n) + 96n }],
    [' t5 ', '', { from: numbered(5n), below: numbered(5n) + 32n, documentType: 'T' }],
    ['TT5', '', undefined],
    ['T', '', undefined],
    ['5', '9', { from: numbered(5n), below: numbered(9n) + 32n }],
    ['5C', '9', { from: numbered(5n) + 96n, below: numbered(9n) + 32n }],
    ['T5', '9', undefined],
    ['5', '9A', undefined],
    ['5', 'x9', undefined],
    ['5', '9'.repeat(41), undefined],
    ['5', '9007199254740992', { from: numbered(5n), below: numbered(9_007_199_254_740_991n) + 32n }],
    ['5', '9007199254740991', { from: numbered(5n), below: numbered(9_007_199_254_740_991n) + 32n }],
  ])('from %p to %p is the range %p', (from, to, range) => {
    expect(documentNumberRange(from, to)).toEqual(range);
  });
});

describe('the plat of a search', () => {
  const known = { number: 'P10', name: 'OAKGROVE' };
  test.each([
    [{ platNumber: '', platName: '' }, known, undefined],
    [{ platNumber: 'p-10', platName: 'Oak Grove' }, known, undefined],
    [{ platNumber: 'P11', platName: '' }, known, { platNumber: 'forms:noMatchingPlat' }],
    [{ platNumber: 'P10', platName: 'OAK' }, known, { platName: 'forms:noMatchingPlat' }],
    [{ platNumber: 'P10', platName: 'Oak Grove' }, undefined, { platNumber: 'forms:validPlat' }],
  ])(
    'B1-064 B1-099 B1-100 is typed as %j; compared with the stored plat %j, it has the errors %j',
    (typed, plat, fault) => {
      expect(platFault(typed, plat)).toEqual(fault);
    },
  );

  test('is looked up in the index for searches by lots and blocks or by plat, and for no other search', () => {
    const plat = { plat: '1', platNumber: '', platName: '' };
    expect(platAsked(plat)).toEqual(plat);
    expect(platAsked({ ...plat, legalType: 'LB' })).toMatchObject(plat);
    expect(platAsked({ ...plat, legalType: 'MB' })).toBeUndefined();
    expect(platAsked({ parcelId: '1' })).toBeUndefined();
    expect(platAsked({ legalType: 'LB' })).toBeUndefined();
  });
});

test('pages of 100 results are delivered in batches of 25, and page -1 has the first thousand results', () => {
  const paging = { timestamp: '', sortKey: 'docNumber', sortDirection: 'ASC', updateHistory: false } as const;
  const at = (pageNumber: number, batch: number) => windowOf({ ...paging, pageNumber, batch });
  expect([at(1, 1), at(1, 4), at(3, 2), at(-1, 1)]).toEqual([
    { offset: 0, rows: 25 },
    { offset: 75, rows: 25 },
    { offset: 225, rows: 25 },
    { offset: 0, rows: 1_000 },
  ]);
});

test('the history keeps five searches, and accepts the sort keys of every result screen', () => {
  expect(keptSearches).toBe(5);
  for (const key of Object.values(sortKeys).flat()) expect(anySortKey.parse(key)).toBe(key);
  expect(anySortKey.safeParse('price').success).toBe(false);
});
