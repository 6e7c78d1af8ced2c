import { describe, expect, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import { currentSpans, spanOf, whoseEntries } from '../src/transactions/transaction.rules.js';

describe('the right to see ledger entries', () => {
  const user = '00000000-0000-4000-8000-000000000001';

  test.each(['USER', 'ACCOUNT', 'COUNTY', 'TRIMIN'] as const)('lets %s see their own entries', (role) => {
    expect(whoseEntries(testActor({ role, user }), 'USER')).toEqual({ actor: `user:${user}`, account: null });
  });

  test('lets the administrator of an account see the entries of that account', () => {
    expect(whoseEntries(testActor({ role: 'ACCOUNT', account: 'A' }), 'ACCOUNT')).toEqual({
      ...{ actor: null, account: 'A' },
    });
  });

  test('lets a user with the role ACCOUNT but without an account see no entries', () => {
    expect(whoseEntries(testActor({ role: 'ACCOUNT', account: null }), 'ACCOUNT')).toBeUndefined();
  });

  test.each(['USER', 'COUNTY', 'TRIMIN'] as const)(
    'does not let %s see the entries of all users of an account',
    (role) => {
      expect(whoseEntries(testActor({ role }), 'ACCOUNT')).toBeUndefined();
    },
  );

  test.each(['COUNTY', 'TRIMIN'] as const)('lets %s see all entries of the county', (role) => {
    expect(whoseEntries(testActor({ role }), 'COUNTY')).toEqual({ actor: null, account: null });
  });

  test.each(['USER', 'ACCOUNT'] as const)('does not let %s see all entries of the county', (role) => {
    expect(whoseEntries(testActor({ role }), 'COUNTY')).toBeUndefined();
  });

  test.each(['SYSTEM', 'ANONYMOUS', 'GUEST'] as const)('lets %s see no entries', (role) => {
    expect(whoseEntries(testActor({ role }), 'USER')).toBeUndefined();
  });

  test('lets a caller without a user see no entries', () => {
    expect(whoseEntries(testActor({ role: 'COUNTY', user: null }), 'COUNTY')).toBeUndefined();
  });
});

describe('a range of days by the county’s clock', () => {
  const written = (span: Record<string, Date>) =>
    Object.fromEntries(Object.entries(span).map(([name, at]) => [name, at.toISOString()]));

  test('begins and ends at midnight in the county, and includes its last day', () => {
    expect(written({ ...spanOf('America/Chicago', '2026-06-01', '2026-06-30') })).toEqual({
      ...{ from: '2026-06-01T05:00:00.000Z', until: '2026-07-01T05:00:00.000Z' },
    });
  });

  test('has 25 hours if it is the day on which daylight saving time ends', () => {
    expect(written({ ...spanOf('America/Chicago', '2026-11-01', '2026-11-01') })).toEqual({
      ...{ from: '2026-11-01T05:00:00.000Z', until: '2026-11-02T06:00:00.000Z' },
    });
  });

  test('ends where February 29 begins if its last day is February 28 of a leap year', () => {
    expect(spanOf('UTC', '2028-02-28', '2028-02-28').until).toEqual(new Date('2028-02-29T00:00:00Z'));
  });

  test('begins at midnight if it is the present day, month or year', () => {
    expect(written(currentSpans('Pacific/Saipan', '2026-11-20'))).toEqual({
      today: '2026-11-19T14:00:00.000Z',
      month: '2026-10-31T14:00:00.000Z',
      year: '2025-12-31T14:00:00.000Z',
      until: '2026-11-20T14:00:00.000Z',
    });
  });
});
