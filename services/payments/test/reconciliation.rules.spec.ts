import { describe, expect, test } from '@jest/globals';
import {
  classOf,
  compare,
  compareRefund,
  isMatched,
  isWithoutMoney,
  judgeUnbound,
  ledgerSideOf,
  reasonOf,
  refundSideOf,
  suspenseOf,
  type Booked,
  type LedgerSide,
  type ProviderLine,
} from '../src/reconciliation/reconciliation.rules.js';
import type { Run } from '../src/reconciliation/run.repository.js';
import { shownRun } from '../src/reconciliation/run.rules.js';

const submittedAt = new Date('2026-11-20T15:00:00Z');
const line = (status: ProviderLine['status'], settled = 400n): ProviderLine => ({
  ...{ id: '6001', status, invoice: 'ref-1', settled, submittedAt },
});
const side = (state: LedgerSide['state'], amount = 400n, posted = amount): LedgerSide => ({
  ...{ state, amount, posted },
});
const booked = (over: Partial<Booked> = {}): Booked => ({
  ...{ attemptId: 'a-1', attemptState: 'CREDITED', transactionId: '6001', expected: 400n },
  ...{ verifiedAt: submittedAt, authorization: null },
  ...over,
});
const authorization = (state: NonNullable<Booked['authorization']>['state']) =>
  booked({
    attemptState: 'AUTHORIZED',
    expected: 2_000n,
    authorization: { state, authorized: 2_000n, used: 700n, captured: 650n },
  });

const withoutMoney = ['DECLINED', 'VOIDED', 'EXPIRED'] as const;
const taken = ['CAPTURED', 'SETTLED'] as const;

describe('every reason belongs to one of six classes', () => {
  test.each([
    ['AGREES', 'MATCHED'],
    ['NO_MONEY', 'MATCHED'],
    ['UNDER_REVIEW', 'MATCHED'],
    ['UNDER_WAY', 'MATCHED'],
    ['GIVEN_BACK', 'MATCHED'],
    ['UNKNOWN_PAYMENT', 'PROVIDER_ONLY'],
    ['TOO_LATE', 'PROVIDER_ONLY'],
    ['NOT_VERIFIED', 'PROVIDER_ONLY'],
    ['NOT_AT_PROVIDER', 'LEDGER_ONLY'],
    ['WRONG_AMOUNT', 'AMOUNT_DIFF'],
    ['WRONG_KIND', 'STATUS_DIFF'],
    ['NOT_TAKEN', 'STATUS_DIFF'],
    ['NOT_SETTLED', 'STATUS_DIFF'],
    ['NOT_CLOSED', 'STATUS_DIFF'],
    ['REFUNDED', 'STATUS_DIFF'],
    ['CHARGED_BACK', 'STATUS_DIFF'],
    ['SECOND_PAYMENT', 'DUPLICATE'],
  ] as const)('%s belongs to %s', (reason, expected) => {
    expect(classOf(reason)).toBe(expected);
    expect(isMatched(reason)).toBe(expected === 'MATCHED');
  });
});

test('only declined, voided and expired transactions count as transactions without money', () => {
  const statuses = [
    ...withoutMoney,
    ...taken,
    'AUTHORIZED',
    'HELD',
    'REFUNDED',
    'CHARGED_BACK',
    'OTHER',
  ] as const;
  expect(statuses.filter(isWithoutMoney)).toEqual([...withoutMoney]);
});

describe('the ledger’s record of a transaction', () => {
  test('is empty when the attempt was paid by another transaction', () => {
    expect(ledgerSideOf(booked(), '6002')).toBeUndefined();
  });

  test.each(['CREDITED', 'CAPTURED', 'SETTLED'] as const)(
    'is the whole amount when the attempt is %s',
    (state) => {
      expect(ledgerSideOf(booked({ attemptState: state }), '6001')).toEqual(side('CREDITED'));
    },
  );

  test.each(['DECLINED', 'MISMATCH'] as const)('is empty when the attempt was %s in the end', (state) => {
    expect(ledgerSideOf(booked({ attemptState: state }), '6001')).toBeUndefined();
  });

  test('has an expected amount but no posted amount while the payment is held for review', () => {
    expect(ledgerSideOf(booked({ attemptState: 'HELD_FOR_REVIEW' }), '6001')).toEqual(side('HELD', 400n, 0n));
  });

  test('shows a payment as given back, although it is still posted, after a chargeback', () => {
    expect(ledgerSideOf(booked({ attemptState: 'CHARGED_BACK' }), '6001')).toEqual(side('GIVEN_BACK'));
  });

  test('shows a payment as given back and no longer posted after a refund by the portal', () => {
    expect(ledgerSideOf(booked({ attemptState: 'REFUNDED' }), '6001')).toEqual(side('GIVEN_BACK', 400n, 0n));
  });

  test.each([
    ['AUTHORIZED', 2_000n, 0n],
    ['CLOSING', 700n, 0n],
    ['CAPTURED', 650n, 650n],
    ['VOIDED', 0n, 0n],
    ['EXPIRED', 0n, 0n],
    ['FAILED', 700n, 0n],
  ] as const)(
    'has, for an authorization that is %s, %i cents expected and %i cents posted',
    (state, amount, posted) => {
      expect(ledgerSideOf(authorization(state), '6001')).toEqual({ state, amount, posted });
    },
  );
});

