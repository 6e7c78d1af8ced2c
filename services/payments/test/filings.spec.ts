import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sectionDefaults } from '@portal/proto/config/sections';
import type { Actor } from '@portal/proto/rpc/actor';
import { priceFiling } from '@portal/proto/rpc/payments';
import { CardSteps } from './card-steps.js';
import { filingSteps } from './filing-steps.js';
import { newPayer } from './payments-under-test.js';
import { declinedCard } from './sandbox-under-test.js';

let steps: CardSteps;
beforeAll(async () => {
  steps = await CardSteps.start();
});
afterAll(() => steps.close());

const { price, hold, settle, openCard, escrowPayer, available, paidByCard, priceTakenEarly, broken } =
  filingSteps(() => steps);

/** Checks all invariants on the records of all tests that have run so far. */
const allHolds = async () => expect(await broken()).toEqual([]);

test('a document that was priced for an invoice is not sent if the account may no longer pay by invoice', async () => {
  const actor = newPayer({ paymentMethod: 'INVOICE' });
  const { filing } = await price(actor);
  const changed = { ...actor, terms: { ...actor.terms, paymentMethod: 'ESCROW' as const } } as Actor;
  expect(await hold(changed, filing)).toMatchObject({ code: 'FILING_CLOSED' });
  expect(await hold(actor, filing)).toMatchObject({ ok: true });
  const paid = await paidByCard();
  const invoiced = {
    ...paid.actor,
    terms: { ...paid.actor.terms, paymentMethod: 'INVOICE' as const },
  } as Actor;
  expect(await hold(invoiced, paid.filing)).toMatchObject({ ok: true });
});

