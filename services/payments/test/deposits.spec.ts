import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { registry } from '@portal/infra/metrics';
import { eventually } from '@portal/infra/testing';
import { quoteDeposit, reportPayment } from '@portal/proto/rpc/payments';
import { percentOf } from '../src/prices/card-fee.rules.js';
import { CardSteps } from './card-steps.js';
import { brokenInvariants } from './invariants.js';
import { newPayer } from './payments-under-test.js';
import { declinedCard, heldCard } from './sandbox-under-test.js';

const MINUTE = 60_000;

let steps: CardSteps;
beforeAll(async () => {
  steps = await CardSteps.start();
});
afterAll(async () => {
  expect(await brokenInvariants(steps.payments.database.asAdmin)).toEqual([]);
  await steps.close();
});

const credited = (available: number) => ({
  ok: true,
  value: { outcome: 'CREDITED', balance: { asset: 'USD', available, unlimited: false } },
});

/** Sweeps until the attempt is in the wanted state. One sweep may not be enough: each answer delays the next check. */
const sweptUntil = (everyMs: number, { attemptId }: { attemptId: string }, wanted: object, later = 0) =>
  eventually(async () => {
    await steps.sweep((later += everyMs));
    expect(await steps.attempt(attemptId)).toMatchObject(wanted);
  });

/** Reads the metric of transactions that do not match their attempts, summed over all reasons. */
const mismatches = async (): Promise<number> => {
  const { values } = (await registry.getSingleMetric('attempt_mismatch_total')?.get()) ?? { values: [] };
  return values.reduce((sum, { value }) => sum + value, 0);
};

