import { describe, expect, test } from '@jest/globals';
import { everySearch, shownCriteria } from '@portal/proto/criteria/every-search';
import { wideningsOfSaved } from '@portal/proto/criteria/saved-criteria';
import { searchTypes, type SearchType } from '@portal/proto/http/search-types';
import { defaultsOf, goodDates, issuesOf } from './criteria-cases.js';

const required = 'forms:required';
const plat = { plat: '12', platNumber: '12', platName: 'OAK GROVE' };
const bounds = { legalType: 'MB', section: '4', township: '55', range: '11' };
const legalTypes = ['searchByLegalDescription', 'searchByTractBookLegal'] as const;

describe.each(legalTypes)('%s', (type) => {
  test('B1-058 B1-059 B1-124 by default searches by lot and block, and matches with Contains', () => {
    expect(defaultsOf(type)).toMatchObject({ legalType: 'LB', searchMethod: 'CONTAINS' });
  });

  test('B1-060 B1-061 B1-122 B1-123 has the criteria for lots and blocks and those for metes and bounds', () => {
    const names =
      'legalType searchMethod section township range base meridian municipality qqqq qqq qq q plat platName platNumber lot block sublot building unit garage otherLotCodeLb otherLotLb otherLotCodeMb otherLotMb fromRecordedDate toRecordedDate';
    expect(Object.keys(defaultsOf(type))).toEqual(expect.arrayContaining(names.split(' ')));
  });

  test('B1-064 B1-126 requires a valid plat for lots and blocks', () => {
    expect(issuesOf(type, { platNumber: '12', lot: '3' })).toEqual({ platNumber: 'forms:validPlat' });
    expect(issuesOf(type, { ...plat, lot: '3' })).toEqual({});
  });

  test('requires no plat for metes and bounds, and no township for lots and blocks', () => {
    expect(issuesOf(type, bounds)).toEqual({});
    expect(issuesOf(type, { ...plat, township: '' })).toEqual({});
  });

  test('B1-067 accepts only digits as section, township and range', () => {
    expect(issuesOf(type, { ...bounds, section: '4A', township: '55N', range: '-11' })).toEqual({
      section: 'forms:numbersOnly',
      township: 'forms:numbersOnly',
      range: 'forms:numbersOnly',
    });
  });

  test('B1-069 B1-128 refuses an end date before the start date', () => {
    expect(issuesOf(type, { ...plat, fromRecordedDate: '12/01/2020' })).toEqual({
      toRecordedDate: 'forms:invalidDateRange',
    });
  });
});

test('B1-068 a search by legal description requires township and range for metes and bounds, but no section', () => {
  expect(issuesOf('searchByLegalDescription', { legalType: 'MB' })).toEqual({
    township: required,
    range: required,
  });
});

test('B1-127 a search of tract books requires section, township and range for metes and bounds', () => {
  expect(issuesOf('searchByTractBookLegal', { legalType: 'MB' })).toEqual({
    section: required,
    township: required,
    range: required,
  });
});

describe.each([
  ['LB', 'Lb', plat],
  ['MB', 'Mb', bounds],
])('the name beside a legal description (%s)', (legalType, suffix, rest) => {
  const last = `grantorGranteeLastName${suffix}`;
  const first = `grantorGranteeFirstName${suffix}`;
  const initial = `grantorGranteeMiddleInitial${suffix}`;
  const issues = (typed: object) => issuesOf('searchByLegalDescription', { ...rest, legalType, ...typed });

  test('B1-065 requires the last name if a first name is typed', () => {
    expect(issues({ [first]: 'ANN' })).toEqual({ [last]: 'forms:requiredIfFirstName' });
  });

  test('B1-066 requires last name and first name if a middle initial is typed', () => {
    expect(issues({ [initial]: 'A' })).toEqual({
      [last]: 'forms:requiredIfMi',
      [first]: 'forms:requiredIfMi',
    });
    expect(issues({ [last]: 'LIND', [initial]: 'A' })).toEqual({ [first]: 'forms:requiredIfMi' });
    expect(issues({ [last]: 'LIND', [first]: 'ANN', [initial]: 'A' })).toEqual({});
  });

  test('requires at least two letters or digits in a last name', () => {
    for (const short of ['L', 'L.', '--'])
      expect(issues({ [last]: short })).toEqual({ [last]: 'forms:minimum?n=2' });
    expect(issues({ [last]: 'LI' })).toEqual({});
  });

  test('B1-062 refuses a middle initial of two characters', () => {
    expect(issues({ [last]: 'LIND', [first]: 'ANN', [initial]: 'AB' })).toEqual({
      [initial]: 'forms:tooLong',
    });
  });
});

