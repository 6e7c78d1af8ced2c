import { describe, expect, test } from '@jest/globals';
import { isTransactionId, judge, type Verdict } from '../src/attempts/attempt.rules.js';
import type { ProviderTransaction } from '../src/cards/card-provider.js';

const MINUTE = 60_000;
const createdAt = new Date('2026-11-20T15:00:00Z');
const tokenExpiresAt = new Date('2026-11-20T15:15:00Z');
const sale = { refId: 'ref-1', mode: 'SALE', expected: 1_028n, createdAt, tokenExpiresAt } as const;
const preauthorization = { ...sale, mode: 'AUTH' } as const;

const paid: ProviderTransaction = {
  id: '6001',
  mode: 'SALE',
  status: 'CAPTURED',
  approved: true,
  authorized: 1_028n,
  settling: 1_028n,
  invoice: 'ref-1',
  requestRef: null,
  refundOf: null,
  submittedAt: new Date('2026-11-20T15:05:00Z'),
};
const reserved: ProviderTransaction = { ...paid, mode: 'AUTH', status: 'AUTHORIZED', settling: 0n };

const ofSale = (over: Partial<ProviderTransaction>): Verdict => judge(sale, { ...paid, ...over });
const ofAuthorization = (over: Partial<ProviderTransaction>): Verdict =>
  judge(preauthorization, { ...reserved, ...over });
const mismatch = (reason: string) => ({ kind: 'MISMATCH', reason });

describe('a payment is credited for', () => {
  test.each(['CAPTURED', 'SETTLED'] as const)('a sale that is %s', (status) => {
    expect(ofSale({ status })).toEqual({ kind: 'GOOD' });
  });

  test('an authorization that has reserved its amount on the card', () => {
    expect(ofAuthorization({})).toEqual({ kind: 'GOOD' });
  });

  test('a sale whose request reference, if the provider returns one, is that of the attempt', () => {
    expect(ofSale({ requestRef: 'ref-1' })).toEqual({ kind: 'GOOD' });
  });
});

describe('a payment is never credited for', () => {
  test('a transaction that the provider does not know', () => {
    expect(judge(sale, undefined)).toEqual(mismatch('NOT_FOUND'));
  });

  test.each([
    ['another invoice number', { invoice: 'ref-2' }, 'INVOICE'],
    ['no invoice number', { invoice: null }, 'INVOICE'],
    ['a request of somebody else', { requestRef: 'ref-2' }, 'REFERENCE'],
    ['an authorization instead of a sale', { mode: 'AUTH' }, 'MODE'],
    ['a refund', { mode: 'OTHER' }, 'MODE'],
    ['a cent less', { authorized: 1_027n }, 'AMOUNT'],
    ['a cent more', { authorized: 1_029n }, 'AMOUNT'],
    ['less settled than authorized', { settling: 1_000n }, 'STATUS'],
    ['money that is only reserved', { status: 'AUTHORIZED' }, 'STATUS'],
    ['money that was given back', { status: 'REFUNDED' }, 'STATUS'],
    ['money that the bank took back', { status: 'CHARGED_BACK' }, 'STATUS'],
    ['no approval', { approved: false }, 'STATUS'],
  ] as const)('a sale with a mismatch: %s', (_what, over, reason) => {
    expect(ofSale(over)).toEqual(mismatch(reason));
  });

  test.each([
    ['a sale instead of an authorization', { mode: 'SALE' }, 'MODE'],
    ['an authorization that is captured already', { status: 'CAPTURED', settling: 1_028n }, 'STATUS'],
    ['no approval', { approved: false }, 'STATUS'],
  ] as const)('an authorization with a mismatch: %s', (_what, over, reason) => {
    expect(ofAuthorization(over)).toEqual(mismatch(reason));
  });
});

describe('the time of a payment', () => {
  const at = (from: Date, ms: number): Verdict => ofSale({ submittedAt: new Date(from.getTime() + ms) });

  test('may be up to two minutes before the attempt, because clocks differ', () => {
    expect(at(createdAt, -2 * MINUTE)).toEqual({ kind: 'GOOD' });
    expect(at(createdAt, -2 * MINUTE - 1)).toEqual(mismatch('TIME'));
  });

  test('may be up to fifteen minutes after the token of the card page has expired', () => {
    expect(at(tokenExpiresAt, 15 * MINUTE)).toEqual({ kind: 'GOOD' });
    expect(at(tokenExpiresAt, 15 * MINUTE + 1)).toEqual(mismatch('TIME'));
  });
});

describe('a payment that brings no money', () => {
  test.each(['DECLINED', 'VOIDED', 'EXPIRED'] as const)(
    'counts as declined when its transaction is %s',
    (status) => {
      expect(ofSale({ status, approved: false })).toEqual({ kind: 'DECLINED' });
    },
  );

  test('counts as declined even if its amount differs from the requested amount', () => {
    expect(ofSale({ status: 'DECLINED', authorized: 0n })).toEqual({ kind: 'DECLINED' });
  });

  test('counts as a mismatch when its transaction has another invoice number than the attempt', () => {
    expect(ofSale({ status: 'DECLINED', invoice: 'ref-2' })).toEqual(mismatch('INVOICE'));
  });

  test('waits for a decision of the office when the fraud filter holds it', () => {
    expect(ofSale({ status: 'HELD', approved: false })).toEqual({ kind: 'HELD' });
  });

  test('waits when the status of its transaction decides nothing, for example when the transaction could not be settled', () => {
    expect(ofSale({ status: 'OTHER' })).toEqual({ kind: 'WAIT' });
  });
});

describe('the id of a transaction', () => {
  test.each(['1', '60012345678', '9'.repeat(32)])('may be %s', (id) => {
    expect(isTransactionId(id)).toBe(true);
  });

  test.each(['0', '', '01', '-1', '12a', 'a12', ' 12', '12\n', '1'.repeat(33)])('may not be "%s"', (id) => {
    expect(isTransactionId(id)).toBe(false);
  });
});
