import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { armFailpoints } from '@portal/infra/failpoints';
import { CardSteps } from './card-steps.js';
import { filingSteps } from './filing-steps.js';
import { brokenInvariants } from './invariants.js';
import { newPayer } from './payments-under-test.js';

let steps: CardSteps;
beforeAll(async () => {
  steps = await CardSteps.start();
});
afterEach(async () => {
  expect(await broken()).toEqual([]);
});
afterAll(() => steps.close());

const { price, hold, settle, openCard, payByCard, priceTakenEarly, available, stateOf, broken } = filingSteps(
  () => steps,
);

describe('the fee of a corrected document', () => {
  test('replaces the reserved fee of the first document, even if the balance covers only one of the fees', async () => {
    const actor = newPayer();
    await steps.payments.give(actor.account, 'USD', 1_500);
    const first = await price(actor);
    await hold(actor, first.filing);
    const { filing, charges } = await price(actor, { replaces: first.filing });
    expect(charges).toMatchObject({ total: 1_450, insufficient: false });
    const answers = await Promise.all([hold(actor, filing, first.filing), hold(actor, filing, first.filing)]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await available(actor)).toBe(50);
    expect([await stateOf(first.filing), await stateOf(filing)]).toEqual(['RELEASED', 'HELD']);
    await settle(filing, true);
    expect(await available(actor)).toBe(50);
  });

  test('is given back when the sender withdraws the corrected document, and the fee of the first document is not held again', async () => {
    const actor = newPayer();
    await steps.payments.give(actor.account, 'USD', 1_500);
    const first = await price(actor);
    await hold(actor, first.filing);
    const { filing } = await price(actor, { replaces: first.filing });
    await hold(actor, filing, first.filing);
    await settle(filing, false);
    expect(await available(actor)).toBe(1_500);
    expect([await stateOf(first.filing), await stateOf(filing)]).toEqual(['RELEASED', 'RELEASED']);
    expect(await hold(actor, first.filing)).toMatchObject({ code: 'FILING_CLOSED' });
    expect(await available(actor)).toBe(1_500);
  });

  test('is not reserved when the balance does not cover it, and the fee of the first document stays reserved', async () => {
    const actor = newPayer();
    await steps.payments.give(actor.account, 'USD', 1_500);
    const first = await price(actor);
    await hold(actor, first.filing);
    const { filing, charges } = await price(actor, { pages: 9, replaces: first.filing });
    expect(charges.insufficient).toBe(true);
    expect(await hold(actor, filing, first.filing)).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    expect([await stateOf(first.filing), await stateOf(filing)]).toEqual(['HELD', 'PRICED']);
    expect(await available(actor)).toBe(50);
  });

  test('is not reserved when a refused sending is requested again, even if the balance now covers the fee', async () => {
    const actor = newPayer();
    await steps.payments.give(actor.account, 'USD', 1_500);
    const first = await price(actor);
    await hold(actor, first.filing);
    const { filing } = await price(actor, { pages: 9, replaces: first.filing });
    expect(await hold(actor, filing, first.filing, 1)).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    await steps.payments.give(actor.account, 'USD', 10_000);
    expect(await hold(actor, filing, first.filing, 1)).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    expect(await stateOf(first.filing)).toBe('HELD');
    expect(await hold(actor, filing, first.filing, 2)).toMatchObject({ ok: true });
    expect([await stateOf(first.filing), await stateOf(filing)]).toEqual(['RELEASED', 'HELD']);
  });

  test('stays reserved if one request reserves it while the refusal of an earlier request is not stored yet', async () => {
    const actor = newPayer();
    await steps.payments.give(actor.account, 'USD', 100);
    const { filing } = await price(actor);
    const answers: unknown[] = [];
    armFailpoints(async (name) => {
      if (name !== 'filing-refused') return;
      armFailpoints(undefined);
      await steps.payments.give(actor.account, 'USD', 10_000);
      answers.push(await hold(actor, filing, null, 1));
    });
    answers.push(await hold(actor, filing, null, 1));
    expect(answers).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await stateOf(filing)).toBe('HELD');
  });

  test('is charged by invoice, and the fee that was charged when the first document arrived is given back', async () => {
    const actor = newPayer({ paymentMethod: 'INVOICE' });
    const first = await priceTakenEarly(actor);
    await hold(actor, first.filing);
    const { filing } = await priceTakenEarly(actor, { pages: 5, replaces: first.filing });
    await hold(actor, filing, first.filing);
    expect(await steps.postings('EFILE_RETURN', first.filing)).toMatchObject({ ar_invoice: 1_450 });
    expect(await steps.postings('EFILE', filing)).toMatchObject({ ar_invoice: -1_850 });
  });

  test('is paid by the card payment of the first document when the amount is the same', async () => {
    const actor = newPayer({ paymentMethod: 'CREDIT_CARD' });
    const first = await price(actor);
    const { attempt } = await payByCard(actor, first.filing);
    await hold(actor, first.filing);
    const { filing, charges } = await price(actor, { replaces: first.filing });
    expect(charges).toMatchObject({ total: 1_450, paid: true });
    expect(await hold(actor, filing, first.filing)).toMatchObject({ ok: true });
    await settle(first.filing, false);
    await steps.sweep(1_000);
    expect(await steps.attempt(attempt)).toMatchObject({ state: 'CREDITED' });
    await settle(filing, false);
    await steps.sweep(1_000);
    expect(await steps.attempt(attempt)).toMatchObject({ state: 'REFUNDED' });
  });

  test('requires a payment of its own when the amount differs, and the first payment is refunded', async () => {
    const actor = newPayer({ paymentMethod: 'CREDIT_CARD' });
    const first = await price(actor);
    const { attempt } = await payByCard(actor, first.filing);
    await hold(actor, first.filing);
    const { filing, charges } = await price(actor, { pages: 5, replaces: first.filing });
    expect(charges.paid).toBeUndefined();
    expect(await hold(actor, filing, first.filing)).toMatchObject({ code: 'PAYMENT_NEEDED' });
    expect(await stateOf(first.filing)).toBe('HELD');
    const { attempt: second } = await payByCard(actor, filing);
    expect(await hold(actor, filing, first.filing)).toMatchObject({ ok: true });
    await steps.sweep(1_000);
    const states = [await steps.attempt(attempt), await steps.attempt(second)].map(({ state }) => state);
    expect(states).toEqual(['REFUNDED', 'CREDITED']);
  });

  test('is reserved in addition if the first document is already recorded, because the county keeps the first fee', async () => {
    const actor = newPayer({ paymentMethod: 'INVOICE' });
    const first = await price(actor);
    await hold(actor, first.filing);
    await settle(first.filing, true);
    const { filing } = await price(actor, { replaces: first.filing });
    expect(await hold(actor, filing, first.filing)).toMatchObject({ ok: true });
    expect([await stateOf(first.filing), await stateOf(filing)]).toEqual(['TAKEN', 'HELD']);
  });

  test('S5 does not replace the fee for the document of another payer', async () => {
    const [stranger, actor] = [newPayer(), newPayer()];
    for (const { account } of [stranger, actor]) await steps.payments.give(account, 'USD', 1_450);
    const first = await price(stranger);
    await hold(stranger, first.filing);
    const { filing } = await price(actor, { replaces: first.filing });
    expect(await hold(actor, filing, first.filing)).toMatchObject({ ok: true });
    expect([await available(stranger), await available(actor)]).toEqual([0, 0]);
    expect(await stateOf(first.filing)).toBe('HELD');
  });
});

