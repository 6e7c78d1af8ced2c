import { expect, test } from '@jest/globals';
import { dateRangeIssues, isoDay, latestInAdvance, usDate } from '@portal/proto/dates';

const today = '2026-11-21';
const range = (from: string, to: string, limit: 'none' | 'month' | 'year' = 'none') =>
  dateRangeIssues(from, to, { today, limit });

test('B1-032 a date is read strictly as MM/DD/YYYY and must be a real day', () => {
  expect(isoDay('01/31/1985')).toBe('1985-01-31');
  expect(isoDay('02/29/2024')).toBe('2024-02-29');
  for (const text of [
    '01311985',
    '02/30/2020',
    '1/5/2020',
    '13/01/2020',
    'abc',
    '',
    '02/29/2023',
    '00/10/2020',
    '01/01/0000',
  ]) {
    expect([text, isoDay(text)]).toEqual([text, undefined]);
  }
  expect(usDate('1985-01-31')).toBe('01/31/1985');
});

test('B1-033 a day after today is refused in either field, and today is accepted', () => {
  expect(range('11/22/2026', '11/22/2026')).toEqual({ from: 'forms:futureDate', to: 'forms:futureDate' });
  expect(range('11/21/2026', '11/21/2026')).toEqual({});
});

test('B1-034 an end date before the start date is reported beside the end date', () => {
  expect(range('02/02/2020', '02/01/2020')).toEqual({ to: 'forms:invalidDateRange' });
  expect(range('02/02/2020', '02/02/2020')).toEqual({});
});

test('B1-036 A12-42 the month limit allows 31 days but not 32', () => {
  expect(range('01/01/2020', '02/01/2020', 'month')).toEqual({});
  expect(range('01/01/2020', '02/02/2020', 'month')).toEqual({ to: 'forms:rangeOverMonth' });
});

test('B1-037 the year limit allows 366 days but not 367', () => {
  expect(range('01/01/2021', '01/02/2022', 'year')).toEqual({});
  expect(range('01/01/2021', '01/03/2022', 'year')).toEqual({ to: 'forms:rangeOverYear' });
});

test('a missing date is reported as required, and an impossible date as invalid', () => {
  expect(range('', '02/30/2020')).toEqual({ from: 'forms:required', to: 'forms:invalidDate' });
});

test('staff can enter monthly tasks as done at most 365 days in advance', () => {
  expect(latestInAdvance(new Date('2026-11-28T08:00:00Z'))).toBe('2027-11-28');
});
