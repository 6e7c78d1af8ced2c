import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { armFailpoints, FailpointThrew } from '@portal/infra/failpoints';
import { eventually } from '@portal/infra/testing';
import {
  indicateTaskDone,
  prepareAccountRerun,
  runAccountTasks,
  runCountyTasks,
} from '@portal/proto/rpc/billing';
import {
  addAccount,
  addCounty,
  provider,
  staff,
  START,
  statesOf,
  type AccountTerms,
} from './billing-counties.js';
import { schedule, startWorld, type BillingWorld } from './billing-world.js';

let world: BillingWorld;
beforeAll(async () => {
  world = await startWorld(START);
}, 120_000);
afterAll(async () => {
  expect(await world.doubles()).toEqual([]);
  await world.close();
});
afterEach(() => armFailpoints(undefined));

const newCounty = (over?: Parameters<typeof addCounty>[1]) => addCounty(world, over);
const newAccount = (county: string, over?: AccountTerms) => addAccount(world, county, over);
const states = (account: string) => statesOf(world, account);

describe('a past month of unlimited images', () => {
  const unlimited = { accountType: 'FLAT_FEE', monthlyFee: 0, flatFeeRateLevel: 2 } as const;

  test('is left for review when a deposit pays for the current month, and a rerun does not charge the past month', async () => {
    const county = newCounty();
    const account = newAccount(county, unlimited);
    for (const month of ['03', '04']) {
      world.clock.set(`2026-${month}-01T06:00:00.000Z`);
      await world.tick();
    }
    expect(await states(account)).toEqual([
      'IMAGE_RENEWAL 2026-03 NEEDS_FUNDS',
      'IMAGE_RENEWAL 2026-04 NEEDS_FUNDS',
    ]);
    world.clock.set('2026-04-20T06:00:00.000Z');
    await world.give(county, account, 'USD', 9_000);
    const settled = ['IMAGE_RENEWAL 2026-03 NEEDS_REVIEW', 'IMAGE_RENEWAL 2026-04 DONE'];
    await eventually(async () => expect(await states(account)).toEqual(settled));
    expect(await world.balances(account)).toEqual({ escrow: 0 });
    await world.give(county, account, 'USD', 9_000);
    await world.rpc.callOrThrow(prepareAccountRerun, { account }, provider(county));
    await world.rpc.callOrThrow(runAccountTasks, { account }, staff(county));
    expect(await states(account)).toEqual(settled);
    expect(await world.balances(account)).toEqual({ escrow: 9_000 });
  });

  test.each([
    ['stays charged if it was charged in time', 'task-charged', 'DONE', -18_000],
    ['is not charged if it was only claimed in time', 'task-claimed', 'NEEDS_REVIEW', -9_000],
  ])('%s by a process that died', async (_title, place, state, invoiced) => {
    const county = newCounty();
    const account = newAccount(county, { ...unlimited, paymentMethod: 'INVOICE' });
    world.clock.set('2026-03-01T06:00:00.000Z');
    armFailpoints((name) => (name === place ? Promise.reject(new FailpointThrew('killed')) : undefined));
    await world.tick();
    armFailpoints(undefined);
    world.clock.set('2026-04-20T06:00:00.000Z');
    await world.tick();
    expect(await states(account)).toEqual([`IMAGE_RENEWAL 2026-03 ${state}`, 'IMAGE_RENEWAL 2026-04 DONE']);
    expect(await world.balances(account)).toEqual({ ar_invoice: invoiced });
  });
});

test('a month that has not fallen due yet is charged later, even though staff mark an earlier month as billed', async () => {
  const county = newCounty({ day: 15 });
  const account = newAccount(county, { paymentMethod: 'CREDIT_CARD' });
  world.clock.set('2026-02-15T06:00:00.000Z');
  await world.tick();
  expect(await states(account)).toEqual(['MONTHLY_FEE 2026-02 NEEDS_REVIEW']);
  world.clock.set('2026-03-03T06:00:00.000Z');
  const billed = await world.rpc.callOrThrow(
    indicateTaskDone,
    { account, task: 'MONTHLY_FEE' },
    staff(county),
  );
  expect(billed.needsBilling).toBe(false);
  world.accounts.change(county, account, { paymentMethod: 'INVOICE' });
  world.clock.set('2026-03-15T06:00:00.000Z');
  await world.tick();
  expect(await states(account)).toEqual(['MONTHLY_FEE 2026-02 SKIPPED_MANUAL', 'MONTHLY_FEE 2026-03 DONE']);
});

test('S23 more than three missed months are left for review when staff run the tasks', async () => {
  const county = newCounty({ automatic: [] });
  const account = newAccount(county, { paymentMethod: 'INVOICE' });
  world.clock.set('2026-06-20T06:00:00.000Z');
  await world.rpc.callOrThrow(runCountyTasks, {}, staff(county));
  await world.settled();
  expect(await states(account)).toEqual(
    ['03', '04', '05', '06'].map((month) => `MONTHLY_FEE 2026-${month} NEEDS_REVIEW`),
  );
});

describe('months that fell due while automatic charging was switched off', () => {
  const waiting = async (months: readonly string[]) => {
    const county = newCounty({ automatic: [] });
    const account = newAccount(county, { paymentMethod: 'INVOICE' });
    for (const month of months) {
      world.clock.set(`2026-${month}-01T06:00:00.000Z`);
      await world.tick();
    }
    expect(await states(account)).toEqual(months.map((month) => `MONTHLY_FEE 2026-${month} DUE`));
    return { county, account };
  };

  test('S23 are left for review if there are more than three when automatic charging is switched on', async () => {
    const { county, account } = await waiting(['03', '04', '05', '06']);
    world.schedules.kept.set(county, schedule(county));
    await world.tick();
    expect(new Set((await world.periods(account)).map(({ state, reason }) => `${state} ${reason}`))).toEqual(
      new Set(['NEEDS_REVIEW MONTHS_MISSED']),
    );
    world.clock.set('2026-07-01T06:00:00.000Z');
    await world.tick();
    expect((await states(account)).at(-1)).toBe('MONTHLY_FEE 2026-07 DONE');
    expect(await world.balances(account)).toEqual({ ar_invoice: -1_000 });
  });

  test('are charged if staff run the tasks, or if automatic charging is switched on and there are at most three', async () => {
    const three = await waiting(['03', '04', '05']);
    world.schedules.kept.set(three.county, schedule(three.county));
    await world.tick();
    expect(await world.balances(three.account)).toEqual({ ar_invoice: -3_000 });
    const four = await waiting(['03', '04', '05', '06']);
    await world.rpc.callOrThrow(runCountyTasks, {}, staff(four.county));
    await world.settled();
    expect(await world.balances(four.account)).toEqual({ ar_invoice: -4_000 });
  });
});
