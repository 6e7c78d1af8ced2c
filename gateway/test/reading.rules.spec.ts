import { describe, expect, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import {
  allowancesOf,
  readingShares,
  recordShares,
  searchingShares,
  walkAfter,
  widestStep,
  type Shares,
} from '../src/edge/reading.rules.js';
import type { Visit } from '../src/session/visit.js';

const visitOf = (over: Partial<ReturnType<typeof testActor>> | null): Visit =>
  ({
    county: { id: 'lake' },
    address: '192.0.2.77',
    session: over && { actor: { ...testActor(), ...over } },
  }) as unknown as Visit;

describe('S36 the limits on pages that are not paid for', () => {
  test('count by the minute and by the day', () => {
    const list = (table: Shares): number[][] =>
      Object.values(table).flatMap((shares) => shares.map(({ things, seconds }) => [things, seconds]));
    expect(list(readingShares)).toEqual([
      ...[
        [30, 60],
        [500, 86_400],
      ],
      ...[
        [300, 60],
        [5_000, 86_400],
      ],
      [20_000, 86_400],
      ...[
        [600, 60],
        [20_000, 86_400],
      ],
    ]);
    expect(list(searchingShares)).toEqual([
      ...[
        [60, 60],
        [1_000, 86_400],
      ],
      ...[
        [60, 60],
        [2_000, 86_400],
      ],
      [10_000, 86_400],
      ...[
        [600, 60],
        [20_000, 86_400],
      ],
    ]);
    expect(Object.keys(readingShares)).toEqual(['guest', 'user', 'account', 'network']);
    expect(Object.keys(searchingShares)).toEqual(['guest', 'user', 'account', 'network']);
    expect([recordShares, walkAfter, widestStep]).toEqual([readingShares, 100, 3]);
  });

  const holders = (over: Parameters<typeof visitOf>[0]): string[] =>
    allowancesOf(visitOf(over)).map(({ things, seconds, holder }) => `${things} in ${seconds}: ${holder}`);
  const network = ['600 in 60: lake:network:192.0.2.0', '20000 in 86400: lake:network:192.0.2.0'];

  test('apply to a user, the account and the network', () => {
    expect(holders({ role: 'USER', user: 'u', account: 'a' })).toEqual([
      '300 in 60: lake:user:u',
      '5000 in 86400: lake:user:u',
      '20000 in 86400: lake:account:a',
      ...network,
    ]);
    expect(holders({ role: 'USER', user: 'u', account: null })).toEqual([
      '300 in 60: lake:user:u',
      '5000 in 86400: lake:user:u',
      ...network,
    ]);
  });

  test('apply to each session of a guest, and not to staff; a visitor has the limits of a user', () => {
    const guest = ['30 in 60: lake:guest:s', '500 in 86400: lake:guest:s', ...network];
    expect(holders({ role: 'GUEST', user: 'g', session: 's', account: 'a' })).toEqual(guest);
    expect(holders({ role: 'GUEST', session: null })[0]).toBe('30 in 60: lake:guest:');
    for (const nobody of [null, { role: 'ANONYMOUS' as const, user: null, account: null }])
      expect(holders(nobody)).toEqual(['300 in 60: lake:user:', '5000 in 86400: lake:user:', ...network]);
    expect([holders({ role: 'COUNTY' }), holders({ role: 'TRIMIN' })]).toEqual([[], []]);
    expect(holders({ role: 'SYSTEM', user: null, account: null })).toHaveLength(4);
  });
});

test('S36 a search counts against the limits on searches, not the limits on pages', () => {
  const [first] = allowancesOf(visitOf({ role: 'USER', user: 'u' }), searchingShares);
  expect(first).toEqual({ things: 60, seconds: 60, holder: 'lake:user:u' });
});
