import { describe, expect, test } from '@jest/globals';
import {
  addOnLines,
  captureLines,
  cardPurchaseLines,
  depositLines,
  searchLines,
  suspenseLines,
  type AddOnPurchase,
} from '../src/ledger/card-entries.rules.js';
import {
  assertBalanced,
  overrideLines,
  ownersOf,
  purchaseLines,
  requestHash,
  type Line,
  type NewEntry,
  type Purchase,
} from '../src/ledger/entry.rules.js';
import { countyAccount, escrowOf, imagesOf, receivableOf } from '../src/ledger/ledger-account.js';
import { transactionKindOf } from '../src/ledger/transaction-kind.rules.js';
import { chart } from './chart.js';

const entry = (lines: readonly Line[], over: Partial<NewEntry> = {}): NewEntry => ({
  ...{ opType: 'ORDER', opKey: 'order-1', actor: 'user:1', correlationId: 'c-1' },
  lines,
  ...over,
});

describe('the kind of a transaction', () => {
  test.each([
    ['SEARCH', 'searchByName', 'SEARCH'],
    ['SEARCH', 'documentDetails', 'DETAILS'],
    ['ORDER', 'documentDetails', 'IMAGES'],
    ['OVERRIDE', '', 'ADJUSTMENT'],
    ['EFILE_RETURN', '', 'EFILE'],
  ] as const)('for the operation %s with the subject "%s" is %s', (opType, subject, kind) => {
    expect(transactionKindOf(opType, subject)).toBe(kind);
  });

  test.each(['EFILE_PAYMENT', 'EFILE_REFUND', 'CARD_CAPTURE', 'SUSPENSE'] as const)(
    'is null for %s, which the customer does not see as a transaction',
    (opType) => {
      expect(transactionKindOf(opType, '')).toBeNull();
    },
  );
});

describe('the ledger lines of each kind of entry', () => {
  test('credit the account with a deposit, and count its surcharge as revenue of the county', () => {
    expect(chart(depositLines('A', 10_000n, 275n))).toEqual([
      'cash_clearing::USD -10275',
      'escrow:A:USD 10000',
      'revenue_surcharge::USD 275',
    ]);
  });

  test('contain no line of zero for a deposit without a surcharge', () => {
    expect(chart(depositLines('A', 10_000n, 0n))).toEqual([
      'cash_clearing::USD -10000',
      'escrow:A:USD 10000',
    ]);
  });

  test('add a download paid by card to the receivable of its authorization', () => {
    expect(chart(cardPurchaseLines('P', 'revenue_images', 411n, 11n))).toEqual([
      ...['card_receivable:P:USD -411', 'revenue_images::USD 400', 'revenue_surcharge::USD 11'],
    ]);
    expect(chart(cardPurchaseLines('P', 'revenue_images', 400n))).toEqual([
      'card_receivable:P:USD -400',
      'revenue_images::USD 400',
    ]);
  });

  test('count a search paid by card as search revenue', () => {
    expect(chart(cardPurchaseLines('P', 'revenue_search', 75n))).toContain('revenue_search::USD 75');
  });

  test('clear the receivable of an authorization with its capture', () => {
    expect(chart(captureLines('P', 1_200n))).toEqual([
      'cash_clearing::USD -1200',
      'card_receivable:P:USD 1200',
    ]);
  });

  test('use the suspense account for money that was credited to no customer', () => {
    expect(chart(suspenseLines(500n))).toEqual(['cash_clearing::USD -500', 'suspense::USD 500']);
  });

  test('take the price of a search from escrow', () => {
    expect(chart(searchLines('ESCROW', 'A', 75n))).toEqual(['escrow:A:USD -75', 'revenue_search::USD 75']);
  });

  test('record a search paid by invoice as a debt', () => {
    expect(chart(searchLines('INVOICE', 'A', 75n))).toEqual([
      'ar_invoice:A:USD -75',
      'revenue_search::USD 75',
    ]);
  });
});

describe('the entry of a bundle of images', () => {
  const bundle: AddOnPurchase = { funding: 'ESCROW', account: 'A', cost: 5_000n, images: 500n };

  test('moves the money and issues the images together when escrow pays for the bundle', () => {
    expect(chart(addOnLines(bundle))).toEqual([
      'escrow:A:USD -5000',
      'revenue_bundle::USD 5000',
      'images_issued::IMG -500',
      'images:A:IMG 500',
    ]);
  });

  test('records a debt when the bundle is bought by invoice', () => {
    expect(chart(addOnLines({ ...bundle, funding: 'INVOICE' }))).toContain('ar_invoice:A:USD -5000');
  });

  test('moves only images when the bundle is free', () => {
    expect(chart(addOnLines({ ...bundle, cost: 0n }))).toEqual([
      'images_issued::IMG -500',
      'images:A:IMG 500',
    ]);
  });

  test('moves only money when the bundle is unlimited', () => {
    expect(chart(addOnLines({ ...bundle, images: null }))).toEqual([
      'escrow:A:USD -5000',
      'revenue_bundle::USD 5000',
    ]);
  });
});

