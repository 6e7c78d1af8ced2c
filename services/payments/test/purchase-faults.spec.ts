import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { eventually } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import {
  cancelImageState,
  computeOrder,
  getBalance,
  listPurchases,
  openDownload,
  payOrder,
} from '@portal/proto/rpc/payments';
import { Completer } from '../src/orders/completer.js';
import type { DownloadOrder } from '../src/orders/download-order.entity.js';
import { OrderHolder } from '../src/orders/order-holder.js';
import { OrderWorker } from '../src/orders/order-worker.js';
import { brokenInvariants } from './invariants.js';
import { newPayer, startPayments, type PaymentsUnderTest } from './payments-under-test.js';

let payments: PaymentsUnderTest;
beforeAll(async () => {
  payments = await startPayments({ replicas: 2 });
});
beforeEach(() => {
  payments.renderer.beforeWriting = () => Promise.resolve(undefined);
  payments.renderer.written.length = 0;
});
afterEach(async () => {
  expect(await brokenInvariants(payments.database.asAdmin)).toEqual([]);
});
afterAll(() => payments.close());

const price = async (actor: Actor, documentKey = 'A1000001', csv = '1-5'): Promise<string> => {
  const request = { documentKey, pageSelectionMethod: 'CSV_PAGES' as const, pagesSelected: csv };
  return (await payments.rpc.callOrThrow(computeOrder, request, { actor })).imageStateGuid;
};
const pay = (actor: Actor, imageStateGuid: string) =>
  payments.rpc.call(payOrder, { imageStateGuid }, { actor });
const status = async (actor: Actor, guid: string): Promise<string> => {
  const answer = await pay(actor, guid);
  return answer.ok ? answer.value.status : answer.code;
};
const available = async (actor: Actor): Promise<number | null> =>
  (await payments.rpc.callOrThrow(getBalance, { account: null }, { actor }))?.available ?? null;
function service<T>(type: Type<T>): T {
  const [replica] = payments.replicas;
  if (!replica) throw new Error('no replica runs');
  return replica.get(type);
}
const ask = <R extends object>(statement: string, params: readonly unknown[] = []): Promise<R[]> =>
  payments.database.asAdmin<R>(statement, params);
const orderOf = async (guid: string) =>
  (
    await ask<{
      id: string;
      state: string;
      attempts: number;
      failure: string | null;
      charged_minor: string | null;
    }>(
      `SELECT id, state, attempts, failure, charged_minor FROM payments.download_order WHERE image_state_id = $1
        ORDER BY created_at DESC`,
      [guid],
    )
  )[0];

const anyTry = () => ({ owner: randomUUID(), correlationId: randomUUID() });

/** Holds the money for an order and ends the order's lease, as if the process had died right after the hold. */
async function abandon(actor: Actor, guid: string): Promise<DownloadOrder> {
  const held = await service(OrderHolder).hold(actor, guid, anyTry());
  if (held.kind !== 'WORK') throw new Error(`not held: ${held.kind}`);
  await endLease(guid);
  return held.order;
}
const endLease = (guid: string) =>
  ask(`UPDATE payments.download_order SET lease_until = now() - interval '1 s' WHERE image_state_id = $1`, [
    guid,
  ]);

