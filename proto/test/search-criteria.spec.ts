import { expect, test } from '@jest/globals';
import { documentNumberSearch } from '@portal/proto/criteria/document-number';
import { shownCriteria } from '@portal/proto/criteria/every-search';
import { nameSearch } from '@portal/proto/criteria/name';
import { searchPaging } from '@portal/proto/http/search-paging';
import * as z from 'zod/mini';

const dates = { fromRecordedDate: '01/01/1900', toRecordedDate: '11/21/2026' };
const nameIssues = (criteria: Record<string, unknown>): Record<string, string> => {
  const parsed = z.safeParse(nameSearch.schema({ today: '2026-11-21' }), { ...dates, ...criteria });
  return parsed.success
    ? {}
    : Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]));
};
const numberIssues = (criteria: Record<string, unknown>): Record<string, string> => {
  const parsed = z.safeParse(documentNumberSearch.schema(), criteria);
  return parsed.success
    ? {}
    : Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]));
};
const last1 = 'grantorGranteeLastName1';

test('B1-073 an empty last name is refused as required', () => {
  expect(nameIssues({})).toEqual({ [last1]: 'forms:required' });
  expect(nameIssues({ [last1]: '   ' })).toEqual({ [last1]: 'forms:required' });
});

test('B1-030 B1-074 a last name needs at least two characters, without the spaces around it', () => {
  expect(nameIssues({ [last1]: ' S ' })).toEqual({ [last1]: 'forms:minimum?n=2' });
  expect(nameIssues({ [last1]: 'SM' })).toEqual({});
});

test('B1-029 a percent sign is an invalid character in every text field', () => {
  expect(nameIssues({ [last1]: 'SM%' })).toEqual({ [last1]: 'forms:invalidCharacters' });
  expect(numberIssues({ fromDocumentNumber: '1%' })).toEqual({
    fromDocumentNumber: 'forms:invalidCharacters',
  });
});

test('B1-075 a middle initial requires the first name', () => {
  expect(nameIssues({ [last1]: 'SMITH', grantorGranteeMiddleInitial1: 'J' })).toEqual({
    grantorGranteeFirstName1: 'forms:requiredIfMi',
  });
});

test('B1-076 the first name of a second person requires the last name of that person', () => {
  expect(nameIssues({ [last1]: 'SMITH', grantorGranteeFirstName2: 'ANN' })).toEqual({
    grantorGranteeLastName2: 'forms:requiredIfFirstName',
  });
});

test('B1-077 B1-078 the middle initial of a second person requires the last name and first name of that person', () => {
  expect(nameIssues({ [last1]: 'SMITH', grantorGranteeMiddleInitial2: 'J' })).toEqual({
    grantorGranteeLastName2: 'forms:requiredIfMi',
    grantorGranteeFirstName2: 'forms:requiredIfMi',
  });
});

test('the last name of a second person needs two characters; a range of dates may be long but must not end in the future', () => {
  expect(nameIssues({ [last1]: 'SMITH', grantorGranteeLastName2: 'O' })).toEqual({
    grantorGranteeLastName2: 'forms:minimum?n=2',
  });
  expect(nameIssues({ [last1]: 'SMITH', grantorGranteeLastName2: 'ORR', ...dates })).toEqual({});
  expect(nameIssues({ [last1]: 'SMITH', toRecordedDate: '12/31/2099' })).toEqual({
    toRecordedDate: 'forms:futureDate',
  });
});

test('B1-031 a middle initial holds at most one character', () => {
  expect(
    nameIssues({ [last1]: 'SMITH', grantorGranteeFirstName1: 'ANN', grantorGranteeMiddleInitial1: 'JO' }),
  ).toEqual({
    grantorGranteeMiddleInitial1: 'forms:tooLong',
  });
});

test('B1-071 B1-072 B1-027 the name form uses OR, both roles and all instruments by default', () => {
  const parsed = z.parse(nameSearch.schema(), { ...dates, [last1]: 'SMITH' });
  expect(parsed).toMatchObject({
    andOr: 'OR',
    grantorGranteeSearchIn: 'BOTH',
    instrumentGroup: 'ALL',
    documentType: 'ALL',
    matchMethod: 'BEGINS',
  });
});

test('control characters, emoji, quotes and ten thousand characters in a name cause no exception', () => {
  expect(nameIssues({ [last1]: 'SM\u0000ITH' })).toEqual({ [last1]: 'forms:invalidCharacters' });
  expect(nameIssues({ [last1]: 'x'.repeat(10_000) })).toEqual({ [last1]: 'forms:tooLong' });
  expect(nameIssues({ [last1]: "O'BRIEN 🏠 \u05d0" })).toEqual({});
});