describe('the entry of a paid download', () => {
  const purchase: Purchase = { funding: 'ESCROW', account: 'A', amount: 400n, held: 450n, unlimited: false };

  test('takes the price from escrow and releases the hold', () => {
    expect(chart(purchaseLines(purchase))).toEqual(['escrow:A:USD -400 (450)', 'revenue_images::USD 400']);
  });

  test('records a debt, and releases no hold, if the download is paid by invoice', () => {
    expect(chart(purchaseLines({ ...purchase, funding: 'INVOICE' }))).toEqual([
      'ar_invoice:A:USD -400',
      'revenue_images::USD 400',
    ]);
  });

  test('uses images from a bundle and releases the hold', () => {
    const flatFee: Purchase = { ...purchase, funding: 'FLAT_FEE', amount: 3n, held: 4n };
    expect(chart(purchaseLines(flatFee))).toEqual(['images:A:IMG -3 (4)', 'images_used::IMG 3']);
  });

  test('takes the images from the issue account of the county when the bundle is unlimited', () => {
    const endless: Purchase = { ...purchase, funding: 'FLAT_FEE', amount: 3n, held: 0n, unlimited: true };
    expect(chart(purchaseLines(endless))).toEqual(['images_issued::IMG -3', 'images_used::IMG 3']);
  });

  test.each(['CREDIT_CARD', 'FREE'] as const)('is refused when it is charged to %s', (funding) => {
    expect(() => purchaseLines({ ...purchase, funding })).toThrow(
      `a purchase cannot be charged to ${funding}`,
    );
  });
});

describe('an override of a balance by the office', () => {
  test("issues images against the county's issue account", () => {
    expect(chart(overrideLines('A', 'IMG', 120n))).toEqual(['images_issued::IMG -120', 'images:A:IMG 120']);
  });

  test('posts money against the opening-balance account of the county', () => {
    expect(chart(overrideLines('A', 'USD', -50n))).toEqual(['opening_balance::USD 50', 'escrow:A:USD -50']);
  });
});

describe('a ledger entry', () => {
  const refused = (...lines: Line[]): void =>
    expect(() => assertBalanced(entry(lines))).toThrow('entry ORDER order-1 does not balance');
  const money = (amount: bigint): Line => ({ account: escrowOf('A'), amount });
  const images = (amount: bigint): Line => ({ account: imagesOf('A'), amount });
  const income = (amount: bigint): Line => ({ account: countyAccount('revenue_images', 'USD'), amount });

  test('is accepted when its lines sum to zero', () => {
    expect(() => assertBalanced(entry([money(-400n), income(300n), income(100n)]))).not.toThrow();
  });

  test('may consist of only two lines', () => {
    expect(() => assertBalanced(entry([money(-400n), income(400n)]))).not.toThrow();
  });

  test('is refused when its lines do not sum to zero', () => refused(money(-400n), income(399n)));

  test('is accepted when the money and the images of a bundle each sum to zero', () => {
    const both = [money(-5n), income(5n), images(-5n), images(5n)];
    expect(() => assertBalanced(entry(both))).not.toThrow();
  });

  test('is refused when its dollars and its images sum to zero only if they are added together', () =>
    refused(money(-400n), images(400n)));

  test('is refused when its lines in dollars or its lines in images do not sum to zero', () =>
    refused(money(-400n), income(400n), images(1n), images(2n)));

  test('is refused without lines', () => refused());

  test('is refused if the amount of a line is zero', () => refused(money(-400n), income(400n), income(0n)));
});

describe('the owner of a ledger entry', () => {
  test('is the account in its lines', () => {
    expect(ownersOf(entry(depositLines('A', 100n, 0n)))).toEqual({ account: 'A', authorization: null });
  });

  test('is only a card authorization, and no account, when the lines name no account', () => {
    expect(ownersOf(entry(captureLines('P', 100n)))).toEqual({ account: null, authorization: 'P' });
  });

  test('is the account that the entry itself names, even when its lines name only a card authorization', () => {
    expect(ownersOf(entry(cardPurchaseLines('P', 'revenue_images', 100n), { account: 'B' }))).toEqual({
      account: 'B',
      authorization: 'P',
    });
  });

  test('is missing when the county moves money between its own accounts', () => {
    expect(ownersOf(entry(suspenseLines(100n)))).toEqual({ account: null, authorization: null });
  });

  test('is taken from the lines when the entry names no account', () => {
    expect(ownersOf(entry(searchLines('ESCROW', 'A', 5n), { account: null })).account).toBe('A');
  });
});

describe('the hash of a ledger entry', () => {
  const hash = (lines: readonly Line[]): string => requestHash(entry(lines)).toString('hex');
  const lines = searchLines('ESCROW', 'A', 75n);

  test('is the same SHA-256 in every version of the portal', () => {
    expect(hash(lines)).toBe('c59a0340f37c907e497f8a1abc94e719c8c995e8fb54a12b92506145b100e8de');
  });

  test.each([
    ['another amount', searchLines('ESCROW', 'A', 76n)],
    ['another account', searchLines('ESCROW', 'B', 75n)],
    ['another kind of account', searchLines('INVOICE', 'A', 75n)],
    ['lines in another order', [...lines].reverse()],
    ['an authorization', [{ account: receivableOf('A'), amount: -75n }, ...lines.slice(1)]],
  ])('is different for %s', (_what, other) => {
    expect(hash(other)).not.toBe(hash(lines));
  });
});