describe('the ledger’s record of a refund', () => {
  const refund = (status: ProviderLine['status'], over: Partial<ProviderLine> = {}): ProviderLine => ({
    ...line(status, 300n),
    ...{ id: '7001', refundOf: '6001' },
    ...over,
  });
  const refunded = booked({ attemptState: 'REFUNDED' });
  const never = { counted: 0n, undone: 0n };

  test('shows the amount as given back, with 0 cents posted, if the refund names a payment that the portal has refunded', () => {
    expect(refundSideOf(refund('REFUNDED'), refunded, never)).toEqual(side('GIVEN_BACK', 300n, 0n));
  });

  test.each<[string, ProviderLine, Booked | undefined]>([
    ['the portal has no such payment', refund('REFUNDED'), undefined],
    ['the portal did not refund the payment', refund('REFUNDED'), booked()],
    ['the transaction is the payment itself', refund('REFUNDED', { id: '6001' }), refunded],
    ['the refund is of another payment', refund('REFUNDED', { refundOf: '6002' }), refunded],
    ['the refund names no payment', refund('REFUNDED', { refundOf: null }), refunded],
    [
      'neither the refund nor the payment has a transaction id',
      refund('REFUNDED', { refundOf: null }),
      { ...refunded, transactionId: null },
    ],
  ])('is empty if %s', (_why, transaction, payment) => {
    expect(refundSideOf(transaction, payment, never)).toBeUndefined();
  });

  test('is empty if the office made the refund to replace a refund that the provider has voided', () => {
    expect(refundSideOf(refund('REFUNDED'), refunded, { counted: 0n, undone: 1n })).toBeUndefined();
  });

  test.each(['VOIDED', 'OTHER', 'HELD'] as const)(
    'has the amount that an earlier comparison counted as given back, if the refund is now %s',
    (status) => {
      const before = { counted: 1n, undone: 0n };
      expect(refundSideOf(refund(status), refunded, before)).toEqual(side('GIVEN_BACK', 1n, -1n));
      expect(refundSideOf(refund(status), refunded, never)).toBeUndefined();
    },
  );

  test.each([
    ['REFUNDED', 'GIVEN_BACK'],
    ['HELD', 'UNDER_REVIEW'],
    ['VOIDED', 'NOT_SETTLED'],
    ['OTHER', 'NOT_SETTLED'],
  ] as const)('gives a refund that is %s at the provider the reason %s', (status, reason) => {
    expect(compareRefund(refund(status))).toBe(reason);
  });
});

describe('an amount that the ledger has posted', () => {
  describe.each(['CREDITED', 'CAPTURED'] as const)('as %s', (state) => {
    test.each(taken)('agrees with a transaction that is %s with the same amount', (status) => {
      expect(compare(line(status), side(state))).toBe('AGREES');
    });

    test.each([399n, 401n])('counts as wrong when the transaction has %i cents', (settled) => {
      expect(compare(line('SETTLED', settled), side(state))).toBe('WRONG_AMOUNT');
    });

    test.each(withoutMoney)('counts as not taken when the transaction is %s', (status) => {
      expect(compare(line(status), side(state))).toBe('NOT_TAKEN');
    });

    test.each(['REFUNDED', 'CHARGED_BACK'] as const)('counts as %s when the provider says so', (status) => {
      expect(compare(line(status), side(state))).toBe(status);
    });

    test('counts as not captured when the transaction is only reserved', () => {
      expect(compare(line('AUTHORIZED'), side(state))).toBe('NOT_CLOSED');
    });

    test.each(['HELD', 'OTHER'] as const)('counts as not settled while the transaction is %s', (status) => {
      expect(compare(line(status), side(state))).toBe('NOT_SETTLED');
    });
  });
});

