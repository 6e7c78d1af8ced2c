import { describe, expect, test } from '@jest/globals';
import { sectionDefaults } from '@portal/proto/config/sections';
import { reportCriteria, reportIssues, reportNames, reportRequest } from '@portal/proto/http/reports';
import * as z from 'zod/mini';
import { logsOf, scopeOf, spanOf } from '../src/county-reports/report-scope.rules.js';

const chicago = 'America/Chicago';
const today = '2026-11-21';
const criteria = (over: object = {}) =>
  z.parse(reportCriteria, { fromDate: '11/21/2026', toDate: '11/21/2026', ...over });
const hoursOf = (over: object, zone = chicago): number => {
  const { from, until } = spanOf(criteria(over), zone, today);
  return (+until - +from) / 3_600_000;
};
const day = (date: string) => ({ fromDate: date, toDate: date });

describe('the span of a report', () => {
  test('B11-12 includes all 24, 23 or 25 hours of a day from 12:00 AM to 11:59 PM', () => {
    expect(hoursOf(day('11/20/2026'))).toBe(24);
    expect(hoursOf(day('03/08/2026'))).toBe(23);
    expect(hoursOf(day('11/01/2026'))).toBe(25);
    expect(hoursOf(day('11/01/2026'), 'Pacific/Saipan')).toBe(24);
  });

  test('includes both occurrences of a minute that occurs twice', () => {
    const twice = { fromHour: '1', fromMinute: '30', toHour: '1', toMinute: '30', toAmPm: 'AM' };
    const { from, until } = spanOf(criteria({ ...day('11/01/2026'), ...twice }), chicago, today);
    expect(from.toISOString()).toBe('2026-11-01T06:30:00.000Z');
    expect(until.toISOString()).toBe('2026-11-01T07:31:00.000Z');
  });

  test('begins or ends where the clock jumps if its first or last minute does not exist on that day', () => {
    const between = (fromHour: string, toHour: string) => {
      const ends = { fromHour, fromMinute: '15', toHour, toMinute: '45', toAmPm: 'AM' };
      const { from, until } = spanOf(criteria({ ...day('03/08/2026'), ...ends }), chicago, today);
      return [from, until].map((at) => at.toISOString().slice(11, 16));
    };
    expect(between('2', '2')).toEqual(['08:00', '08:00']);
    expect(between('1', '2')).toEqual(['07:15', '08:00']);
    expect(between('2', '3')).toEqual(['08:00', '08:46']);
  });

  test('reads 12 AM as midnight and 12 PM as noon', () => {
    const noon = { fromHour: '12', fromAmPm: 'PM', toHour: '12', toMinute: '00', toAmPm: 'PM' };
    const { from, until } = spanOf(criteria(noon), chicago, today);
    expect([from.toISOString(), until.toISOString()]).toEqual([
      '2026-11-21T18:00:00.000Z',
      '2026-11-21T18:01:00.000Z',
    ]);
  });

  test('includes only days of the month that the statement number names', () => {
    const year = { fromDate: '12/01/2025', toDate: '11/21/2026' };
    const october = spanOf(criteria({ ...year, statementNumber: '202610' }), chicago, today);
    expect([october.from.toISOString(), october.until.toISOString()]).toEqual([
      '2026-10-01T05:00:00.000Z',
      '2026-11-01T05:00:00.000Z',
    ]);
    const outside = spanOf(criteria({ ...year, statementNumber: '202412' }), chicago, today);
    expect(+outside.until).toBeLessThanOrEqual(+outside.from);
  });

  test.each([
    ['202512', '11/15/2025', '01/15/2026', '2025-12-01T06:00:00.000Z', '2026-01-01T06:00:00.000Z'],
    // before time zones existed, the clocks of Chicago showed local solar time
    ['099912', '11/15/0999', '01/15/1000', '0999-12-01T05:50:36.000Z', '1000-01-01T05:50:36.000Z'],
  ])('includes all of December, and nothing else, for the statement number %s', (...values) => {
    const [statementNumber, fromDate, toDate, from, until] = values;
    const span = spanOf(criteria({ statementNumber, fromDate, toDate }), chicago, today);
    expect([span.from.toISOString(), span.until.toISOString()]).toEqual([from, until]);
  });
});

test.each(['000001', '000112', '999911', '999912'])(
  'a report is empty when its statement number is the distant month %s',
  (statementNumber) => {
    const { from, until } = spanOf(criteria({ statementNumber }), 'Pacific/Saipan', today);
    expect(+until).toBeLessThanOrEqual(+from);
  },
);