describe('opening a deposit', () => {
  test('A8-03 A8-04 refuses amounts outside the bounds, but not the bounds themselves', async () => {
    const payer = newPayer();
    expect(await steps.openDeposit(payer, 0)).toEqual({ ok: false, code: 'AMOUNT_NOT_POSITIVE' });
    expect(await steps.openDeposit(payer, -5)).toEqual({ ok: false, code: 'AMOUNT_NOT_POSITIVE' });
    expect(await steps.openDeposit(payer, 999)).toEqual({
      ...{ ok: false, code: 'AMOUNT_TOO_SMALL', params: { min: '$10.00' } },
    });
    expect(await steps.openDeposit(payer, 50_001)).toEqual({
      ...{ ok: false, code: 'AMOUNT_TOO_LARGE', params: { max: '$500.00' } },
    });
    expect(await steps.openDeposit(payer, 1_000)).toMatchObject({ ok: true, value: { amount: 1_000 } });
    expect(await steps.openDeposit(payer, 50_000)).toMatchObject({ ok: true, value: { amount: 50_000 } });
  });

  test('A8-07 A8-08 rounds a percentage surcharge to the nearest cent, half a cent upward, and includes the surcharge in the total', async () => {
    expect([1_000n, 1_018n, 1_019n, 10_000n].map((cents) => percentOf(cents, 275n))).toEqual([
      28n,
      28n,
      28n,
      275n,
    ]);
    expect(await steps.deposit(newPayer(), 1_000)).toMatchObject({
      amount: 1_000,
      surcharge: 28,
      total: 1_028,
    });
  });

  test('A8-06 charges the same flat surcharge for every amount', async () => {
    const before = steps.payments.terms.terms;
    const escrow = {
      ...before.escrow,
      creditCardSurchargeMethod: 'dollars' as const,
      creditCardSurcharge: 150,
    };
    steps.payments.terms.terms = { ...before, escrow };
    expect(await steps.deposit(newPayer(), 2_000)).toMatchObject({ surcharge: 150, total: 2_150 });
    steps.payments.terms.terms = { ...before, escrow: { ...escrow, applySurcharge: false } };
    expect(await steps.deposit(newPayer(), 2_000)).toMatchObject({ surcharge: 0, total: 2_000 });
    steps.payments.terms.terms = before;
  });

  test('returns a token and the URL to which the browser posts the token', async () => {
    const session = await steps.deposit(newPayer());
    expect(session).toMatchObject({ formAction: `${steps.sandbox.origin}/payment/payment` });
    expect(session.frameOrigin).toBe(steps.sandbox.origin);
    expect(session.token.length).toBeGreaterThan(20);
  });

  test('is offered only to users who pay from escrow, and only where the county takes cards', async () => {
    for (const other of [
      newPayer({ paymentMethod: 'INVOICE' }),
      newPayer({ paymentMethod: 'CREDIT_CARD' }),
      newPayer({}, { role: 'GUEST' }),
      newPayer({}, { role: 'COUNTY' }),
    ]) {
      expect(await steps.openDeposit(other, 5_000)).toEqual({ ok: false, code: 'CARD_NOT_OFFERED' });
    }
    const before = steps.payments.terms.terms;
    steps.payments.terms.terms = { ...before, escrow: { ...before.escrow, reloadByCreditCard: false } };
    expect(await steps.openDeposit(newPayer(), 5_000)).toEqual({ ok: false, code: 'CARD_NOT_OFFERED' });
    steps.payments.terms.terms = before;
  });

  test('reports bounds, surcharge and balances before anything is charged', async () => {
    const actor = newPayer();
    await steps.payments.give(actor.account, 'USD', 300);
    const quoted = await steps.payments.rpc.callOrThrow(quoteDeposit, { amount: 2_000 }, { actor });
    expect(quoted).toEqual({
      ...{ min: 1_000, max: 50_000, surchargeMethod: 'percent', surchargeRate: 275 },
      ...{ amount: 2_000, surcharge: 55, total: 2_055, beginning: 300, ending: 2_300 },
    });
  });

  test('lets a user open at most five unpaid card pages an hour', async () => {
    const payer = newPayer();
    for (let tries = 0; tries < 5; tries += 1) await steps.deposit(payer);
    expect(await steps.openDeposit(payer, 5_000)).toEqual({ ok: false, code: 'TOO_MANY_REQUESTS' });
    const busy = newPayer();
    for (let paid = 0; paid < 6; paid += 1) {
      const session = await steps.deposit(busy, 1_000);
      await steps.report(busy, session.attemptId, await steps.pay(session));
    }
  });

  test('is refused for an hour after three cards were declined', async () => {
    const payer = newPayer();
    for (let tries = 0; tries < 3; tries += 1) {
      const session = await steps.deposit(payer);
      await steps.report(payer, session.attemptId, await steps.pay(session, declinedCard));
    }
    expect(await steps.openDeposit(payer, 5_000)).toEqual({ ok: false, code: 'TOO_MANY_REQUESTS' });
  });

  test('counts each declined card of one card page once, even if the browser never reports it', async () => {
    const payer = newPayer();
    const session = await steps.deposit(payer);
    for (const tries of [1, 2]) {
      expect(
        await steps.report(payer, session.attemptId, await steps.pay(session, declinedCard)),
      ).toMatchObject({
        value: { outcome: 'DECLINED' },
      });
      await steps.sweep(6 * tries * MINUTE);
    }
    await steps.deposit(payer);
    await steps.pay(session, declinedCard);
    await steps.sweep(18 * MINUTE);
    expect(await steps.openDeposit(payer, 5_000)).toEqual({ ok: false, code: 'TOO_MANY_REQUESTS' });
  });

  test('reports an outage of the provider; after several failures, the user can try again within about a minute', async () => {
    const payer = newPayer();
    await steps.sandbox.misbehave({ on: 'getHostedPaymentPageRequest', mode: 'error500', times: 99 });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => steps.openDeposit(payer, 5_000)));
    for (const answer of answers) expect(answer).toEqual({ ok: false, code: 'CARD_PROVIDER_UNAVAILABLE' });
    await steps.sandbox.misbehave();
    expect(await steps.openDeposit(payer, 5_000)).toEqual({ ok: false, code: 'TOO_MANY_REQUESTS' });
    steps.payments.clock.advance(61_000);
    expect(await steps.openDeposit(payer, 5_000)).toMatchObject({ ok: true });
    steps.payments.clock.advance(-61_000);
  });
});

