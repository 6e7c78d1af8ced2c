import { describe, expect, test } from '@jest/globals';
import {
  archiveKey,
  PURGE_TIME,
  reachAfterDays,
  reachSince,
  withKept,
} from '../src/purges/user-purge.rules.js';

describe('a purge of users', () => {
  test('finds users whose last sign-in was before the day began in the county', () => {
    expect(reachSince('America/Chicago', '2026-03-02')).toEqual({
      ...{ since: '2026-03-02', signedInBefore: new Date('2026-03-02T06:00:00Z') },
    });
    expect(reachSince('Pacific/Saipan', '2026-03-02').signedInBefore).toEqual(
      new Date('2026-03-01T14:00:00Z'),
    );
  });

  test.each([
    [1, '2026-03-01', '2026-03-01T06:00:00Z'],
    [2, '2026-02-28', '2026-02-28T06:00:00Z'],
    [365, '2025-03-02', '2025-03-02T06:00:00Z'],
  ])('finds users who last signed in %d calendar days ago or earlier: before %s', (days, since, at) => {
    // it is still March 1 in Chicago
    const clock = { now: () => new Date('2026-03-02T05:59:00Z') };
    expect(reachAfterDays('America/Chicago', days, clock)).toEqual({ since, signedInBefore: new Date(at) });
  });

  test('adds the users whom it keeps to those that it has kept before, by reason', () => {
    const before = { MONEY: 2, OWES: 1 };
    expect(withKept(before, ['MONEY', 'HOLDS', 'MONEY'])).toEqual({ MONEY: 4, OWES: 1, HOLDS: 1 });
    expect(withKept(before, [])).toEqual({ MONEY: 2, OWES: 1 });
    expect(before).toEqual({ MONEY: 2, OWES: 1 });
  });

  test('begins at two in the morning, and stores what it deletes under the county and its own id', () => {
    expect(PURGE_TIME).toBe('02:00');
    expect(archiveKey('lake', 'p1')).toBe('lake/purges/users/p1.jsonl');
  });
});
