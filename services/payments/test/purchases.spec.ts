import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import {
  cancelImageState,
  computeOrder,
  getPurchase,
  getSalesSetup,
  lastPurchasesShown,
  listAccountPurchases,
  listPurchases,
  listSpending,
  openDownload,
  payOrder,
  recomputeOrder,
  setClientReference,
  type Purchase,
} from '@portal/proto/rpc/payments';
import { CardSteps } from './card-steps.js';
import { newPayer } from './payments-under-test.js';

let steps: CardSteps;
const rpc = () => steps.payments.rpc;

beforeAll(async () => {
  steps = await CardSteps.start();
});

afterAll(async () => {
  await steps.close();
});

const priced = async (actor: Actor, pages: string, documentKey = 'A1000001'): Promise<string> => {
  const input = { documentKey, pageSelectionMethod: 'CSV_PAGES' as const, pagesSelected: pages };
  return (await rpc().callOrThrow(computeOrder, input, { actor })).imageStateGuid;
};
const bought = async (actor: Actor, pages: string, documentKey?: string): Promise<string> => {
  const imageStateGuid = await priced(actor, pages, documentKey);
  await rpc().callOrThrow(payOrder, { imageStateGuid }, { actor });
  return imageStateGuid;
};
const list = async (actor: Actor, reference: string | null = null, page = 1): Promise<Purchase[]> =>
  (await rpc().callOrThrow(listPurchases, { page, reference }, { actor })).purchases;
const name = (actor: Actor, imageStateGuid: string, clientReference: string) =>
  rpc().call(setClientReference, { imageStateGuid, clientReference }, { actor });

/** Makes an account with money, its administrator and two users. */
const newOffice = async () => {
  const user = newPayer();
  const { account } = user;
  await steps.payments.give(account, 'USD', 10_000);
  return { user, colleague: newPayer({}, { account }), admin: newPayer({}, { account, role: 'ACCOUNT' }) };
};

describe('the list of purchases', () => {
  test('gives the total number of purchases even on a page past the end', async () => {
    const { user } = await newOffice();
    const guid = await bought(user, '1');
    await name(user, guid, 'Hansen');
    const ask = (page: number, reference: string | null) =>
      rpc().callOrThrow(listPurchases, { page, reference }, { actor: user });
    for (const reference of [null, 'hansen'])
      expect(await ask(2, reference)).toEqual({ total: 1, purchases: [] });
    expect(await ask(2, 'nobody')).toEqual({ total: 0, purchases: [] });
  });

  test('has orders, deposits and bundles, newest first, with what was charged', async () => {
    const { user } = await newOffice();
    await bought(user, '1, 2');
    steps.payments.clock.advance(1_000);
    const session = await steps.deposit(user);
    const transaction = await steps.pay(session);
    await steps.report(user, session.attemptId, transaction);
    steps.payments.clock.advance(1_000);
    await bought(user, '2, 3');
    expect(await list(user)).toMatchObject([
      {
        kind: 'ORDER',
        pages: [2, 3],
        alreadyPurchased: [2],
        charged: 200,
        document: { documentKey: 'A1000001' },
      },
      {
        kind: 'DEPOSIT',
        charged: 10_000,
        surcharge: 275,
        cardTransaction: transaction,
        imageStateGuid: null,
      },
      { kind: 'ORDER', pages: [1, 2], alreadyPurchased: [], charged: 250, funding: 'ESCROW', asset: 'USD' },
    ]);
  });

  test('leaves out an unpaid order and an uncredited payment', async () => {
    const { user } = await newOffice();
    const imageStateGuid = await priced(user, '1');
    await rpc().callOrThrow(cancelImageState, { imageStateGuid }, { actor: user });
    await priced(user, '2');
    await steps.deposit(user);
    expect(await list(user)).toEqual([]);
  });

  test('is delivered in parts of 25', async () => {
    const { user } = await newOffice();
    for (let order = 0; order < 26; order += 1) await bought(user, '1', `A${1_000_100 + order}`);
    expect(
      (await rpc().callOrThrow(listPurchases, { page: 1, reference: null }, { actor: user })).total,
    ).toBe(26);
    expect(await list(user)).toHaveLength(25);
    expect(await list(user, null, 2)).toHaveLength(1);
    expect(await list(user, null, 3)).toEqual([]);
  });

  test('shows users only their own purchases, and administrators all purchases of the account', async () => {
    const { user, colleague, admin } = await newOffice();
    await bought(user, '1');
    await bought(colleague, '2');
    expect((await list(user)).map(({ userId }) => userId)).toEqual([user.user]);
    expect((await list(admin)).map(({ userId }) => userId).sort()).toEqual(
      [user.user, colleague.user].sort(),
    );
    const stranger = newPayer();
    const abroad = { ...admin, county: 'saipan' };
    const staff = testActor({ role: 'COUNTY', account: null, terms: null });
    const elsewhere = newPayer({}, { role: 'ACCOUNT' });
    const [order] = await list(user);
    for (const actor of [stranger, abroad, staff, elsewhere]) {
      expect(await list(actor)).toEqual([]);
      expect(await rpc().call(getPurchase, { kind: 'ORDER', id: order?.id ?? '' }, { actor })).toMatchObject({
        code: 'ORDER_NOT_FOUND',
      });
    }
    expect(
      await rpc().call(getPurchase, { kind: 'ORDER', id: order?.id ?? '' }, { actor: colleague }),
    ).toMatchObject({
      code: 'ORDER_NOT_FOUND',
    });
    expect(
      await rpc().callOrThrow(getPurchase, { kind: 'ORDER', id: order?.id ?? '' }, { actor: admin }),
    ).toEqual(order);
  });

  test('shows guests, who share a user, the purchases of their own session', async () => {
    const guest = newPayer({ paymentMethod: 'CREDIT_CARD' }, { role: 'GUEST' });
    await steps.authorize(guest);
    await bought(guest, '1');
    expect(await list(guest)).toMatchObject([{ funding: 'CREDIT_CARD', charged: 200 }]);
    expect(await list({ ...guest, session: randomUUID() })).toEqual([]);
  });
});