describe('completing a deposit', () => {
  test('credits the amount requested, without the surcharge', async () => {
    const payer = newPayer();
    const session = await steps.deposit(payer);
    const id = await steps.pay(session);
    expect(await steps.report(payer, session.attemptId, id)).toEqual(credited(10_000));
    expect(await steps.postings('DEPOSIT', session.attemptId)).toEqual({
      ...{ cash_clearing: -10_275, escrow: 10_000, revenue_surcharge: 275 },
    });
  });

  test("uses the session's newest attempt when the report names no attempt", async () => {
    const payer = newPayer();
    await steps.deposit(payer);
    steps.payments.clock.advance(1);
    const session = await steps.deposit(payer, 3_000);
    expect(await steps.report(payer, null, await steps.pay(session))).toEqual(credited(3_000));
  });

  test('S1 credits nothing for a forged response', async () => {
    const payer = newPayer();
    const { attemptId } = await steps.deposit(payer, 50_000);
    const before = await steps.entries();
    const unknown = { ok: false, code: 'PAYMENT_NOT_FOUND' };
    for (const forged of ['0', '00', '', '1.0', 'abc', '9'.repeat(33)])
      expect(await steps.report(payer, attemptId, forged)).toEqual(unknown);
    // the provider may not have recorded this transaction yet, so the attempt stays open
    expect(await steps.report(payer, attemptId, '60000000001999')).toEqual(unknown);
    expect(await steps.attempt(attemptId)).toMatchObject({ state: 'TOKEN_ISSUED' });
    steps.payments.clock.advance(31 * MINUTE);
    expect(await steps.report(payer, attemptId, '60000000001999')).toEqual(unknown);
    steps.payments.clock.advance(-31 * MINUTE);
    expect(await steps.entries()).toBe(before);
  });

  test('S2 repeats its answer when the payer reports a transaction again, and credits no other user', async () => {
    const [payer, thief] = [newPayer(), newPayer()];
    const session = await steps.deposit(payer);
    const id = await steps.pay(session);
    const answers = await Promise.all([1, 2, 3, 4].map(() => steps.report(payer, session.attemptId, id)));
    for (const answer of answers) expect(answer).toEqual(credited(10_000));
    const before = await steps.entries();
    expect(await steps.report(payer, session.attemptId, id)).toEqual(credited(10_000));
    const own = await steps.deposit(thief);
    expect(await steps.report(thief, own.attemptId, id)).toMatchObject({ value: { outcome: 'REFUSED' } });
    expect(await steps.report(thief, session.attemptId, id)).toEqual({
      ok: false,
      code: 'PAYMENT_NOT_FOUND',
    });
    expect(await steps.entries()).toBe(before);
  });

  test.each([
    ['wrongAmount', 'REFUSED', 'MISMATCH'],
    ['wrongInvoice', 'REFUSED', 'MISMATCH'],
    ['authOnly', 'REFUSED', 'MISMATCH'],
    ['old', 'REFUSED', 'MISMATCH'],
    ['held', 'HELD_FOR_REVIEW', 'HELD_FOR_REVIEW'],
    ['decline', 'DECLINED', 'TOKEN_ISSUED'],
  ])('S3 credits nothing for a transaction with the sandbox fault %s', async (mode, outcome, state) => {
    const payer = newPayer();
    const session = await steps.deposit(payer);
    await steps.sandbox.misbehave({ on: 'pay', mode }, { on: 'webhook', mode: 'lost' });
    const before = await steps.entries();
    expect(await steps.report(payer, session.attemptId, await steps.pay(session))).toMatchObject({
      ...{ ok: true, value: { outcome } },
    });
    expect(await steps.attempt(session.attemptId)).toMatchObject({ state });
    expect(await steps.entries()).toBe(before);
    await steps.sandbox.misbehave();
  });

  test('counts a payment of a wrong amount as one mismatch, however often the sweeper finds it', async () => {
    const [session, other] = [await steps.deposit(newPayer()), await steps.deposit(newPayer())];
    const wrong = [
      { on: 'pay', mode: 'wrongAmount' },
      { on: 'webhook', mode: 'lost' },
    ];
    await steps.sandbox.misbehave(...wrong);
    const before = await mismatches();
    await steps.pay(session);
    for (const minutes of [4, 10, 16, 22]) await steps.sweep(minutes * MINUTE);
    expect(await steps.attempt(session.attemptId)).toEqual({ state: 'MISMATCH', failure: 'AMOUNT' });
    expect(await mismatches()).toBe(before + 1);
    await steps.sandbox.misbehave(...wrong);
    await steps.pay(other);
    await steps.sweep(28 * MINUTE);
    expect(await mismatches()).toBe(before + 2);
    await steps.sandbox.misbehave();
  });

  test('S3 credits nothing for a transaction of another merchant', async () => {
    const payer = newPayer();
    const session = await steps.deposit(payer);
    await steps.sandbox.misbehave({ on: 'pay', mode: 'otherMerchant' });
    const id = await steps.pay(session);
    const before = await steps.entries();
    const unknown = { ok: false, code: 'PAYMENT_NOT_FOUND' };
    expect(await steps.report(payer, session.attemptId, id)).toEqual(unknown);
    expect(await steps.attempt(session.attemptId)).toMatchObject({ state: 'TOKEN_ISSUED' });
    steps.payments.clock.advance(31 * MINUTE);
    expect(await steps.report(payer, session.attemptId, id)).toEqual(unknown);
    steps.payments.clock.advance(-31 * MINUTE);
    expect(await steps.attempt(session.attemptId)).toEqual({ state: 'MISMATCH', failure: 'NOT_FOUND' });
    expect(await steps.entries()).toBe(before);
  });

  test('does not find an attempt of another user, session, purpose or county', async () => {
    const payer = newPayer();
    const session = await steps.deposit(payer);
    const id = await steps.pay(session);
    const strangers = [
      newPayer(),
      newPayer({}, { account: payer.account }),
      { ...payer, session: newPayer().session },
      { ...payer, county: 'saipan' },
    ];
    for (const stranger of strangers) {
      expect(await steps.report(stranger, session.attemptId, id)).toEqual({
        ok: false,
        code: 'PAYMENT_NOT_FOUND',
      });
    }
    expect(await steps.report(payer, session.attemptId, id, 'PREAUTH')).toMatchObject({ ok: false });
    expect(await steps.report(payer, session.attemptId, id)).toEqual(credited(10_000));
  });

  test('accepts a good card after a declined card', async () => {
    const payer = newPayer();
    const session = await steps.deposit(payer, 2_500);
    const declined = await steps.pay(session, declinedCard);
    expect(await steps.report(payer, session.attemptId, declined)).toMatchObject({
      value: { outcome: 'DECLINED' },
    });
    expect(await steps.report(payer, session.attemptId, await steps.pay(session))).toEqual(credited(2_500));
  });

  test('credits the real payment in spite of a forged report', async () => {
    const payer = newPayer();
    const session = await steps.deposit(payer, 2_500);
    await steps.report(payer, session.attemptId, '60000000001999');
    expect(await steps.report(payer, session.attemptId, await steps.pay(session))).toEqual(credited(2_500));
  });

  test('credits a held payment when the provider has approved it', async () => {
    const payer = newPayer();
    const session = await steps.deposit(payer, 2_500);
    const id = await steps.pay(session, heldCard);
    await steps.report(payer, session.attemptId, id);
    await steps.sandbox.misbehave({ on: 'webhook', mode: 'lost' });
    await steps.sandbox.control({ review: { transId: id, approve: true } });
    await sweptUntil(122 * MINUTE, session, { state: 'CREDITED' });
  });

  test('keeps a held payment under review when the provider later reports another amount, and checks the payment for a month', async () => {
    const payer = newPayer();
    const session = await steps.deposit(payer, 2_500);
    const transId = await steps.pay(session, heldCard);
    await steps.report(payer, session.attemptId, transId);
    await steps.sandbox.control({ change: { transId, authAmount: 1 } });
    const held = { state: 'HELD_FOR_REVIEW', failure: 'AMOUNT' };
    await sweptUntil(61 * MINUTE, session, held);
    const looked = 'SELECT 1 FROM payments.payment_attempt WHERE id = $1 AND next_look_at IS NOT NULL';
    expect(await steps.ask(looked, [session.attemptId])).toHaveLength(1);
    await steps.sweep(31 * 24 * 60 * MINUTE);
    expect(await steps.attempt(session.attemptId)).toEqual(held);
    expect(await steps.ask(looked, [session.attemptId])).toEqual([]);
  });

  test('stays pending while the provider does not answer, and a later report credits it', async () => {
    const payer = newPayer();
    const session = await steps.deposit(payer, 2_500);
    const id = await steps.pay(session);
    await steps.sandbox.misbehave({ on: 'getTransactionDetailsRequest', mode: 'error500', times: 9 });
    expect(await steps.report(payer, session.attemptId, id)).toMatchObject({ value: { outcome: 'PENDING' } });
    await steps.sandbox.misbehave();
    expect(await steps.report(payer, session.attemptId, id)).toEqual(credited(2_500));
  });

  test('refuses a malformed report before it asks the provider', async () => {
    const body = { attemptId: 'x', purpose: 'DEPOSIT' as const, transId: '1' };
    expect(await steps.payments.rpc.call(reportPayment, body, { actor: newPayer() })).toMatchObject({
      code: 'INVALID_INPUT',
    });
  });
});