describe('a report request', () => {
  test.each([
    ['B11-14 needs a from date', { fromDate: '' }, { fromDate: 'forms:required' }],
    ['refuses a date in another form', { fromDate: '2026-11-01' }, { fromDate: 'forms:invalidDate' }],
    ['refuses a future date', { toDate: '11/22/2026' }, { toDate: 'forms:futureDate' }],
    [
      'B11-16 refuses days in the wrong order',
      { fromDate: '11/20/2026', toDate: '11/19/2026' },
      { toDate: 'forms:invalidDateRange' },
    ],
    [
      'B11-15 refuses times in the wrong order',
      { fromAmPm: 'PM', toHour: '11', toAmPm: 'AM' },
      { toDate: 'report-forms:invalidDateTimeRange' },
    ],
    [
      'refuses more than a year',
      { fromDate: '11/20/2025', toDate: '11/21/2026' },
      { toDate: 'forms:rangeOverYear' },
    ],
    ['ends today without an end date', { toDate: '' }, {}],
    ['accepts 366 days', { fromDate: '11/21/2025' }, {}],
  ])('%s', (_what, over, issues) => {
    expect(reportIssues(criteria(over), today)).toEqual(issues);
  });

  test.each([
    ['B11-18', 'fromHour', ['0', '13', '-1', 'x', 0, 13], ['1', '12', '01', 1, 12]],
    ['B11-17', 'toMinute', ['60', '-1', 'x', 60], ['0', '00', '59', 15, 7]],
  ])('%s accepts only numbers that a clock can show in the field %s', (_id, field, refused, taken) => {
    const parse = (value: unknown) => z.safeParse(reportRequest(today), { ...criteria(), [field]: value });
    for (const value of refused) expect([value, parse(value).success]).toEqual([value, false]);
    for (const value of taken) expect([value, parse(value).success]).toEqual([value, true]);
  });
});

describe('the reports of each role', () => {
  const staff = { isStaff: true, account: null };
  const own = { isStaff: false, account: 'a' };
  const switches = sectionDefaults('reports');
  const may = (role: Parameters<typeof scopeOf>[0]['role'], account: string | null = 'a') =>
    reportNames.filter((report) => scopeOf({ role, account }, report, switches));

  test('B11-06 are all reports for staff, three reports for an account, and no report for others', () => {
    expect(may('TRIMIN')).toEqual(['STATEMENT', 'ACCOUNT', 'USER', 'ACCOUNT_TYPE']);
    expect(may('COUNTY')).toEqual(['STATEMENT', 'ACCOUNT', 'USER', 'ACCOUNT_TYPE']);
    expect(may('ACCOUNT')).toEqual(['STATEMENT', 'ACCOUNT', 'USER']);
    expect(may('ACCOUNT', null)).toEqual([]);
    for (const role of ['USER', 'GUEST', 'ANONYMOUS', 'SYSTEM'] as const) expect(may(role)).toEqual([]);
  });

  test('have the lines of all accounts for staff, and only its own lines for an account', () => {
    const scope = (role: 'TRIMIN' | 'COUNTY' | 'ACCOUNT') =>
      scopeOf({ role, account: 'a' }, 'STATEMENT', switches);
    expect(scope('TRIMIN')).toEqual({ isStaff: true, account: null });
    expect(scope('COUNTY')).toEqual({ isStaff: true, account: null });
    expect(scope('ACCOUNT')).toEqual({ isStaff: false, account: 'a' });
  });

  test('B11-05 B2-55 do not include a report that the county has switched off', () => {
    const off = { ...switches, auditUsersReport: false };
    expect(scopeOf({ role: 'TRIMIN', account: null }, 'USER', off)).toBeUndefined();
    expect(scopeOf({ role: 'TRIMIN', account: null }, 'ACCOUNT', off)).toBeDefined();
  });

  test('B11-21 have no lines about administration for an account, whatever it requests', () => {
    expect(logsOf('USER', own, criteria())).toEqual(['SIGN_IN', 'SEARCHES', 'PURCHASES']);
    expect(logsOf('USER', own, criteria({ logInformation: 'ADMINISTRATION' }))).toEqual([]);
    expect(logsOf('USER', staff, criteria())).toBeNull();
    expect(logsOf('STATEMENT', own, criteria({ logInformation: 'SIGN_IN' }))).toEqual(['PURCHASES']);
    expect(logsOf('USER', own, criteria({ transactionType: 'IMAGES' }))).toEqual(['PURCHASES']);
  });

  test('have only the lines of the log that the user chooses', () => {
    const chosen = criteria({ logInformation: 'SEARCHES' });
    expect(logsOf('USER', staff, chosen)).toEqual(['SEARCHES']);
    expect(logsOf('ACCOUNT', own, chosen)).toEqual(['SEARCHES']);
    expect(logsOf('USER', staff, criteria({ logInformation: 'ADMINISTRATION' }))).toEqual(['ADMINISTRATION']);
  });

  test('contain only purchases if they are statements or account type reports, whatever log a request names', () => {
    for (const report of ['STATEMENT', 'ACCOUNT_TYPE'] as const)
      for (const logInformation of ['ALL', 'SIGN_IN', 'PURCHASES'])
        expect(logsOf(report, staff, criteria({ logInformation }))).toEqual(['PURCHASES']);
  });

  test('have no lines if a request names a type of transaction and a log without transactions', () => {
    const both = criteria({ transactionType: 'IMAGES', logInformation: 'SIGN_IN' });
    expect(logsOf('USER', staff, both)).toEqual([]);
  });
});