describe('another download of a purchase', () => {
  const open = (actor: Actor, imageStateGuid: string) =>
    rpc().call(openDownload, { imageStateGuid }, { actor });

  test('gives the same file in a later session and posts nothing, but is refused once the document is sealed', async () => {
    const { user } = await newOffice();
    const guid = await bought(user, '1, 2', 'A1000007');
    const first = await open(user, guid);
    const entries = await steps.entries();
    const later = { ...user, session: randomUUID() };
    expect(await open(later, guid)).toEqual(first);
    expect(await steps.entries()).toBe(entries);
    steps.payments.index.hidden.add('A1000007');
    expect(await open(later, guid)).toMatchObject({ code: 'DOCUMENT_SEALED' });
    expect((await list(user)).map(({ imageStateGuid }) => imageStateGuid)).toEqual([guid]);
    steps.payments.index.hidden.delete('A1000007');
  });

  test('gives an administrator what users of the account have paid for, and nothing unpaid', async () => {
    const { user, colleague, admin } = await newOffice();
    const paid = await bought(user, '1');
    const unpaid = await priced(user, '2');
    expect(await open(admin, paid)).toMatchObject({ ok: true });
    expect(await open(admin, unpaid)).toMatchObject({ code: 'ORDER_NOT_FOUND' });
    expect(await open(colleague, paid)).toMatchObject({ code: 'ORDER_NOT_FOUND' });
    expect(await open(newPayer({}, { role: 'ACCOUNT' }), paid)).toMatchObject({ code: 'ORDER_NOT_FOUND' });
  });

  test('is open to the administrator of the account that paid, even if the order was priced for the user’s former account', async () => {
    const [before, after] = [await newOffice(), await newOffice()];
    const guid = await priced(before.user, '1');
    // the office has moved the user to another account, and the user's session continues
    const moved = { ...before.user, account: after.user.account };
    expect(await rpc().call(payOrder, { imageStateGuid: guid }, { actor: moved })).toMatchObject({
      code: 'PRICE_CHANGED',
    });
    await rpc().callOrThrow(recomputeOrder, { imageStateGuid: guid }, { actor: moved });
    await rpc().callOrThrow(payOrder, { imageStateGuid: guid }, { actor: moved });
    expect(await list(after.admin)).toMatchObject([{ imageStateGuid: guid }]);
    expect(await open(after.admin, guid)).toMatchObject({ ok: true });
    expect(await open(before.admin, guid)).toMatchObject({ code: 'ORDER_NOT_FOUND' });
  });
});

