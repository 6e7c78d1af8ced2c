import { describe, expect, test } from '@jest/globals';
import {
  daysAgo,
  instantOf,
  nextTimeOfDay,
  skipOver,
  todayIn,
  writtenDate,
  zonedNow,
} from '@portal/infra/clock';
import { TestClock } from '@portal/infra/testing';

describe('the clock of a county', () => {
  const clock = new TestClock('2026-03-01T13:59:59Z');

  test('shows the date of the county, not of the server', () => {
    expect(todayIn('America/Chicago', clock)).toBe('2026-03-01');
    expect(todayIn('Pacific/Saipan', clock)).toBe('2026-03-01');
    clock.advance(1_000);
    expect(todayIn('Pacific/Saipan', clock)).toBe('2026-03-02');
    expect(todayIn('Pacific/Pago_Pago', clock)).toBe('2026-03-01');
  });

  test('reads the wall clock of the county', () => {
    expect(zonedNow('Pacific/Saipan', clock).toPlainTime().toString()).toBe('00:00:00');
  });

  test('finds the instant of a wall-clock time, even if daylight saving time skips or repeats it', () => {
    expect(instantOf('America/Chicago', '2026-01-15', '02:30').toISOString()).toBe(
      '2026-01-15T08:30:00.000Z',
    );
    // in Chicago, 02:30 does not exist on March 8, and 01:30 occurs twice on November 1
    expect(instantOf('America/Chicago', '2026-03-08', '02:30').toISOString()).toBe(
      '2026-03-08T08:30:00.000Z',
    );
    expect(instantOf('America/Chicago', '2026-11-01', '01:30').toISOString()).toBe(
      '2026-11-01T06:30:00.000Z',
    );
  });

  test('finds the instant at which a clock skips a given time, and finds none if the clock shows that time', () => {
    const skipped = (date: string, time: string) =>
      skipOver('America/Chicago', date, time)?.toISOString() ?? 'shown';
    const march = ['01:59', '02:00', '02:59', '03:00'].map((time) => skipped('2026-03-08', time));
    const jump = '2026-03-08T08:00:00.000Z';
    expect(march).toEqual(['shown', jump, jump, 'shown']);
    for (const time of ['01:30', '02:00']) expect(skipped('2026-11-01', time)).toBe('shown');
    expect(skipOver('Pacific/Saipan', '2026-03-08', '02:30')).toBeUndefined();
  });

  test('finds the next occurrence of a time of day, also on days of 23 and 25 hours', () => {
    const next = (after: string): string =>
      nextTimeOfDay('America/Chicago', '02:00', new Date(after)).toISOString();
    expect(next('2026-01-15T07:59:59Z')).toBe('2026-01-15T08:00:00.000Z');
    expect(next('2026-01-15T08:00:00Z')).toBe('2026-01-16T08:00:00.000Z');
    // on March 8 the clock skips from 2:00 to 3:00
    expect(next('2026-03-08T07:00:00Z')).toBe('2026-03-08T08:00:00.000Z');
    expect(next('2026-03-08T08:00:00Z')).toBe('2026-03-09T07:00:00.000Z');
    // on November 1 the clock shows 1:00 twice
    expect(next('2026-11-01T06:30:00Z')).toBe('2026-11-01T08:00:00.000Z');
    expect(next('2026-11-01T07:30:00Z')).toBe('2026-11-01T08:00:00.000Z');
  });

  test('counts days back on the calendar of the county', () => {
    expect(daysAgo('Pacific/Saipan', 1, clock)).toBe('2026-03-01');
    expect(daysAgo('America/Chicago', 365, clock)).toBe('2025-03-01');
  });

  test('writes dates in the American format', () => {
    expect(writtenDate('2026-03-08')).toBe('03/08/2026');
    expect(writtenDate('0890-12-31')).toBe('12/31/0890');
  });

  test('refuses a time zone that does not exist', () => {
    expect(() => todayIn('America/Nowhere', clock)).toThrow(RangeError);
  });
});
