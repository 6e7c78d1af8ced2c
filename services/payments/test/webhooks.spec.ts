import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@portal/infra/testing';
import { CardSteps } from './card-steps.js';
import { brokenInvariants } from './invariants.js';
import { newPayer } from './payments-under-test.js';
import { merchants, signatureKey } from './sandbox-under-test.js';

let steps: CardSteps;
beforeAll(async () => {
  steps = await CardSteps.start();
});
afterAll(async () => {
  expect(await brokenInvariants(steps.payments.database.asAdmin)).toEqual([]);
  await steps.close();
});

const notification = (id: string, notificationId: string = randomUUID()): Buffer =>
  Buffer.from(
    `{"notificationId":"${notificationId}","eventType":"net.authorize.payment.authcapture.created","payload":{"responseCode":1,"authAmount":300.00,"entityName":"transaction","id":"${id}"}}`,
  );
const sign = (raw: Buffer, key = signatureKey): string =>
  `sha512=${createHmac('sha512', key).update(raw).digest('hex').toUpperCase()}`;
const kept = async (): Promise<number> =>
  Number((await steps.ask<{ n: string }>('SELECT count(*) AS n FROM payments.webhook_inbox'))[0]?.n);
/** Notifications about a transaction that are not processed yet. */
const waiting = async (transactionId: string): Promise<number> => {
  const statement = 'SELECT 1 FROM payments.webhook_inbox WHERE txn_id = $1 AND next_try_at IS NOT NULL';
  return (await steps.ask(statement, [transactionId])).length;
};
const creditedSoon = (attemptId: string) =>
  eventually(async () => expect(await steps.attempt(attemptId)).toMatchObject({ state: 'CREDITED' }));

test('S20 a notification without a valid signature has no effect', async () => {
  const raw = notification('60000000001');
  const good = sign(raw);
  const changed = Buffer.from(raw);
  changed[changed.length - 4] = 0x39;
  const again = Buffer.from(JSON.stringify(JSON.parse(raw.toString())));
  const before = await kept();
  const refused = { ok: false, code: 'WEBHOOK_NOT_SIGNED' };
  expect(await steps.notify(raw, [])).toEqual(refused);
  expect(await steps.notify(raw, [sign(raw, 'another key')])).toEqual(refused);
  expect(await steps.notify(raw, [good, good])).toEqual(refused);
  expect(await steps.notify(raw, [good.replace('sha512', 'sha256')])).toEqual(refused);
  expect(await steps.notify(changed, [good])).toEqual(refused);
  expect(await steps.notify(again, [good])).toEqual(refused);
  expect(await steps.notify(Buffer.alloc(65 * 1024, 0x20), [good])).toMatchObject({ code: 'INVALID_INPUT' });
  expect(await kept()).toBe(before);
});

test('S20 a replayed notification has no effect', async () => {
  const before = await kept();
  const raw = notification('60000000001');
  expect(await steps.notify(raw, [sign(raw)])).toEqual({ ok: true, value: {} });
  expect(await steps.notify(raw, [sign(raw)])).toEqual({ ok: true, value: {} });
  expect(await kept()).toBe(before + 1);
});

test('S20 no notification is accepted for a county without a signature key', async () => {
  const raw = notification('60000000001');
  await steps.sandbox.saveMerchants({ lake: { ...merchants.lake, signatureKey: undefined } });
  expect(await steps.notify(raw, [sign(raw)])).toEqual({ ok: false, code: 'WEBHOOK_NOT_CONFIGURED' });
  await steps.sandbox.saveMerchants(merchants);
  expect(await steps.notify(raw, [sign(raw)], 'palau')).toEqual({
    ok: false,
    code: 'WEBHOOK_NOT_CONFIGURED',
  });
});

test('an irrelevant notification is stored, and nothing is left to do for it', async () => {
  const raw = Buffer.from(
    `{"notificationId":"${randomUUID()}","eventType":"net.authorize.customer.created"}`,
  );
  const before = await kept();
  expect(await steps.notify(raw, [sign(raw)])).toEqual({ ok: true, value: {} });
  expect(await kept()).toBe(before + 1);
  const due = 'SELECT 1 FROM payments.webhook_inbox WHERE txn_id IS NULL AND next_try_at IS NOT NULL';
  expect(await steps.ask(due)).toEqual([]);
});

test('a signed notification that is not JSON is refused', async () => {
  const text = Buffer.from('no JSON');
  expect(await steps.notify(text, [sign(text)])).toEqual({ ok: false, code: 'INVALID_INPUT' });
});

test('a payment is credited by its notification alone', async () => {
  const session = await steps.deposit(newPayer(), 4_000);
  await steps.pay(session);
  await creditedSoon(session.attemptId);
  expect(await steps.postings('DEPOSIT', session.attemptId)).toMatchObject({ escrow: 4_000 });
});

test('notifications that come twice, late or in another order credit a payment once', async () => {
  await steps.sandbox.misbehave(
    { on: 'webhook', mode: 'reorder' },
    { on: 'webhook', mode: 'duplicate', times: 2 },
    { on: 'webhook', mode: 'delay', ms: 300 },
  );
  const sessions = [];
  for (let paid = 0; paid < 4; paid += 1) {
    const session = await steps.deposit(newPayer(), 4_000);
    await steps.pay(session);
    sessions.push(session);
  }
  for (const { attemptId } of sessions) {
    await creditedSoon(attemptId);
    expect(await steps.postings('DEPOSIT', attemptId)).toMatchObject({ escrow: 4_000 });
  }
});

test('a signed notification credits nothing when the card provider reports another amount', async () => {
  const session = await steps.deposit(newPayer(), 4_000);
  await steps.sandbox.misbehave({ on: 'pay', mode: 'wrongAmount' }, { on: 'webhook', mode: 'lost' });
  const raw = notification(await steps.pay(session));
  await steps.notify(raw, [sign(raw)]);
  await eventually(async () =>
    expect(await steps.attempt(session.attemptId)).toEqual({ state: 'MISMATCH', failure: 'AMOUNT' }),
  );
});

test('a notification waits while the provider does not answer', async () => {
  const session = await steps.deposit(newPayer(), 4_000);
  await steps.sandbox.misbehave({ on: 'getTransactionDetailsRequest', mode: 'error500', times: 3 });
  const id = await steps.pay(session);
  await eventually(async () => expect(await waiting(id)).toBe(1));
  await steps.sandbox.misbehave();
  await eventually(async () => {
    await steps.sweep(2 * 60_000);
    expect(await steps.attempt(session.attemptId)).toMatchObject({ state: 'CREDITED' });
  }, 8_000);
});

test('a notification waits while the provider does not know the transaction that it names', async () => {
  const session = await steps.deposit(newPayer(), 4_000);
  await steps.sandbox.misbehave({ on: 'webhook', mode: 'lost' });
  const transId = await steps.pay(session);
  await steps.sandbox.control({ change: { transId, login: 'nobody' } });
  const raw = notification(transId);
  await steps.notify(raw, [sign(raw)]);
  await eventually(async () =>
    expect(
      await steps.ask('SELECT 1 FROM payments.webhook_inbox WHERE txn_id = $1 AND tries = 1', [transId]),
    ).toHaveLength(1),
  );
  expect(await waiting(transId)).toBe(1);
  await steps.sandbox.control({ change: { transId, login: merchants.lake.loginId } });
  // at this time the sweeper tries the notification again, but does not check the attempt itself yet
  await steps.sweep(61_000);
  expect(await steps.attempt(session.attemptId)).toMatchObject({ state: 'CREDITED' });
  expect(await waiting(transId)).toBe(0);
});
