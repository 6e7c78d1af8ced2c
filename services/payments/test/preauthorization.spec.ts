import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Database } from '@portal/infra/db';
import type { Actor } from '@portal/proto/rpc/actor';
import {
  cancelImageState,
  chargeSearch,
  computeOrder,
  getBalance,
  getCardAuthorization,
  payOrder,
} from '@portal/proto/rpc/payments';
import { CardAuthorizations } from '../src/preauthorization/card-authorizations.js';
import { SessionEndConsumer } from '../src/preauthorization/session-end.consumer.js';
import { brokenMoney, CardSteps } from './card-steps.js';
import { brokenInvariants } from './invariants.js';
import { newPayer } from './payments-under-test.js';
import { declinedCard } from './sandbox-under-test.js';

const MINUTE = 60_000;

let steps: CardSteps;
beforeAll(async () => {
  steps = await CardSteps.start();
});
afterAll(async () => {
  expect(await brokenInvariants(steps.payments.database.asAdmin)).toEqual([]);
  expect(await brokenMoney(steps)).toEqual([]);
  await steps.close();
});

const cardPayer = (over: Partial<Actor> = {}) => newPayer({ paymentMethod: 'CREDIT_CARD' }, over);
/** The service's clock goes back afterwards: the provider's stands still. */
const later = async <T>(minutes: number, work: () => Promise<T>): Promise<T> => {
  steps.payments.clock.advance(minutes * MINUTE);
  return work().finally(() => steps.payments.clock.advance(-minutes * MINUTE));
};
const search = (actor: Actor, key: string = randomUUID()) =>
  steps.payments.rpc.callOrThrow(chargeSearch, { item: 'searchByName', key }, { actor });
const left = (actor: Actor) => steps.payments.rpc.callOrThrow(getCardAuthorization, {}, { actor });
const price = (actor: Actor, documentKey: string, pagesSelected = '1-3') =>
  steps.payments.rpc.callOrThrow(
    computeOrder,
    { documentKey, pageSelectionMethod: 'CSV_PAGES', pagesSelected },
    { actor },
  );
const pay = (actor: Actor, imageStateGuid: string) =>
  steps.payments.rpc.callOrThrow(payOrder, { imageStateGuid }, { actor });
const endSession = async ({ session, user, county }: Actor): Promise<void> => {
  const [replica] = steps.payments.replicas;
  const consumer = replica?.get(SessionEndConsumer);
  const event = { payload: { session: session ?? '', user: user ?? '', reason: 1, tokenHash: '' } };
  await replica
    ?.get(Database)
    .withCounty(county, async (tx) =>
      consumer?.onSessionEnded(event as Parameters<SessionEndConsumer['onSessionEnded']>[0], tx),
    );
};
const authorizations = (actor: Actor) =>
  steps.ask<{ state: string; used: string; captured: string | null; reason: string | null }>(
    `SELECT state, used_minor AS used, captured_minor AS captured, close_reason AS reason
       FROM payments.card_authorization WHERE user_id = $1 ORDER BY created_at, state`,
    [actor.user],
  );
const atProvider = async (id: string) => (await steps.sandbox.book()).find(({ transId }) => transId === id);

