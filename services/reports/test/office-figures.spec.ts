import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { testActor, type TestService } from '@portal/infra/testing';
import type { OfficeDay } from '@portal/proto/http/office-figures';
import { showOfficeFigures, showReport } from '@portal/proto/rpc/county-reports';
import { startReports, type ReportsUnderTest } from './reports-under-test.js';

let now = new Date('2026-11-04T18:00:00Z');
let started: ReportsUnderTest;
let reports: TestService;
const lake = testActor({ user: randomUUID(), role: 'COUNTY', account: null, terms: null });
const saipan = { ...lake, county: 'saipan' };

beforeAll(async () => {
  started = await startReports(() => now, []);
  ({ reports } = started);
}, 60_000);
afterAll(() => started.close());
afterEach(() => reports.tables.asAdmin('DELETE FROM reports.activity'));

/** Adds a purchase of a dollar for each quarter of an hour between two instants. */
const sell = (from: string, until: string) =>
  reports.tables.asAdmin(
    `INSERT INTO reports.activity SELECT county, gen_random_uuid(), 0, at, 'PURCHASES', 'IMAGES', 'FIVE', 'u', 'a', 'A1',
            1, 100, 0, 0, -100
       FROM unnest(ARRAY['lake', 'saipan']) AS county,
            generate_series($1::timestamptz, $2::timestamptz - interval '1 second', interval '15 minutes') AS at`,
    [from, until],
  );
const daysOf = async (actor = lake): Promise<OfficeDay[]> =>
  (await reports.value(showOfficeFigures, {}, actor)).days;
const dayOf = async (date: string, actor = lake) =>
  (await daysOf(actor)).find((each) => each.date === date)?.purchases;
/** Returns the number of lines in a report over whole days. */
const reported = async (fromDate: string, toDate: string, actor = lake): Promise<number> => {
  const criteria = { fromDate, toDate };
  const asked = { report: 'STATEMENT', page: 1, direction: 'ASC', criteria } as const;
  return (await reports.value(showReport, asked, actor)).total.count;
};

describe('on days that are not 24 hours long', () => {
  test('the office’s figures and the statement report of a 25-hour day include all hours of the day and no others', async () => {
    await sell('2026-10-30T00:00:00Z', '2026-11-04T00:00:00Z');
    expect(await dayOf('2026-11-01')).toBe(25 * 4);
    expect(await reported('11/01/2026', '11/01/2026')).toBe(25 * 4);
    for (const day of ['10/31/2026', '11/02/2026']) expect(await reported(day, day)).toBe(24 * 4);
    expect(await reported('10/31/2026', '11/02/2026')).toBe(73 * 4);
    // Saipan's clocks do not change
    expect(await dayOf('2026-11-01', saipan)).toBe(24 * 4);
    expect(await reported('11/01/2026', '11/01/2026', saipan)).toBe(24 * 4);
  });

  test('the office’s figures and the statement report of a 23-hour day include all hours of the day and no others', async () => {
    now = new Date('2026-03-11T18:00:00Z');
    await sell('2026-03-06T00:00:00Z', '2026-03-11T00:00:00Z');
    expect(await dayOf('2026-03-08')).toBe(23 * 4);
    expect(await reported('03/08/2026', '03/08/2026')).toBe(23 * 4);
    for (const day of ['03/07/2026', '03/09/2026']) expect(await reported(day, day)).toBe(24 * 4);
    expect(await reported('03/07/2026', '03/09/2026')).toBe(71 * 4);
    expect(await dayOf('2026-03-08', saipan)).toBe(24 * 4);
    now = new Date('2026-11-04T18:00:00Z');
  });

  /** Returns the number of lines in a report over one hour. */
  const hour = async (date: string, from: string, actor = lake) => {
    const criteria = {
      ...{ fromDate: date, toDate: date, fromHour: from, toHour: from, toMinute: '59' },
      ...({ fromAmPm: 'AM', toAmPm: 'AM' } as const),
    };
    const asked = { report: 'STATEMENT', page: 1, direction: 'ASC', criteria } as const;
    return (await reports.value(showReport, asked, actor)).total.count;
  };

  test('a report of the hour that occurs twice includes both hours', async () => {
    await sell('2026-10-30T00:00:00Z', '2026-11-04T00:00:00Z');
    expect(await hour('11/01/2026', '1')).toBe(8);
    expect(await hour('11/01/2026', '2')).toBe(4);
    expect(await hour('11/02/2026', '1')).toBe(4);
  });

  test('a report of the skipped hour is empty, and the hours before and after the gap are complete', async () => {
    await sell('2026-03-06T00:00:00Z', '2026-03-11T00:00:00Z');
    const hours = await Promise.all(['1', '2', '3'].map((from) => hour('03/08/2026', from)));
    expect(hours).toEqual([4, 0, 4]);
    expect(await hour('03/09/2026', '2')).toBe(4);
    expect(await hour('03/08/2026', '2', saipan)).toBe(4);
  });
});

test('the office’s figures cover the last seven days in the county’s time zone, including days on which nothing happened', async () => {
  await sell('2026-11-02T12:00:00Z', '2026-11-02T13:00:00Z');
  const days = await daysOf();
  expect(days.map(({ date }) => date)).toEqual([
    ...['2026-10-29', '2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'],
  ]);
  expect(days[4]).toMatchObject({ purchases: 4, sales: 400 });
  expect(days[5]).toMatchObject({ purchases: 0, sales: 0, searches: 0, signIns: 0 });
  // in Saipan it is November 5 already
  expect((await daysOf(saipan)).at(-1)?.date).toBe('2026-11-05');
});

test('S9 only staff can read the office’s figures', async () => {
  for (const role of ['ACCOUNT', 'USER', 'GUEST'] as const)
    expect(await reports.call(showOfficeFigures, {}, testActor({ role }))).toMatchObject({
      code: 'NOT_FOUND',
    });
});
