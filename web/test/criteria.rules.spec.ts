import { beforeAll, describe, expect, test } from '@jest/globals';
import { searchTypes } from '@portal/proto/http/search-types';
import {
  asksDocumentType,
  countyToday,
  criteriaWithout,
  defaultCriteria,
  differingCriteria,
  mergeCriteria,
  torrensTextLabel,
} from '../src/features/search/criteria.rules.js';
import { externalSearch } from '../src/features/search/external-search.rules.js';
import { onlyLegalType } from '../src/features/search/legal.rules.js';
import { onlyTaxLienMethod } from '../src/features/search/tax-lien.rules.js';
import {
  certificateSearch,
  documentSearch,
  partySearch,
  taxpayerSearch,
} from '../src/features/results/linked.rules.js';
import { isTruncated, pagesOf, rangeOfPage } from '../src/features/results/results.rules.js';
import { criteriaOf, loadCriteria } from '../src/shared/criteria-of.js';

beforeAll(() => Promise.all(searchTypes.map(loadCriteria)));

type DatesOfCounty = Parameters<typeof defaultCriteria>[1];
const county = (over: object = {}, today = '2026-11-21') =>
  ({
    county: { today },
    notableDates: {
      ...{ show: true, useVerificationDate: false },
      ...{ abstractIndexBeginDate: '1890-01-01', abstractVerifiedDate: '2026-11-14', ...over },
    },
  }) as unknown as DatesOfCounty;

describe('the dates of a new form', () => {
  const from = (type: Parameters<typeof defaultCriteria>[0], over: object = {}): string | undefined =>
    defaultCriteria(type, county(over)).fromRecordedDate;
  const to = (over: object = {}): string | undefined =>
    defaultCriteria('searchByName', county(over)).toRecordedDate;

  test('B1-026 start where the index begins if notable dates are shown, otherwise on 01/01/1900', () => {
    expect(from('searchByName')).toBe('01/01/1890');
    expect(from('searchByName', { abstractIndexBeginDate: '02/03/1870' })).toBe('02/03/1870');
    expect(from('searchByName', { show: false })).toBe('01/01/1900');
    expect(from('searchByName', { abstractIndexBeginDate: '' })).toBe('01/01/1900');
    expect([from('searchByGrantorGranteeBook'), from('searchByTractBookLegal')]).toEqual([
      '01/01/1800',
      '01/01/1800',
    ]);
    expect(from('searchByDate')).toBe('');
  });

  test('B1-024 end today, or on the verified date if the county uses it', () => {
    expect([to(), to({ useVerificationDate: true })]).toEqual(['11/21/2026', '11/14/2026']);
    expect(to({ useVerificationDate: true, abstractVerifiedDate: '' })).toBe('11/21/2026');
    expect(countyToday(county({}, '11/20/2026'))).toBe('11/20/2026');
    expect(countyToday(county({}, 'x2026-11-20'))).toBe('x2026-11-20');
  });

  test.each(searchTypes)('are valid in the form %s, but a search by date still needs a From date', (type) => {
    const criteria = defaultCriteria(type, county());
    const checked = criteriaOf(type).schema({ today: '2026-11-21' }).safeParse(criteria);
    const faults = checked.success ? [] : checked.error.issues.map(({ path, message }) => [path[0], message]);
    const ofDates = faults.filter(([name]) => String(name).endsWith('RecordedDate'));
    expect(ofDates).toEqual(type === 'searchByDate' ? [['fromRecordedDate', 'forms:required']] : []);
    expect('fromRecordedDate' in criteria).toBe('fromRecordedDate' in criteriaOf(type).fields.shape);
  });
});

test('remembered criteria override the defaults, and a bookmark keeps only criteria that differ from the defaults', () => {
  expect(mergeCriteria({ a: '1', b: '2' }, { b: '', c: '3' })).toEqual({ a: '1', b: '' });
  expect(mergeCriteria({ a: '1' }, undefined)).toEqual({ a: '1' });
  expect(differingCriteria({ a: '1', b: '3', d: '' }, { a: '1', b: '2' })).toEqual({ b: '3', d: '' });
});

