import { expect, test } from '@jest/globals';
import { sectionDefaults } from '@portal/proto/config/sections';
import { notableDatesTable } from '../src/http/notable-dates.js';

const flags = { ...sectionDefaults('notableDates'), abstractIndexBegin: true, abstractVerified: true };
const terms = {
  instrumentGroups: [],
  documentTypes: [],
  bookTypes: [],
  otherLotCodes: [],
  bases: [],
  meridians: [],
  municipalities: [],
  abstractIndexBeginDate: '01/02/1890',
  abstractVerifiedDate: '11/01/2026',
  torrensVerifiedDate: '10/31/2026',
};

test('a county with one index has one column of dates', () => {
  expect(notableDatesTable(flags, terms)).toEqual({
    headings: ['abstract'],
    rows: [
      { label: 'indexBegin', values: ['01/02/1890'] },
      { label: 'verified', values: ['11/01/2026'] },
    ],
  });
});

test('a county with separate indexes has a column of dates for each index', () => {
  const both = { ...flags, showSeparateIndexes: true, torrensVerified: true };
  expect(notableDatesTable(both, terms)).toEqual({
    headings: ['abstract', 'torrens'],
    rows: [
      { label: 'indexBegin', values: ['01/02/1890', ''] },
      { label: 'verified', values: ['11/01/2026', '10/31/2026'] },
    ],
  });
});

test('a date that is switched off, or that no import contained, has no row', () => {
  expect(notableDatesTable({ ...flags, abstractVerified: false }, terms).rows).toHaveLength(1);
  const none = { ...terms, abstractIndexBeginDate: '', abstractVerifiedDate: '' };
  expect(notableDatesTable(flags, none).rows).toEqual([]);
  const both = { ...flags, showSeparateIndexes: true, torrensVerified: true };
  expect(notableDatesTable(both, none).rows).toHaveLength(1);
});

const everyDate = {
  abstract: {
    ...{ posted: '11/02/2026', legalPosted: '11/03/2026', legalVerified: '11/04/2026' },
    ...{ imageBegin: '01/01/1950', imageThru: '11/05/2026' },
  },
  torrens: {
    ...{ indexBegin: '01/01/1900', posted: '10/02/2026', legalPosted: '10/03/2026' },
    ...{ legalVerified: '10/04/2026', imageBegin: '01/01/1960', imageThru: '10/05/2026' },
    certificateThru: '10/06/2026',
  },
  lien: {
    ...{ indexBegin: '01/01/1980', posted: '09/02/2026', verified: '09/01/2026' },
    ...{ imageBegin: '01/01/1990', imageThru: '09/05/2026' },
  },
};
const whole = { ...terms, dates: everyDate };
const allOn = Object.fromEntries(Object.keys(flags).map((name) => [name, true])) as typeof flags;

test('C4-18 C4-22 C4-23 every date is in its own cell, by row and kind of record', () => {
  expect(notableDatesTable(allOn, whole)).toEqual({
    headings: ['abstract', 'torrens', 'taxLien'],
    rows: [
      { label: 'indexBegin', values: ['01/02/1890', '01/01/1900', '01/01/1980'] },
      { label: 'posted', values: ['11/02/2026', '10/02/2026', '09/02/2026'] },
      { label: 'legalPosted', values: ['11/03/2026', '10/03/2026', ''] },
      { label: 'verified', values: ['11/01/2026', '10/31/2026', '09/01/2026'] },
      { label: 'legalVerified', values: ['11/04/2026', '10/04/2026', ''] },
      { label: 'imageBegin', values: ['01/01/1950', '01/01/1960', '01/01/1990'] },
      { label: 'imageThru', values: ['11/05/2026', '10/05/2026', '09/05/2026'] },
      { label: 'certificateThru', values: ['', '10/06/2026', ''] },
    ],
  });
});

test.each(
  Object.keys(flags).filter((name) => /^(abstract|torrens|lien)/.test(name) && name !== 'lienIndexBegin'),
)('C4-22 C4-23 the flag %s shows or hides one date and no other', (name) => {
  const cells = (on: typeof flags) =>
    notableDatesTable({ ...on, showSeparateIndexes: true, lienIndexBegin: true }, whole).rows.flatMap(
      ({ values }) => values.filter((value) => value !== ''),
    );
  expect(cells(allOn)).toHaveLength(cells({ ...allOn, [name]: false }).length + 1);
});

test('C4-20 legal dates are not shown in a county without separate indexes', () => {
  const { rows, headings } = notableDatesTable({ ...allOn, showSeparateIndexes: false }, whole);
  expect(headings).toEqual(['abstract', 'taxLien']);
  expect(rows.map(({ label }) => label).filter((label) => label.startsWith('legal'))).toEqual([]);
});
