import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Database } from '@portal/infra/db';
import { eventually } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import { computeOrder } from '@portal/proto/rpc/payments';
import { Completer } from '../src/orders/completer.js';
import { OrderHolder } from '../src/orders/order-holder.js';
import { OrderRepository } from '../src/orders/order.repository.js';
import { brokenInvariants } from './invariants.js';
import { newPayer, startPayments, type PaymentsUnderTest } from './payments-under-test.js';

let payments: PaymentsUnderTest;
beforeAll(async () => {
  payments = await startPayments({ replicas: 2 });
});
afterEach(async () => {
  payments.renderer.beforeWriting = () => Promise.resolve(undefined);
  expect(await brokenInvariants(payments.database.asAdmin)).toEqual([]);
});
afterAll(() => payments.close());

const ask = <R extends object>(statement: string, params: readonly unknown[] = []): Promise<R[]> =>
  payments.database.asAdmin<R>(statement, params);
const replica = (at: number) => {
  const found = payments.replicas[at];
  if (!found) throw new Error('no such replica');
  return found;
};
const price = async (actor: Actor, documentKey: string): Promise<string> => {
  const request = { documentKey, pageSelectionMethod: 'CSV_PAGES' as const, pagesSelected: '1' };
  return (await payments.rpc.callOrThrow(computeOrder, request, { actor })).imageStateGuid;
};

/** Makes purchases whose money is reserved and whose process has died. */
async function abandon(many: number): Promise<string[]> {
  const payer = newPayer();
  await payments.give(payer.account, 'USD', 200 * many);
  const guids: string[] = [];
  for (let n = 0; n < many; n += 1) {
    const guid = await price(payer, `A9${guids.length}`);
    const held = await replica(0)
      .get(OrderHolder)
      .hold(payer, guid, { owner: randomUUID(), correlationId: randomUUID() });
    if (held.kind !== 'WORK') throw new Error(`not held: ${held.kind}`);
    guids.push(guid);
  }
  await ask(
    `UPDATE payments.download_order SET lease_until = now() - interval '1 s' WHERE image_state_id = ANY ($1)`,
    [guids],
  );
  return guids;
}

const ordersOf = (guids: readonly string[]) =>
  ask<{ state: string; attempts: number }>(
    'SELECT state, attempts FROM payments.download_order WHERE image_state_id = ANY ($1)',
    [guids],
  );

describe('purchases that dead processes left unfinished', () => {
  test('are all finished by one run, however many there are', async () => {
    const guids = await abandon(30);
    await replica(0).get(Completer).run();
    const due = await ask(
      `SELECT id FROM payments.download_order WHERE state = 'HELD' AND lease_until < clock_timestamp()`,
    );
    expect(due).toEqual([]);
    // the other process may have claimed some of the purchases by itself
    await eventually(async () =>
      expect((await ordersOf(guids)).map(({ state }) => state)).toEqual(guids.map(() => 'PAID')),
    );
  });

  test('are shared by two processes, which claim different purchases without waiting for each other', async () => {
    const guids = await abandon(6);
    const [one, other] = [replica(0), replica(1)];
    const repository = new OrderRepository();
    const claimed: string[][] = [];
    await one.get(Database).asWorker(async (tx) => {
      claimed.push((await repository.claimAbandoned(tx, 'one', 4)).map(({ id }) => id));
      // the first transaction has not ended, so the purchases that it has claimed are locked
      await other.get(Database).asWorker(async (second) => {
        await second.run(`SET LOCAL lock_timeout = '1ms'`);
        claimed.push((await repository.claimAbandoned(second, 'other', 4)).map(({ id }) => id));
      });
    });
    expect(claimed.map((ids) => ids.length)).toEqual([4, 2]);
    expect(new Set(claimed.flat()).size).toBe(6);
    await ask(`UPDATE payments.download_order SET lease_until = now() - interval '1 s' WHERE state = 'HELD'`);
    await Promise.all([one.get(Completer).run(), other.get(Completer).run()]);
    // three attempts are counted: by OrderHolder, by the claim above and by the Completer
    await eventually(async () =>
      expect(await ordersOf(guids)).toEqual(guids.map(() => ({ state: 'PAID', attempts: 3 }))),
    );
  });

  test('are finished while another purchase waits for a slow PDF', async () => {
    const guids = await abandon(20);
    const order: string[] = [];
    const othersAreDone = Promise.withResolvers<void>();
    payments.renderer.beforeWriting = async ({ documentKey }) => {
      if (documentKey === 'A90') await othersAreDone.promise;
      order.push(documentKey);
      if (order.length === 19) othersAreDone.resolve();
      return undefined;
    };
    await replica(0).get(Completer).run();
    await eventually(async () =>
      expect((await ordersOf(guids)).every(({ state }) => state === 'PAID')).toBe(true),
    );
    expect(order).toHaveLength(20);
    expect(order.at(-1)).toBe('A90');
  });
});

describe('visits whose price has expired', () => {
  /** Adds visits whose price has expired and which have no order. */
  const visit = (many: number, county: string, expiredFor: string) =>
    ask<{ id: string }>(
      `INSERT INTO payments.image_state (id, county_id, user_id, state, document_key, page_selection_method,
         pages_selected, created_at, expires_at)
       SELECT gen_random_uuid(), $2, 'someone', 'PRICED', 'A1', 'CSV_PAGES', '1', now() - $3::interval, now() - $3::interval
         FROM generate_series(1, $1) RETURNING id`,
      [many, county, expiredFor],
    );
  const stateOf = async (ids: readonly { id: string }[]): Promise<Record<string, number>> => {
    const rows = await ask<{ state: string; n: number }>(
      'SELECT state, count(*)::int AS n FROM payments.image_state WHERE id = ANY ($1) GROUP BY state',
      [ids.map(({ id }) => id)],
    );
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
  };

  test('are all closed by one run, in every county', async () => {
    const lake = await visit(450, 'lake', '2 hours');
    const saipan = await visit(30, 'saipan', '1 hour');
    await replica(0).get(Completer).run();
    await eventually(async () =>
      expect([await stateOf(lake), await stateOf(saipan)]).toEqual([{ EXPIRED: 450 }, { EXPIRED: 30 }]),
    );
  });

  test('are closed even when orders whose prices expired earlier are still being paid', async () => {
    const guids = await abandon(3);
    await ask(
      `UPDATE payments.download_order SET lease_until = now() + interval '1 hour' WHERE image_state_id = ANY ($1)`,
      [guids],
    );
    await ask(`UPDATE payments.image_state SET expires_at = now() - interval '3 hours' WHERE id = ANY ($1)`, [
      guids,
    ]);
    const waiting = await visit(5, 'lake', '1 hour');
    const found = await replica(0)
      .get(Database)
      .asWorker((tx) => new OrderRepository().findExpired(tx, payments.clock.now(), 3, []));
    expect(found).toHaveLength(3);
    await replica(0).get(Completer).run();
    await eventually(async () => expect(await stateOf(waiting)).toEqual({ EXPIRED: 5 }));
    expect(await stateOf(guids.map((id) => ({ id })))).toEqual({ PRICED: 3 });
    await ask(
      `UPDATE payments.download_order SET lease_until = now() - interval '1 s' WHERE image_state_id = ANY ($1)`,
      [guids],
    );
    await replica(0).get(Completer).run();
    await eventually(async () =>
      expect(await ordersOf(guids)).toEqual(guids.map(() => expect.objectContaining({ state: 'PAID' }))),
    );
  });
});