test('B1-028 a form asks for the document type in a county with property codes, unless every search covers all types', () => {
  const asks = (propertyCode: boolean, allOnlySearch: boolean): boolean =>
    asksDocumentType({ index: { propertyCode }, search2: { allOnlySearch } } as Parameters<
      typeof asksDocumentType
    >[0]);
  expect([asks(true, false), asks(true, true), asks(false, false), asks(false, true)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('searching without one criterion resets the fields of that criterion and keeps all others', () => {
  const dates = { fromRecordedDate: '01/01/2020', toRecordedDate: '01/01/2021' };
  const criteria = {
    ...defaultCriteria('searchByName', county()),
    grantorGranteeLastName1: 'LIND',
    ...dates,
  };
  const wide = criteriaWithout('searchByName', criteria, 'search:criterion.dates', county());
  expect(wide).toEqual({ ...criteria, fromRecordedDate: '01/01/1800', toRecordedDate: '11/21/2026' });
  expect(criteria.fromRecordedDate).toBe('01/01/2020');
  expect(criteriaWithout('searchByName', criteria, 'search:nothing', county())).toBeUndefined();
  const group = { ...criteria, instrumentGroup: 'DEED' };
  expect(criteriaWithout('searchByName', group, 'search:instrumentGroup', county())).toEqual(criteria);
});

test('B1-090 the section that a Torrens text search covers decides the label of the text field', () => {
  expect(['ALL', 'DOCUMENT', 'LEGAL', ''].map(torrensTextLabel)).toEqual(['ALL', 'DOCUMENT', 'TEXT', 'TEXT']);
});

describe('a submitted search', () => {
  const lots = ['plat', 'platName', 'platNumber', 'lot', 'block', 'sublot', 'otherLotCodeLb', 'otherLotLb'];
  const lotNames = ['grantorGranteeLastNameLb', 'grantorGranteeFirstNameLb', 'grantorGranteeMiddleInitialLb'];
  const ofLots = [...lots, 'building', 'unit', 'garage', ...lotNames];
  const bounds = [
    'section',
    'township',
    'range',
    'base',
    'meridian',
    'municipality',
    'qqqq',
    'qqq',
    'qq',
    'q',
  ];
  const boundNames = [
    'grantorGranteeLastNameMb',
    'grantorGranteeFirstNameMb',
    'grantorGranteeMiddleInitialMb',
  ];
  const ofBounds = [...bounds, 'otherLotCodeMb', 'otherLotMb', ...boundNames];
  const filled = (names: readonly string[], value: string): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, value]));

  test.each([
    ['LB', ofLots, ofBounds],
    ['MB', ofBounds, ofLots],
  ])('B1-058 B1-121 has only the fields of legal type %s', (legalType, own, other) => {
    const typed = { ...filled([...ofLots, ...ofBounds], 'x'), legalType, documentType: 'A' };
    expect(onlyLegalType(typed)).toEqual({
      ...filled(own, 'x'),
      ...filled(other, ''),
      legalType,
      documentType: 'A',
    });
  });

  const lien = {
    ...{ documentNumber: 'x', lienNumber: 'x', currentOrExpired: 'ALL' },
    ...{ taxpayerName: 'x', taxpayerFirstName: 'x', taxpayerMiddleInitial: 'x' },
    ...{ fromRecordedDate: '01/01/2020', toRecordedDate: '01/01/2021' },
  };
  const blank = filled(
    ['documentNumber', 'lienNumber', 'taxpayerName', 'taxpayerFirstName', 'taxpayerMiddleInitial'],
    '',
  );
  const anyDay = { fromRecordedDate: '01/01/1900', toRecordedDate: '11/21/2026' };

  test.each([
    ['DATERANGE', { ...lien, ...blank }],
    ['DOCUMENTNUMBER', { ...lien, ...blank, ...anyDay, documentNumber: 'x' }],
    ['LIENNUMBER', { ...lien, ...blank, ...anyDay, lienNumber: 'x' }],
    [
      'TAXPAYER',
      { ...lien, ...blank, ...anyDay, taxpayerName: 'x', taxpayerFirstName: 'x', taxpayerMiddleInitial: 'x' },
    ],
  ])('B1-118 B1-119 has only the fields of a lien search by %s', (searchByTaxLienMethod, sent) => {
    const typed = { ...lien, searchByTaxLienMethod };
    expect(onlyTaxLienMethod(typed, '11/21/2026')).toEqual({ ...sent, searchByTaxLienMethod });
    if (searchByTaxLienMethod === 'DATERANGE') expect(onlyTaxLienMethod(lien, '11/21/2026')).toEqual(sent);
  });

  test('B3-25 B3-27 covers all dates and document types if another system links to it', () => {
    expect(externalSearch('parcelid', '25-1', '11/21/2026')).toEqual({
      type: 'searchByParcelId',
      criteria: expect.objectContaining({ parcelId: '25-1', ...anyDay }),
    });
    expect(externalSearch('documentnumber', '1000001', '11/21/2026')).toEqual({
      type: 'searchByDocumentNumber',
      criteria: expect.objectContaining({ documentType: 'ALL', fromDocumentNumber: '1000001' }),
    });
    expect(externalSearch('parcelid', '%', '11/21/2026')).toEqual({
      type: 'searchByParcelId',
      criteria: undefined,
    });
    expect(externalSearch('documentnumber', '', '11/21/2026').criteria).toBeUndefined();
  });
});

describe('B3-14 a search from the details', () => {
  const party = { lastName: ' 100% LIND ', firstName: 'S%IGRID', middleInitial: 'AB' };
  const dates = { fromRecordedDate: '01/01/1800', toRecordedDate: '11/21/2026' };

  test('takes the name of a party or a taxpayer without percent signs, cut to the length limits of the forms', () => {
    expect(partySearch(party, '2026-11-21')).toEqual({
      type: 'searchByName',
      criteria: {
        ...{ grantorGranteeSearchIn: 'BOTH', grantorGranteeLastName1: '100 LIND' },
        ...{ grantorGranteeFirstName1: 'SIGRID', grantorGranteeMiddleInitial1: 'A', ...dates },
      },
    });
    expect(taxpayerSearch(party, '2026-11-21')).toEqual({
      type: 'searchByTaxLien',
      criteria: {
        ...{ searchByTaxLienMethod: 'TAXPAYER', currentOrExpired: 'ALL', taxpayerName: '100 LIND' },
        ...{ taxpayerFirstName: 'SIGRID', taxpayerMiddleInitial: 'A', ...dates },
      },
    });
    const long = { lastName: 'x'.repeat(201), firstName: 'y'.repeat(101), middleInitial: '' };
    const lengths = (criteria: object): number[] =>
      Object.values(criteria)
        .filter((text) => /^(x|y)/.test(text))
        .map((text: string) => text.length);
    expect(lengths(partySearch(long, '2026-11-21').criteria)).toEqual([200, 100]);
    expect(lengths(taxpayerSearch(long, '2026-11-21').criteria)).toEqual([200, 100]);
  });

  test('includes a middle initial only with a first name', () => {
    const business = { ...party, firstName: '' };
    expect(partySearch(business, '2026-11-21').criteria.grantorGranteeMiddleInitial1).toBe('');
    expect(taxpayerSearch(business, '2026-11-21').criteria.taxpayerMiddleInitial).toBe('');
  });

  test('leaves out a first name or initial that is only punctuation, which forms refuse', () => {
    const marked = { ...party, firstName: '-', middleInitial: 'Q' };
    expect(partySearch(marked, '2026-11-21').criteria).toMatchObject({
      grantorGranteeFirstName1: '',
      grantorGranteeMiddleInitial1: '',
    });
    const quoted = { ...party, firstName: 'ANN', middleInitial: "'Q" };
    expect(taxpayerSearch(quoted, '2026-11-21').criteria).toMatchObject({
      taxpayerFirstName: 'ANN',
      taxpayerMiddleInitial: 'Q',
    });
    const dotted = { ...quoted, middleInitial: '.' };
    expect(partySearch(dotted, '2026-11-21').criteria.grantorGranteeMiddleInitial1).toBe('');
  });

  test('has the type and number of a document, or the number of a certificate', () => {
    expect(documentSearch({ docType: 'T', docNumber: '5' })).toEqual({
      type: 'searchByDocumentNumber',
      criteria: { documentType: 'T', fromDocumentNumber: '5' },
    });
    expect(documentSearch({ docType: '', docNumber: '5' }).criteria.documentType).toBe('ALL');
    expect(certificateSearch('12')).toEqual({
      type: 'searchByTorrensCertificate',
      criteria: { certificateNumber: '12' },
    });
  });
});

test('B4-09 the range of a page has the numbers of its first and last rows; a list of 1,000 results counts as truncated', () => {
  expect([rangeOfPage(1, 0), rangeOfPage(1, 7), rangeOfPage(3, 250)]).toEqual([
    { from: 0, to: 0 },
    { from: 1, to: 7 },
    { from: 201, to: 250 },
  ]);
  expect([0, 1, 100, 101, 1_000].map(pagesOf)).toEqual([1, 1, 1, 2, 10]);
  expect([isTruncated(999), isTruncated(1_000)]).toEqual([false, true]);
});