describe('an amount that the ledger does not count as credited', () => {
  test('agrees with an authorization of the same amount', () => {
    expect(compare(line('AUTHORIZED'), side('AUTHORIZED'))).toBe('AGREES');
    expect(compare(line('AUTHORIZED', 401n), side('AUTHORIZED'))).toBe('WRONG_AMOUNT');
  });

  test.each([...taken, ...withoutMoney])(
    'counts as not closed when the provider reports it as %s',
    (status) => {
      expect(compare(line(status), side('AUTHORIZED'))).toBe('NOT_CLOSED');
    },
  );

  test('is in progress while the authorization is closing and the amounts agree, whatever status the provider reports', () => {
    for (const status of [...taken, ...withoutMoney, 'AUTHORIZED', 'HELD'] as const)
      expect([status, compare(line(status), side('CLOSING'))]).toEqual([status, 'UNDER_WAY']);
  });

  test('is wrong while the authorization is closing if the captured amount differs from the amount in the ledger', () => {
    expect(compare(line('CAPTURED', 401n), side('CLOSING'))).toBe('WRONG_AMOUNT');
    expect(compare(line('AUTHORIZED', 401n), side('CLOSING'))).toBe('UNDER_WAY');
  });

  test.each(['VOIDED', 'EXPIRED'] as const)(
    'counts as not closed in the state %s if the provider has reserved or taken the money',
    (state) => {
      for (const status of withoutMoney) expect(compare(line(status), side(state))).toBe('NO_MONEY');
      expect(compare(line('AUTHORIZED'), side(state))).toBe('NOT_CLOSED');
      expect(compare(line('SETTLED'), side(state))).toBe('NOT_CLOSED');
    },
  );

  test('counts as not closed when its capture failed', () => {
    expect(compare(line('AUTHORIZED'), side('FAILED'))).toBe('NOT_CLOSED');
  });

  test('agrees when it was given back according to both the provider and the ledger', () => {
    expect(compare(line('REFUNDED'), side('GIVEN_BACK'))).toBe('AGREES');
  });

  test("stays under review while it is held, and then follows the provider's decision", () => {
    expect(compare(line('HELD'), side('HELD'))).toBe('UNDER_REVIEW');
    for (const status of withoutMoney) expect(compare(line(status), side('HELD'))).toBe('NO_MONEY');
    for (const status of taken) expect(compare(line(status), side('HELD'))).toBe('SETTLE');
  });
});

describe('a transaction that the ledger does not have', () => {
  const waiting = booked({ transactionId: null, attemptState: 'TOKEN_ISSUED' });

  test.each(withoutMoney)('needs no credit when it is %s', (status) => {
    expect(judgeUnbound(line(status), waiting, 0n)).toBe('NO_MONEY');
  });

  test('is credited when a card page with its invoice number was opened', () => {
    expect(judgeUnbound(line('CAPTURED'), waiting, 0n)).toBe('SETTLE');
  });

  test('is credited when an earlier transaction of the same attempt was declined', () => {
    expect(judgeUnbound(line('CAPTURED'), booked({ attemptState: 'DECLINED' }), 0n)).toBe('SETTLE');
  });

  test('is a second payment when another transaction of the same attempt was credited', () => {
    expect(judgeUnbound(line('CAPTURED'), booked(), 0n)).toBe('SECOND_PAYMENT');
  });

  test('counts as unknown when the portal has no payment with its invoice number', () => {
    expect(judgeUnbound(line('CAPTURED'), undefined, 0n)).toBe('UNKNOWN_PAYMENT');
    expect(judgeUnbound(line('HELD'), undefined, 0n)).toBe('NOT_VERIFIED');
  });

  test('is a chargeback when the provider says so', () => {
    expect(judgeUnbound(line('CHARGED_BACK'), waiting, 0n)).toBe('CHARGED_BACK');
  });

  test('is GIVEN_BACK if it is a refund and the surplus in suspense covers it, and REFUNDED if one cent is missing', () => {
    expect(judgeUnbound(line('REFUNDED'), booked(), 400n)).toBe('GIVEN_BACK');
    expect(judgeUnbound(line('REFUNDED'), booked(), 399n)).toBe('REFUNDED');
  });

  test('counts as REFUNDED if it is a refund of zero cents', () => {
    expect(judgeUnbound(line('REFUNDED', 0n), booked(), 400n)).toBe('REFUNDED');
    expect(judgeUnbound(line('REFUNDED', 1n), booked(), 1n)).toBe('GIVEN_BACK');
  });
});

