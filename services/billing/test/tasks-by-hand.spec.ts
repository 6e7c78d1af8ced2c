import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { armFailpoints } from '@portal/infra/failpoints';
import { eventually } from '@portal/infra/testing';
import { indicateTaskDone, saveAccountTasks } from '@portal/proto/rpc/billing';
import { addAccount, addCounty, staff, START, statesOf } from './billing-counties.js';
import { startWorld, type BillingWorld } from './billing-world.js';

const BEFORE = '2026-03-01T05:59:50.000Z';
const DUE = '2026-03-01T06:00:00.000Z';

let world: BillingWorld;
beforeAll(async () => {
  world = await startWorld(START, { replicas: 2 });
}, 120_000);
afterAll(async () => {
  expect(await world.doubles()).toEqual([]);
  await world.close();
});
afterEach(() => armFailpoints(undefined));

const isBlocked = async (): Promise<boolean> => {
  const waiting = await world.asAdmin(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return waiting.length > 0;
};

test.each([
  [
    'a task as done',
    (account: string, county: string) =>
      world.rpc.call(indicateTaskDone, { account, task: 'MONTHLY_FEE' as const }, staff(county)),
  ],
  [
    'all tasks of that day as done',
    (account: string, county: string) =>
      world.rpc.call(saveAccountTasks, { account, lastTasks: '2026-03-01' }, staff(county)),
  ],
])('a month that falls due at the moment when staff mark %s is not charged', async (_, mark) => {
  const county = addCounty(world);
  const account = addAccount(world, county, { paymentMethod: 'INVOICE' });
  await world.tick();
  world.clock.set(BEFORE);
  let ticked: Promise<void> | undefined;
  armFailpoints(async (name) => {
    if (name !== 'open-months-read') return;
    armFailpoints(undefined);
    world.clock.set(DUE);
    let isOver = false;
    ticked = world.tick(1).finally(() => (isOver = true));
    // the tick either ends or waits for the change that staff make
    await eventually(async () => expect(isOver || (await isBlocked())).toBe(true));
  });
  expect(await mark(account, county)).toMatchObject({ ok: true });
  await ticked;
  await world.tick();
  expect(await world.balances(account)).toEqual({});
  expect(await statesOf(world, account)).not.toContain('MONTHLY_FEE 2026-03 DONE');
});