describe('a tax lien search', () => {
  const issues = (typed: object) => issuesOf('searchByTaxLien', { ...typed });
  const noDates = { fromRecordedDate: '', toRecordedDate: '' };

  test('B1-109 searches for current liens in a range of dates by default', () => {
    expect(defaultsOf('searchByTaxLien')).toMatchObject({
      searchByTaxLienMethod: 'DATERANGE',
      currentOrExpired: 'CURRENT',
    });
  });

  test('B1-108 has the criteria of every method', () => {
    expect(Object.keys(defaultsOf('searchByTaxLien'))).toEqual(
      expect.arrayContaining(
        'searchByTaxLienMethod currentOrExpired documentNumber lienNumber taxpayerName taxpayerFirstName taxpayerMiddleInitial documentType'.split(
          ' ',
        ),
      ),
    );
  });

  test('B1-106 offers the states ALL, CURRENT and EXPIRED', () => {
    for (const currentOrExpired of ['ALL', 'CURRENT', 'EXPIRED'])
      expect(issues({ currentOrExpired })).toEqual({});
    expect(issues({ currentOrExpired: 'OTHER' })).toHaveProperty('currentOrExpired');
  });

  test('B1-110 accepts ALL states when it searches by document number', () => {
    const typed = { searchByTaxLienMethod: 'DOCUMENTNUMBER', documentNumber: '12', currentOrExpired: 'ALL' };
    expect(issues(typed)).toEqual({});
  });

  test('B1-111 requires two real dates when it searches by dates', () => {
    expect(issues(noDates)).toEqual({ fromRecordedDate: required, toRecordedDate: required });
    expect(issues({ fromRecordedDate: '02/30/2020', toRecordedDate: 'abc' })).toEqual({
      fromRecordedDate: 'forms:invalidDate',
      toRecordedDate: 'forms:invalidDate',
    });
  });

  test('B1-112 refuses an end date before the start date when it searches by dates', () => {
    expect(issues({ fromRecordedDate: '12/01/2020' })).toEqual({ toRecordedDate: 'forms:invalidDateRange' });
  });

  test.each([
    ['B1-113', 'DOCUMENTNUMBER', 'documentNumber'],
    ['B1-114', 'LIENNUMBER', 'lienNumber'],
    ['B1-115', 'TAXPAYER', 'taxpayerName'],
  ])('%s with the method %s requires %s but no dates', (_id, method, field) => {
    expect(issues({ searchByTaxLienMethod: method, ...noDates })).toEqual({ [field]: required });
    expect(issues({ searchByTaxLienMethod: method, ...noDates, [field]: 'LIND' })).toEqual({});
  });

  test('B1-116 accepts a taxpayer’s middle initial without a first name', () => {
    const typed = { searchByTaxLienMethod: 'TAXPAYER', taxpayerName: 'LIND', taxpayerMiddleInitial: 'A' };
    expect(issues(typed)).toEqual({});
  });
});

test('B1-027 in every search form, the instrument group and the document type are ALL by default', () => {
  for (const type of searchTypes) {
    const { instrumentGroup = 'ALL', documentType = 'ALL' } = defaultsOf(type);
    expect([type, instrumentGroup, documentType]).toEqual([type, 'ALL', 'ALL']);
  }
});

const narrow: Record<SearchType, Record<string, string>> = {
  searchByAddress: { streetNumber: '12', streetName: 'OAK', city: 'ELY', instrumentGroup: 'DEED' },
  searchByBookAndPage: { book: '214', page: '3', bookType: 'D' },
  searchByDate: { documentType: 'A', instrumentGroup: 'DEED' },
  searchByDocumentNumber: { fromDocumentNumber: '12', documentType: 'A' },
  searchByLegalDescription: { ...plat, lot: '3', block: '1', searchMethod: 'EXACT' },
  searchByName: { grantorGranteeLastName1: 'LIND', grantorGranteeFirstName1: 'ANN', instrumentGroup: 'DEED' },
  searchByParcelId: { parcelId: '25', documentType: 'A' },
  searchByTorrensCertificate: { certificateNumber: '12' },
  searchByTorrensText: { text: 'OAK', searchIn: 'LEGAL' },
  searchByTractIndexNMI: { island: 'SAIPAN', village: 'GARAPAN', parcelId: '12' },
  searchByPlat: plat,
  searchByGrantorGranteeBook: { grantorGranteeLastName: 'LIND', searchIn: 'GRANTORS' },
  searchByTaxLien: { searchByTaxLienMethod: 'TAXPAYER', taxpayerName: 'LIND', taxpayerFirstName: 'ANN' },
  searchByTractBookId: { tractBookId: '12' },
  searchByTractBookLegal: { ...bounds, qq: 'NE' },
};
const t = (key: string): string => key;

test.each(searchTypes)('the displayed criteria of %s contain each text that was typed', (type) => {
  const shown = shownCriteria(type, { ...goodDates, ...narrow[type] }, t);
  const texts = shown.map(({ value }) => value).join(' | ');
  for (const value of Object.values(narrow[type])) {
    const named = [value, value.toLowerCase(), value.charAt(0) + value.slice(1).toLowerCase()];
    const spoken = ['LB', 'MB', 'CONTAINS', 'TAXPAYER'].includes(value);
    if (!spoken) expect([texts, named.some((each) => texts.includes(each))]).toEqual([texts, true]);
  }
});

test.each([
  ['DATERANGE', '01/01/2020 – 11/21/2020'],
  ['DOCUMENTNUMBER', '77'],
  ['LIENNUMBER', 'L-88'],
  ['TAXPAYER', 'LIND, ANN'],
])('a tax lien search by %s shows the criteria of its method only', (searchByTaxLienMethod, value) => {
  const typed = { documentNumber: '77', lienNumber: 'L-88', taxpayerName: 'LIND', taxpayerFirstName: 'ANN' };
  const shown = shownCriteria('searchByTaxLien', { ...goodDates, ...typed, searchByTaxLienMethod }, t);
  expect(shown.map((each) => each.value)).toEqual([value, 'search:searchByTaxLien.currentOrExpired.CURRENT']);
});

test.each(searchTypes)(
  '%s stays valid whichever optional criterion a user leaves out to find more records',
  (type) => {
    const criteria = { ...goodDates, ...narrow[type] };
    for (const { without } of wideningsOfSaved(everySearch[type], criteria)) {
      const left = { ...criteria, ...without };
      expect(left).not.toEqual(criteria);
      expect(everySearch[type].fields.safeParse(left).success).toBe(true);
    }
  },
);

test('criteria with a value of a wrong type are not displayed, and none of them is offered for removal', () => {
  expect(shownCriteria('searchByName', { grantorGranteeLastName1: 12 }, t)).toEqual([]);
  expect(wideningsOfSaved(everySearch.searchByName, 'x')).toEqual([]);
});
