import { describe, expect, test } from '@jest/globals';
import { sectionDefaults } from '@portal/proto/config/sections';
import { idleSince, limitsOf } from '../src/sessions/session.rules.js';
import { placeOf, truncated } from '@portal/infra/client-address';
import { countsForLock, usernameKey, type Candidate } from '../src/sign-in/sign-in.rules.js';

const rules = { ...sectionDefaults('userAccess'), inactivityTimeLimit: true, inactivityTimeLimitPeriod: 30 };
const at = (time: string): Date => new Date(`2026-03-02T${time}Z`);

describe('the network of an IP address', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7', '192.0.2.0'],
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0DB8:0001::5', '2001:db8:1:0::/64', '2001:db8:1::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['not an address', 'unknown', 'unknown'],
  ])('%s is in the network %s, which is shortened to %s', (address, place, short) => {
    expect(placeOf(address)).toBe(place);
    expect(truncated(place)).toBe(short);
  });
});

describe('a session', () => {
  test('ends a minute after the limit of inactivity, because visits may be recorded late', () => {
    const session = { createdAt: at('09:00:00'), lastSeen: at('10:00:00') };
    expect(limitsOf(session, rules)).toEqual({ expiresAt: at('10:31:00'), copySeconds: 60 });
    expect(idleSince(at('10:31:00'), rules)).toEqual(at('10:00:00'));
  });

  test('with a short limit of inactivity ends late by at most a quarter of that limit', () => {
    const session = { createdAt: at('09:00:00'), lastSeen: at('10:00:00') };
    const short = { ...rules, inactivityTimeLimitPeriod: 1 };
    expect(limitsOf(session, short)).toEqual({ expiresAt: at('10:01:15'), copySeconds: 15 });
  });

  test('lasts for twelve hours at most', () => {
    const session = { createdAt: at('00:00:00'), lastSeen: at('11:59:00') };
    expect(limitsOf(session, rules).expiresAt).toEqual(at('12:00:00'));
    expect(idleSince(at('12:00:00'), { ...rules, inactivityTimeLimit: false })).toBeUndefined();
  });
});

describe('S17 a wrong password', () => {
  const candidate: Candidate = {
    ...{ id: '', username: 'jane.doe', hash: '', status: 'A', account: null, accountStatus: null },
    ...{ role: 'USER', knownHere: false, knownAnywhere: false, passwordSetAt: null, factorAddedAt: null },
  };
  test.each([
    ['counts toward the lock of a user without a known network', {}, true],
    ['counts toward a lock if it comes from a known network', { knownHere: true, knownAnywhere: true }, true],
    ['does not count toward a lock if it comes from a strange network', { knownAnywhere: true }, false],
    ['does not count toward the lock of a TRIMIN user', { role: 'TRIMIN' as const }, false],
    [
      'does not count toward the lock of a guest',
      { role: 'GUEST' as const, knownHere: true, knownAnywhere: true },
      false,
    ],
    ['does not count toward the lock of a user who is already locked', { status: 'L' as const }, false],
  ])('%s', (_title, over, counts) => {
    expect(countsForLock({ ...candidate, ...over }, rules)).toBe(counts);
  });

  test('does not count toward a lock where the county sets no limit', () => {
    expect(countsForLock(candidate, { ...rules, limitLoginAttempts: false })).toBe(false);
  });
});

test('usernames are compared without regard to case and surrounding blanks', () => {
  expect(usernameKey(' Jane.DOE ')).toBe('jane.doe');
  expect(['', '  ', 'a\0b', 'x'.repeat(101), 'two words', 'jänë'].map(usernameKey)).toEqual(
    Array(6).fill(undefined),
  );
});
