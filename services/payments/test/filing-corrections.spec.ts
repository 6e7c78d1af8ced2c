import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { systemActor } from '@portal/infra/rpc';
import type { Actor } from '@portal/proto/rpc/actor';
import {
  closeAccount,
  getBalance,
  holdFiling,
  openFilingCard,
  priceFiling,
  settleFiling,
} from '@portal/proto/rpc/payments';
import { brokenMoney, CardSteps } from './card-steps.js';
import { brokenInvariants } from './invariants.js';
import { newPayer } from './payments-under-test.js';

let steps: CardSteps;
beforeAll(async () => {
  steps = await CardSteps.start();
});
afterEach(async () => {
  const broken = await brokenInvariants((statement, params) => steps.ask(statement, params));
  expect([...broken, ...(await brokenMoney(steps))]).toEqual([]);
});
afterAll(() => steps.close());

const office = systemActor('lake', 'imaging');
const price = async (actor: Actor, { pages = 3, replaces = null as string | null } = {}) => {
  const filing = randomUUID();
  const asked = { filing, efileType: 'LR' as const, pages, replaces };
  return { filing, charges: await steps.payments.rpc.callOrThrow(priceFiling, asked, { actor }) };
};
const hold = (actor: Actor, filing: string, replaces: string | null = null) =>
  steps.payments.rpc.call(holdFiling, { filing, replaces }, { actor });
const settle = (filing: string, taken: boolean) =>
  steps.payments.rpc.call(settleFiling, { filing, taken }, { actor: office });
const available = async (actor: Actor): Promise<number | null | undefined> =>
  (await steps.payments.rpc.callOrThrow(getBalance, { account: null }, { actor }))?.available;
const stateOf = async (filing: string) =>
  (await steps.ask<{ state: string }>('SELECT state FROM payments.filing_charge WHERE id = $1', [filing]))[0]
    ?.state;
const payByCard = async (actor: Actor, filing: string) => {
  const communicatorUrl = 'http://localhost:8080/LandShark/communicator.html';
  const opened = await steps.payments.rpc.callOrThrow(
    openFilingCard,
    { filing, amount: null, communicatorUrl },
    { actor },
  );
  await steps.report(actor, opened.attemptId, await steps.pay(opened), 'EFILE');
  return opened.attemptId;
};

describe('the fee of a correction', () => {
  test('takes the place of the one that waits, also when the balance has enough for one only', async () => {
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

  test('that the balance cannot pay changes nothing', async () => {
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

  test('of an invoice, taken when it came, is posted back and taken anew', async () => {
    const before = steps.payments.terms.terms;
    const efileFees = { ...before.efileFees, chargeWhen: 'SUBMITTED' as const };
    steps.payments.terms.terms = { ...before, efileFees };
    const actor = newPayer({ paymentMethod: 'INVOICE' });
    const first = await price(actor);
    await hold(actor, first.filing);
    const { filing } = await price(actor, { pages: 5, replaces: first.filing });
    steps.payments.terms.terms = before;
    await hold(actor, filing, first.filing);
    expect(await steps.postings('EFILE_RETURN', first.filing)).toMatchObject({ ar_invoice: 1_450 });
    expect(await steps.postings('EFILE', filing)).toMatchObject({ ar_invoice: -1_850 });
  });

  test('of the same amount is paid by the card payment of the first, and no card is asked for', async () => {
    const actor = newPayer({ paymentMethod: 'CREDIT_CARD' });
    const first = await price(actor);
    const attempt = await payByCard(actor, first.filing);
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

  test('of another amount needs a payment of its own, and the first one goes back', async () => {
    const actor = newPayer({ paymentMethod: 'CREDIT_CARD' });
    const first = await price(actor);
    const attempt = await payByCard(actor, first.filing);
    await hold(actor, first.filing);
    const { filing, charges } = await price(actor, { pages: 5, replaces: first.filing });
    expect(charges.paid).toBeUndefined();
    expect(await hold(actor, filing, first.filing)).toMatchObject({ code: 'PAYMENT_NEEDED' });
    expect(await stateOf(first.filing)).toBe('HELD');
    const second = await payByCard(actor, filing);
    expect(await hold(actor, filing, first.filing)).toMatchObject({ ok: true });
    await steps.sweep(1_000);
    const states = [await steps.attempt(attempt), await steps.attempt(second)].map(({ state }) => state);
    expect(states).toEqual(['REFUNDED', 'CREDITED']);
  });

  test('S5 does not touch the fee of another payer', async () => {
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

test('an account with a document that waits for the office is not closed, and a closed one sends none', async () => {
  const staff = newPayer({}, { role: 'COUNTY' });
  const clerk = { ...staff, account: null, terms: null };
  const close = (account: string) => steps.payments.rpc.call(closeAccount, { account }, { actor: clerk });
  const actor = newPayer({ paymentMethod: 'INVOICE' });
  const [sent, late] = [await price(actor), await price(actor)];
  await hold(actor, sent.filing);
  expect(await close(actor.account)).toMatchObject({ ok: false, code: 'ACCOUNT_HAS_HOLDS' });
  await settle(sent.filing, false);
  expect(await close(actor.account)).toMatchObject({ ok: true });
  expect(await hold(actor, late.filing)).toMatchObject({ ok: false, code: 'FILING_CLOSED' });
});

describe('the invariants of filings', () => {
  /** The invariants that a statement breaks; the damage is undone. */
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

  test('an account that is closed while the office has its document is noticed', async () => {
    const actor = newPayer({ paymentMethod: 'INVOICE' });
    const { filing } = await price(actor);
    await hold(actor, filing);
    const close = `INSERT INTO payments.closed_account (county_id, account_id) VALUES ('lake', $1)`;
    expect(await brokenAfter(close, [actor.account])).toEqual([
      expect.stringContaining('I16 no purchase, no correction and no e-filed document'),
    ]);
    await settle(filing, false);
    expect(await brokenAfter(close, [actor.account])).toEqual([]);
  });

  test('a card payment that neither pays for a filing nor goes back is noticed', async () => {
    const actor = newPayer({ paymentMethod: 'CREDIT_CARD' });
    const { filing } = await price(actor);
    await payByCard(actor, filing);
    const forget = 'UPDATE payments.filing_charge SET attempt_id = NULL WHERE id = $1';
    expect(await brokenAfter(forget, [filing])).toEqual([
      expect.stringContaining('I8 a card payment of a filing pays for one'),
    ]);
  });
});

test('a price that ends before anything is paid tells nobody of money', async () => {
  const actor = newPayer({ paymentMethod: 'CREDIT_CARD' });
  const { filing } = await price(actor);
  expect(await settle(filing, false)).toMatchObject({ ok: true });
  expect(await stateOf(filing)).toBe('RELEASED');
  const told = await steps.ask(
    `SELECT 1 FROM payments.outbox WHERE payload->>'action' = 'efile.given-back' AND payload->>'key' = $1`,
    [filing],
  );
  expect(told).toEqual([]);
  // a card page that is still open pays for nothing, and its money goes back
  const communicatorUrl = 'http://localhost:8080/LandShark/communicator.html';
  const card = { filing, amount: null, communicatorUrl };
  expect(await steps.payments.rpc.call(openFilingCard, card, { actor })).toMatchObject({
    code: 'FILING_CLOSED',
  });
});
