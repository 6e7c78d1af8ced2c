import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cancelImageState, payOrder } from '@portal/proto/rpc/payments';
import { brokenMoney, CardSteps } from './card-steps.js';
import { brokenInvariants } from './invariants.js';
import { cardPayer, MINUTE, preauthorizationSteps } from './preauthorization-steps.js';

let steps: CardSteps;
beforeAll(async () => {
  steps = await CardSteps.start();
});
afterAll(async () => {
  expect(await brokenInvariants(steps.payments.database.asAdmin)).toEqual([]);
  expect(await brokenMoney(steps)).toEqual([]);
  await steps.close();
});

const { atProvider, authorizations, endSession, left, pay, price, search } = preauthorizationSteps(
  () => steps,
);

describe('closing a card authorization', () => {
  test('captures the spent amount once after the session has ended', async () => {
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

  test('voids an authorization from which nothing was spent', async () => {
    const actor = cardPayer();
    const id = await steps.authorize(actor);
    await endSession(actor);
    await steps.sweep();
    expect(await authorizations(actor)).toMatchObject([{ state: 'VOIDED', captured: null }]);
    expect(await atProvider(id)).toMatchObject({ status: 'voided' });
  });

  test('happens to the earlier authorization when the user authorizes a card again', async () => {
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

  test('happens after 23 hours, even if the session has not ended', async () => {
    const actor = cardPayer();
    await steps.authorize(actor);
    await search(actor);
    await steps.sweep(22 * 60 * MINUTE);
    expect(await authorizations(actor)).toMatchObject([{ state: 'AUTHORIZED' }]);
    await steps.sweep(23 * 60 * MINUTE);
    expect(await authorizations(actor)).toMatchObject([{ state: 'CAPTURED', reason: 'TOO_OLD' }]);
  });

  test('voids an authorization that the sweeper finds only after its session has ended', async () => {
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
    'captures once after the fault %s, because the portal first asks the provider for the outcome',
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

  test('counts no attempt while the provider is unreachable, and fails after ten refusals by the provider', async () => {
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
  ])('ends as FAILED when the provider reports the status %s', async (status, afterMs) => {
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

  test('waits for an order that is in progress', async () => {
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

  test('takes nothing for a canceled order, which can no longer be paid', async () => {
    const actor = cardPayer();
    await steps.authorize(actor);
    const { imageStateGuid } = await price(actor, 'A1000011');
    await steps.payments.rpc.callOrThrow(cancelImageState, { imageStateGuid }, { actor });
    expect(await steps.payments.rpc.call(payOrder, { imageStateGuid }, { actor })).toMatchObject({
      code: 'ORDER_CLOSED',
    });
    expect(await left(actor)).toMatchObject({ authorization: { used: 0 } });
  });

  test('leaves only one authorization open after two card pages of one session are completed at once', async () => {
    const actor = cardPayer();
    const first = await steps.preauthorize(actor);
    const { terms } = steps.payments.terms;
    // an unpaid card page is reused for the same amount, so the second page here gets another amount
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
    expect((await authorizations(actor)).map(({ state }) => state)).toEqual(['VOIDED', 'VOIDED']);
  });
});
