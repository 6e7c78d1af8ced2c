import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Database } from '@portal/infra/db';
import { armFailpoints } from '@portal/infra/failpoints';
import { billedBatch } from '@portal/proto/rpc/account-tasks';
import { BilledAccountRepository } from '../src/accounts/billed-account.repository.js';
import { schedule, startWorld, type BillingWorld } from './billing-world.js';

const DUE = '2026-03-01T06:00:00.000Z';
const BEFORE = '2026-03-01T05:59:50.000Z';

let world: BillingWorld;
let county = 'lake-0';
beforeAll(async () => {
  world = await startWorld('2026-02-10T15:00:00.000Z', { replicas: 2 });
}, 120_000);
afterAll(() => world.close());
beforeEach(() => {
  county = `lake-${Number(county.slice(5)) + 1}`;
  world.schedules.kept.clear();
  world.schedules.kept.set(county, schedule(county));
  world.clock.set('2026-02-10T15:00:00.000Z');
});
afterEach(() => armFailpoints(undefined));

const newAccount = (over: Parameters<BillingWorld['accounts']['add']>[1] = {}): string =>
  world.accounts.add(county, {
    ...{ paymentMethod: 'INVOICE', lastTasks: '2026-02-05', lastTasksAt: '2026-02-05T12:00:00.000Z' },
    ...over,
  }).id;

/** Makes the second process check the account, as it does when an event says that the account has changed. */
async function ask(account: string): Promise<void> {
  const [, second] = world.replicas;
  const repository = second?.get(BilledAccountRepository);
  await second?.get(Database).withCounty(county, async (tx) => repository?.askToLook(tx, account));
}

/** Runs `work` when a process has read accounts for the nth time but has not stored them yet. */
function whenRead(nth: number, work: () => Promise<void>): void {
  let reads = 0;
  armFailpoints((name) => {
    if (name !== 'accounts-read') return undefined;
    reads += 1;
    if (reads < nth) return undefined;
    armFailpoints(undefined);
    return work();
  });
}

const statuses = async (): Promise<Record<string, number>> => {
  const rows = await world.asAdmin<{ status: string; count: number }>(
    'SELECT status, count(*)::int AS count FROM billing.billed_account WHERE county_id = $1 GROUP BY 1',
    [county],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};

test.each([
  ['deactivated', { status: 'I' }],
  ['freed from its fee', { monthlyFee: 0 }],
] as const)('an account that is %s while the hourly check reads it is not charged', async (_change, over) => {
  const account = newAccount();
  world.clock.set(BEFORE);
  whenRead(1, async () => {
    world.accounts.change(county, account, over);
    await ask(account);
    await world.tick(1);
    world.clock.set(DUE);
  });
  await world.tick(0);
  await world.tick(0);
  expect(await world.periods(account)).toEqual([]);
  expect(await world.balances(account)).toEqual({});
});

test('accounts stay active if a process with a slow clock checks them during the hourly check of another process', async () => {
  for (let added = 0; added < billedBatch; added += 1) newAccount({ monthlyFee: 0 });
  world.clock.set(DUE);
  whenRead(2, async () => {
    world.clock.set(BEFORE);
    await world.tick(1);
    world.clock.set(DUE);
  });
  await world.tick(0);
  expect(await statuses()).toEqual({ A: billedBatch });
});

test('an account that changes during a check is read again, even if a slow clock dates the change before the check', async () => {
  const account = newAccount();
  await world.tick(0);
  await ask(account);
  whenRead(1, async () => {
    world.accounts.change(county, account, { status: 'I' });
    world.clock.set('2026-02-10T14:59:50.000Z');
    await ask(account);
  });
  await world.tick(0);
  expect(await statuses()).toEqual({ I: 1 });
});

test('a deleted account stays inactive, even if an older check that found it active is stored afterwards', async () => {
  const account = newAccount();
  await world.tick(0);
  await ask(account);
  whenRead(1, async () => {
    world.accounts.kept.clear();
    world.clock.set('2026-02-10T16:00:00.000Z');
    await world.tick(1);
    expect(await statuses()).toEqual({ I: 1 });
  });
  await world.tick(0);
  expect(await statuses()).toEqual({ I: 1 });
});

test('an event about an account’s tasks contains the day up to which they are done, and when staff entered that day', async () => {
  const account = newAccount({ monthlyFee: 1_000 });
  await world.tick(0);
  world.accounts.change(county, account, {
    lastTasks: '2026-02-09',
    lastTasksAt: '2026-02-10T14:00:00.250Z',
  });
  await ask(account);
  await world.tick(0);
  const facts = await world.asAdmin<{ payload: object }>(
    `SELECT payload FROM billing.outbox WHERE aggregate = $1 AND type = 'billing.account-tasks-changed.v1'
      ORDER BY sequence`,
    [`account:${account}`],
  );
  expect(facts.at(-1)?.payload).toMatchObject({
    lastTasks: '2026-02-09',
    lastTasksAt: '2026-02-10T14:00:00.250Z',
  });
});