describe('when several purchases run at once', () => {
  test.each([
    ['ESCROW', 'USD', 400],
    ['FLAT_FEE', 'IMG', 5],
  ] as const)(
    'S21 exactly one of 50 parallel purchases with funds for one is paid (%s)',
    async (funding, asset, funds) => {
      const payer = newPayer(funding === 'FLAT_FEE' ? { accountType: 'FLAT_FEE' } : {});
      await payments.give(payer.account, asset, funds);
      const guids: string[] = [];
      for (let n = 0; n < 50; n += 1) guids.push(await price(payer, `A2${n}`));
      const answers = await Promise.all(guids.map((guid) => status(payer, guid)));
      expect(answers.filter((answer) => answer === 'PAID')).toHaveLength(1);
      expect(answers.filter((answer) => answer === 'INSUFFICIENT_FUNDS')).toHaveLength(49);
      expect(await available(payer)).toBe(0);
    },
    90_000,
  );

  test('the office cannot take money that an order has on hold', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 1_000);
    const guid = await price(payer);
    await abandon(payer, guid);
    await expect(payments.give(payer.account, 'USD', 0)).rejects.toThrow('CONFLICT');
    expect(await status(payer, guid)).toBe('PAID');
  });

  test('S22 two windows that buy the same pages simultaneously are charged only once', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 1_000);
    payments.renderer.beforeWriting = () => sleep(100, undefined);
    const guids = await Promise.all([price(payer), price(payer)]);
    expect(await Promise.all(guids.map((guid) => status(payer, guid)))).toEqual(['PAID', 'PAID']);
    expect(await available(payer)).toBe(600);
  });

  test('two simultaneous payments get the same error when the PDF fails, and a later payment succeeds', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 400);
    const guid = await price(payer);
    payments.renderer.beforeWriting = async () => {
      payments.renderer.beforeWriting = () => Promise.resolve(undefined);
      await sleep(400);
      return 'PAGE_IMAGE_MISSING';
    };
    const both = await Promise.all([status(payer, guid), status(payer, guid)]);
    expect(both).toEqual(['PAGE_IMAGE_MISSING', 'PAGE_IMAGE_MISSING']);
    expect(await available(payer)).toBe(400);
    expect(await status(payer, guid)).toBe('PAID');
    expect(await available(payer)).toBe(0);
  });

  test('S22 two windows whose pages overlap pay each page once', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 1_000);
    payments.renderer.beforeWriting = () => sleep(100, undefined);
    const guids = await Promise.all([price(payer, 'A3', '1-4'), price(payer, 'A3', '3-6')]);
    await Promise.all(guids.map((guid) => status(payer, guid)));
    // one window pays 350 for four pages, and the other 200 + 50 for its two remaining pages
    expect(await available(payer)).toBe(400);
    const { purchases } = await payments.rpc.callOrThrow(
      listPurchases,
      { page: 1, reference: null },
      { actor: payer },
    );
    // the receipt says which pages the other window had bought
    expect(purchases.map(({ alreadyPurchased }) => alreadyPurchased)).toContainEqual([3, 4]);
    const facts = await ask<{ pages: string }>(
      `SELECT payload ->> 'newPages' AS pages FROM payments.outbox
        WHERE type = 'payments.order-paid.v1' AND payload ->> 'user' = $1`,
      [payer.user],
    );
    expect(facts.map(({ pages }) => pages).sort()).toEqual(['2', '4']);
  });

  test('a double click pays once, and the second call waits and returns the same answer', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 1_000);
    payments.renderer.beforeWriting = () => sleep(300, undefined);
    const guid = await price(payer);
    expect(await Promise.all([1, 2, 3].map(() => status(payer, guid)))).toEqual(['PAID', 'PAID', 'PAID']);
    expect(payments.renderer.written).toHaveLength(1);
    expect(await available(payer)).toBe(600);
  });
});

describe('when the imaging service cannot make a PDF', () => {
  test.each(['DOCUMENT_SEALED', 'PAGE_IMAGE_MISSING', 'RENDER_FAILED'] as const)(
    'the failure %s is returned, nothing is charged, and the hold is released',
    async (failure) => {
      const payer = newPayer();
      await payments.give(payer.account, 'USD', 400);
      const guid = await price(payer);
      payments.renderer.beforeWriting = () => Promise.resolve(failure);
      expect(await status(payer, guid)).toBe(failure);
      expect(await available(payer)).toBe(400);
      expect(await orderOf(guid)).toMatchObject({ state: 'VOIDED', failure });
    },
  );

  test('a later payment succeeds at the same price after a temporary failure', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 400);
    const guid = await price(payer);
    payments.renderer.beforeWriting = () => Promise.resolve('RENDER_FAILED');
    expect(await status(payer, guid)).toBe('RENDER_FAILED');
    payments.renderer.beforeWriting = () => Promise.resolve(undefined);
    expect(await status(payer, guid)).toBe('PAID');
    expect(await available(payer)).toBe(0);
  });

  test('a payment survives a short outage of the imaging service, because the service is called again', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 400);
    let calls = 0;
    payments.renderer.beforeWriting = () =>
      Promise.resolve((calls += 1) < 3 ? 'SERVICE_UNAVAILABLE' : undefined);
    expect(await status(payer, await price(payer))).toBe('PAID');
    expect(calls).toBe(3);
  });

  test('a payment during a long outage of the imaging service ends in an error without a charge', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 400);
    payments.renderer.beforeWriting = () => Promise.resolve('SERVICE_UNAVAILABLE');
    expect(await status(payer, await price(payer))).toBe('RENDER_FAILED');
    expect(await available(payer)).toBe(400);
  });
});