describe('spending from a card authorization', () => {
  test("B9-10 the county's amount is authorized and can be spent", async () => {
    const actor = cardPayer();
    expect(await left(actor)).toMatchObject({ maxAmount: 2_000, authorization: null });
    const id = await steps.authorize(actor);
    expect(await atProvider(id)).toMatchObject({ status: 'authorizedPendingCapture', authAmount: 2_000 });
    expect(await left(actor)).toMatchObject({
      authorization: { authorized: 2_000, used: 0, remaining: 2_000 },
    });
  });

  test('only those who pay by card are offered it', async () => {
    const communicatorUrl = 'http://localhost/c';
    const { openPreauthorization } = await import('@portal/proto/rpc/payments');
    for (const actor of [newPayer(), newPayer({ accountType: 'FLAT_FEE', paymentMethod: 'CREDIT_CARD' })]) {
      expect(await steps.payments.rpc.call(openPreauthorization, { communicatorUrl }, { actor })).toEqual({
        ...{ ok: false, code: 'CARD_NOT_OFFERED' },
      });
    }
  });

  test('a declined card authorizes nothing', async () => {
    const actor = cardPayer();
    const session = await steps.preauthorize(actor);
    const id = await steps.pay(session, declinedCard);
    expect(await steps.report(actor, session.attemptId, id, 'PREAUTH')).toMatchObject({
      value: { outcome: 'DECLINED' },
    });
    expect(await left(actor)).toMatchObject({ authorization: null });
  });

  test('guests of one user do not lock one another out of the card page', async () => {
    const guest = cardPayer({ role: 'GUEST' });
    const { terms } = steps.payments.terms;
    // one card page waits for each amount
    for (const maxAmount of [2_100, 2_200, 2_300, 2_400, 2_500]) {
      steps.payments.terms.terms = { ...terms, creditCardExtra: { ...terms.creditCardExtra, maxAmount } };
      await steps.preauthorize(guest);
    }
    steps.payments.terms.terms = terms;
    await expect(steps.preauthorize(guest)).rejects.toThrow('TOO_MANY_REQUESTS');
    expect(await steps.preauthorize({ ...guest, session: randomUUID() })).toMatchObject({ amount: 2_000 });
  });

  test('a card page that waits for its card is opened again, by its own session only', async () => {
    const actor = cardPayer();
    const first = await steps.preauthorize(actor);
    expect(await steps.preauthorize(actor)).toEqual(first);
    const stranger = await steps.preauthorize({ ...actor, session: randomUUID() });
    expect(stranger.attemptId).not.toBe(first.attemptId);
    const second = await later(13, () => steps.preauthorize(actor));
    expect(second.attemptId).not.toBe(first.attemptId);
    const leaver = cardPayer();
    const unused = await steps.preauthorize(leaver);
    await endSession(leaver);
    const next = { ...leaver, session: randomUUID() };
    expect(await steps.preauthorize(next)).toEqual(unused);
    const id = await steps.pay(unused);
    expect(await steps.report(next, unused.attemptId, id, 'PREAUTH')).toMatchObject({
      value: { outcome: 'AUTHORIZED' },
    });
    expect(await left(next)).toMatchObject({ authorization: { remaining: 2_000 } });
    const other = cardPayer();
    const paid = await steps.preauthorize(other);
    await steps.report(other, paid.attemptId, await steps.pay(paid), 'PREAUTH');
    expect((await steps.preauthorize(other)).attemptId).not.toBe(paid.attemptId);
  });

  test('the same search twenty times at once is charged once, also with the last of the money', async () => {
    const [byCard, escrow] = [cardPayer(), newPayer()];
    await steps.authorize(byCard);
    for (let spent = 0; spent < 3; spent += 1) await search(byCard);
    await steps.payments.give(escrow.account, 'USD', 500);
    for (const actor of [byCard, escrow]) {
      const key = randomUUID();
      const answers = await Promise.all(Array.from({ length: 20 }, () => search(actor, key)));
      for (const answer of answers) expect(answer).toEqual({ outcome: 'CHARGED', price: 500 });
      expect(await search(actor)).not.toMatchObject({ outcome: 'CHARGED' });
    }
    expect(await left(byCard)).toMatchObject({ authorization: { used: 2_000, remaining: 0 } });
  });

  test('payers by card pay their own rates, where the county has some, and see what is left', async () => {
    const { terms } = steps.payments.terms;
    const rates = { ...terms.creditCardAlternateRates, applyAlternateRates: true, searchByName: 700 };
    steps.payments.terms.terms = { ...terms, creditCardAlternateRates: rates };
    try {
      const actor = cardPayer();
      await steps.authorize(actor);
      expect(await search(actor)).toEqual({ outcome: 'CHARGED', price: 700 });
      expect(await search(newPayer({ paymentMethod: 'INVOICE' }))).toEqual({
        outcome: 'CHARGED',
        price: 500,
      });
      expect(await steps.payments.rpc.callOrThrow(getBalance, { account: null }, { actor })).toEqual({
        ...{ asset: 'USD', available: 1_300, unlimited: false },
      });
    } finally {
      steps.payments.terms.terms = terms;
    }
  });

  test('a search needs an authorization first, then is charged once for each key', async () => {
    const actor = cardPayer();
    expect(await search(actor)).toEqual({ outcome: 'PAYMENT_NEEDED', price: 500 });
    await steps.authorize(actor);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => search(actor, key)));
    for (const answer of answers) expect(answer).toEqual({ outcome: 'CHARGED', price: 500 });
    expect(await left(actor)).toMatchObject({ authorization: { used: 500 } });
    for (let more = 0; more < 3; more += 1) await search(actor);
    expect(await search(actor)).toEqual({ outcome: 'PAYMENT_NEEDED_AGAIN', price: 500 });
    expect(await left(actor)).toMatchObject({ authorization: { used: 2_000, remaining: 0 } });
  });

  test('S21 fifty searches at once spend what is authorized and no cent more', async () => {
    const actor = cardPayer();
    await steps.authorize(actor);
    const answers = await Promise.all(Array.from({ length: 50 }, () => search(actor)));
    expect(answers.filter(({ outcome }) => outcome === 'CHARGED')).toHaveLength(4);
    expect(await left(actor)).toMatchObject({ authorization: { used: 2_000 } });
  });

  test('an order is set aside, charged when its PDF is there, and set free when it is given up', async () => {
    const actor = cardPayer();
    const before = await price(actor, 'A1000001');
    expect(before).toMatchObject({ insufficient: true, options: { creditCard: { authorized: false } } });
    expect(await pay(actor, before.imageStateGuid)).toMatchObject({ status: 'INSUFFICIENT_FUNDS' });
    await steps.authorize(actor);
    const quote = await price(actor, 'A1000001');
    expect(quote).toMatchObject({
      ...{ charge: 300, beginning: 2_000, ending: 1_700, insufficient: false },
      options: { creditCard: { authorized: true } },
    });
    expect(await pay(actor, quote.imageStateGuid)).toMatchObject({ status: 'PAID' });
    expect(await left(actor)).toMatchObject({ authorization: { used: 300 } });
    steps.payments.renderer.beforeWriting = () => Promise.resolve('PAGE_IMAGE_MISSING');
    const broken = await price(actor, 'A1000002');
    const failed = await steps.payments.rpc.call(
      payOrder,
      { imageStateGuid: broken.imageStateGuid },
      { actor },
    );
    expect(failed).toMatchObject({ code: 'PAGE_IMAGE_MISSING' });
    steps.payments.renderer.beforeWriting = () => Promise.resolve(undefined);
    expect(await left(actor)).toMatchObject({ authorization: { used: 300 } });
  });

  test("another session of the same user, a guest's for one, spends nothing of it", async () => {
    const actor = cardPayer({ role: 'GUEST' });
    await steps.authorize(actor);
    const stranger = { ...actor, session: randomUUID() };
    expect(await search(stranger)).toMatchObject({ outcome: 'PAYMENT_NEEDED' });
    expect(await left(stranger)).toMatchObject({ authorization: null });
    const quote = await price(actor, 'A1000003');
    expect(await pay(actor, quote.imageStateGuid)).toMatchObject({ status: 'PAID' });
  });

  test('whoever pays otherwise pays searches from escrow, by invoice, or not at all', async () => {
    const escrow = newPayer();
    expect(await search(escrow)).toMatchObject({ outcome: 'INSUFFICIENT_FUNDS' });
    await steps.payments.give(escrow.account, 'USD', 700);
    const key = randomUUID();
    expect(await search(escrow, key)).toMatchObject({ outcome: 'CHARGED' });
    expect(await search(escrow, key)).toMatchObject({ outcome: 'CHARGED' });
    expect(await search(escrow)).toMatchObject({ outcome: 'INSUFFICIENT_FUNDS' });
    expect(await search(newPayer({ paymentMethod: 'INVOICE' }))).toMatchObject({ outcome: 'CHARGED' });
    for (const free of [newPayer({ accountType: 'FLAT_FEE' }), newPayer({}, { role: 'COUNTY' })]) {
      expect(await search(free)).toEqual({ outcome: 'FREE', price: 0 });
    }
    expect(await steps.postings('SEARCH', `${escrow.user}:${key}`)).toEqual({
      escrow: -500,
      revenue_search: 500,
    });
  });
});

