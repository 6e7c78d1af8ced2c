import { expect, test } from '@jest/globals';
import { localClock, localMoments } from '../src/county-reports/local-clock.js';

const shown = (timeZone: string, instant: string): string =>
  new Date(localClock(timeZone)(Date.parse(instant))).toISOString().slice(0, 19);

test.each([
  ['2026-11-01T06:59:59Z', '2026-11-01T01:59:59', 'before the hour repeats'],
  ['2026-11-01T07:00:00Z', '2026-11-01T01:00:00', 'when the hour repeats'],
  ['2026-03-08T07:59:59Z', '2026-03-08T01:59:59', 'before the hour is skipped'],
  ['2026-03-08T08:00:00Z', '2026-03-08T03:00:00', 'after the hour was skipped'],
])('%s is %s by the clock of Chicago, %s', (instant, local) => {
  expect(shown('America/Chicago', instant)).toBe(local);
});

test('if the clock changes in the middle of an hour, instants before and after the change get different offsets', () => {
  // until 2011, Newfoundland changed its clocks a minute after midnight
  expect(shown('America/St_Johns', '2010-11-07T02:30:59Z')).toBe('2010-11-07T00:00:59');
  expect(shown('America/St_Johns', '2010-11-07T02:31:00Z')).toBe('2010-11-06T23:01:00');
});

test('local times are correct before and after a clock change of half an hour', () => {
  expect(shown('Australia/Lord_Howe', '2026-04-04T14:59:00Z')).toBe('2026-04-05T01:59:00');
  expect(shown('Australia/Lord_Howe', '2026-04-04T15:00:00Z')).toBe('2026-04-05T01:30:00');
});

test('every time of a year is written as Intl.DateTimeFormat writes it', () => {
  for (const timeZone of ['America/Chicago', 'Pacific/Saipan', 'Asia/Kathmandu']) {
    const format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: 'numeric', minute: '2-digit' },
    });
    const write = localMoments(timeZone);
    const step = 37 * 60_000 + 13_000;
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += step)
      expect(write(at)).toBe(format.format(at).replace(', ', ' ').replace('\u202f', ' '));
  }
});

test('midnight is written as 12 AM and noon as 12 PM', () => {
  const write = localMoments('UTC');
  expect([write(Date.UTC(2026, 0, 2)), write(Date.UTC(2026, 0, 2, 12, 5))]).toEqual([
    '01/02/2026 12:00 AM',
    '01/02/2026 12:05 PM',
  ]);
});