describe('when a process dies in the middle of a purchase', () => {
  const completer = (): Completer => service(Completer);

  test('the completer brings the order to PAID if the money was already reserved', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 400);
    const guid = await price(payer);
    await abandon(payer, guid);
    expect(await available(payer)).toBe(0);
    await completer().run();
    expect(await orderOf(guid)).toMatchObject({ state: 'PAID', charged_minor: '400' });
    expect(await status(payer, guid)).toBe('PAID');
  });

  test('the completer brings the order to PAID if a process of an earlier version had stored the PDF', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 400);
    const guid = await price(payer);
    const { id } = await abandon(payer, guid);
    await payments.database.asAdmin(`UPDATE payments.download_order SET state = 'RENDERED' WHERE id = $1`, [
      id,
    ]);
    await completer().run();
    expect(await orderOf(guid)).toMatchObject({ state: 'PAID', charged_minor: '400' });
  });

  test('a repeated call takes over the order after the lease has expired', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 400);
    const guid = await price(payer);
    await abandon(payer, guid);
    expect(await status(payer, guid)).toBe('PAID');
  });

  test('S6 the completer leaves an order to its live worker, and nobody gets the PDF of an unpaid order', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 400);
    const guid = await price(payer);
    await service(OrderHolder).hold(payer, guid, anyTry());
    await completer().run();
    expect(await orderOf(guid)).toMatchObject({ state: 'HELD' });
    const opened = await payments.rpc.call(openDownload, { imageStateGuid: guid }, { actor: payer });
    expect(opened).toMatchObject({ ok: false, code: 'ORDER_NOT_PAID' });
    await endLease(guid);
    await completer().run();
  });

  test('the order is void and the money is released after the last of three attempts has failed', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 400);
    const guid = await price(payer);
    await abandon(payer, guid);
    expect(await orderOf(guid)).toMatchObject({ state: 'HELD', attempts: 1 });
    let written = 0;
    payments.renderer.beforeWriting = () => {
      written += 1;
      return Promise.resolve('RENDER_FAILED');
    };
    await completer().run();
    expect(await orderOf(guid)).toMatchObject({ state: 'HELD', attempts: 2 });
    expect(await available(payer)).toBe(0);
    await endLease(guid);
    await completer().run();
    const last = { state: 'VOIDED', attempts: 3, failure: 'RENDER_FAILED' };
    expect(await orderOf(guid)).toMatchObject(last);
    expect(await available(payer)).toBe(400);
    await endLease(guid);
    await completer().run();
    expect(await orderOf(guid)).toMatchObject(last);
    // only two of the three attempts tried to write the PDF, because the first one died before that
    expect(written).toBe(2);
  });

  test('the order is void and its hold has expired after 15 minutes', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 400);
    const guid = await price(payer);
    const order = await abandon(payer, guid);
    payments.clock.advance(15 * 60_000 + 1);
    await completer().run();
    expect(await orderOf(guid)).toMatchObject({ state: 'VOIDED', failure: 'EXPIRED' });
    expect(await ask('SELECT state FROM payments.hold WHERE order_id = $1', [order.id])).toEqual([
      { state: 'EXPIRED' },
    ]);
    expect(await available(payer)).toBe(400);
  });

  test('a worker that was paused past its lease charges nothing when it resumes', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 1_000);
    const guid = await price(payer);
    const order = await abandon(payer, guid);
    await completer().run();
    expect(await service(OrderWorker).finish(order, 'the paused one')).toMatchObject({ ok: true });
    expect(await available(payer)).toBe(600);
  });

  test('a worker that was paused does not charge an order that was canceled meanwhile', async () => {
    const payer = newPayer();
    await payments.give(payer.account, 'USD', 1_000);
    const guid = await price(payer);
    const order = await abandon(payer, guid);
    await payments.rpc.callOrThrow(cancelImageState, { imageStateGuid: guid }, { actor: payer });
    const finished = await service(OrderWorker).finish(order, 'the paused one');
    expect(finished).toMatchObject({ ok: false, code: 'ORDER_CLOSED' });
    expect(await available(payer)).toBe(1_000);
  });

  test('the completer voids an order that was not paid before its price expired', async () => {
    const payer = newPayer();
    const guid = await price(payer);
    payments.clock.advance(31 * 60_000);
    await completer().run();
    expect(await orderOf(guid)).toMatchObject({ state: 'VOIDED', failure: 'EXPIRED' });
    expect(await ask('SELECT state FROM payments.image_state WHERE id = $1', [guid])).toEqual([
      { state: 'EXPIRED' },
    ]);
  });
});

test('a purchase emits its events in the transactions of its steps, and the events are published', async () => {
  const payer = newPayer();
  await payments.give(payer.account, 'USD', 400);
  const guid = await price(payer);
  await pay(payer, guid);
  const order = await orderOf(guid);
  const facts = await ask<{ type: string }>(
    `SELECT type FROM payments.outbox WHERE aggregate IN ($1, $2) AND type NOT LIKE 'audit%' ORDER BY id`,
    [`order:${order?.id}`, `account:${payer.account}`],
  );
  expect(facts.map(({ type }) => type)).toEqual([
    'payments.balance-changed.v1',
    'payments.balance-changed.v1',
    'payments.order-paid.v1',
  ]);
  await eventually(async () => {
    expect(await ask('SELECT 1 FROM payments.outbox WHERE published_at IS NULL')).toEqual([]);
  });
});