describe('closing a card authorization', () => {
  test('captures once what was used, when the session ends', async () => {
    const actor = cardPayer();
    const id = await steps.authorize(actor);
    await search(actor);
    await search(actor);
    await endSession(actor);
    expect(await search(actor)).toMatchObject({ outcome: 'PAYMENT_NEEDED' });
    await steps.sweep();
    expect(await authorizations(actor)).toEqual([
      { state: 'CAPTURED', used: '1000', captured: '1000', reason: 'SESSION_ENDED' },
    ]);
    expect(await atProvider(id)).toMatchObject({ status: 'capturedPendingSettlement', settleAmount: 1_000 });
    await steps.sweep(2 * MINUTE);
    expect(await atProvider(id)).toMatchObject({ settleAmount: 1_000 });
  });

  test('gives up what was not used', async () => {
    const actor = cardPayer();
    const id = await steps.authorize(actor);
    await endSession(actor);
    await steps.sweep();
    expect(await authorizations(actor)).toMatchObject([{ state: 'VOIDED', captured: null }]);
    expect(await atProvider(id)).toMatchObject({ status: 'voided' });
  });

  test('authorizing again closes the one before', async () => {
    const actor = cardPayer();
    const first = await steps.authorize(actor);
    await search(actor);
    steps.payments.clock.advance(1);
    await steps.authorize(actor);
    expect(await left(actor)).toMatchObject({ authorization: { used: 0, remaining: 2_000 } });
    await steps.sweep();
    expect(await authorizations(actor)).toMatchObject([
      { state: 'CAPTURED', captured: '500', reason: 'REAUTHORIZED' },
      { state: 'AUTHORIZED' },
    ]);
    expect(await atProvider(first)).toMatchObject({ settleAmount: 500 });
    await endSession(actor);
    await steps.sweep();
  });

  test('closes by itself after 23 hours', async () => {
    const actor = cardPayer();
    await steps.authorize(actor);
    await search(actor);
    await steps.sweep(22 * 60 * MINUTE);
    expect(await authorizations(actor)).toMatchObject([{ state: 'AUTHORIZED' }]);
    await steps.sweep(23 * 60 * MINUTE);
    expect(await authorizations(actor)).toMatchObject([{ state: 'CAPTURED', reason: 'TOO_OLD' }]);
  });

  test('an authorization that turns up after its session has ended is given up', async () => {
    const actor = cardPayer();
    const session = await steps.preauthorize(actor);
    await steps.sandbox.misbehave({ on: 'webhook', mode: 'lost' });
    const id = await steps.pay(session);
    await endSession(actor);
    await steps.sweep(17 * MINUTE);
    await steps.sweep(18 * MINUTE);
    expect(await authorizations(actor)).toMatchObject([{ state: 'VOIDED', reason: 'SESSION_ENDED' }]);
    expect(await atProvider(id)).toMatchObject({ status: 'voided' });
  });

  test.each(['dropReply', 'dropRequest', 'error500'])(
    'a capture that meets %s is looked at first and made once',
    async (mode) => {
      const actor = cardPayer();
      const id = await steps.authorize(actor);
      await search(actor);
      await endSession(actor);
      await steps.sandbox.misbehave({ on: 'createTransactionRequest', mode });
      await steps.sweep();
      expect(await authorizations(actor)).toMatchObject([{ state: 'CLOSING', captured: null }]);
      await steps.sweep(2 * MINUTE);
      expect(await authorizations(actor)).toMatchObject([{ state: 'CAPTURED', captured: '500' }]);
      expect(await atProvider(id)).toMatchObject({ status: 'capturedPendingSettlement', settleAmount: 500 });
    },
  );

  test('a provider that is away for hours costs no try: ten refusals end it', async () => {
    const actor = cardPayer();
    const id = await steps.authorize(actor);
    await search(actor);
    await endSession(actor);
    await steps.sandbox.misbehave({ on: 'getTransactionDetailsRequest', mode: 'error500', times: 999 });
    for (let tries = 0; tries < 3; tries += 1) await steps.sweep(2 * tries * MINUTE);
    await steps.sandbox.misbehave();
    await steps.sandbox.control({ change: { transId: id, authAmount: 100 } });
    for (let tries = 3; tries < 12; tries += 1) await steps.sweep(2 * tries * MINUTE);
    expect(await authorizations(actor)).toMatchObject([{ state: 'CLOSING' }]);
    await steps.sweep(24 * MINUTE);
    expect(await authorizations(actor)).toMatchObject([{ state: 'FAILED', captured: null }]);
  });

  test.each([
    ['refundSettledSuccessfully', 0],
    ['underReview', 31 * 24 * 60 * MINUTE],
  ])('an authorization that the provider calls %s is given up', async (status, afterMs) => {
    const actor = cardPayer();
    const transId = await steps.authorize(actor);
    await search(actor);
    await endSession(actor);
    await steps.sandbox.control({ change: { transId, status } });
    if (afterMs > 0) {
      await steps.sweep();
      expect(await authorizations(actor)).toMatchObject([{ state: 'CLOSING' }]);
    }
    await steps.sweep(afterMs);
    expect(await authorizations(actor)).toMatchObject([{ state: 'FAILED' }]);
  });

  test('waits for an order that is under way', async () => {
    const actor = cardPayer();
    await steps.authorize(actor);
    const quote = await price(actor, 'A1000009');
    let write: () => void = () => undefined;
    const written = new Promise<void>((resolve) => (write = resolve));
    const begun = new Promise<void>((resolve) => {
      steps.payments.renderer.beforeWriting = async () => {
        resolve();
        await written;
        return undefined;
      };
    });
    const paying = pay(actor, quote.imageStateGuid);
    await begun;
    await endSession(actor);
    await steps.sweep();
    expect(await authorizations(actor)).toMatchObject([{ state: 'CLOSING', used: '300' }]);
    write();
    expect(await paying).toMatchObject({ status: 'PAID' });
    await steps.sweep(2 * MINUTE);
    expect(await authorizations(actor)).toMatchObject([{ state: 'CAPTURED', captured: '300' }]);
    steps.payments.renderer.beforeWriting = () => Promise.resolve(undefined);
  });

  test('a cancelled order spends nothing', async () => {
    const actor = cardPayer();
    await steps.authorize(actor);
    const { imageStateGuid } = await price(actor, 'A1000011');
    await steps.payments.rpc.callOrThrow(cancelImageState, { imageStateGuid }, { actor });
    expect(await steps.payments.rpc.call(payOrder, { imageStateGuid }, { actor })).toMatchObject({
      code: 'ORDER_CLOSED',
    });
    expect(await left(actor)).toMatchObject({ authorization: { used: 0 } });
  });

  test('two payments of one session at once leave one authorization to spend from', async () => {
    const actor = cardPayer();
    const first = await steps.preauthorize(actor);
    const { terms } = steps.payments.terms;
    // one card page waits for each amount
    steps.payments.terms.terms = {
      ...terms,
      creditCardExtra: { ...terms.creditCardExtra, maxAmount: 2_500 },
    };
    const sessions = [first, await steps.preauthorize(actor)];
    steps.payments.terms.terms = terms;
    await steps.sandbox.misbehave({ on: 'webhook', mode: 'lost', times: 2 });
    const paid = await Promise.all(
      sessions.map(async (session) => ({ id: await steps.pay(session), attempt: session.attemptId })),
    );
    await Promise.all(paid.map(({ id, attempt }) => steps.report(actor, attempt, id, 'PREAUTH')));
    await steps.sweep();
    expect((await authorizations(actor)).map(({ state }) => state).sort()).toEqual(['AUTHORIZED', 'VOIDED']);
    await endSession(actor);
    await steps.sweep();
    expect(steps.payments.replicas[0]?.get(CardAuthorizations)).toBeDefined();
  });
});
