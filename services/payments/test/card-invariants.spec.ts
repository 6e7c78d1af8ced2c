import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buyAddOn, chargeSearch, confirmAddOn, listAddOns } from '@portal/proto/rpc/payments';
import { brokenMoney, CardSteps } from './card-steps.js';
import { brokenInvariants, invariants } from './invariants.js';
import { newPayer } from './payments-under-test.js';

/**
 * The service with a deposit, a captured authorization, an open authorization and a bundle. The tests damage these
 * records.
 */
let steps: CardSteps;
let deposited = '';

beforeAll(async () => {
  steps = await CardSteps.start();
  const { payments } = steps;
  const bundle = { option: true, unlimitedNumberOfPages: false, numberOfPages: 5, cost: 100 };
  payments.terms.terms = { ...payments.terms.terms, flatFee: { chargingImages: true, rates: [bundle] } };
  const depositor = newPayer();
  const session = await steps.deposit(depositor);
  deposited = await steps.pay(session);
  await steps.report(depositor, session.attemptId, deposited);
  const spender = newPayer({ paymentMethod: 'CREDIT_CARD' });
  const search = () =>
    payments.rpc.callOrThrow(chargeSearch, { item: 'searchByName', key: randomUUID() }, { actor: spender });
  await steps.authorize(spender);
  await search();
  payments.clock.advance(1);
  await steps.authorize(spender);
  await search();
  await steps.sweep();
  const actor = newPayer({ accountType: 'FLAT_FEE', userReload: true });
  await payments.give(actor.account, 'USD', 500);
  const { imageStateGuid } = await payments.rpc.callOrThrow(listAddOns, {}, { actor });
  await payments.rpc.callOrThrow(confirmAddOn, { imageStateGuid, option: '1' }, { actor });
  await payments.rpc.callOrThrow(buyAddOn, { imageStateGuid }, { actor });
});
afterAll(() => steps.close());

/** Returns the invariants that the statement breaks, and rolls the damage back. */
async function brokenAfter(damage: string): Promise<string[]> {
  await steps.ask('BEGIN');
  try {
    await steps.ask(damage);
    return await brokenInvariants((statement, params) => steps.ask(statement, params), invariants);
  } finally {
    await steps.ask('ROLLBACK');
  }
}

test('undamaged records of card payments break no invariant', async () => {
  expect(await brokenAfter('SELECT 1')).toEqual([]);
  expect(await brokenMoney(steps)).toEqual([]);
});

test.each([
  [
    'a deposit is credited',
    `UPDATE payments.payment_attempt SET state = 'TOKEN_ISSUED' WHERE purpose = 'DEPOSIT'`,
  ],
  ['a deposit is credited', `UPDATE payments.payment_attempt SET credit_minor = credit_minor - 1`],
  ['a deposit is credited', `UPDATE payments.payment_attempt SET expected_minor = expected_minor + 1`],
  [
    'what is used of a card',
    `UPDATE payments.card_authorization SET used_minor = used_minor - 1 WHERE used_minor > 0`,
  ],
  ['what is used of a card', `UPDATE payments.card_use SET state = 'RELEASED'`],
  [
    'what was bought on a card',
    `UPDATE payments.card_authorization SET captured_minor = 1 WHERE state = 'CAPTURED'`,
  ],
  [
    'what was bought on a card',
    `UPDATE payments.card_authorization SET state = 'VOIDED' WHERE state = 'AUTHORIZED'`,
  ],
  ['a bundle is paid', `UPDATE payments.add_on SET state = 'CANCELLED'`],
])('the checker of "%s" detects this damage: %s', async (says, damage) => {
  expect(await brokenAfter(damage)).toEqual(expect.arrayContaining([expect.stringContaining(`I8 ${says}`)]));
});

test('a card payment with different amounts at the provider and in the ledger is detected', async () => {
  await steps.sandbox.control({ change: { transId: deposited, settleAmount: 10_274 } });
  expect(await brokenMoney(steps)).toEqual([
    `I8 without an entry: ${deposited} 10274`,
    `I8 without a payment: ${deposited} 10275`,
  ]);
  await steps.sandbox.control({ change: { transId: deposited, settleAmount: 10_275 } });
});
