import { describe, expect, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import type { DownloadOrder } from '../src/orders/download-order.entity.js';
import type { ImageState } from '../src/orders/image-state.entity.js';
import { draftOrder, type Draft } from '../src/orders/order-draft.rules.js';
import { imageAccess } from '../src/payers/image-access.rules.js';
import { payerOf } from '../src/payers/payer.rules.js';
import { quoteOf } from '../src/orders/quote.rules.js';
import { fileNameOf, isOwn, mayFetch, refusalOf } from '../src/orders/visit.rules.js';
import { userOf } from '../src/payers/standing.rules.js';
import { buyerOf, tidyReference } from '../src/purchases/purchase.rules.js';
import { newPayer } from './payers.js';

const now = new Date('2026-11-20T15:00:00Z');
const document = {
  documentKey: 'A1000001',
  documentType: 'A',
  documentNumber: '1000001',
  displayDocNumber: 'A1000001',
  instrumentCode: 'WD',
  instrumentDescription: 'WARRANTY DEED',
};
const rates = { document: 400, firstPage: 200, additionalPages: 50 };
const buyer = newPayer();
const visit: ImageState = {
  id: '00000000-0000-4000-8000-000000000777',
  countyId: 'lake',
  userId: userOf(buyer),
  sessionId: buyer.session,
  accountId: buyer.account,
  state: 'PRICED',
  documentKey: 'A1000001',
  pageSelectionMethod: 'CSV_PAGES',
  pagesSelected: '1-4',
  createdAt: now,
  expiresAt: new Date('2026-11-20T15:30:00Z'),
};

const noOptions = { bundles: [], escrow: null, card: 0 };
const draft = (over: Partial<Draft> = {}): Draft => ({
  visit,
  username: 'jane.doe',
  payer: { funding: 'ESCROW', chargeMethod: 'PAGE', account: buyer.account },
  selection: {
    request: { documentKey: 'A1000001', pageSelectionMethod: 'CSV_PAGES', pagesSelected: '1-4' },
    document,
    documentVersion: 3,
    pageCount: 12,
    pages: [1, 2, 3, 4],
    tariff: { version: 'v7', general: rates, special: [], countsBundleImages: true },
    options: noOptions,
  },
  owned: new Set([2, 9]),
  now,
  correlationId: 'c-1',
  ...over,
});
const order = (over: Partial<Draft> = {}): DownloadOrder => draftOrder(draft(over));
const byCard = { funding: 'CREDIT_CARD', chargeMethod: 'PAGE', account: buyer.account } as const;

describe('the payer of an order', () => {
  test.each(['TRIMIN', 'COUNTY'] as const)(
    'with the role %s pays nothing, and the bought pages are added to no account',
    (role) => {
      expect(payerOf(testActor({ role }), 'A')).toEqual({
        ...{ funding: 'FREE', chargeMethod: 'DOCUMENT', account: null },
      });
    },
  );

  test('with a flat-fee account pays with images, however its bundles are paid', () => {
    expect(payerOf(newPayer({ accountType: 'FLAT_FEE' }), 'A').funding).toBe('FLAT_FEE');
  });

  test.each(['ESCROW', 'INVOICE', 'CREDIT_CARD'] as const)(
    'pays by %s when the account pays for each use',
    (way) => {
      expect(payerOf(newPayer({ paymentMethod: way }), 'A').funding).toBe(way);
    },
  );

  test('with the role USER gets the bought pages added to the account', () => {
    expect(payerOf(buyer, 'A').account).toBe(buyer.account);
  });

  test('with the role GUEST gets no pages added to the account, because strangers share the account', () => {
    expect(payerOf(newPayer({}, { role: 'GUEST' }), 'A').account).toBeNull();
  });

  test('who has no terms is charged nothing', () => {
    expect(payerOf(testActor({ terms: null }), 'A').funding).toBe('FREE');
  });
});

describe('the right to images', () => {
  test.each([
    ['SYSTEM', 'NONE'],
    ['ANONYMOUS', 'NONE'],
    ['COUNTY', 'DOWNLOAD'],
    ['TRIMIN', 'DOWNLOAD'],
    ['USER', 'NONE'],
  ] as const)('of %s without terms is %s', (role, access) => {
    expect(imageAccess(testActor({ role, terms: null }), 'A')).toBe(access);
  });

  test.each(['SYSTEM', 'ANONYMOUS'] as const)('excludes %s, whatever the terms say', (role) => {
    expect(imageAccess(testActor({ role }), 'A')).toBe('NONE');
  });
});

describe('a priced order', () => {
  test('charges only pages that the account does not have: one as a first page, two as additional pages', () => {
    expect(order().chargeMinor).toBe(300n);
  });

  test('delivers all selected pages and says which of these the account already has', () => {
    expect(order()).toMatchObject({ pages: [1, 2, 3, 4], alreadyPurchased: [2], grantedPages: [1, 3, 4] });
  });

  test('gives the account every page that it does not have yet when the order is priced by document', () => {
    const payer = { ...draft().payer, chargeMethod: 'DOCUMENT' } as const;
    expect(order({ payer })).toMatchObject({
      ...{ chargeMinor: 400n, grantedPages: [1, 3, 4, 5, 6, 7, 8, 10, 11, 12] },
    });
  });

  test('costs nothing for pages that the account has', () => {
    expect(order({ owned: new Set([1, 2, 3, 4]) })).toMatchObject({ chargeMinor: 0n, grantedPages: [] });
  });

  test('has its price in images when it is paid from a bundle', () => {
    const payer = { ...draft().payer, funding: 'FLAT_FEE' } as const;
    expect(order({ payer })).toMatchObject({ asset: 'IMG', chargeMinor: 3n });
  });

  test('stores its rates and the version of the county’s prices', () => {
    expect(order()).toMatchObject({ asset: 'USD', funding: 'ESCROW', rates, tariffVersion: 'v7' });
  });

  test('names its visit, its user and the payer’s account', () => {
    expect(order()).toMatchObject({
      ...{ countyId: 'lake', imageStateId: visit.id, userId: visit.userId, username: 'jane.doe' },
      ...{ accountId: buyer.account, documentKey: 'A1000001', document, documentVersion: 3 },
      ...{ correlationId: 'c-1', createdAt: now, chargeMethod: 'PAGE' },
    });
  });

  test('starts without charges, files or attempts', () => {
    expect(order()).toMatchObject({
      ...{ state: 'PRICED', unlimited: false, chargedMinor: null, attempts: 0, failure: null },
      ...{ objectKey: null, objectSha256: null, objectSize: null },
      ...{ leaseOwner: null, leaseUntil: null, heldAt: null, closedAt: null },
    });
  });

  test('has an id of its own', () => {
    expect(order().id).not.toBe(order().id);
  });
});

describe('a quote', () => {
  const usd = (available: number | null) => ({ asset: 'USD', available, unlimited: false }) as const;
  const quote = (over: Partial<Draft>, balance: Parameters<typeof quoteOf>[2], options = noOptions) =>
    quoteOf(order(over), visit, balance, options);

  test('shows the balance before and after the payment', () => {
    expect(quote({}, usd(1_000))).toMatchObject({
      ...{ charge: 300, beginning: 1_000, ending: 700, insufficient: false, unlimited: false },
    });
  });

  test('shows what is charged, line by line', () => {
    expect(quote({}, usd(1_000)).lines).toEqual([
      { kind: 'FIRST_PAGE', count: 1, unit: 200, total: 200 },
      { kind: 'ADDITIONAL_PAGES', count: 2, unit: 50, total: 100 },
    ]);
  });

  test('has one line when it is priced by document', () => {
    const payer = { ...draft().payer, chargeMethod: 'DOCUMENT' } as const;
    expect(quote({ payer }, usd(1_000)).lines).toEqual([
      { kind: 'DOCUMENT', count: 1, unit: 400, total: 400 },
    ]);
  });

  test('names the visit, its end, the document and the pages', () => {
    expect(quote({}, usd(1_000))).toMatchObject({
      ...{ imageStateGuid: visit.id, expiresAt: '2026-11-20T15:30:00.000Z', document },
      ...{ pages: [1, 2, 3, 4], alreadyPurchased: [2], funding: 'ESCROW', asset: 'USD' },
    });
  });

  test('is covered by a balance of exactly its price, but not by one cent less', () => {
    expect(quote({}, usd(300)).insufficient).toBe(false);
    expect(quote({}, usd(299)).insufficient).toBe(true);
  });

  test('is not covered if the payer has no balance', () => {
    expect(quote({}, null)).toMatchObject({
      ...{ insufficient: true, beginning: null, ending: null, unlimited: false },
    });
    expect(quote({}, usd(null)).insufficient).toBe(true);
  });

  test('never lacks money when its price is zero', () => {
    expect(quote({ owned: new Set([1, 2, 3, 4]) }, null).insufficient).toBe(false);
  });

  test('never lacks money when it is paid by invoice', () => {
    const payer = { ...draft().payer, funding: 'INVOICE' } as const;
    expect(quote({ payer }, null)).toMatchObject({ insufficient: false, beginning: null });
  });

  test('is covered and shows no balance when the account’s bundle is unlimited', () => {
    const payer = { ...draft().payer, funding: 'FLAT_FEE' } as const;
    expect(quote({ payer }, { asset: 'IMG', available: 0, unlimited: true })).toMatchObject({
      ...{ insufficient: false, unlimited: true, beginning: null, ending: null },
    });
  });

  test('offers no bundle, deposit or card authorization where the county has none to offer', () => {
    expect(quote({}, usd(0)).options).toEqual({ flatFee: null, escrow: null, creditCard: null });
  });

  test('says whether a card is already authorized', () => {
    const card = { ...noOptions, card: 300 };
    expect(quote({ payer: byCard }, usd(1_000), card).options.creditCard).toEqual({ authorized: true });
    expect(quote({ payer: byCard }, null, card).options.creditCard).toEqual({ authorized: false });
    expect(quote({}, usd(1_000), card).options.creditCard).toEqual({ authorized: false });
  });

  test('offers no card authorization that is smaller than the price', () => {
    const card = { ...noOptions, card: 299 };
    expect(quote({ payer: byCard }, null, card).options.creditCard).toBeNull();
  });
});

describe('a visit to the purchase windows', () => {
  test('belongs to the user in the session that opened it', () => {
    expect(isOwn(visit, buyer)).toBe(true);
    expect(isOwn(visit, { ...buyer, session: 'another' })).toBe(false);
    expect(isOwn(visit, newPayer({}, { session: buyer.session }))).toBe(false);
  });

  test('belongs to its user’s id, or to the username if the user has no id', () => {
    expect(userOf(testActor({ user: null, username: 'gateway' }))).toBe('gateway');
    expect(userOf(buyer)).toBe(buyer.user);
  });

  test.each(['CONSUMED', 'CANCELLED'] as const)('accepts no order when it is %s', (state) => {
    expect(refusalOf({ ...visit, state }, now)).toBe('ORDER_CLOSED');
  });

  test('accepts no order when it is EXPIRED', () => {
    expect(refusalOf({ ...visit, state: 'EXPIRED' }, now)).toBe('ORDER_EXPIRED');
  });

  test('accepts an order until the price of the visit expires', () => {
    expect(refusalOf(visit, new Date(visit.expiresAt.getTime() - 1))).toBeUndefined();
    expect(refusalOf(visit, visit.expiresAt)).toBe('ORDER_EXPIRED');
  });
});

describe('a download may be fetched again', () => {
  const paid: ImageState = { ...visit, state: 'CONSUMED' };
  const signedInAgain = (actor: Actor): Actor => ({ ...actor, session: 'another' });
  const administrator = newPayer({}, { role: 'ACCOUNT', account: buyer.account });

  test('by the same user after a new sign-in', () => {
    expect(mayFetch(paid, signedInAgain(buyer))).toBe(true);
  });

  test('by no other user, not even by one of the same account', () => {
    expect(mayFetch(paid, newPayer({}, { account: buyer.account }))).toBe(false);
  });

  test('by a guest only in the same session', () => {
    const guest: Actor = { ...buyer, role: 'GUEST' };
    expect(mayFetch(paid, guest)).toBe(true);
    expect(mayFetch(paid, signedInAgain(guest))).toBe(false);
  });

  test('by the administrator of the account that paid', () => {
    expect(mayFetch(paid, administrator)).toBe(true);
    expect(mayFetch(paid, newPayer({}, { role: 'ACCOUNT' }))).toBe(false);
  });

  test('by the administrator of the account only after the download is paid', () => {
    expect(mayFetch(visit, administrator)).toBe(false);
  });

  test('never by an administrator without an account, even if the order has no account either', () => {
    const nobody = testActor({ role: 'ACCOUNT', account: null, user: 'another' });
    expect(mayFetch({ ...paid, accountId: null }, nobody)).toBe(false);
  });
});

describe('the name of a downloaded file', () => {
  test.each([
    ['A1000001', 'A1000001.pdf'],
    ['C-12.3', 'C-12.3.pdf'],
    ['A10/00 01?*', 'A10_00_01__.pdf'],
    ['../etc', '_etc.pdf'],
    ['A1..', 'A1...pdf'],
  ])('of document %s is %s', (documentKey, name) => {
    expect(fileNameOf({ documentKey })).toBe(name);
  });
});

describe('the list of purchases', () => {
  test('shows an administrator the purchases of the account', () => {
    expect(buyerOf(newPayer({}, { role: 'ACCOUNT', account: 'A' }))).toEqual({
      ...{ accountId: 'A', userId: null, sessionId: null },
    });
  });

  test('shows an administrator without an account nothing', () => {
    expect(buyerOf(testActor({ role: 'ACCOUNT', account: null }))).toBeUndefined();
  });

  test('shows a user the purchases of all sessions of that user', () => {
    expect(buyerOf(buyer)).toEqual({ accountId: null, userId: buyer.user, sessionId: null });
  });

  test('shows a guest only the purchases of the guest’s own session', () => {
    const guest = newPayer({}, { role: 'GUEST' });
    expect(buyerOf(guest)).toEqual({ accountId: null, userId: guest.user, sessionId: guest.session });
  });

  test.each(['COUNTY', 'TRIMIN', 'SYSTEM', 'ANONYMOUS'] as const)('shows nothing to %s', (role) => {
    expect(buyerOf(testActor({ role }))).toBeUndefined();
  });
});

test.each([
  ['  Smith   file ', 'Smith file'],
  ['two\r\nlines\tand\u0000more', 'two lines and more'],
  ['e\u0301', '\u00e9'],
])('a client reference is stored as one line with single spaces: %j', (typed, kept) => {
  expect(tidyReference(typed)).toBe(kept);
});
