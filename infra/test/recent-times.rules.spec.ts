import { expect, test } from '@jest/globals';
import { RecentTimes } from '@portal/infra/metrics';

const at = (clock: { now: number }): RecentTimes => new RecentTimes(() => clock.now);

test('p50 and p95 of the recent response times are at most a fifth away from the exact percentiles', () => {
  const times = at({ now: 0 });
  for (let ms = 1; ms <= 1_000; ms += 1) times.add(ms, ms > 990);
  const { all, failed, p50, p95 } = times.recent();
  expect([all, failed]).toEqual([1_000, 10]);
  expect(p50).toBeGreaterThanOrEqual(500);
  expect(p50).toBeLessThanOrEqual(600);
  expect(p95).toBeGreaterThanOrEqual(950);
  expect(p95).toBeLessThanOrEqual(1_140);
});

test('p50 and p95 are null if there was no recent answer', () => {
  expect(at({ now: 5 }).recent()).toEqual({ all: 0, failed: 0, p50: null, p95: null });
});

test('an answer counts until it is five minutes old; after that, a later answer may take its place in memory', () => {
  const clock = { now: 7_000 };
  const times = at(clock);
  times.add(40, true);
  clock.now += 290_000;
  expect(times.recent()).toMatchObject({ all: 1, failed: 1 });
  clock.now += 20_000;
  expect(times.recent()).toMatchObject({ all: 0, failed: 0, p50: null });
  times.add(2, false);
  expect(times.recent()).toMatchObject({ all: 1, failed: 0 });
});

test('answers are counted whether they took less than a millisecond or many days', () => {
  const times = at({ now: 0 });
  for (const ms of [0, 0.2, 1e9]) times.add(ms, false);
  expect(times.recent()).toMatchObject({ all: 3, p50: 1 });
});
