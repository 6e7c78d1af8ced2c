import { describe, expect, test } from '@jest/globals';
import { mostSignIns, SignInDoor, signInsAtFirst, slowSignInMs } from '../src/edge/sign-in-door.js';

const opened = () => {
  let time = 0;
  const door = new SignInDoor(() => time);
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
