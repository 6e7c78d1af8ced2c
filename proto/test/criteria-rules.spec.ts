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

describe('address', () => {
  const good = { streetNumber: '12', streetName: 'OAK' };
  cases('searchByAddress', [
    ['B1-041 an empty house number is required', { streetName: 'OAK' }, { streetNumber: required }],
    ['B1-042 an empty street name is required', { streetNumber: '12' }, { streetName: required }],
    [
      'B1-043 a street name of two characters is too short',
      { ...good, streetName: 'OA' },
      { streetName: 'forms:threeCharacters' },
    ],
    ['B1-043 a street name of three characters passes', good, {}],
    [
      'B1-043 blanks around a street name do not count',
      { ...good, streetName: ' OA ' },
      { streetName: 'forms:threeCharacters' },
    ],
    [
      'B1-044 a city of two characters is too short',
      { ...good, city: 'ST' },
      { city: 'forms:threeCharactersOrBlank' },
    ],
    ['B1-044 a city of three characters passes', { ...good, city: 'ELY' }, {}],
    ['B1-044 a city may be left blank', { ...good, city: '' }, {}],
    [
      'B1-045 dates the wrong way round are refused',
      { ...good, fromRecordedDate: '05/02/2020', toRecordedDate: '05/01/2020' },
      { toRecordedDate: 'forms:invalidDateRange' },
    ],
    [
      'B1-045 a date to come is refused',
      { ...good, toRecordedDate: '11/22/2026' },
      { toRecordedDate: 'forms:futureDate' },
    ],
  ]);
});

describe('book and page', () => {
  cases('searchByBookAndPage', [
    ['B1-048 an empty book is required', {}, { book: required }],
    ['B1-049 an empty page passes', { book: '214' }, {}],
    [
      'a percent sign is refused in the page',
      { book: '214', page: '3%' },
      { page: 'forms:invalidCharacters' },
    ],
  ]);
  test('B1-047 the book type is ALL by default', () => {
    expect(defaultsOf('searchByBookAndPage')).toMatchObject({ bookType: 'ALL' });
  });
});

describe('date', () => {
  cases('searchByDate', [
    ['B1-052 an empty from date is required', { fromRecordedDate: '' }, { fromRecordedDate: required }],
    [
      'B1-053 a date that does not exist is refused',
      { fromRecordedDate: '02/30/2020' },
      { fromRecordedDate: 'forms:invalidDate' },
    ],
    [
      'B1-053 dates the wrong way round are refused',
      { fromRecordedDate: '11/22/2020' },
      { toRecordedDate: 'forms:invalidDateRange' },
    ],
    ['B1-037 366 days pass', { fromRecordedDate: '01/01/2020', toRecordedDate: '01/01/2021' }, {}],
    [
      'B1-037 367 days exceed a year',
      { fromRecordedDate: '01/01/2020', toRecordedDate: '01/02/2021' },
      { toRecordedDate: 'forms:rangeOverYear' },
    ],
  ]);
});

describe('dates of every form that has them', () => {
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

  test('every form with dates except Date is in the list', () => {
    const dated = searchTypes.filter((type) => 'fromRecordedDate' in everySearch[type].fields.shape);
    expect([...types, 'searchByDate'].sort()).toEqual([...dated].sort());
  });

  test.each(types)('%s takes any span of years', (type) => {
    expect(
      issuesOf(type, { ...filled[type], fromRecordedDate: '01/01/1800', toRecordedDate: '11/21/2026' }),
    ).toEqual({});
  });

  test.each(types)('B1-032 %s takes dates as MM/DD/YYYY only', (type) => {
    for (const bad of ['1/5/2020', '2020-01-05', '01052020', '02/30/2020', 'abc'])
      expect(issuesOf(type, { ...filled[type], fromRecordedDate: bad })).toEqual({
        fromRecordedDate: 'forms:invalidDate',
      });
  });

  test.each(types)('B1-033 B1-034 %s refuses future days and an end date before the start date', (type) => {
    expect(issuesOf(type, { ...filled[type], toRecordedDate: '11/22/2026' })).toEqual({
      toRecordedDate: 'forms:futureDate',
    });
    expect(issuesOf(type, { ...filled[type], fromRecordedDate: '11/22/2020' })).toEqual({
      toRecordedDate: 'forms:invalidDateRange',
    });
  });
});