test('B1-055 a search by document number requires the first number', () => {
  expect(numberIssues({})).toEqual({ fromDocumentNumber: 'forms:required' });
  expect(numberIssues({ fromDocumentNumber: '1000001A' })).toEqual({});
});

test('B1-056 a range of document numbers requires digits, but a single document number does not', () => {
  expect(numberIssues({ fromDocumentNumber: '12A', toDocumentNumber: '13B' })).toEqual({
    fromDocumentNumber: 'forms:numericRange',
    toDocumentNumber: 'forms:numericRange',
  });
});

test('B1-057 a range of document numbers that ends before it begins is refused on both fields', () => {
  expect(numberIssues({ fromDocumentNumber: '1000', toDocumentNumber: '999' })).toEqual({
    fromDocumentNumber: 'forms:invalidNumericRange',
    toDocumentNumber: 'forms:invalidNumericRange',
  });
  expect(numberIssues({ fromDocumentNumber: '0999', toDocumentNumber: '1000' })).toEqual({});
  expect(
    numberIssues({ fromDocumentNumber: '99999999999999999998', toDocumentNumber: '99999999999999999999' }),
  ).toEqual({});
});

test('B2-22 a search begins on page 1 in ascending order of document number', () => {
  expect(z.parse(searchPaging('searchByName'), {})).toMatchObject({
    pageNumber: 1,
    sortKey: 'docNumber',
    sortDirection: 'ASC',
    batch: 1,
  });
});

test.each([
  { pageNumber: 0 },
  { pageNumber: 11 },
  { batch: 5 },
  { batch: 0 },
  { sortKey: 'price' },
  { sortDirection: 'UP' },
  { pageNumber: -2 },
])('the paging %p is refused', (paging) => {
  expect(z.safeParse(searchPaging('searchByName'), paging).success).toBe(false);
});

test('each kind of search has its own sort keys, and the first one is the default', () => {
  expect(z.parse(searchPaging('searchByTaxLien'), {}).sortKey).toBe('docNumber');
  expect(z.parse(searchPaging('searchByTorrensText'), {}).sortKey).toBe('certificateNumber');
  expect(z.safeParse(searchPaging('searchByTaxLien'), { sortKey: 'fromName' }).success).toBe(false);
});

test('letters and digits count toward the length of a last name, but periods and spaces do not', () => {
  const minimum = 'forms:minimum?n=2';
  expect(nameIssues({ [last1]: "O'" })).toEqual({ [last1]: minimum });
  expect(nameIssues({ [last1]: 'Aʻ\u02bc' })).toEqual({ [last1]: minimum });
  expect(nameIssues({ [last1]: '- - -' })).toEqual({ [last1]: minimum });
  expect(nameIssues({ [last1]: 'SMITH', grantorGranteeLastName2: '.B.' })).toEqual({
    grantorGranteeLastName2: minimum,
  });
  for (const last of ['M.A.', '3M', 'Ø Æ', 'A&'])
    expect([last, nameIssues({ [last1]: last })]).toEqual([last, {}]);
});

test('name searches by two letters, by sound and by word are broad (known to be slow)', () => {
  const criteria = (over: object) => z.parse(nameSearch.schema(), { ...dates, [last1]: 'SMITH', ...over });
  expect(nameSearch.isBroad(criteria({}))).toBe(false);
  expect(nameSearch.isBroad(criteria({ [last1]: 'MA' }))).toBe(true);
  expect(nameSearch.isBroad(criteria({ matchMethod: 'SOUNDS' }))).toBe(true);
  expect(nameSearch.isBroad(criteria({ matchMethod: 'WORD' }))).toBe(true);
});

test('a search is broad if the first or the second last name has only two letters or digits, whatever its punctuation', () => {
  const isBroad = (over: object) =>
    nameSearch.isBroad(z.parse(nameSearch.schema(), { ...dates, [last1]: 'SMITH', ...over }));
  for (const last of ['M. A.', "M'A", '3-M']) {
    expect([last, isBroad({ [last1]: last })]).toEqual([last, true]);
    expect([last, isBroad({ grantorGranteeLastName2: last })]).toEqual([last, true]);
  }
  expect(isBroad({ [last1]: 'M.A.C.' })).toBe(false);
  expect(isBroad({ [last1]: 'S&L' })).toBe(false);
  expect(isBroad({ [last1]: 'MA', matchMethod: 'EXACT' })).toBe(false);
});

test.each([
  ['searchByTorrensCertificate', 'results:criteria.certificate'],
  ['searchByTorrensText', 'results:criteria.text'],
] as const)('an empty criterion of %s is shown with the text for a blank criterion', (type, key) => {
  const [first] = shownCriteria(type, {}, (name) => name);
  expect(first).toEqual({ key, value: 'results:criteria.blank' });
});
