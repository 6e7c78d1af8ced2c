import { describe, expect, test } from '@jest/globals';
import { everySearch } from '@portal/proto/criteria/every-search';
import { searchTypes, type SearchType } from '@portal/proto/http/search-types';
import { defaultsOf, issuesOf, type Typed } from './criteria-cases.js';

type Case = [title: string, typed: Typed, issues: Record<string, string>];
const cases = (type: SearchType, table: Case[]): void => {
  test.each(table)('%s', (_title, typed, issues) => {
    expect(issuesOf(type, typed)).toEqual(issues);
  });
};
const required = 'forms:required';

describe('the search by address', () => {
  const good = { streetNumber: '12', streetName: 'OAK' };
  cases('searchByAddress', [
    ['B1-041 requires a house number', { streetName: 'OAK' }, { streetNumber: required }],
    ['B1-042 requires a street name', { streetNumber: '12' }, { streetName: required }],
    [
      'B1-043 refuses a street name of two characters',
      { ...good, streetName: 'OA' },
      { streetName: 'forms:threeCharacters' },
    ],
    ['B1-043 accepts a street name of three characters', good, {}],
    [
      'B1-043 does not count blanks around a street name',
      { ...good, streetName: ' OA ' },
      { streetName: 'forms:threeCharacters' },
    ],
    [
      'B1-044 refuses a city of two characters',
      { ...good, city: 'ST' },
      { city: 'forms:threeCharactersOrBlank' },
    ],
    ['B1-044 accepts a city of three characters', { ...good, city: 'ELY' }, {}],
    ['B1-044 accepts a blank city', { ...good, city: '' }, {}],
    [
      'B1-045 refuses dates in the wrong order',
      { ...good, fromRecordedDate: '05/02/2020', toRecordedDate: '05/01/2020' },
      { toRecordedDate: 'forms:invalidDateRange' },
    ],
    [
      'B1-045 refuses a future date',
      { ...good, toRecordedDate: '11/22/2026' },
      { toRecordedDate: 'forms:futureDate' },
    ],
  ]);
});

describe('the search by book and page', () => {
  cases('searchByBookAndPage', [
    ['B1-048 requires a book', {}, { book: required }],
    ['B1-049 accepts an empty page', { book: '214' }, {}],
    ['refuses a percent sign in the page', { book: '214', page: '3%' }, { page: 'forms:invalidCharacters' }],
  ]);
  test('B1-047 has the book type ALL by default', () => {
    expect(defaultsOf('searchByBookAndPage')).toMatchObject({ bookType: 'ALL' });
  });
});

describe('the search by date', () => {
  cases('searchByDate', [
    ['B1-052 requires a from date', { fromRecordedDate: '' }, { fromRecordedDate: required }],
    [
      'B1-053 refuses a date that does not exist',
      { fromRecordedDate: '02/30/2020' },
      { fromRecordedDate: 'forms:invalidDate' },
    ],
    [
      'B1-053 refuses dates in the wrong order',
      { fromRecordedDate: '11/22/2020' },
      { toRecordedDate: 'forms:invalidDateRange' },
    ],
    [
      'B1-037 accepts a range of 366 days',
      { fromRecordedDate: '01/01/2020', toRecordedDate: '01/01/2021' },
      {},
    ],
    [
      'B1-037 refuses a range of 367 days',
      { fromRecordedDate: '01/01/2020', toRecordedDate: '01/02/2021' },
      { toRecordedDate: 'forms:rangeOverYear' },
    ],
  ]);
});

describe('the dates of a search form', () => {
  const filled: Partial<Record<SearchType, Typed>> = {
    searchByAddress: { streetNumber: '12', streetName: 'OAK' },
    searchByLegalDescription: { plat: '7', platNumber: '7' },
    searchByName: { grantorGranteeLastName1: 'LIND' },
    searchByParcelId: { parcelId: '25' },
    searchByTractIndexNMI: { island: 'SAIPAN', village: 'GARAPAN' },
    searchByGrantorGranteeBook: { grantorGranteeLastName: 'LIND' },
    searchByTaxLien: {},
    searchByTractBookLegal: { plat: '7', platNumber: '7' },
  };
  const types = Object.keys(filled) as SearchType[];

  test('are tested here for every form except the search by date', () => {
    const dated = searchTypes.filter((type) => 'fromRecordedDate' in everySearch[type].fields.shape);
    expect([...types, 'searchByDate'].sort()).toEqual([...dated].sort());
  });

  test.each(types)('may span any number of years in %s', (type) => {
    expect(
      issuesOf(type, { ...filled[type], fromRecordedDate: '01/01/1800', toRecordedDate: '11/21/2026' }),
    ).toEqual({});
  });

  test.each(types)('B1-032 must be written as MM/DD/YYYY in %s', (type) => {
    for (const bad of ['1/5/2020', '2020-01-05', '01052020', '02/30/2020', 'abc'])
      expect(issuesOf(type, { ...filled[type], fromRecordedDate: bad })).toEqual({
        fromRecordedDate: 'forms:invalidDate',
      });
  });

  test.each(types)('B1-033 B1-034 must not be in the future or in the wrong order in %s', (type) => {
    expect(issuesOf(type, { ...filled[type], toRecordedDate: '11/22/2026' })).toEqual({
      toRecordedDate: 'forms:futureDate',
    });
    expect(issuesOf(type, { ...filled[type], fromRecordedDate: '11/22/2020' })).toEqual({
      toRecordedDate: 'forms:invalidDateRange',
    });
  });
});