describe('parcel id', () => {
  cases('searchByParcelId', [
    ['B1-083 an empty parcel id is required', {}, { parcelId: required }],
    [
      'B1-084 a parcel id of one character is too short',
      { parcelId: '2' },
      { parcelId: 'forms:minimum?n=2' },
    ],
    ['B1-084 a parcel id of two characters passes', { parcelId: '25' }, {}],
    ['B1-084 a percent sign is refused', { parcelId: '25%' }, { parcelId: 'forms:invalidCharacters' }],
    [
      'B1-085 its dates are checked',
      { parcelId: '25', toRecordedDate: '11/22/2026' },
      { toRecordedDate: 'forms:futureDate' },
    ],
  ]);
});

describe('Torrens', () => {
  cases('searchByTorrensCertificate', [
    ['B1-087 an empty certificate number is sent', { certificateNumber: '' }, {}],
    ['B1-087 any certificate number is sent', { certificateNumber: 'C 12-x' }, {}],
  ]);
  cases('searchByTorrensText', [
    ['B1-091 an empty text is sent', { text: '' }, {}],
    [
      'a section that there is not is refused',
      { searchIn: 'OTHER' },
      { searchIn: expect.any(String) as never },
    ],
  ]);
  test('B1-088 a text search covers all sections by default', () => {
    expect(defaultsOf('searchByTorrensText')).toMatchObject({ searchIn: 'ALL' });
  });
});

describe('tract index', () => {
  const good = { island: 'SAIPAN', village: 'GAR' };
  cases('searchByTractIndexNMI', [
    ['B1-093 an island is required', { village: 'GARAPAN' }, { island: required }],
    ['B1-094 a village is required', { island: 'SAIPAN' }, { village: required }],
    [
      'B1-095 a village of two characters is too short',
      { ...good, village: 'GA' },
      { village: 'forms:threeCharacters' },
    ],
    ['B1-095 a village of three characters passes', good, {}],
    [
      'B1-096 a parcel id with a dash is refused',
      { ...good, parcelId: '12-3' },
      { parcelId: 'forms:lettersAndDigits' },
    ],
    ['B1-096 a parcel id of letters and digits passes', { ...good, parcelId: '12A3' }, {}],
    ['B1-096 a parcel id may be left blank', { ...good, parcelId: '' }, {}],
    [
      'B1-097 its dates are checked',
      { ...good, toRecordedDate: '11/22/2026' },
      { toRecordedDate: 'forms:futureDate' },
    ],
  ]);
});

describe('plat', () => {
  const message = { platNumber: 'forms:validPlat' };
  cases('searchByPlat', [
    ['B1-099 no plat is refused', {}, message],
    ['B1-099 a number and a name alone are no plat', { platNumber: '12', platName: 'OAK GROVE' }, message],
    ['B1-099 a chosen plat passes', { plat: '12', platNumber: '12', platName: 'OAK GROVE' }, {}],
  ]);
});

describe('grantor grantee book', () => {
  cases('searchByGrantorGranteeBook', [
    ['B1-102 an empty last name is required', {}, { grantorGranteeLastName: required }],
    [
      'B1-103 its dates are checked',
      { grantorGranteeLastName: 'LIND', fromRecordedDate: 'abc' },
      { fromRecordedDate: 'forms:invalidDate' },
    ],
    ['a last name and dates pass', { grantorGranteeLastName: 'LIND' }, {}],
  ]);
  test('B1-101 it searches both books by default', () => {
    expect(defaultsOf('searchByGrantorGranteeBook')).toMatchObject({ searchIn: 'BOTH' });
  });
});

describe('tract book id', () => {
  cases('searchByTractBookId', [
    ['B1-120 an empty id is required', {}, { tractBookId: required }],
    ['B1-120 an id passes', { tractBookId: '12' }, {}],
  ]);
});

test.each(searchTypes)('B1-029 %s refuses a percent sign in each of its texts', (type) => {
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
  '%s accepts or refuses NUL, emoji, right-to-left text, quotes and ten thousand characters without an exception',
  (type) => {
    const defaults = defaultsOf(type);
    for (const name of Object.keys(everySearch[type].fields.shape)) {
      for (const odd of ['\u0000', '🏠', '\u05d0\u05d1', `'";--`, 'x'.repeat(10_000)])
        expect(() => issuesOf(type, { ...defaults, [name]: odd })).not.toThrow();
      expect(issuesOf(type, { ...defaults, [name]: 'x'.repeat(10_000) })[name]).toBeTruthy();
    }
  },
);
