import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import { closeAccount, listReconciliation, reconcileNow, type Finding } from '@portal/proto/rpc/payments';
import { CardSteps } from './card-steps.js';
import { fee, filingSteps } from './filing-steps.js';
import { brokenInvariants } from './invariants.js';
import { newPayer } from './payments-under-test.js';

const DAY_MS = 86_400_000;

let steps: CardSteps;
beforeAll(async () => {
  steps = await CardSteps.start();
});
afterAll(() => steps.close());
/** Assigns the transactions of earlier tests to another merchant, so that each test has only its own. */
beforeEach(async () => {
  for (const { transId } of await steps.sandbox.book())
    await steps.sandbox.control({ change: { transId, login: 'of-another-test' } });
  await steps.ask('TRUNCATE payments.reconciliation_note, payments.reconciled_transaction');
  await steps.ask(
    "UPDATE payments.payment_attempt SET merchant_ref = 'of-another-test ' || id WHERE merchant_ref = 'lake-1'",
  );
});

const { price, hold, settle, payByCard, paidByCard } = filingSteps(() => steps);
const actor = testActor({ role: 'COUNTY', username: 'demo.county', account: null, terms: null });

/** Compares the provider with the ledger, and returns the findings. */
const compared = async (): Promise<Finding[]> => {
  steps.payments.clock.advance(1_000);
  await steps.payments.rpc.callOrThrow(reconcileNow, {}, { actor });
  const day = (ms: number) => new Date(steps.payments.clock.now().getTime() + ms).toISOString().slice(0, 10);
  const asked = { from: day(-90 * DAY_MS), to: day(DAY_MS) };
  return (await steps.payments.rpc.callOrThrow(listReconciliation, asked, { actor })).findings;
};
const open = (findings: readonly Finding[]) =>
  findings.filter(({ state }) => state === 'OPEN').map(({ reason, suspense }) => `${reason} ${suspense}`);
/** Cents in suspense for all transactions of the test. */
const suspended = async (): Promise<number> => {
  const [row] = await steps.ask<{ sum: string | null }>(
    'SELECT sum(suspense_minor) AS sum FROM payments.reconciled_transaction',
  );
  return Number(row?.sum ?? 0);
};

/** Makes the provider take the next payment on a card page twice and lose both notifications. */
const payTwice = () =>
  steps.sandbox.misbehave({ on: 'pay', mode: 'duplicate' }, { on: 'webhook', mode: 'lost', times: 2 });
/** Finds the payment of the card page that is not the payment `first`. */
const otherThan = async (first: string): Promise<string> => {
  const book = await steps.sandbox.book();
  const isOther = ({ login, type, transId }: (typeof book)[number]) =>
    login === 'lake-login' && type !== 'refundTransaction' && transId !== first;
  return book.find(isOther)?.transId ?? '';
};

/** Makes a filing with a settled card payment, about which the comparison has no finding. */
const settledFiling = async () => {
  const { actor: sender, filing, ...paid } = await paidByCard();
  await hold(sender, filing);
  await steps.sandbox.control({ settle: true });
  expect(await compared()).toEqual([]);
  return { filing, account: sender.account ?? '', ...paid };
};

/** Makes two settled payments of one card page, of which the first was credited. */
const paidTwice = async () => {
  const payer = newPayer();
  const session = await steps.deposit(payer);
  await payTwice();
  const first = await steps.pay(session);
  await steps.report(payer, session.attemptId, first);
  const second = await otherThan(first);
  await steps.sandbox.control({ settle: true });
  expect(open(await compared())).toEqual(['SECOND_PAYMENT 10275']);
  return { first, second };
};

