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

test('one index has one column', () => {
  expect(notableDatesTable(flags, terms)).toEqual({
    headings: ['abstract'],
    rows: [
      { label: 'indexBegin', values: ['01/02/1890'] },
      { label: 'verified', values: ['11/01/2026'] },
    ],
  });
});

test('separate indexes have a column each', () => {
  expect(notableDatesTable({ ...flags, showSeparateIndexes: true }, terms)).toEqual({
    headings: ['abstract', 'torrens'],
    rows: [
      { label: 'indexBegin', values: ['01/02/1890', ''] },
      { label: 'verified', values: ['11/01/2026', '10/31/2026'] },
    ],
  });
});

test('a date that is switched off, or that no import brought, has no row', () => {
  expect(notableDatesTable({ ...flags, abstractVerified: false }, terms).rows).toHaveLength(1);
  const none = { ...terms, abstractIndexBeginDate: '', abstractVerifiedDate: '' };
  expect(notableDatesTable(flags, none).rows).toEqual([]);
  expect(notableDatesTable({ ...flags, showSeparateIndexes: true }, none).rows).toHaveLength(1);
});
