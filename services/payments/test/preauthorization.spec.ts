import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { armFailpoints } from '@portal/infra/failpoints';
import type { Actor } from '@portal/proto/rpc/actor';
import { getBalance, payOrder } from '@portal/proto/rpc/payments';
import { brokenMoney, CardSteps } from './card-steps.js';
import type { CardFee } from '../src/prices/card-fee.rules.js';
import { brokenInvariants } from './invariants.js';
import { newPayer } from './payments-under-test.js';
import { cardPayer, preauthorizationSteps } from './preauthorization-steps.js';
import { declinedCard } from './sandbox-under-test.js';

let steps: CardSteps;
beforeAll(async () => {
  steps = await CardSteps.start();
});
afterAll(async () => {
  expect(await brokenInvariants(steps.payments.database.asAdmin)).toEqual([]);
  expect(await brokenMoney(steps)).toEqual([]);
  await steps.close();
});

const { atProvider, authorizations, endSession, later, left, pay, price, search } = preauthorizationSteps(
  () => steps,
);

describe('C3-23 the fee for paying by card', () => {
  const fee = (over: Partial<CardFee> = {}): CardFee => ({
    ...{ kind: 'surcharge', method: 'percent', rate: 275 },
    ...over,
  });
  const withFee = async <T>(cardFee: CardFee, work: () => Promise<T>): Promise<T> => {
    const { prices } = steps.payments;
    const before = prices.tariff;
    prices.tariff = { ...before, cardFee };
    return work().finally(() => (prices.tariff = before));
  };
  const postingsOf = async (imageStateGuid: string) => {
    const [order] = await steps.ask<{ id: string }>(
      `SELECT id FROM payments.download_order WHERE image_state_id = $1 AND state = 'PAID'`,
      [imageStateGuid],
    );
    return steps.postings('ORDER', order?.id ?? '');
  };

  test('is quoted, reserved, charged and posted as separate income', async () => {
    const actor = cardPayer();
    await steps.authorize(actor);
    const quoted = await withFee(fee(), () => price(actor, 'A1000101'));
    expect(quoted).toMatchObject({
      lines: [{ total: 200 }, { total: 100 }, { kind: 'SURCHARGE', total: 8 }],
      ...{ charge: 308, ending: 2_000 - 308 },
    });
    expect(await pay(actor, quoted.imageStateGuid)).toMatchObject({ status: 'PAID' });
    expect(await left(actor)).toMatchObject({ authorization: { used: 308, remaining: 2_000 - 308 } });
    expect(await postingsOf(quoted.imageStateGuid)).toEqual({
      ...{ card_receivable: -308, revenue_images: 300, revenue_surcharge: 8 },
    });
  });

  test('stays unchanged in an open quote when the county changes it, and the next quote has the new fee', async () => {
    const actor = cardPayer();
    await steps.authorize(actor);
    const open = await withFee(fee({ method: 'dollars', rate: 100 }), () => price(actor, 'A1000102'));
    const next = await withFee(fee({ method: 'dollars', rate: 300 }), async () => {
      expect(await pay(actor, open.imageStateGuid)).toMatchObject({ status: 'PAID' });
      return price(actor, 'A1000103');
    });
    expect([open.charge, next.charge]).toEqual([400, 600]);
    expect(await postingsOf(open.imageStateGuid)).toMatchObject({
      ...{ card_receivable: -400, revenue_images: 300, revenue_surcharge: 100 },
    });
  });

  test('is not charged to users who pay from escrow', async () => {
    const actor = newPayer();
    await steps.payments.give(actor.account, 'USD', 500);
    expect(await withFee(fee(), () => price(actor, 'A1000104'))).toMatchObject({ charge: 300 });
  });

  test('is not charged, and neither are the pages, when the authorization no longer covers both', async () => {
    const actor = cardPayer();
    await steps.authorize(actor);
    const quoted = await withFee(fee({ kind: 'serviceFee', method: 'dollars', rate: 1_701 }), () =>
      price(actor, 'A1000105'),
    );
    expect(quoted).toMatchObject({ charge: 2_001, insufficient: true });
    expect(await pay(actor, quoted.imageStateGuid)).toMatchObject({ status: 'INSUFFICIENT_FUNDS' });
    expect(await left(actor)).toMatchObject({ authorization: { used: 0 } });
  });
});