describe('the client reference of an order', () => {
  test('can be set with the order or later, changed, and removed', async () => {
    const { user } = await newOffice();
    const guid = await priced(user, '1');
    expect(await name(user, guid, '  File   26-1007 ')).toMatchObject({
      value: { clientReference: 'File 26-1007' },
    });
    await rpc().callOrThrow(payOrder, { imageStateGuid: guid }, { actor: user });
    expect(await list(user)).toMatchObject([{ clientReference: 'File 26-1007' }]);
    await name({ ...user, session: randomUUID() }, guid, 'Nordby');
    expect(await list(user, 'NORDBY')).toHaveLength(1);
    expect(await list(user, 'File 26-1007')).toEqual([]);
    await name(user, guid, '');
    expect(await list(user)).toMatchObject([{ clientReference: '' }]);
  });

  test("may be set by the buyer and, once the order is paid, by the account's administrator", async () => {
    const { user, colleague, admin } = await newOffice();
    const guid = await priced(user, '1');
    for (const actor of [admin, colleague, newPayer(), { ...user, county: 'saipan' }]) {
      expect(await name(actor, guid, 'theirs')).toMatchObject({ code: 'ORDER_NOT_FOUND' });
    }
    await rpc().callOrThrow(payOrder, { imageStateGuid: guid }, { actor: user });
    expect(await name(admin, guid, 'ours')).toMatchObject({ ok: true });
    expect(await name(colleague, guid, 'theirs')).toMatchObject({ code: 'ORDER_NOT_FOUND' });
    expect(await list(user)).toMatchObject([{ clientReference: 'ours' }]);
  });
});

describe('spending by client reference', () => {
  const today = (): string =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(steps.payments.clock.now());
  const spending = (actor: Actor, from = today(), to = today()) =>
    rpc().callOrThrow(listSpending, { from, to }, { actor });

  test('adds up orders of one reference without regard to case, and excludes pages that the account already had', async () => {
    const { user, colleague, admin } = await newOffice();
    await name(user, await bought(user, '1, 2'), 'Nordby');
    await name(user, await bought(user, '2, 3'), 'NORDBY');
    await name(colleague, await bought(colleague, '4'), 'Aho');
    await bought(user, '5');
    const nordby = expect.objectContaining({ orders: 2, pages: 3, charged: 450, images: 0 });
    const none = expect.objectContaining({ reference: '', orders: 1, pages: 1, charged: 200 });
    expect((await spending(user)).spending).toEqual([nordby, none]);
    expect((await spending(admin)).spending).toEqual([
      expect.objectContaining({ reference: 'Aho', orders: 1 }),
      nordby,
      none,
    ]);
    expect((await spending(user, '2020-01-01', '2020-12-31')).spending).toEqual([]);
    expect((await spending({ ...user, county: 'saipan' })).spending).toEqual([]);
  });
});

describe('the sales of an account as staff see them', () => {
  const clerk = () => testActor({ role: 'COUNTY', account: null, terms: null });
  const ofAccount = (actor: Actor, account: string) =>
    rpc().call(listAccountPurchases, { account }, { actor });

  test('include the newest purchases of all its users, and no others', async () => {
    const { user, colleague } = await newOffice();
    const account = String(user.account);
    await bought(user, '1');
    for (const pages of ['2', '3', '4', '5', '6']) {
      steps.payments.clock.advance(1_000);
      await bought(colleague, pages);
    }
    const answer = await ofAccount(clerk(), account);
    if (!answer.ok) throw new Error(answer.code);
    expect(answer.value.purchases.map(({ pages, userId }) => [pages, userId])).toEqual(
      [6, 5, 4, 3, 2].map((page) => [[page], colleague.user]),
    );
    expect(answer.value.purchases).toHaveLength(lastPurchasesShown);
    expect((await rpc().callOrThrow(getSalesSetup, {}, { actor: clerk() })).hasSold).toBe(true);
  });

  test('include nothing of another county, and are shown to staff only', async () => {
    const { user, admin } = await newOffice();
    await bought(user, '1');
    const abroad = { ...clerk(), county: 'saipan' };
    expect(await ofAccount(abroad, String(user.account))).toMatchObject({
      ok: true,
      value: { purchases: [] },
    });
    expect(await rpc().callOrThrow(getSalesSetup, {}, { actor: abroad })).toEqual({
      ...{ hasSold: false, hasCardKeys: true },
    });
    for (const actor of [user, admin]) {
      expect(await ofAccount(actor, String(user.account))).toMatchObject({ ok: false, code: 'NOT_FOUND' });
      expect(await rpc().call(getSalesSetup, {}, { actor })).toMatchObject({ ok: false, code: 'NOT_FOUND' });
    }
  });
});
