import { describe, expect, test } from '@jest/globals';
import { chooseStandby, lagMs, positionOf } from '../src/db/standbys.rules.js';

/** The primary wrote 100 bytes of its log in each second. */
const marks = Array.from({ length: 12 }, (_, second) => ({
  at: second * 1_000,
  position: BigInt(second * 100),
}));
const now = 11_500;

test('positions in the write-ahead log are compared as numbers', () => {
  expect(positionOf('16/B374D848') > positionOf('16/B374D847')).toBe(true);
  expect(positionOf('2/0') > positionOf('1/FFFFFFFF')).toBe(true);
});

describe('the lag of a standby', () => {
  test.each([
    ['zero when it has all known changes', 1_100n, 0],
    ['the time since the primary had the same position', 600n, 5_500],
    ['counted from the previous mark', 650n, 5_500],
    ['infinite when it does not answer', undefined, Number.POSITIVE_INFINITY],
  ])('is %s', (_, replayed, lag) => {
    expect(lagMs(marks, replayed, now)).toBe(lag);
  });

  test('grows while the connection is broken, and is infinite if the standby is behind the oldest recorded position', () => {
    expect(lagMs(marks, 600n, now + 2_000)).toBe(7_500);
    expect(lagMs(marks.slice(8), 600n, now)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('a read uses', () => {
  const near = { replayed: 1_000n, running: 9 };
  const far = { replayed: 500n, running: 0 };
  const late = { replayed: 100n, running: 0 };
  const away = { replayed: undefined, running: 0 };
  const choose = (standbys: (typeof near | typeof away)[], needed = 0n) =>
    chooseStandby(standbys, { marks, needed, now, mostLagMs: 10_000 });

  test('the standby with the least lag', () => expect(choose([far, near, late])).toBe(near));
  test('the standby that runs fewer reads, if two have the same lag', () => {
    const idle = { ...near, running: 1 };
    expect(choose([near, idle])).toBe(idle);
  });
  test('the primary when all standbys are ten seconds behind or unavailable', () =>
    expect(choose([late, away])).toBeUndefined());
  test('the primary until a standby has the changes that the caller has seen', () => {
    expect(choose([near], 1_001n)).toBeUndefined();
    expect(choose([near], 1_000n)).toBe(near);
  });
});