describe('a card payment of a filing that the portal refunds', () => {
  test('is no finding, before and after the refund is settled', async () => {
    const { filing, attempt } = await settledFiling();
    await settle(filing, false);
    await steps.sweep(1_000);
    expect(await steps.attempt(attempt)).toMatchObject({ state: 'REFUNDED' });
    for (const settled of [false, true, true]) {
      if (settled) await steps.sandbox.control({ settle: true });
      expect(await compared()).toEqual([]);
      expect(await suspended()).toBe(0);
    }
  });

  test('is no finding when the payment was settled too long ago to be listed', async () => {
    const { filing, attempt, payment } = await settledFiling();
    await settle(filing, false);
    await steps.sweep(1_000);
    const longAgo = new Date(Date.now() - 60 * DAY_MS).toISOString();
    const batch = { batchId: '1', settlementTimeUTC: longAgo, settlementTimeLocal: longAgo };
    await steps.sandbox.control({ change: { transId: payment, batch } });
    await steps.ask('UPDATE payments.payment_attempt SET verified_at = $2 WHERE id = $1', [attempt, longAgo]);
    expect(await compared()).toEqual([]);
    expect(await suspended()).toBe(0);
  });

  test.each([
    ['cannot be settled', 'settlementError', fee, 0],
    ['is voided at the provider', 'voided', 0, fee],
  ])('is a finding if the refund %s, until the refund is made', async (_, status, settleAmount, suspense) => {
    const { filing, payment } = await settledFiling();
    await settle(filing, false);
    await steps.sweep(1_000);
    expect(await compared()).toEqual([]);
    const refund = (await steps.sandbox.book()).find(({ refTransId }) => refTransId === payment);
    const transId = refund?.transId ?? '';
    await steps.sandbox.control({ change: { transId, status, settleAmount } });
    for (const _again of [1, 2]) expect(open(await compared())).toEqual([`NOT_SETTLED ${suspense}`]);
    expect(await suspended()).toBe(suspense);
    await steps.sandbox.control({ change: { ...refund, transId } });
    expect(open(await compared())).toEqual([]);
    expect(await suspended()).toBe(0);
  });

  test('is a finding after the provider has voided the refund, until the office refunds the payment at the provider', async () => {
    const { filing, payment } = await settledFiling();
    await settle(filing, false);
    await steps.sweep(1_000);
    expect(await compared()).toEqual([]);
    const { transId = '' } =
      (await steps.sandbox.book()).find(({ refTransId }) => refTransId === payment) ?? {};
    await steps.sandbox.control({ change: { transId, status: 'voided', settleAmount: 0 } });
    expect(open(await compared())).toEqual([`NOT_SETTLED ${fee}`]);
    await steps.sandbox.refund(payment, fee);
    for (const _ of [1, 2]) {
      expect(open(await compared())).toEqual([]);
      expect(await suspended()).toBe(0);
    }
  });

  test('leaves open the finding about a second payment of the same card page', async () => {
    const sender = newPayer({ paymentMethod: 'CREDIT_CARD' });
    const { filing } = await price(sender);
    await payTwice();
    const { payment } = await payByCard(sender, filing);
    await hold(sender, filing);
    await steps.sandbox.control({ settle: true });
    await settle(filing, false);
    await steps.sweep(1_000);
    expect(open(await compared())).toEqual([`SECOND_PAYMENT ${fee}`]);
    expect(open(await compared())).toEqual([`SECOND_PAYMENT ${fee}`]);
    await steps.sandbox.refund(await otherThan(payment), fee);
    expect(open(await compared())).toEqual([]);
    expect(await suspended()).toBe(0);
  });
});

