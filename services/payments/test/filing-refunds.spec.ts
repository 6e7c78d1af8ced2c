import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { armFailpoints, FailpointThrew } from '@portal/infra/failpoints';
import { registry } from '@portal/infra/metrics';
import { eventually } from '@portal/infra/testing';
import { FilingRefundRepository } from '../src/filing-charges/filing-refund.repository.js';
import { brokenMoney, CardSteps } from './card-steps.js';
import { fee, filingSteps } from './filing-steps.js';
import { brokenInvariants } from './invariants.js';

let steps: CardSteps;
beforeAll(async () => {
  steps = await CardSteps.start();
});
afterEach(async () => {
  armFailpoints(undefined);
  await steps.sandbox.misbehave();
});
afterAll(() => steps.close());

const MINUTE_MS = 60_000;
const { hold, settle, paidByCard } = filingSteps(() => steps);

/**
 * Makes a filing that the office has sent back after its card payment was settled, so that the payment has to be
 * refunded.
 */
const sentBack = async () => {
  const { actor, filing, attempt, payment } = await paidByCard();
  await hold(actor, filing);
  await steps.sandbox.control({ settle: true });
  await settle(filing, false);
  return { attempt, payment };
};
const refundsOf = async (payment: string) =>
  (await steps.sandbox.book()).filter(({ refTransId }) => refTransId === payment);
const isGivenBackOnce = async ({ attempt, payment }: { attempt: string; payment: string }) => {
  expect(await steps.attempt(attempt)).toMatchObject({ state: 'REFUNDED' });
  expect(await steps.postings('EFILE_REFUND', attempt)).toEqual({ cash_clearing: fee, efile_received: -fee });
  const made = (await refundsOf(payment)).filter(({ status }) => status.startsWith('refund'));
  expect(made.map(({ settleAmount }) => settleAmount)).toEqual([fee]);
  expect(await brokenInvariants((statement, params) => steps.ask(statement, params))).toEqual([]);
};