describe('a payment that the browser might not report', () => {
  test('is found by the sweeper within minutes', async () => {
    const payer = newPayer();
    const session = await steps.deposit(payer, 4_000);
    await steps.sandbox.misbehave({ on: 'webhook', mode: 'lost' });
    await steps.pay(session);
    await steps.sweep(MINUTE);
    expect(await steps.attempt(session.attemptId)).toMatchObject({ state: 'TOKEN_ISSUED' });
    await steps.sweep(3 * MINUTE);
    expect(await steps.attempt(session.attemptId)).toMatchObject({ state: 'CREDITED' });
    expect(await steps.postings('DEPOSIT', session.attemptId)).toMatchObject({ escrow: 4_000 });
  });

  test('is found even if it is already settled and the card page never got an answer from the provider', async () => {
    const payer = newPayer();
    const session = await steps.deposit(payer, 4_000);
    await steps.sandbox.misbehave({ on: 'pay', mode: 'dropReply' }, { on: 'webhook', mode: 'lost' });
    expect(await steps.sandbox.pay(session.token)).toBeUndefined();
    await steps.sandbox.control({ settle: true });
    await steps.sweep(17 * MINUTE);
    expect(await steps.attempt(session.attemptId)).toMatchObject({ state: 'CREDITED' });
  });

  test('is searched for until its card page has expired, and is credited by a notification that arrives even later', async () => {
    const [none, late] = [await steps.deposit(newPayer(), 4_000), await steps.deposit(newPayer(), 4_000)];
    await steps.sandbox.misbehave({ on: 'getUnsettledTransactionListRequest', mode: 'error500', times: 99 });
    await steps.sweep(17 * MINUTE);
    expect(await steps.attempt(none.attemptId)).toMatchObject({ state: 'TOKEN_ISSUED' });
    await steps.sandbox.misbehave({ on: 'webhook', mode: 'delay', ms: 500 });
    await steps.sweep(34 * MINUTE);
    expect(await steps.attempt(none.attemptId)).toMatchObject({ state: 'ABANDONED' });
    await steps.pay(late);
    await eventually(async () =>
      expect(await steps.attempt(late.attemptId)).toMatchObject({ state: 'CREDITED' }),
    );
  });

  test('is credited once when two replicas, the browser and the notification report it', async () => {
    const payer = newPayer();
    const session = await steps.deposit(payer, 4_000);
    await steps.sandbox.misbehave({ on: 'webhook', mode: 'duplicate' });
    const id = await steps.pay(session);
    await Promise.all([
      ...Array.from({ length: 8 }, () => steps.report(payer, session.attemptId, id)),
      steps.sweep(17 * MINUTE),
    ]);
    expect(await steps.report(payer, session.attemptId, id)).toEqual(credited(4_000));
  });
});