describe('spending from a card authorization', () => {
  test("B9-10 is possible up to the county's amount once this amount is authorized", async () => {
    const actor = cardPayer();
    expect(await left(actor)).toMatchObject({ maxAmount: 2_000, authorization: null });
    const id = await steps.authorize(actor);
    expect(await atProvider(id)).toMatchObject({ status: 'authorizedPendingCapture', authAmount: 2_000 });
    expect(await left(actor)).toMatchObject({
      authorization: { authorized: 2_000, used: 0, remaining: 2_000 },
    });
  });

  test('continues with the new authorization when a card is authorized again while a search or an order is charged', async () => {
    for (const spend of [
      (actor: Actor) => search(actor),
      async (actor: Actor) => pay(actor, (await price(actor, 'A1000106')).imageStateGuid),
    ]) {
      const actor = cardPayer();
      await steps.authorize(actor);
      const next = await steps.preauthorize(actor);
      const id = await steps.pay(next);
      let isFirst = true;
      armFailpoints(async (name) => {
        if (name !== 'card-spending' || !isFirst) return;
        isFirst = false;
        await steps.report(actor, next.attemptId, id, 'PREAUTH');
      });
      const charged = await spend(actor).finally(() => armFailpoints(undefined));
      expect(Object.values(charged)).toContainEqual(expect.stringMatching(/^(CHARGED|PAID)$/));
      const found = await authorizations(actor);
      expect(found.find(({ state }) => state === 'AUTHORIZED')?.used).not.toBe('0');
      expect(found.find(({ state }) => state === 'CLOSING')).toMatchObject({
        ...{ used: '0', reason: 'REAUTHORIZED' },
      });
    }
  });

  test('is offered only to users who pay by card', async () => {
    const communicatorUrl = 'http://localhost/c';
    const { openPreauthorization } = await import('@portal/proto/rpc/payments');
    for (const actor of [newPayer(), newPayer({ accountType: 'FLAT_FEE', paymentMethod: 'CREDIT_CARD' })]) {
      expect(await steps.payments.rpc.call(openPreauthorization, { communicatorUrl }, { actor })).toEqual({
        ...{ ok: false, code: 'CARD_NOT_OFFERED' },
      });
    }
  });

  test('is not possible after a declined card', async () => {
    const actor = cardPayer();
    const session = await steps.preauthorize(actor);
    const id = await steps.pay(session, declinedCard);
    expect(await steps.report(actor, session.attemptId, id, 'PREAUTH')).toMatchObject({
      value: { outcome: 'DECLINED' },
    });
    expect(await left(actor)).toMatchObject({ authorization: null });
  });

  test('is possible for guests, who share a user but do not lock one another out of the card page', async () => {
    const guest = cardPayer({ role: 'GUEST' });
    const { terms } = steps.payments.terms;
    // an unpaid card page is reused for the same amount, so each page here gets a different amount
    for (const maxAmount of [2_100, 2_200, 2_300, 2_400, 2_500]) {
      steps.payments.terms.terms = { ...terms, creditCardExtra: { ...terms.creditCardExtra, maxAmount } };
      await steps.preauthorize(guest);
    }
    steps.payments.terms.terms = terms;
    await expect(steps.preauthorize(guest)).rejects.toThrow('TOO_MANY_REQUESTS');
    expect(await steps.preauthorize({ ...guest, session: randomUUID() })).toMatchObject({ amount: 2_000 });
  });

  test('reuses a card page on which nobody has paid yet, in the same session and in the user’s next session', async () => {
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

  test('does not reuse a card page that was opened for an earlier account of the user', async () => {
    const actor = cardPayer();
    const before = await steps.preauthorize(actor);
    await endSession(actor);
    // the office has moved the user to another account
    const moved = { ...actor, account: randomUUID(), session: randomUUID() };
    const page = await steps.preauthorize(moved);
    expect(page.attemptId).not.toBe(before.attemptId);
    expect(await steps.report(moved, page.attemptId, await steps.pay(page), 'PREAUTH')).toMatchObject({
      value: { outcome: 'AUTHORIZED' },
    });
  });

  test('pays for the account to which the office has moved the user since the card page was opened', async () => {
    const actor = cardPayer();
    await steps.authorize(actor);
    const moved = { ...actor, account: randomUUID() };
    expect(await search(moved)).toMatchObject({ outcome: 'CHARGED' });
    await pay(moved, (await price(moved, 'A1000150')).imageStateGuid);
    const paid = await steps.ask<{ account: string; kind: string }>(
      `SELECT e.account_id AS account, e.op_type AS kind FROM payments.journal_entry e
        WHERE e.actor = $1 ORDER BY e.posted_at`,
      [`user:${actor.user}`],
    );
    expect(paid).toEqual([
      { account: moved.account, kind: 'SEARCH' },
      { account: moved.account, kind: 'ORDER' },
    ]);
  });

  test('charges a search once when it is sent twenty times at once, even if its price uses up the authorization', async () => {
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

  test('uses the card rates of a county that has them, and shows the remaining amount', async () => {
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

  test('requires an authorization before a search, and then charges a search once however often its request is repeated', async () => {
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

  test('is not offered for a search that costs more than the county authorizes', async () => {
    const { terms } = steps.payments.terms;
    const limitedTo = (maxAmount: number): void => {
      steps.payments.terms.terms = { ...terms, creditCardExtra: { ...terms.creditCardExtra, maxAmount } };
    };
    const [newcomer, authorized] = [cardPayer(), cardPayer()];
    await steps.authorize(authorized);
    try {
      limitedTo(499);
      expect(await search(newcomer)).toEqual({ outcome: 'INSUFFICIENT_FUNDS', price: 500 });
      for (let n = 0; n < 4; n += 1) expect(await search(authorized)).toMatchObject({ outcome: 'CHARGED' });
      expect(await search(authorized)).toEqual({ outcome: 'INSUFFICIENT_FUNDS', price: 500 });
      limitedTo(500);
      expect(await search(newcomer)).toEqual({ outcome: 'PAYMENT_NEEDED', price: 500 });
    } finally {
      steps.payments.terms.terms = terms;
    }
  });

  test('S21 pays only as many of fifty simultaneous searches as the authorized amount covers', async () => {
    const actor = cardPayer();
    await steps.authorize(actor);
    const answers = await Promise.all(Array.from({ length: 50 }, () => search(actor)));
    expect(answers.filter(({ outcome }) => outcome === 'CHARGED')).toHaveLength(4);
    expect(await left(actor)).toMatchObject({ authorization: { used: 2_000 } });
  });

  test('S21 lets only one of fifty simultaneous orders use the remaining amount', async () => {
    const actor = cardPayer();
    await steps.authorize(actor);
    for (let spent = 0; spent < 3; spent += 1) await search(actor);
    const guids: string[] = [];
    for (let n = 0; n < 50; n += 1) guids.push((await price(actor, `A4${n}`)).imageStateGuid);
    const answers = await Promise.all(guids.map((guid) => pay(actor, guid)));
    expect(answers.filter(({ status }) => status === 'PAID')).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 'INSUFFICIENT_FUNDS')).toHaveLength(49);
    expect(await left(actor)).toMatchObject({ authorization: { used: 1_800, remaining: 200 } });
  }, 90_000);

  test('charges an order when its PDF is ready, and takes nothing for an order whose PDF fails', async () => {
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

  test('is not possible in another session of the same user, because guests share a user', async () => {
    const actor = cardPayer({ role: 'GUEST' });
    await steps.authorize(actor);
    const stranger = { ...actor, session: randomUUID() };
    expect(await search(stranger)).toMatchObject({ outcome: 'PAYMENT_NEEDED' });
    expect(await left(stranger)).toMatchObject({ authorization: null });
    const quote = await price(actor, 'A1000003');
    expect(await pay(actor, quote.imageStateGuid)).toMatchObject({ status: 'PAID' });
  });

  test('is not needed for users who pay for searches from escrow, by invoice, or not at all', async () => {
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