describe('the refund of a settled card payment', () => {
  test('is found at the provider, and not repeated, when the answer to the request is lost', async () => {
    const paid = await sentBack();
    await steps.sandbox.misbehave({ on: 'createTransactionRequest', mode: 'dropReply' });
    await steps.sweep(1_000);
    expect(await steps.attempt(paid.attempt)).toMatchObject({ state: 'CREDITED' });
    expect(await refundsOf(paid.payment)).toHaveLength(1);
    await steps.sweep(2 * MINUTE_MS);
    await isGivenBackOnce(paid);
  });

  test.each(['filing-refunding', 'filing-refunded'])(
    'happens once when the process dies at %s',
    async (point) => {
      const paid = await sentBack();
      armFailpoints((name) => {
        if (name === point) throw new FailpointThrew(name);
      });
      await steps.sweep(1_000);
      armFailpoints(undefined);
      for (const minutes of [2, 4, 35, 40]) await steps.sweep(minutes * MINUTE_MS);
      await isGivenBackOnce(paid);
    },
  );

  test('is requested again when its request is lost, but only after the provider has had time to list the refund', async () => {
    const paid = await sentBack();
    await steps.sandbox.misbehave({ on: 'createTransactionRequest', mode: 'dropRequest' });
    await steps.sweep(1_000);
    for (const minutes of [2, 10, 29]) await steps.sweep(minutes * MINUTE_MS);
    expect(await refundsOf(paid.payment)).toEqual([]);
    await steps.sweep(32 * MINUTE_MS);
    await isGivenBackOnce(paid);
  });

  test('is not repeated while the lists of the provider do not show it yet', async () => {
    const paid = await sentBack();
    await steps.sandbox.misbehave({ on: 'createTransactionRequest', mode: 'dropReply' });
    await steps.sweep(1_000);
    const [made] = await refundsOf(paid.payment);
    const transId = made?.transId ?? '';
    // the provider does not list the refund yet, and would make another one if the portal requested it again
    await steps.sandbox.control({ change: { transId, login: 'not listed yet' } });
    for (const minutes of [2, 10]) await steps.sweep(minutes * MINUTE_MS);
    expect(await refundsOf(paid.payment)).toHaveLength(1);
    await steps.sandbox.control({ change: { transId, login: 'lake-login' } });
    await steps.sweep(12 * MINUTE_MS);
    await isGivenBackOnce(paid);
  });

  test('does not count as made after the provider has declined it, and the money still goes back once', async () => {
    const paid = await sentBack();
    await steps.sandbox.misbehave({ on: 'createTransactionRequest', mode: 'dropReply' });
    await steps.sweep(1_000);
    const [made] = await refundsOf(paid.payment);
    await steps.sandbox.control({
      change: { transId: made?.transId ?? '', status: 'declined', settleAmount: 0 },
    });
    await steps.sweep(2 * MINUTE_MS);
    expect(await steps.attempt(paid.attempt)).toMatchObject({ state: 'CREDITED' });
    await steps.sweep(32 * MINUTE_MS);
    await isGivenBackOnce(paid);
  });

  test('is still made after the provider has taken hours to settle the payment’s batch', async () => {
    const paid = await sentBack();
    const { transId, status } =
      (await steps.sandbox.book()).find((each) => each.transId === paid.payment) ?? {};
    await steps.sandbox.control({ change: { transId, status: 'updatingSettlement' } });
    for (let minutes = 1; minutes < 60; minutes += 2) await steps.sweep(minutes * MINUTE_MS);
    await steps.sandbox.control({ change: { transId, status } });
    await steps.sweep(3 * 60 * MINUTE_MS);
    await isGivenBackOnce(paid);
  });

  test('does not count as a second payment when the provider announces it', async () => {
    const told = async () => (await registry.metrics()).match(/attempt_second_transaction_total (\d+)/)?.[1];
    const before = await told();
    const paid = await sentBack();
    await steps.sweep(1_000);
    const [made] = await refundsOf(paid.payment);
    await eventually(async () => {
      const kept = await steps.ask(
        'SELECT 1 FROM payments.webhook_inbox WHERE txn_id = $1 AND next_try_at IS NULL',
        [made?.transId],
      );
      expect(kept).toHaveLength(1);
    });
    expect(await told()).toBe(before);
    await isGivenBackOnce(paid);
  });

  test('is not changed by a slow process after another process has claimed it', async () => {
    await sentBack();
    const refunds = new FilingRefundRepository();
    await steps.payments.database.database.withCounty('lake', async (tx) => {
      const [now, soon, later] = [0, 1, 2].map((hours) => new Date(Date.now() + hours * 60 * MINUTE_MS));
      if (!now || !soon || !later) throw new Error('no times');
      const slow = await refunds.claimNext(tx, soon, soon);
      const other = await refunds.claimNext(tx, later, later);
      if (!slow || other?.attemptId !== slow.attemptId) throw new Error('not the same refund');
      expect(await refunds.noteMeans(tx, slow, 'REFUND', { at: now, nextTryAt: later })).toBe(false);
      expect(await refunds.noteMeans(tx, other, 'REFUND', { at: now, nextTryAt: now })).toBe(true);
    });
    await steps.sweep(60 * MINUTE_MS);
  });

  test('stays requested if a slow process reports a refusal after another process has requested the refund', async () => {
    const paid = await sentBack();
    const refunds = new FilingRefundRepository();
    await steps.payments.database.database.withCounty('lake', async (tx) => {
      const [now, soon, later] = [0, 1, 2].map((hours) => new Date(Date.now() + hours * 60 * MINUTE_MS));
      if (!now || !soon || !later) throw new Error('no times');
      const slow = await refunds.claimNext(tx, soon, soon);
      const other = await refunds.claimNext(tx, later, later);
      if (!slow || !other) throw new Error('no refund is due');
      expect(await refunds.noteMeans(tx, other, 'REFUND', { at: now, nextTryAt: later })).toBe(true);
      expect(await refunds.noteRefusal(tx, slow, now, MINUTE_MS)).toBe(0);
    });
    const [kept] = await steps.ask(
      'SELECT refusals, asked_at IS NOT NULL AS asked FROM payments.filing_refund WHERE attempt_id = $1',
      [paid.attempt],
    );
    expect(kept).toEqual({ refusals: 0, asked: true });
    await steps.sweep(3 * 60 * MINUTE_MS);
    await isGivenBackOnce(paid);
  });
});

test('the provider’s records of the refunds in all these tests agree with the ledger', async () => {
  expect(await brokenMoney(steps)).toEqual([]);
});
