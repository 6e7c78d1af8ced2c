import { describe, expect, test } from '@jest/globals';
import {
  mostSignIns,
  secondsSaved,
  SignInDoor,
  signInsAtFirst,
  slowSignInMs,
} from '../src/edge/sign-in-door.js';

/** @param pace sign-ins a second; where it is not told, more than a test has */
const opened = (pace = 1_000) => {
  let time = 0;
  const door = new SignInDoor(pace, () => time);
  const pass = (ms: number) => (time += ms);
  const fill = (): (() => void)[] => {
    const inside: (() => void)[] = [];
    for (let out = door.enter(); out; out = door.enter()) inside.push(out);
    return inside;
  };
  const round = (ms: number): number => {
    const inside = fill();
    pass(ms);
    for (const leave of inside) leave();
    return inside.length;
  };
  return { door, fill, pass, round };
};

describe('S14 a storm of sign-ins', () => {
  test('S14 is let in up to a bound, and again as soon as one has left', () => {
    const { door, fill } = opened();
    const inside = fill();
    expect(inside).toHaveLength(signInsAtFirst);
    expect(door.isShut()).toBe(true);
    inside.pop()?.();
    expect(door.isShut()).toBe(false);
    expect(door.enter()).toBeDefined();
    expect(door.enter()).toBeUndefined();
  });

  test('S14 finds less room while sign-ins take long, never none, and all of it when they are quick again', () => {
    const { round } = opened();
    for (let rounds = 0; rounds < 40; rounds += 1) round(10);
    expect([1, 2, 3, 4, 5, 6].map(() => round(slowSignInMs + 1))).toEqual([32, 16, 8, 4, 2, 2]);
    const quick = Array.from({ length: 40 }, () => round(10));
    expect(quick[0]).toBe(2);
    expect(quick.at(-1)).toBe(mostSignIns);
  });

  test('S14 is not held up by looks at the door: they take no room', () => {
    const { door, fill } = opened();
    for (let looks = 0; looks < 1_000; looks += 1) expect(door.isShut()).toBe(false);
    expect(fill()).toHaveLength(signInsAtFirst);
  });
});

describe('S14 the pace of the door', () => {
  const PACE = 20;

  /** How many of so many a second are let in, in each second, when each is gone again before the next one comes. */
  const offer = ({ door, pass }: ReturnType<typeof opened>, perSecond: number, seconds: number): number[] =>
    Array.from({ length: seconds }, () => {
      let entered = 0;
      for (let nth = 0; nth < perSecond; nth += 1) {
        const leave = door.enter();
        if (leave) entered += 1;
        pass(1_000 / perSecond);
        leave?.();
      }
      return entered;
    });

  test('S14 holds in a storm, however quickly each sign-in has gone again', () => {
    const storm = offer(opened(PACE), 250, 60);
    expect(storm[0]).toBe(PACE * secondsSaved + PACE - 1);
    for (const entered of storm.slice(1)) expect(Math.abs(entered - PACE)).toBeLessThanOrEqual(1);
  });

  test('S14 turns nobody away who comes no faster', () => {
    expect(offer(opened(PACE), PACE, 60)).toEqual(Array(60).fill(PACE));
  });

  test('S14 saves two seconds of quiet and no more, and lets in again a moment after a storm', () => {
    const gate = opened(PACE);
    offer(gate, 250, 10);
    expect(gate.door.isShut()).toBe(true);
    gate.pass(1_000 / PACE);
    expect(gate.door.isShut()).toBe(false);
    gate.pass(3_600_000);
    const [together = 0] = offer(gate, 1_000, 1);
    expect(together).toBe(PACE * secondsSaved + PACE - 1);
  });
});