describe('the fee of a filing', () => {
  test('B10-10 is the sum of a fee for the first page, a fee for all other pages, and a surcharge for the kind of document', async () => {
    const actor = await escrowPayer(10_000);
    const { charges } = await price(actor, { pages: 3 });
    expect(charges).toEqual({
      ...{ funding: 'ESCROW', firstPage: 1_000, additionalPages: 400, surcharge: 50, total: 1_450 },
      insufficient: false,
    });
    const map = await price(actor, { efileType: 'MAP', pages: 9 });
    expect(map.charges).toMatchObject({ firstPage: 500, additionalPages: 0, surcharge: 0, total: 500 });
    expect(await available(actor)).toBe(10_000);
  });

  test('includes the card fee in its surcharge for users who pay by card', async () => {
    const before = steps.payments.terms.terms;
    const byCard = { applySurcharge: true, surchargeMethod: 'percent' as const, surchargePercent: 300 };
    steps.payments.terms.terms = { ...before, creditCardExtra: { ...before.creditCardExtra, ...byCard } };
    const { charges } = await price(newPayer({ paymentMethod: 'CREDIT_CARD' }));
    steps.payments.terms.terms = before;
    // the card fee is 3 % of 1,450 cents, half a cent rounded up
    expect(charges).toMatchObject({ surcharge: 50 + 44, total: 1_494 });
  });

  test('is paid in money by an account with bundles of images, and is not charged to staff', async () => {
    const flat = await price(newPayer({ accountType: 'FLAT_FEE', paymentMethod: 'INVOICE' }));
    expect(flat.charges).toMatchObject({ funding: 'INVOICE', total: 1_450 });
    const staff = await price(newPayer({}, { role: 'COUNTY' }));
    expect(staff.charges).toMatchObject({ funding: 'FREE', total: 0 });
  });

  test('stays as it was shown, whatever the county changes in the meantime', async () => {
    const actor = await escrowPayer(10_000);
    const { filing } = await price(actor);
    const before = steps.payments.terms.terms;
    steps.payments.terms.terms = {
      ...before,
      efileFees: { ...before.efileFees, landRecordFirstPage: 9_000 },
    };
    const again = await price(actor, { filing });
    steps.payments.terms.terms = before;
    expect(again.charges.total).toBe(1_450);
  });

  test('S5 is not found for other users, and is never calculated for guests', async () => {
    const { filing } = await price(await escrowPayer(10_000));
    const stranger = newPayer();
    const asked = await steps.payments.rpc.call(
      priceFiling,
      { filing, efileType: 'LR', pages: 3 },
      { actor: stranger },
    );
    expect(asked).toMatchObject({ ok: false, code: 'NOT_FOUND' });
    expect(await hold(stranger, filing)).toMatchObject({ ok: false, code: 'NOT_FOUND' });
    const guest = newPayer({}, { role: 'GUEST' });
    const guestAsks = { filing: randomUUID(), efileType: 'LR' as const, pages: 1 };
    expect(await steps.payments.rpc.call(priceFiling, guestAsks, { actor: guest })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('a filing paid from escrow', () => {
  test('S21 reserves its fee once, however often it is sent, and the office takes the fee once', async () => {
    const actor = await escrowPayer(2_000);
    const { filing } = await price(actor);
    const answers = await Promise.all([hold(actor, filing), hold(actor, filing), hold(actor, filing)]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(await available(actor)).toBe(550);
    await Promise.all([settle(filing, true), settle(filing, true)]);
    expect(await available(actor)).toBe(550);
    expect(await steps.postings('EFILE', filing)).toEqual({
      escrow: -1_450,
      revenue_efile: 1_400,
      revenue_surcharge: 50,
    });
    await allHolds();
  });

  test('releases its reserved amount when the office sends it back', async () => {
    const actor = await escrowPayer(2_000);
    const { filing } = await price(actor);
    await hold(actor, filing);
    expect(await settle(filing, false)).toMatchObject({ ok: true });
    expect(await settle(filing, false)).toMatchObject({ ok: true });
    expect(await available(actor)).toBe(2_000);
    expect(await settle(filing, true)).toMatchObject({ ok: false, code: 'FILING_CLOSED' });
    expect(await hold(actor, filing)).toMatchObject({ ok: false, code: 'FILING_CLOSED' });
    await allHolds();
  });

  test('is refused when the balance is below the fee, and accepted after a deposit', async () => {
    const actor = await escrowPayer(1_449);
    const { filing, charges } = await price(actor);
    expect(charges.insufficient).toBe(true);
    expect(await hold(actor, filing)).toMatchObject({ ok: false, code: 'INSUFFICIENT_FUNDS' });
    await steps.payments.give(actor.account, 'USD', 1_450);
    expect(await hold(actor, filing)).toMatchObject({ ok: true });
    expect(await available(actor)).toBe(0);
    await allHolds();
  });

  test('is charged on arrival where the county says so, and refunded when the office sends it back', async () => {
    const [actor, invoiced] = [await escrowPayer(2_000), newPayer({ paymentMethod: 'INVOICE' })];
    const [one, other] = [await priceTakenEarly(actor), await priceTakenEarly(invoiced)];
    await hold(actor, one.filing);
    await hold(invoiced, other.filing);
    expect(await steps.postings('EFILE', one.filing)).toMatchObject({ escrow: -1_450 });
    expect(await steps.postings('EFILE', other.filing)).toMatchObject({ ar_invoice: -1_450 });
    await settle(one.filing, false);
    await settle(other.filing, true);
    expect(await available(actor)).toBe(2_000);
    expect(await steps.postings('EFILE_RETURN', one.filing)).toEqual({
      escrow: 1_450,
      revenue_efile: -1_400,
      revenue_surcharge: -50,
    });
    expect(await steps.postings('EFILE_RETURN', other.filing)).toEqual({});
    await allHolds();
  });
});

describe('a filing paid by card', () => {
  test('S4 cannot be sent without a payment that the provider confirms', async () => {
    const actor = newPayer({ paymentMethod: 'CREDIT_CARD' });
    const { filing } = await price(actor);
    expect(await hold(actor, filing)).toMatchObject({ ok: false, code: 'PAYMENT_NEEDED' });
    const opened = await openCard(actor, filing);
    const attempt = opened.ok ? opened.value.attemptId : '';
    for (const invented of ['0', '60123456789'])
      expect(await steps.report(actor, attempt, invented, 'EFILE')).toMatchObject({
        code: 'PAYMENT_NOT_FOUND',
      });
    // a card payment for something else does not pay for the filing
    const depositor = await steps.deposit(newPayer());
    const other = await steps.pay(depositor);
    expect(await steps.report(actor, attempt, other, 'EFILE')).toMatchObject({
      value: { outcome: 'REFUSED' },
    });
    expect(await hold(actor, filing)).toMatchObject({ ok: false, code: 'PAYMENT_NEEDED' });
    await steps.sweep(60_000);
    await allHolds();
  });

  test('S4 is not sent after the card was declined, and is sent after the user has paid with another card', async () => {
    const actor = newPayer({ paymentMethod: 'CREDIT_CARD' });
    const { filing } = await price(actor);
    const declined = await openCard(actor, filing);
    if (!declined.ok) throw new Error(declined.code);
    const refused = await steps.pay(declined.value, declinedCard);
    expect(await steps.report(actor, declined.value.attemptId, refused, 'EFILE')).toMatchObject({
      value: { outcome: 'DECLINED' },
    });
    expect(await hold(actor, filing)).toMatchObject({ ok: false, code: 'PAYMENT_NEEDED' });
    expect(await steps.postings('EFILE_PAYMENT', declined.value.attemptId)).toEqual({});
    const good = await openCard(actor, filing);
    if (!good.ok) throw new Error(good.code);
    const paid = await steps.pay(good.value);
    expect(await steps.report(actor, good.value.attemptId, paid, 'EFILE')).toMatchObject({
      value: { outcome: 'CREDITED' },
    });
    expect(await hold(actor, filing)).toMatchObject({ ok: true });
    await allHolds();
  });

  test('B10-25 costs what was priced, whatever amount the browser sends', async () => {
    const actor = newPayer({ paymentMethod: 'CREDIT_CARD' });
    const { filing } = await price(actor);
    expect(await openCard(actor, filing, 100)).toMatchObject({ ok: false, code: 'PRICE_CHANGED' });
    expect(await openCard(actor, filing, 1_450)).toMatchObject({
      value: { amount: 1_400, surcharge: 50, total: 1_450 },
    });
    expect(await openCard(actor, null, 1_450)).toMatchObject({ value: { total: 1_450 } });
    expect(await openCard(newPayer({ paymentMethod: 'CREDIT_CARD' }), filing)).toMatchObject({
      code: 'NOT_FOUND',
    });
    const payer = await escrowPayer(5_000);
    expect(await openCard(payer, (await price(payer)).filing)).toMatchObject({ code: 'CARD_NOT_OFFERED' });
  });

  test('counts as income only after the office has recorded it', async () => {
    const { actor, filing, attempt } = await paidByCard();
    expect(await steps.postings('EFILE_PAYMENT', attempt)).toEqual({
      cash_clearing: -1_450,
      efile_received: 1_450,
    });
    expect(await hold(actor, filing)).toMatchObject({ ok: true });
    expect(await steps.postings('EFILE', filing)).toEqual({});
    await settle(filing, true);
    const taken = { efile_received: -1_450, revenue_efile: 1_400, revenue_surcharge: 50 };
    expect(await steps.postings('EFILE', filing)).toEqual(taken);
    // the payment for a recorded document is final
    expect(await settle(filing, false)).toMatchObject({ ok: false, code: 'FILING_CLOSED' });
    expect(await settle(filing, true)).toMatchObject({ ok: true });
    expect(await openCard(actor, filing)).toMatchObject({ code: 'FILING_CLOSED' });
    await allHolds();
  });

  test('is refunded to the card when the office rejects it after the capture', async () => {
    const { actor, filing, attempt, payment } = await paidByCard();
    await hold(actor, filing);
    await settle(filing, false);
    await steps.sweep(1_000);
    await steps.sweep(120_000);
    const paid = (await steps.sandbox.book()).find(({ transId }) => transId === payment);
    expect(paid).toMatchObject({ status: 'voided' });
    expect(await steps.attempt(attempt)).toMatchObject({ state: 'REFUNDED' });
    expect(await steps.postings('EFILE_REFUND', attempt)).toEqual({
      cash_clearing: 1_450,
      efile_received: -1_450,
    });
    await allHolds();
  });

  test('has its second payment returned when it is paid twice', async () => {
    const actor = newPayer({ paymentMethod: 'CREDIT_CARD' });
    const { filing } = await price(actor);
    const [first, second] = [await openCard(actor, filing), await openCard(actor, filing)];
    if (!first.ok || !second.ok) throw new Error('no card page');
    for (const { value } of [first, second])
      await steps.report(actor, value.attemptId, await steps.pay(value), 'EFILE');
    await hold(actor, filing);
    await steps.sweep(1_000);
    const states = [await steps.attempt(first.value.attemptId), await steps.attempt(second.value.attemptId)];
    expect(states.map(({ state }) => state)).toEqual(['CREDITED', 'REFUNDED']);
    await settle(filing, true);
    await allHolds();
  });

  test('has its payment credited by the sweeper when nobody reports the payment, and an event reports the credit', async () => {
    const actor = newPayer({ paymentMethod: 'CREDIT_CARD' });
    const { filing } = await price(actor);
    const opened = await openCard(actor, filing);
    if (!opened.ok) throw new Error(opened.code);
    await steps.pay(opened.value);
    await steps.sweep(10 * 60_000);
    expect(await steps.attempt(opened.value.attemptId)).toMatchObject({ state: 'CREDITED' });
    const told = await steps.ask<{ payload: { filing: string } }>(
      `SELECT payload FROM payments.outbox WHERE type = 'payments.filing-paid.v1' AND aggregate = $1`,
      [`filing:${filing}`],
    );
    expect(told).toHaveLength(1);
    await allHolds();
  });
});

test('a fee of zero posts nothing, whatever the payment method', async () => {
  const before = steps.payments.terms.terms;
  steps.payments.terms.terms = { ...before, efileFees: sectionDefaults('efileFees') };
  const payers = [
    newPayer(),
    newPayer({ paymentMethod: 'CREDIT_CARD' }),
    newPayer({ paymentMethod: 'INVOICE' }),
  ];
  const filings = await Promise.all(payers.map(async (actor) => ({ actor, ...(await price(actor)) })));
  steps.payments.terms.terms = before;
  for (const { actor, filing } of filings) {
    expect(await hold(actor, filing)).toMatchObject({ ok: true });
    expect(await settle(filing, true)).toMatchObject({ ok: true });
    expect(await steps.postings('EFILE', filing)).toEqual({});
  }
  await allHolds();
});
