import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@portal/proto/rpc/actor';
import { buyAddOn, cancelImageState, confirmAddOn, listAddOns } from '@portal/proto/rpc/payments';
import { CardSteps } from './card-steps.js';
import { brokenInvariants } from './invariants.js';
import { newPayer } from './payments-under-test.js';

let steps: CardSteps;
beforeAll(async () => {
  steps = await CardSteps.start();
  const { terms } = steps.payments;
  const line = { option: true, unlimitedNumberOfPages: false, numberOfPages: 0, cost: 0 };
  const rates = [
    { ...line, numberOfPages: 50, cost: 2_000 },
    { ...line, option: false, numberOfPages: 100, cost: 3_000 },
    { ...line, unlimitedNumberOfPages: true, cost: 9_000 },
  ];
  terms.terms = { ...terms.terms, flatFee: { chargingImages: true, rates } };
});
afterAll(async () => {
  expect(await brokenInvariants(steps.payments.database.asAdmin)).toEqual([]);
  await steps.close();
});

const flatFeePayer = async (money: number) => {
  const actor = newPayer({ accountType: 'FLAT_FEE', userReload: true });
  await steps.payments.give(actor.account, 'IMG', 3);
  await steps.payments.give(actor.account, 'USD', money);
  return actor;
};
const list = (actor: Actor) => steps.payments.rpc.callOrThrow(listAddOns, {}, { actor });
const confirm = (actor: Actor, imageStateGuid: string, option = '1') =>
  steps.payments.rpc.call(confirmAddOn, { imageStateGuid, option }, { actor });
const buy = (actor: Actor, imageStateGuid: string) =>
  steps.payments.rpc.call(buyAddOn, { imageStateGuid }, { actor });

test('a bundle is bought from escrow once, with money and images in one ledger entry, however often it is requested', async () => {
  const actor = await flatFeePayer(2_500);
  const { imageStateGuid, options } = await list(actor);
  expect(options).toEqual([
    { value: '1', images: 50, cost: 2_000 },
    { value: '3', images: null, cost: 9_000 },
  ]);
  expect(await confirm(actor, imageStateGuid)).toEqual({
    ok: true,
    value: {
      option: { value: '1', images: 50, cost: 2_000 },
      funding: 'ESCROW',
      images: { beginning: 3, ending: 53 },
      escrow: { beginning: 2_500, ending: 500 },
      insufficient: false,
    },
  });
  const bought = { ok: true, value: { images: { asset: 'IMG', available: 53, unlimited: false } } };
  const answers = await Promise.all([1, 2, 3].map(() => buy(actor, imageStateGuid)));
  for (const answer of answers) expect(answer).toEqual(bought);
  expect(await steps.postings('ADD_ON', imageStateGuid)).toEqual({
    ...{ escrow: -2_000, revenue_bundle: 2_000, images_issued: -50, images: 50 },
  });
});

test('S23 a bundle is not bought before it is confirmed, nor after it is canceled', async () => {
  const actor = await flatFeePayer(5_000);
  const { imageStateGuid } = await list(actor);
  expect(await buy(actor, imageStateGuid)).toEqual({ ok: false, code: 'ADD_ON_NOT_CONFIRMED' });
  await confirm(actor, imageStateGuid);
  await steps.payments.rpc.callOrThrow(cancelImageState, { imageStateGuid }, { actor });
  expect(await buy(actor, imageStateGuid)).toEqual({ ok: false, code: 'ADD_ON_NOT_FOUND' });
  expect(await confirm(actor, imageStateGuid)).toEqual({ ok: false, code: 'ADD_ON_NOT_FOUND' });
});

test('a bundle is not bought with too little escrow', async () => {
  const actor = await flatFeePayer(1_999);
  const { imageStateGuid } = await list(actor);
  expect(await confirm(actor, imageStateGuid)).toMatchObject({
    value: { insufficient: true, escrow: { ending: -1 } },
  });
  expect(await buy(actor, imageStateGuid)).toEqual({ ok: false, code: 'INSUFFICIENT_FUNDS' });
  expect(await steps.postings('ADD_ON', imageStateGuid)).toEqual({});
});