describe('the checks of invariants about filings', () => {
  /** Returns the invariants that a statement breaks, and rolls the damage back. */
  const brokenAfter = async (damage: string, params: readonly unknown[]): Promise<string[]> => {
    const ask = steps.payments.database.asAdmin;
    await ask('BEGIN');
    try {
      await ask(damage, [...params]);
      return await brokenInvariants(ask);
    } finally {
      await ask('ROLLBACK');
    }
  };

  const close = `INSERT INTO payments.closed_account (county_id, account_id) VALUES ('lake', $1)`;
  const isNoticed = async (account: string) =>
    expect(await brokenAfter(close, [account])).toEqual([expect.stringContaining('I16 no purchase')]);
  const isFine = async (account: string) => expect(await brokenAfter(close, [account])).toEqual([]);

  test.each([
    ['is to take a fee', price],
    ['may give back a fee', priceTakenEarly],
  ])('notice an account that is closed while the office %s', async (_when, priced) => {
    const actor = newPayer({ paymentMethod: 'INVOICE' });
    const { filing } = await priced(actor);
    await hold(actor, filing);
    const broken = await brokenAfter(close, [actor.account]);
    expect(broken).toContainEqual(expect.stringContaining('I16 no purchase'));
    await settle(filing, false);
    await isFine(actor.account);
  });

  test('notice an account that is closed before its card payment pays for a filing or is refunded', async () => {
    const actor = newPayer({ paymentMethod: 'CREDIT_CARD' });
    const { filing } = await price(actor);
    await payByCard(actor, filing);
    await isNoticed(actor.account);
    await settle(filing, false);
    await isNoticed(actor.account);
    await steps.sweep(1_000);
    await isFine(actor.account);
  });

  test.each([
    ['another amount', 'first_minor = first_minor + 1, total_minor = total_minor + 1'],
    ['another account', 'account_id = gen_random_uuid()'],
  ])('notice a filing whose fee was posted with %s', async (_what, change) => {
    const actor = newPayer({ paymentMethod: 'INVOICE' });
    const { filing } = await price(actor);
    await hold(actor, filing);
    await settle(filing, true);
    expect(await brokenAfter(`UPDATE payments.filing_charge SET ${change} WHERE id = $1`, [filing])).toEqual([
      expect.stringContaining('I5 the fee of a filing is posted whole'),
    ]);
  });

  test('notice a card payment that neither pays for a filing nor goes back', async () => {
    const actor = newPayer({ paymentMethod: 'CREDIT_CARD' });
    const { filing } = await price(actor);
    await payByCard(actor, filing);
    const forget = 'UPDATE payments.filing_charge SET attempt_id = NULL WHERE id = $1';
    expect(await brokenAfter(forget, [filing])).toEqual([
      expect.stringContaining('I8 a card payment of a filing pays for one'),
    ]);
  });
});

test('no event about money is sent when a price expires before anything is paid', async () => {
  const actor = newPayer({ paymentMethod: 'CREDIT_CARD' });
  const { filing } = await price(actor);
  expect(await settle(filing, false)).toMatchObject({ ok: true });
  expect(await stateOf(filing)).toBe('RELEASED');
  const told = await steps.ask(
    `SELECT 1 FROM payments.outbox WHERE payload->>'action' = 'efile.given-back' AND payload->>'key' = $1`,
    [filing],
  );
  expect(told).toEqual([]);
  // no card page opens for a filing whose price has expired
  expect(await openCard(actor, filing)).toMatchObject({ code: 'FILING_CLOSED' });
});
