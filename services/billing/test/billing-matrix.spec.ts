import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TestClock } from '@portal/infra/testing';
import { dueBehind, latestDue, monthsFrom, nextDue } from '../src/periods/period.rules.js';
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
