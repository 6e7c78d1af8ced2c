import { describe, expect, test } from '@jest/globals';
import type { ScheduleTiming } from '@portal/proto/http/report-schedules';
import { scheduledCriteria } from '@portal/proto/http/report-schedules';
import { givenUpAt, keptUntil } from '../src/report-jobs/report-job.rules.js';
import { criteriaAt, newestDue, nextDue } from '../src/report-schedules/report-schedule.rules.js';

const chicago = 'America/Chicago';
const daily = (hour: number): ScheduleTiming => ({ interval: 'DAILY', day: 1, hour });
const after = (timing: ScheduleTiming, at: string, timeZone = chicago): string =>
  nextDue(timing, timeZone, new Date(at)).toISOString();
const range = (interval: ScheduleTiming['interval'], due: string, timeZone = chicago) => {
  const criteria = criteriaAt(new Date(due), { interval }, timeZone, scheduledCriteria.parse({}));
  const { fromDate, fromHour, fromAmPm, toDate, toHour, toMinute, toAmPm } = criteria;
  expect([fromHour, fromAmPm, toHour, toMinute, toAmPm]).toEqual(['12', 'AM', '11', '59', 'PM']);
  return [fromDate, toDate];
};

describe('the schedule of a report', () => {
  test('is due at its hour in the county’s time zone, once a day', () => {
    expect(after(daily(6), '2026-11-20T11:59:00Z')).toBe('2026-11-20T12:00:00.000Z');
    expect(after(daily(6), '2026-11-20T12:00:00Z')).toBe('2026-11-21T12:00:00.000Z');
    expect(after(daily(6), '2026-11-20T11:59:00Z', 'Pacific/Saipan')).toBe('2026-11-20T20:00:00.000Z');
  });

  test('is due once, right after the gap, when the clocks skip its hour', () => {
    // on March 8 the clocks skip the hour from 2 to 3
    expect(after(daily(2), '2026-03-07T09:00:00Z')).toBe('2026-03-08T08:00:00.000Z');
    expect(after(daily(2), '2026-03-08T08:00:00Z')).toBe('2026-03-09T07:00:00.000Z');
  });

  test('is due once when its hour occurs twice', () => {
    // on November 1 the clocks are set back from 2 to 1
    expect(after(daily(1), '2026-10-31T07:00:00Z')).toBe('2026-11-01T06:00:00.000Z');
    expect(after(daily(1), '2026-11-01T06:00:00Z')).toBe('2026-11-02T07:00:00.000Z');
  });

  test('counts days from Monday when it is weekly, and from the first of the month when it is monthly', () => {
    const sunday = { interval: 'WEEKLY', day: 7, hour: 0 } as const;
    expect(after(sunday, '2026-11-23T12:00:00Z')).toBe('2026-11-29T06:00:00.000Z');
    const last = { interval: 'MONTHLY', day: 28, hour: 23 } as const;
    expect(after(last, '2027-02-28T12:00:00Z')).toBe('2027-03-01T05:00:00.000Z');
    expect(after(last, '2027-03-01T05:00:00Z')).toBe('2027-03-29T04:00:00.000Z');
  });

  test('is due only for the newest report if several reports were missed', () => {
    const times = { first: new Date('2026-11-20T12:00:00Z'), now: new Date('2026-11-23T18:00:00Z') };
    expect(newestDue(daily(6), chicago, times)).toEqual({
      due: new Date('2026-11-23T12:00:00Z'),
      next: new Date('2026-11-24T12:00:00Z'),
    });
  });
});

describe('the span of a scheduled report', () => {
  test('consists of whole days of the county, up to the day before the report is due', () => {
    expect(range('DAILY', '2026-11-20T12:00:00Z')).toEqual(['11/19/2026', '11/19/2026']);
    // at this time it is already November 21 in Saipan
    expect(range('DAILY', '2026-11-20T20:00:00Z', 'Pacific/Saipan')).toEqual(['11/20/2026', '11/20/2026']);
    expect(range('WEEKLY', '2026-03-09T05:00:00Z')).toEqual(['03/02/2026', '03/08/2026']);
    expect(range('MONTHLY', '2026-03-01T06:00:00Z')).toEqual(['02/01/2026', '02/28/2026']);
    expect(range('MONTHLY', '2027-01-15T06:00:00Z')).toEqual(['12/15/2026', '01/14/2027']);
  });
});

describe('the file of a report', () => {
  const now = new Date('2026-11-20T12:00:00Z');

  test('expires three days after it was made for a user', () => {
    expect(keptUntil(now, { schedule: null })).toEqual(new Date('2026-11-23T12:00:00Z'));
  });

  test('expires a week after it was made for a schedule', () => {
    expect(keptUntil(now, { schedule: 's-1' })).toEqual(new Date('2026-11-27T12:00:00Z'));
  });

  test('is given up if it is not ready a week after its job began', () => {
    expect(givenUpAt(now)).toEqual(new Date('2026-11-27T12:00:00Z'));
  });
});