describe('the search by parcel id', () => {
  cases('searchByParcelId', [
    ['B1-083 requires a parcel id', {}, { parcelId: required }],
    ['B1-084 refuses a parcel id of one character', { parcelId: '2' }, { parcelId: 'forms:minimum?n=2' }],
    ['B1-084 accepts a parcel id of two characters', { parcelId: '25' }, {}],
    ['B1-084 refuses a percent sign', { parcelId: '25%' }, { parcelId: 'forms:invalidCharacters' }],
    [
      'B1-085 refuses a future date',
      { parcelId: '25', toRecordedDate: '11/22/2026' },
      { toRecordedDate: 'forms:futureDate' },
    ],
  ]);
});

describe('the Torrens searches', () => {
  cases('searchByTorrensCertificate', [
    ['B1-087 accept an empty certificate number', { certificateNumber: '' }, {}],
    ['B1-087 accept any certificate number', { certificateNumber: 'C 12-x' }, {}],
  ]);
  cases('searchByTorrensText', [
    ['B1-091 accept an empty text', { text: '' }, {}],
    [
      'refuse a section that does not exist',
      { searchIn: 'OTHER' },
      { searchIn: expect.any(String) as never },
    ],
  ]);
  test('B1-088 cover all sections of a certificate by default when a text is searched', () => {
    expect(defaultsOf('searchByTorrensText')).toMatchObject({ searchIn: 'ALL' });
  });
});

describe('the search of the tract index', () => {
  const good = { island: 'SAIPAN', village: 'GAR' };
  cases('searchByTractIndexNMI', [
    ['B1-093 requires an island', { village: 'GARAPAN' }, { island: required }],
    ['B1-094 requires a village', { island: 'SAIPAN' }, { village: required }],
    [
      'B1-095 refuses a village of two characters',
      { ...good, village: 'GA' },
      { village: 'forms:threeCharacters' },
    ],
    ['B1-095 accepts a village of three characters', good, {}],
    [
      'B1-096 refuses a parcel id with a dash',
      { ...good, parcelId: '12-3' },
      { parcelId: 'forms:lettersAndDigits' },
    ],
    ['B1-096 accepts a parcel id of letters and digits', { ...good, parcelId: '12A3' }, {}],
    ['B1-096 accepts a blank parcel id', { ...good, parcelId: '' }, {}],
    [
      'B1-097 refuses a future date',
      { ...good, toRecordedDate: '11/22/2026' },
      { toRecordedDate: 'forms:futureDate' },
    ],
  ]);
});

describe('the search by plat', () => {
  const message = { platNumber: 'forms:validPlat' };
  cases('searchByPlat', [
    ['B1-099 requires a plat', {}, message],
    [
      'B1-099 refuses a number and a name without a chosen plat',
      { platNumber: '12', platName: 'OAK GROVE' },
      message,
    ],
    ['B1-099 accepts a chosen plat', { plat: '12', platNumber: '12', platName: 'OAK GROVE' }, {}],
  ]);
});

describe('the search of grantor grantee books', () => {
  cases('searchByGrantorGranteeBook', [
    ['B1-102 requires a last name', {}, { grantorGranteeLastName: required }],
    [
      'B1-103 refuses a text that is not a date',
      { grantorGranteeLastName: 'LIND', fromRecordedDate: 'abc' },
      { fromRecordedDate: 'forms:invalidDate' },
    ],
    ['accepts a last name with dates', { grantorGranteeLastName: 'LIND' }, {}],
  ]);
  test('B1-101 covers both books by default', () => {
    expect(defaultsOf('searchByGrantorGranteeBook')).toMatchObject({ searchIn: 'BOTH' });
  });
});

describe('the search by tract book id', () => {
  cases('searchByTractBookId', [
    ['B1-120 requires an id', {}, { tractBookId: required }],
    ['B1-120 accepts an id', { tractBookId: '12' }, {}],
  ]);
});

test.each(searchTypes)('B1-029 %s refuses a percent sign in each of its text fields', (type) => {
  const { shape } = everySearch[type].fields;
  const defaults = defaultsOf(type);
  const texts = Object.keys(shape).filter(
    (name) =>
      issuesOf(type, { ...defaults, [name]: '1' })[name] !==
      issuesOf(type, { ...defaults, [name]: '%' })[name],
  );
  expect(texts.length).toBeGreaterThan(0);
  for (const name of Object.keys(shape))
    expect(issuesOf(type, { ...defaults, [name]: '1%' })[name]).toBeTruthy();
});

test.each(searchTypes)(
  '%s throws no exception for NUL, emoji, right-to-left text, quotes or ten thousand characters',
  (type) => {
    const defaults = defaultsOf(type);
    for (const name of Object.keys(everySearch[type].fields.shape)) {
      for (const odd of ['\u0000', '🏠', '\u05d0\u05d1', `'";--`, 'x'.repeat(10_000)])
        expect(() => issuesOf(type, { ...defaults, [name]: odd })).not.toThrow();
      expect(issuesOf(type, { ...defaults, [name]: 'x'.repeat(10_000) })[name]).toBeTruthy();
    }
  },
);
