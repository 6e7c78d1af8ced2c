import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { armFailpoints, FailpointThrew } from '@portal/infra/failpoints';
import { eventually } from '@portal/infra/testing';
import { indicateTaskDone, prepareAccountRerun, runAccountTasks } from '@portal/proto/rpc/billing';
import {
  addAccount,
  addCounty,
  provider,
  staff,
  START,
  statesOf,
  type AccountTerms,
} from './billing-counties.js';
import { startWorld, type BillingWorld } from './billing-world.js';

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

  test('is left for review when a deposit arrives, even after a rerun, and the current month is charged', async () => {
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

test('a month that has not fallen due is still charged later when staff mark an earlier month as billed', async () => {
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
