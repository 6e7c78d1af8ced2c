import { describe, expect, test } from '@jest/globals';
import { unsettledReason, withoutImages } from '../src/balances/unsettled.rules.js';

const kept = (posted: number, held = 0, unlimited = false) => ({
  ...{ posted, held, available: posted - held, unlimited },
});
const nothing = { escrow: null, images: null, owed: 0 };

test.each([
  ['never had an entry', undefined, false, undefined],
  ['has spent everything', { escrow: kept(0), images: kept(0), owed: 0 }, false, undefined],
  ['has unlimited images and no other', { ...nothing, images: kept(0, 0, true) }, false, undefined],
  ['has one cent', { ...nothing, escrow: kept(1) }, false, 'MONEY'],
  ['has one image', { ...nothing, images: kept(1) }, false, 'MONEY'],
  ['paid an invoice ahead', { ...nothing, owed: -1 }, false, 'MONEY'],
  ['owes one cent', { ...nothing, owed: 1 }, false, 'OWES'],
  ['holds all its money', { ...nothing, escrow: kept(5, 5) }, false, 'HOLDS'],
  ['has a payment under way and money', { ...nothing, escrow: kept(5) }, true, 'PAYING'],
  ['has a payment under way and nothing else', undefined, true, 'PAYING'],
  ['owes, and has images', { ...nothing, images: kept(2), owed: 5 }, false, 'MONEY'],
] as const)(
  'an account that %s is reported as settled, or as unsettled with the right reason',
  (_case, funds, isPaying, reason) => {
    expect(unsettledReason(funds, isPaying)).toBe(reason);
  },
);

describe('the funds of an account that pays per use', () => {
  const funds = { account: 'A', escrow: kept(5, 2), images: kept(7, 3, true), owed: 4 };

  test('include its money, its debt and only those images that an order holds', () => {
    expect(withoutImages(funds)).toMatchObject({
      ...{ ...funds, images: { posted: 0, held: 3, unlimited: false } },
    });
  });

  test('include no images if the account never had any', () => {
    expect(withoutImages({ ...funds, images: null })).toEqual({ ...funds, images: null });
  });

  test('are missing if the account never had an entry', () => {
    expect(withoutImages(undefined)).toBeUndefined();
  });

  test('leave an account with nothing but images settled, unless an order holds some of them', () => {
    const only = { ...funds, escrow: null, owed: 0 };
    expect(unsettledReason(withoutImages(only), false)).toBe('HOLDS');
    expect(unsettledReason(withoutImages({ ...only, images: kept(7) }), false)).toBeUndefined();
  });
});