describe('a refund that a person makes at the provider after the portal has given up', () => {
  /** Makes a settled card payment whose refund the provider has refused too often. */
  const givenUp = async () => {
    const paid = await settledFiling();
    await settle(paid.filing, false);
    await steps.ask(
      `UPDATE payments.filing_refund SET state = 'FAILED', means = 'REFUND', refusals = 10, next_try_at = NULL,
         done_at = now() WHERE attempt_id = $1`,
      [paid.attempt],
    );
    return paid;
  };
  const isGivenBack = async (attempt: string) => {
    for (const _ of [1, 2]) {
      expect(open(await compared())).toEqual([]);
      expect(await suspended()).toBe(0);
    }
    expect(await steps.attempt(attempt)).toMatchObject({ state: 'REFUNDED' });
    expect(await steps.postings('EFILE_REFUND', attempt)).toEqual({
      cash_clearing: fee,
      efile_received: -fee,
    });
    expect(await brokenInvariants(steps.payments.database.asAdmin)).toEqual([]);
  };

  test('is posted by the next comparison, and is no finding', async () => {
    const { attempt, payment } = await givenUp();
    await steps.sandbox.refund(payment, fee);
    await isGivenBack(attempt);
  });

  test('is a finding as long as only a part of the amount is refunded', async () => {
    const { attempt, payment } = await givenUp();
    await steps.sandbox.refund(payment, 500);
    expect(open(await compared())).toEqual(['REFUNDED -500']);
    expect(await steps.attempt(attempt)).toMatchObject({ state: 'CREDITED' });
    await steps.sandbox.control({ settle: true });
    await steps.sandbox.refund(payment, fee - 500);
    await isGivenBack(attempt);
  });

  test('is recognized because it refers to the payment, even if it has another invoice number', async () => {
    const { attempt, payment } = await givenUp();
    await steps.sandbox.refund(payment, fee);
    const made = (await steps.sandbox.book()).find(({ refTransId }) => refTransId === payment);
    await steps.sandbox.control({ change: { transId: made?.transId, invoice: 'by hand' } });
    await isGivenBack(attempt);
  });

  test('is recognized even if the person voids the payment instead of refunding it', async () => {
    const { attempt, payment } = await givenUp();
    await steps.sandbox.control({ change: { transId: payment, status: 'voided', settleAmount: 0 } });
    await isGivenBack(attempt);
  });

  test('is posted without an account if the account of the filing was closed in the meantime', async () => {
    const { attempt, payment, account } = await givenUp();
    await steps.payments.rpc.callOrThrow(closeAccount, { account }, { actor });
    await steps.sandbox.refund(payment, fee);
    await isGivenBack(attempt);
  });

  test('is not taken for a refund of another payment', async () => {
    const { attempt } = await givenUp();
    const other = await settledFiling();
    await steps.sandbox.refund(other.payment, fee);
    expect(open(await compared())).toEqual([`REFUNDED ${-fee}`]);
    for (const each of [attempt, other.attempt])
      expect(await steps.attempt(each)).toMatchObject({ state: 'CREDITED' });
  });
});

describe('a second payment of one card page', () => {
  test('stays a finding until all of it is refunded', async () => {
    const { second } = await paidTwice();
    await steps.sandbox.refund(second, 5_000);
    expect(open(await compared())).toEqual(['SECOND_PAYMENT 10275']);
    expect(await suspended()).toBe(5_275);
    await steps.sandbox.refund(second, 5_275);
    expect(open(await compared())).toEqual([]);
    expect(await suspended()).toBe(0);
    expect(open(await compared())).toEqual([]);
  });

  test('and a third payment stay findings until both are refunded', async () => {
    const { second } = await paidTwice();
    const copied = (await steps.sandbox.book()).find(({ transId }) => transId === second);
    const third = '69999999999';
    await steps.sandbox.control({ change: { ...copied, transId: third } });
    const both = ['SECOND_PAYMENT 10275', 'SECOND_PAYMENT 10275'];
    expect(open(await compared())).toEqual(both);
    await steps.sandbox.refund(second, 10_275);
    for (const _ of [1, 2]) expect(open(await compared())).toEqual(both);
    expect(await suspended()).toBe(10_275);
    await steps.sandbox.refund(third, 10_275);
    expect(open(await compared())).toEqual([]);
    expect(await suspended()).toBe(0);
  });

  test('that was refunded does not hide a later refund of the credited payment', async () => {
    const { first, second } = await paidTwice();
    await steps.sandbox.refund(second, 10_275);
    expect(open(await compared())).toEqual([]);
    await steps.sandbox.refund(first, 10_275);
    for (const _ of [1, 2]) expect(open(await compared())).toEqual(['REFUNDED -10275']);
    expect(await suspended()).toBe(-10_275);
  });
});
