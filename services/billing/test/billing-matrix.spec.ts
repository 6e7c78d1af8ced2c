import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { instantOf } from '@portal/infra/clock';
import { TestClock } from '@portal/infra/testing';
import { dueBehind, dueMonth, latestDue, monthsFrom, nextDue } from '../src/periods/period.rules.js';
import { BillingLife, days, times, zones } from './billing-life.js';
import { startWorld, type BillingWorld } from './billing-world.js';

/**
 * By default, the test runs four months with one seed in counties of every second time zone;
 * `npm run billing -- --years 3 --seeds 5` sets other numbers.
 */
const months = Number(process.env['BILLING_MONTHS'] || 4);
const seeds = Number(process.env['BILLING_SEEDS'] || 1);
const first = Number(process.env['BILLING_SEED'] || 1);
const counties = Number(process.env['BILLING_COUNTIES'] || Math.ceil(zones.length / 2));
const LONGEST_MS = 4 * 3_600_000;

let world: BillingWorld;
beforeAll(async () => {
  world = await startWorld('2026-12-30T12:00:00.000Z', { replicas: 3 });
}, 120_000);
afterAll(() => world.close());

test.each(Array.from({ length: seeds }, (_, at) => first + at))(
  `I9 every account is charged once a month for each task, even when processes die or pause and buttons are pressed repeatedly (seed %i, ${counties} counties, ${months} months)`,
  async (seed) => {
    const lived = await new BillingLife(world, { seed, months, counties }).live();
    expect(lived.faults).toEqual([]);
    expect(lived.charges).toBe(counties * 3 * months);
    expect(lived.deaths).toBeGreaterThan(0);
    process.stdout.write(`seed ${seed}: ${lived.charges} charges, ${lived.deaths} deaths\n`);
  },
  LONGEST_MS,
);

const schedules = zones.flatMap((timeZone) =>
  times.flatMap((time) => days.map((day) => ({ timeZone, time, day }))),
);

test(`in each of ${schedules.length} schedules, 15 months fall due one after the other, each at the announced time`, () => {
  for (const when of schedules) {
    const clock = new TestClock('2027-01-01T00:00:00.000Z');
    let period = latestDue(when, clock).period;
    for (let month = 0; month < 15; month += 1) {
      const [next] = nextDue(when, clock, 1);
      expect(next?.period).toBe(monthsFrom(period, 1));
      const due = next?.dueAt ?? new Date(0);
      clock.set(new Date(due.getTime() - 1).toISOString());
      expect(latestDue(when, clock).period).toBe(period);
      clock.set(due.toISOString());
      expect(latestDue(when, clock).period).toBe(next?.period);
      period = next?.period ?? '';
    }
    expect(dueBehind(when, '2026-12-31', clock).map((each) => each.period)).toContain('2028-02');
  }
});

test('when the clocks change, a due time that does not exist moves forward by an hour, and a due time that occurs twice means its first occurrence', () => {
  const chicago = { timeZone: 'America/Chicago', day: 14 };
  expect(dueMonth({ ...chicago, time: '02:30' }, '2027-03').dueAt.toISOString()).toBe(
    '2027-03-14T08:30:00.000Z',
  );
  const november = { ...chicago, day: 7, time: '01:30' };
  expect(dueMonth(november, '2027-11').dueAt.toISOString()).toBe('2027-11-07T06:30:00.000Z');
  expect(instantOf('UTC', '2028-02-28', '23:59').toISOString()).toBe('2028-02-28T23:59:00.000Z');
});

test('at most 24 months of an account fall due at once, however long ago its last tasks were', () => {
  const clock = new TestClock('2027-06-15T12:00:00.000Z');
  expect(dueBehind({ timeZone: 'UTC', day: 1, time: '00:00' }, '1990-01-01', clock)).toHaveLength(24);
});