test('S21 when ten bundles are bought at once, only as many purchases succeed as the balance covers', async () => {
  const actor = await flatFeePayer(6_100);
  const guids = await Promise.all(Array.from({ length: 10 }, async () => (await list(actor)).imageStateGuid));
  for (const guid of guids) await confirm(actor, guid);
  const answers = await Promise.all(guids.map((guid) => buy(actor, guid)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
});

test("an unlimited bundle lasts until the end of the month by the county's clock", async () => {
  const actor = await flatFeePayer(9_000);
  steps.payments.clock.set('2026-11-30T23:30:00-06:00');
  const { imageStateGuid } = await list(actor);
  await confirm(actor, imageStateGuid, '3');
  expect(await buy(actor, imageStateGuid)).toMatchObject({ value: { images: { unlimited: true } } });
  const [row] = await steps.ask<{ until: Date }>(
    `SELECT b.unlimited_until AS until FROM payments.account_balance b
       JOIN payments.ledger_account a ON a.id = b.ledger_account_id AND a.kind = 'images'
      WHERE a.owner_account_id = $1`,
    [actor.account],
  );
  expect(row?.until).toEqual(new Date('2026-12-01T00:00:00-06:00'));
  expect(await steps.postings('ADD_ON', imageStateGuid)).toEqual({ escrow: -9_000, revenue_bundle: 9_000 });
  steps.payments.clock.set(new Date().toISOString());
});

test('an unlimited bundle is not charged if its month has ended, or if the account already has an unlimited bundle for the month', async () => {
  const actor = await flatFeePayer(20_000);
  steps.payments.clock.set('2026-11-30T23:55:00-06:00');
  const [first, second, late] = [await list(actor), await list(actor), await list(actor)];
  for (const { imageStateGuid } of [first, second, late]) await confirm(actor, imageStateGuid, '3');
  expect(await buy(actor, first.imageStateGuid)).toMatchObject({ ok: true });
  expect(await buy(actor, second.imageStateGuid)).toEqual({ ok: false, code: 'ADD_ON_NOT_FOUND' });
  steps.payments.clock.set('2026-12-01T00:05:00-06:00');
  expect(await buy(actor, late.imageStateGuid)).toEqual({ ok: false, code: 'ADD_ON_NOT_CONFIRMED' });
  await confirm(actor, late.imageStateGuid, '3');
  expect(await buy(actor, late.imageStateGuid)).toMatchObject({ value: { images: { unlimited: true } } });
  steps.payments.clock.set(new Date().toISOString());
  expect(await steps.postings('ADD_ON', second.imageStateGuid)).toEqual({});
});

test('a bundle is neither confirmed nor bought after the payment method of its account changed', async () => {
  const actor = await flatFeePayer(5_000);
  const [open, confirmed] = [await list(actor), await list(actor)];
  await confirm(actor, confirmed.imageStateGuid);
  const { terms } = actor;
  if (!terms) throw new Error('no terms');
  const invoiced: Actor = { ...actor, terms: { ...terms, paymentMethod: 'INVOICE' } };
  expect(await confirm(invoiced, open.imageStateGuid)).toEqual({ ok: false, code: 'ADD_ON_NOT_OFFERED' });
  expect(await buy(invoiced, confirmed.imageStateGuid)).toEqual({ ok: false, code: 'ADD_ON_NOT_FOUND' });
});

test('a bundle is found only under its guid and only by its user in the same session, and is offered only to flat-fee accounts', async () => {
  const actor = await flatFeePayer(5_000);
  const { imageStateGuid } = await list(actor);
  for (const stranger of [await flatFeePayer(5_000), { ...actor, session: randomUUID() }]) {
    expect(await confirm(stranger, imageStateGuid)).toEqual({ ok: false, code: 'ADD_ON_NOT_FOUND' });
    expect(await buy(stranger, imageStateGuid)).toEqual({ ok: false, code: 'ADD_ON_NOT_FOUND' });
  }
  expect(await confirm(actor, imageStateGuid, '2')).toEqual({ ok: false, code: 'ADD_ON_WITHDRAWN' });
  expect(await buy(actor, randomUUID())).toEqual({ ok: false, code: 'ADD_ON_NOT_FOUND' });
  for (const other of [newPayer(), newPayer({}, { role: 'COUNTY' })]) {
    expect(await steps.payments.rpc.call(listAddOns, {}, { actor: other })).toEqual({
      ...{ ok: false, code: 'ADD_ON_NOT_OFFERED' },
    });
  }
});

test('a bundle whose price has expired cannot be bought', async () => {
  const actor = await flatFeePayer(5_000);
  const { imageStateGuid } = await list(actor);
  await confirm(actor, imageStateGuid);
  steps.payments.clock.advance(31 * 60_000);
  expect(await buy(actor, imageStateGuid)).toEqual({ ok: false, code: 'ADD_ON_NOT_FOUND' });
  steps.payments.clock.advance(-31 * 60_000);
});
