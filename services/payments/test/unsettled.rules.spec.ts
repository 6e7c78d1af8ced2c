import { expect, test } from '@jest/globals';
import { unsettledReason } from '../src/balances/unsettled.rules.js';

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