describe('the reason for not crediting a transaction', () => {
  test.each([
    ['AMOUNT', 'WRONG_AMOUNT'],
    ['MODE', 'WRONG_KIND'],
    ['STATUS', 'NOT_SETTLED'],
    ['TIME', 'TOO_LATE'],
    ['CLOSED', 'TOO_LATE'],
    ['INVOICE', 'UNKNOWN_PAYMENT'],
    ['REFERENCE', 'UNKNOWN_PAYMENT'],
    ['NOT_FOUND', 'NOT_VERIFIED'],
  ] as const)('with the mismatch %s is %s', (reason, expected) => {
    expect(reasonOf({ outcome: 'REFUSED', reason })).toBe(expected);
  });

  test('is UNDER_REVIEW when the provider holds the transaction, and NO_MONEY when the card was declined', () => {
    expect(reasonOf({ outcome: 'HELD_FOR_REVIEW', reason: 'AMOUNT' })).toBe('UNDER_REVIEW');
    expect(reasonOf({ outcome: 'DECLINED', reason: 'AMOUNT' })).toBe('NO_MONEY');
  });

  test('is NOT_VERIFIED when there is no other reason', () => {
    expect(reasonOf({ outcome: 'PENDING' })).toBe('NOT_VERIFIED');
  });
});

describe('the amount that must be on the suspense account', () => {
  test.each([
    ['nothing where both have the same', line('SETTLED'), side('CREDITED'), 0n],
    ['the amount by which the provider has more', line('SETTLED', 500n), side('CREDITED'), 100n],
    ['the amount by which the provider has less', line('CAPTURED', 300n), side('CREDITED'), -100n],
    ['a payment that was not credited', line('CAPTURED'), undefined, 400n],
    ['what was posted and is unknown to the provider', undefined, side('CREDITED'), -400n],
    ['nothing where neither side has anything', undefined, undefined, 0n],
    ['what was posted and never taken', line('VOIDED'), side('CREDITED'), -400n],
    ['what was posted and charged back', line('CHARGED_BACK'), side('CREDITED'), -400n],
    ['what was posted and refunded', line('REFUNDED'), side('CREDITED'), -400n],
    ['what was posted and refunded in part', line('REFUNDED', 300n), side('CREDITED'), -400n],
    ['what a refund of nobody’s payment gave back', line('REFUNDED'), undefined, -400n],
    ['nothing for a payment whose refund the ledger has', line('SETTLED'), side('GIVEN_BACK', 400n, 0n), 0n],
    ['nothing for a refund by the portal', line('REFUNDED'), side('GIVEN_BACK', 400n, 0n), 0n],
    [
      'what a voided refund by the portal did not give back',
      line('VOIDED'),
      side('GIVEN_BACK', 400n, -400n),
      400n,
    ],
    ['nothing while the transaction is held', line('HELD'), side('HELD', 400n, 0n), 0n],
    ['nothing if the transaction failed to settle', line('OTHER'), side('CREDITED'), 0n],
    ['nothing while the transaction is only reserved', line('AUTHORIZED'), side('CREDITED'), 0n],
    ['nothing while the authorization is being closed', line('VOIDED'), side('CLOSING'), 0n],
    [
      'what was captured while the authorization is being closed',
      line('CAPTURED'),
      side('CLOSING', 400n, 0n),
      400n,
    ],
  ])('is %s', (_what, provider, ledger, expected) => {
    expect(suspenseOf(provider, ledger)).toBe(expected);
  });
});

describe('a comparison run that staff sees', () => {
  const run: Run = {
    ...{ kind: 'DAILY', period: '2026-11-20', lines: 12, open: 3, failure: 'PROVIDER_UNAVAILABLE' },
    ...{ startedAt: new Date('2026-11-20T09:00:00Z'), finishedAt: new Date('2026-11-20T09:01:30Z') },
  };
  const shown = {
    ...{ kind: 'DAILY', lines: 12, open: 3, failure: 'PROVIDER_UNAVAILABLE' },
    ...{ startedAt: '2026-11-20T09:00:00.000Z', finishedAt: '2026-11-20T09:01:30.000Z' },
  };

  test('has its times as text, and no period', () => {
    expect(shownRun(run)).toEqual(shown);
  });

  test('has no end while it is under way', () => {
    expect(shownRun({ ...run, finishedAt: null })).toEqual({ ...shown, finishedAt: null });
  });
});
