import { describe, expect, test } from '@jest/globals';
import { chooseStandby, lagMs, positionOf } from '../src/db/standbys.rules.js';

/** The primary wrote 100 bytes of its log in each second. */
const marks = Array.from({ length: 12 }, (_, second) => ({
  at: second * 1_000,
  position: BigInt(second * 100),
}));
const now = 11_500;

test('a position in the write-ahead log is a number of 64 bits; PostgreSQL writes each half without leading zeros', () => {
  expect(positionOf('16/B374D848')).toBe(0x16_b374_d848n);
  expect(positionOf('2/1F')).toBe(0x2_0000_001fn);
  expect(positionOf('0/0')).toBe(0n);
});

describe('the lag of a standby', () => {
  test.each([
    ['zero when it has all known changes', 1_100n, 0],
    ['the time since the primary had the same position', 600n, 5_500],
    ['counted from the previous mark', 650n, 5_500],
    ['the time since the primary had no more than the oldest recorded position', 0n, 11_500],
  ])('is %s', (_, replayed, lag) => {
    expect(lagMs(marks, replayed, now)).toBe(lag);
  });

  test('grows while the connection is broken', () => {
    expect(lagMs(marks, 600n, now + 2_000)).toBe(7_500);
  });

  test('is infinite if the standby is behind the oldest recorded position, or if no position is recorded', () => {
    expect(lagMs(marks.slice(8), 600n, now)).toBe(Number.POSITIVE_INFINITY);
    expect(lagMs([], 600n, now)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('a read uses', () => {
  const near = { replayed: 1_000n, running: 9 };
  const far = { replayed: 500n, running: 0 };
  const late = { replayed: 100n, running: 0 };
  const away = { replayed: undefined, running: 0 };
  const choose = (standbys: (typeof near | typeof away)[], needed = 0n) =>
    chooseStandby(standbys, { marks, needed, now, mostLagMs: 10_000 });

  test('the standby with the least lag, even if another runs fewer reads', () => {
    expect(choose([far, near, late])).toBe(near);
    expect(choose([near, far])).toBe(near);
  });
  test('the standby that runs fewer reads, if two have the same lag', () => {
    const idle = { ...near, running: 1 };
    expect(choose([near, idle])).toBe(idle);
    expect(choose([idle, near])).toBe(idle);
  });
  test('the first of several standbys that have the same lag and run equally many reads', () =>
    expect(choose([near, { ...near }])).toBe(near));
  test('a standby whose lag is less than ten seconds', () => {
    const standby = { replayed: 100n, running: 0 };
    const chosenAt = (at: number) =>
      chooseStandby([standby], { marks, needed: 0n, now: at, mostLagMs: 10_000 });
    expect(chosenAt(10_999)).toBe(standby);
    expect(chosenAt(11_000)).toBeUndefined();
  });
  test('the primary when all standbys are ten seconds behind or do not answer', () =>
    expect(choose([late, away])).toBeUndefined());
  test('the primary until a standby has the changes that the caller has seen', () => {
    expect(choose([near], 1_001n)).toBeUndefined();
    expect(choose([near], 1_000n)).toBe(near);
  });
});
