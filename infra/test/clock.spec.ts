import { describe, expect, test } from '@jest/globals';
import { instantOf, todayIn, writtenDate, zonedNow } from '@portal/infra/clock';
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
    // 02:30 does not exist on 8 March and occurs twice on 1 November
    expect(instantOf('America/Chicago', '2026-03-08', '02:30').toISOString()).toBe(
      '2026-03-08T08:30:00.000Z',
    );
    expect(instantOf('America/Chicago', '2026-11-01', '01:30').toISOString()).toBe(
      '2026-11-01T06:30:00.000Z',
    );
  });

  test('writes dates in the American format', () => {
    expect(writtenDate('2026-03-08')).toBe('03/08/2026');
    expect(writtenDate('0890-12-31')).toBe('12/31/0890');
  });

  test('refuses a time zone that does not exist', () => {
    expect(() => todayIn('America/Nowhere', clock)).toThrow(RangeError);
  });
});
