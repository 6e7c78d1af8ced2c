import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { armFailpoints, FailpointThrew } from '@portal/infra/failpoints';
import { eventually } from '@portal/infra/testing';
import {
  getAccountTasks,
  getBillingState,
  indicateTaskDone,
  listTaskMonths,
  prepareAccountRerun,
  prepareCountyRerun,
  runAccountTasks,
  runCountyTasks,
  saveAccountTasks,
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
import { clerk, schedule, startWorld, type BillingWorld } from './billing-world.js';

let world: BillingWorld;
beforeAll(async () => {
  world = await startWorld(START, { replicas: 2 });
}, 120_000);
afterAll(async () => {
  expect(await world.doubles()).toEqual([]);
  await world.close();
});
afterEach(() => armFailpoints(undefined));

const newCounty = (over?: Parameters<typeof addCounty>[1]) => addCounty(world, over);
const newAccount = (county: string, over?: AccountTerms) => addAccount(world, county, over);
const states = (account: string) => statesOf(world, account);
/** Settles when March has been charged, by the test's own tick or by a tick that an event started at the same time. */
const chargedOnce = (account: string): Promise<void> =>
  eventually(async () => expect(await states(account)).toEqual(['MONTHLY_FEE 2026-03 DONE']));

describe('a month of an account’s task', () => {
  test('is charged once when its due time has come, however many processes check it and however often', async () => {
    const county = newCounty({ day: 14, time: '23:59' });
    const account = newAccount(county);
    await world.give(county, account, 'USD', 5_000);
    world.clock.set('2026-02-15T05:58:59.000Z');
    await world.tick();
    expect(await states(account)).toEqual([]);
    world.clock.set('2026-02-15T05:59:00.000Z');
    await Promise.all([world.tick(0), world.tick(1), world.tick(0)]);
    await Promise.all([world.tick(0), world.tick(1)]);
    expect(await states(account)).toEqual(['MONTHLY_FEE 2026-02 DONE']);
    expect(await world.balances(account)).toEqual({ escrow: 4_000 });
    const state = await world.rpc.callOrThrow(getBillingState, {}, staff(county));
    expect(state).toMatchObject({ lastRan: '2026-02-15T05:59:00.000Z', due: 0, run: { done: 1 } });
    expect(state.nextRuns[0]).toBe('2026-03-15T04:59:00.000Z');
  });

  test('is charged in the minute in which it falls due, although a county without work is checked rarely', async () => {
    const county = newCounty({ day: 14, time: '23:59' });
    const account = newAccount(county, { paymentMethod: 'INVOICE' });
    world.clock.set('2026-02-15T05:52:00.000Z');
    world.schedules.changing = false;
    try {
      const looks = () => world.schedules.looks.get(county);
      await world.tick();
      for (const minute of ['53', '54', '55']) {
        world.clock.set(`2026-02-15T05:${minute}:00.000Z`);
        await world.tick();
      }
      expect(looks()).toBe(1);
      await world.asAdmin(`INSERT INTO billing.account_to_look_at VALUES ($1, $2, $3)`, [
        county,
        account,
        '2026-02-15T05:55:30.000Z',
      ]);
      await world.tick();
      expect(looks()).toBe(2);
      expect(await states(account)).toEqual([]);
      world.clock.set('2026-02-15T05:59:00.000Z');
      await world.tick();
      expect(await states(account)).toEqual(['MONTHLY_FEE 2026-02 DONE']);
    } finally {
      world.schedules.changing = true;
    }
  });

  test('that falls due during the check of its county is charged at the next check, a minute later', async () => {
    const county = newCounty({ day: 14, time: '23:59' });
    const account = newAccount(county, { paymentMethod: 'INVOICE' });
    world.clock.set('2026-02-15T05:58:59.900Z');
    world.schedules.changing = false;
    armFailpoints((name) => {
      if (name === 'county-looked-at') world.clock.set('2026-02-15T05:59:00.100Z');
      return undefined;
    });
    try {
      await world.tick();
      armFailpoints(undefined);
      expect(await states(account)).toEqual([]);
      world.clock.set('2026-02-15T06:00:00.000Z');
      await world.tick();
      expect(await states(account)).toEqual(['MONTHLY_FEE 2026-02 DONE']);
    } finally {
      world.schedules.changing = true;
    }
  });

  test('renews the images that the level of a flat-fee account includes, and charges escrow or the invoice for them', async () => {
    const county = newCounty({ day: 12 });
    const flat = { accountType: 'FLAT_FEE', monthlyFee: 0 } as const;
    const counted = newAccount(county, { ...flat, flatFeeRateLevel: 1 });
    const unlimited = newAccount(county, { ...flat, flatFeeRateLevel: 2, paymentMethod: 'INVOICE' });
    const off = newAccount(county, { ...flat, flatFeeRateLevel: 3 });
    await world.give(county, counted, 'USD', 2_500);
    world.clock.set('2026-02-12T06:00:00.000Z');
    await world.tick();
    expect(await states(counted)).toEqual(['IMAGE_RENEWAL 2026-02 DONE']);
    expect(await world.balances(counted)).toEqual({ escrow: 0, images: 50 });
    expect(await world.balances(unlimited)).toEqual({ ar_invoice: -9_000 });
    const [images] = await world.asAdmin<{ until: Date }>(
      `SELECT b.unlimited_until AS until FROM payments.account_balance b
         JOIN payments.ledger_account a ON a.id = b.ledger_account_id WHERE a.owner_account_id = $1`,
      [unlimited],
    );
    // the images stay unlimited until a day after the next renewal falls due
    expect(images?.until).toEqual(new Date('2026-03-13T05:00:00.000Z'));
    expect(await states(off)).toEqual([]);
    const tasks = await world.rpc.callOrThrow(getAccountTasks, { account: counted }, staff(county));
    expect(tasks).toMatchObject({ lastTasks: '2026-02-12', needsImageRenewal: false });
    expect(tasks.lastImageRenewal).toBe('2026-02-12T06:00:00.000Z');
  });

  test('waits if it is not charged automatically, is listed as needing billing, and is charged when staff run the tasks', async () => {
    const county = newCounty({ automatic: [] });
    const account = newAccount(county, { paymentMethod: 'INVOICE' });
    world.clock.set('2026-03-01T06:00:00.000Z');
    await world.tick();
    expect(await states(account)).toEqual(['MONTHLY_FEE 2026-03 DUE']);
    const told = await world.asAdmin<{ payload: object }>(
      `SELECT payload FROM billing.outbox WHERE aggregate = $1 ORDER BY sequence`,
      [`account:${account}`],
    );
    expect(told.map(({ payload }) => payload)).toMatchObject([
      { needsBilling: true, lastTasks: '2026-03-01' },
    ]);
    const before = await world.rpc.callOrThrow(getBillingState, {}, staff(county));
    expect(before).toMatchObject({ lastRan: null, due: 1, run: null });
    await Promise.all(
      Array.from({ length: 10 }, () => world.rpc.callOrThrow(runCountyTasks, {}, staff(county))),
    );
    await world.settled();
    expect(await states(account)).toEqual(['MONTHLY_FEE 2026-03 DONE']);
    expect(await world.balances(account)).toEqual({ ar_invoice: -1_000 });
    const after = await world.rpc.callOrThrow(getBillingState, {}, staff(county));
    expect(after).toMatchObject({ due: 0, run: { done: 1, needsFunds: 0 } });
    expect(after.lastRan).not.toBeNull();
    const { tasks } = await world.rpc.callOrThrow(
      listTaskMonths,
      { list: 'LAST_RUN', offset: 0, limit: 10 },
      staff(county),
    );
    expect(tasks).toMatchObject([{ account, period: '2026-03', state: 'DONE', rate: { amount: 1_000 } }]);
  });

  test('is not charged twice if the day, time or time zone of the schedule changes within the month', async () => {
    const county = newCounty();
    const account = newAccount(county, { paymentMethod: 'INVOICE' });
    world.clock.set('2026-03-01T06:00:00.000Z');
    await world.tick();
    for (const over of [{ day: 20 }, { day: 28, time: '23:59' }, { timeZone: 'Pacific/Guam', day: 2 }]) {
      world.schedules.kept.set(county, schedule(county, over));
      for (const day of ['03', '20', '21', '29', '30']) {
        world.clock.set(`2026-03-${day}T08:00:00.000Z`);
        await world.tick();
      }
    }
    expect(await states(account)).toEqual(['MONTHLY_FEE 2026-03 DONE']);
  });

  test('is never charged for an inactive account or one without a fee, even if a fee is set later', async () => {
    const county = newCounty();
    const free = newAccount(county, { monthlyFee: 0, paymentMethod: 'INVOICE' });
    const closed = newAccount(county, { status: 'I', paymentMethod: 'INVOICE' });
    for (const month of ['03', '04']) {
      world.clock.set(`2026-${month}-01T06:00:00.000Z`);
      await world.tick();
    }
    world.accounts.change(county, free, { monthlyFee: 700 });
    world.accounts.change(county, closed, { status: 'A' });
    world.clock.set('2026-04-20T06:00:00.000Z');
    await world.tick();
    expect([...(await states(free)), ...(await states(closed))]).toEqual([]);
    world.clock.set('2026-05-01T06:00:00.000Z');
    await world.tick();
    expect(await states(free)).toEqual(['MONTHLY_FEE 2026-05 DONE']);
    expect(await states(closed)).toEqual(['MONTHLY_FEE 2026-05 DONE']);
  });
});

describe('after an interruption, a county', () => {
  test('charges each missed month once if there are at most three', async () => {
    const county = newCounty();
    const account = newAccount(county, { paymentMethod: 'INVOICE' });
    world.clock.set('2026-05-20T06:00:00.000Z');
    await world.tick();
    expect(await states(account)).toEqual(
      ['03', '04', '05'].map((month) => `MONTHLY_FEE 2026-${month} DONE`),
    );
  });

  test('S23 leaves missed months for review if there are more than three, and only TRIMIN users can make these due again', async () => {
    const county = newCounty();
    const account = newAccount(county, { paymentMethod: 'INVOICE' });
    world.clock.set('2026-06-20T06:00:00.000Z');
    await world.tick();
    const four = ['03', '04', '05', '06'];
    expect(await states(account)).toEqual(four.map((month) => `MONTHLY_FEE 2026-${month} NEEDS_REVIEW`));
    expect(await world.rpc.call(prepareCountyRerun, {}, staff(county))).toMatchObject({ code: 'NOT_FOUND' });
    await Promise.all(
      Array.from({ length: 10 }, () => world.rpc.callOrThrow(prepareCountyRerun, {}, provider(county))),
    );
    await world.tick();
    await world.rpc.callOrThrow(prepareCountyRerun, {}, provider(county));
    await world.tick();
    expect(await states(account)).toEqual(four.map((month) => `MONTHLY_FEE 2026-${month} DONE`));
    expect(await world.balances(account)).toEqual({ ar_invoice: -4_000 });
  });
});

describe('an account with too little money', () => {
  test('waits for funds, is notified once, never falls below zero, and is charged after a deposit', async () => {
    const county = newCounty();
    const account = newAccount(county);
    await world.give(county, account, 'USD', 999);
    world.clock.set('2026-03-01T06:00:00.000Z');
    await world.tick();
    expect(await states(account)).toEqual(['MONTHLY_FEE 2026-03 NEEDS_FUNDS']);
    world.clock.set('2026-03-02T06:00:01.000Z');
    await world.tick();
    const told = await world.asAdmin<{ payload: object }>(
      `SELECT payload FROM billing.outbox WHERE aggregate = $1 AND type = 'billing.funds-needed.v1'`,
      [`account:${account}`],
    );
    expect(told.map(({ payload }) => payload)).toEqual([
      { account, task: 'MONTHLY_FEE', period: '2026-03', amount: '1000' },
    ]);
    expect(await world.balances(account)).toEqual({ escrow: 999 });
    const list = { list: 'NEEDS_FUNDS', offset: 0, limit: 10 } as const;
    expect(await world.rpc.callOrThrow(listTaskMonths, list, staff(county))).toMatchObject({ total: 1 });
    await world.give(county, account, 'USD', 1_500);
    await chargedOnce(account);
    expect(await world.balances(account)).toEqual({ escrow: 500 });
  });

  test('is checked for money again when staff run its tasks', async () => {
    const county = newCounty();
    const account = newAccount(county);
    world.clock.set('2026-03-01T06:00:00.000Z');
    await world.tick();
    const run = () => world.rpc.callOrThrow(runAccountTasks, { account }, staff(county));
    expect((await run()).months).toMatchObject([{ state: 'NEEDS_FUNDS' }]);
    const before = (await world.periods(account))[0]?.attempts ?? 0;
    await run();
    expect((await world.periods(account))[0]?.attempts).toBeGreaterThan(before);
  });

  test('is never charged by card: its month waits for review', async () => {
    const county = newCounty();
    const account = newAccount(county, { paymentMethod: 'CREDIT_CARD' });
    world.clock.set('2026-03-01T06:00:00.000Z');
    await world.tick();
    await world.rpc.callOrThrow(prepareAccountRerun, { account }, provider(county));
    const [month] = await world.periods(account);
    expect(month).toMatchObject({ state: 'NEEDS_REVIEW', reason: 'PAYS_BY_CARD' });
  });
});

describe('marking months as done', () => {
  test('with Billed Now or Renewed Now skips the current month of that button’s task, and no month of the other task', async () => {
    const county = newCounty({ automatic: [] });
    const account = newAccount(county, {
      accountType: 'FLAT_FEE',
      flatFeeRateLevel: 1,
      paymentMethod: 'INVOICE',
    });
    world.clock.set('2026-03-01T06:00:00.000Z');
    await world.tick();
    const billed = await world.rpc.callOrThrow(
      indicateTaskDone,
      { account, task: 'MONTHLY_FEE' },
      staff(county),
    );
    expect(billed).toMatchObject({ needsBilling: false, needsImageRenewal: true });
    expect(billed.lastBilled).toBe('2026-03-01T06:00:00.000Z');
    await world.rpc.callOrThrow(indicateTaskDone, { account, task: 'IMAGE_RENEWAL' }, staff(county));
    const after = await world.rpc.callOrThrow(runAccountTasks, { account }, staff(county));
    expect(after).toMatchObject({ needsBilling: false, needsImageRenewal: false });
    expect(await states(account)).toEqual([
      'IMAGE_RENEWAL 2026-03 SKIPPED_MANUAL',
      'MONTHLY_FEE 2026-03 SKIPPED_MANUAL',
    ]);
    expect(await world.balances(account)).toEqual({});
  });

  test('while the current month is not due yet keeps that month from being charged', async () => {
    const county = newCounty({ day: 28 });
    const account = newAccount(county, { paymentMethod: 'INVOICE' });
    await world.rpc.callOrThrow(indicateTaskDone, { account, task: 'MONTHLY_FEE' }, staff(county));
    world.clock.set('2026-03-28T06:00:00.000Z');
    await world.tick();
    expect(await states(account)).toEqual(['MONTHLY_FEE 2026-02 SKIPPED_MANUAL', 'MONTHLY_FEE 2026-03 DONE']);
  });

  test('C2-72 by setting the day of the last tasks skips the months up to that day; if the day is set back, missing months become due', async () => {
    const county = newCounty({ automatic: [] });
    const account = newAccount(county, { paymentMethod: 'INVOICE' });
    world.clock.set('2026-04-10T06:00:00.000Z');
    await world.tick();
    const save = (lastTasks: string) =>
      world.rpc.callOrThrow(saveAccountTasks, { account, lastTasks }, staff(county));
    expect(await save('2026-03-31')).toMatchObject({ needsBilling: true });
    expect(await states(account)).toEqual(['MONTHLY_FEE 2026-03 SKIPPED_MANUAL', 'MONTHLY_FEE 2026-04 DUE']);
    expect(await save('2026-01-15')).toMatchObject({ lastTasks: '2026-04-01' });
    expect(await states(account)).toEqual([
      'MONTHLY_FEE 2026-02 DUE',
      'MONTHLY_FEE 2026-03 SKIPPED_MANUAL',
      'MONTHLY_FEE 2026-04 DUE',
    ]);
  });

  test('is refused while the payments service works on a month, because the month may just have been charged', async () => {
    const county = newCounty();
    const account = newAccount(county, { paymentMethod: 'INVOICE' });
    world.clock.set('2026-03-01T06:00:00.000Z');
    armFailpoints((name) =>
      name === 'task-charged' ? Promise.reject(new FailpointThrew('killed')) : undefined,
    );
    await world.tick();
    armFailpoints(undefined);
    const indicate = { account, task: 'MONTHLY_FEE' } as const;
    const refused = await world.rpc.call(indicateTaskDone, indicate, staff(county));
    expect(refused).toMatchObject({ ok: false, code: 'TASK_UNDER_WAY' });
    world.clock.advance(61_000);
    await world.tick(1);
    await chargedOnce(account);
    expect(await world.balances(account)).toEqual({ ar_invoice: -1_000 });
  });
});

test('a charge made before the account was deleted stays, even if the billing service had not recorded the charge by then', async () => {
  const county = newCounty();
  const account = newAccount(county);
  await world.give(county, account, 'USD', 1_000);
  world.clock.set('2026-03-01T06:00:00.000Z');
  armFailpoints((name) =>
    name === 'task-charged' ? Promise.reject(new FailpointThrew('killed')) : undefined,
  );
  await world.tick();
  armFailpoints(undefined);
  await world.asAdmin('INSERT INTO payments.closed_account (county_id, account_id) VALUES ($1, $2)', [
    county,
    account,
  ]);
  world.accounts.kept.delete(county);
  world.clock.advance(61_000);
  await world.tick();
  await chargedOnce(account);
});

test('S9 C7-07 only staff of the county see and run tasks, and only TRIMIN users prepare a rerun', async () => {
  const county = newCounty();
  const account = newAccount(county);
  const strangers = (['ACCOUNT', 'USER', 'GUEST'] as const).map((role) => clerk(county, { role, account }));
  for (const actor of strangers) {
    expect(await world.rpc.call(getBillingState, {}, { actor })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await world.rpc.call(runCountyTasks, {}, { actor })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await world.rpc.call(runAccountTasks, { account }, { actor })).toMatchObject({
      code: 'NOT_FOUND',
    });
  }
  expect(await world.rpc.call(prepareAccountRerun, { account }, staff(county))).toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await world.rpc.call(prepareCountyRerun, {}, staff(county))).toMatchObject({ code: 'NOT_FOUND' });
  const unknown = randomUUID();
  expect(await world.rpc.call(getAccountTasks, { account: unknown }, staff(county))).toMatchObject({
    code: 'NOT_FOUND',
  });
});
