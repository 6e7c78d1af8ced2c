import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import {
  HASHING_THREADS,
  HashingSlots,
  LONGEST_WAIT_MS,
  MOST_AT_ONCE,
  MOST_WAITING,
  REST_OF_SUSPECTS,
} from '../src/users/hashing-slots.js';
import { isWeak, PasswordHashing } from '../src/users/password-hashing.js';
import { passwordFault } from '../src/users/user.rules.js';
import { addUser, codeOf, PASSWORD, startStack, type Stack } from './stack.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack(undefined, {}, { realHashing: true });
});
afterAll(() => stack.close());

const storedHash = async (user: string): Promise<string> =>
  (
    await stack.tables.asAdmin<{ hash: string }>('SELECT hash FROM identity.credential WHERE user_id = $1', [
      user,
    ])
  )[0]?.hash ?? '';

describe('S14 passwords', () => {
  test('are stored as argon2id with 19 MiB, two passes and one lane', async () => {
    const user = await addUser(stack);
    expect(await storedHash(user.id)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('are hashed again at the next sign-in if their stored hash uses weaker settings', async () => {
    const user = await addUser(stack, { username: 'stored.weak' });
    const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await stack.tables.asAdmin('UPDATE identity.credential SET hash = $2 WHERE user_id = $1', [
      user.id,
      weak,
    ]);
    expect(codeOf(await stack.signIn({ username: user.username, password: 'wrong' }))).toBe(
      'WRONG_CREDENTIALS',
    );
    expect(await storedHash(user.id)).toBe(weak);
    expect(codeOf(await stack.signIn({ username: user.username }))).toBe('ok');
    expect(isWeak(await storedHash(user.id))).toBe(false);
    expect(codeOf(await stack.signIn({ username: user.username }))).toBe('ok');
  });

  test('are not checked when they have waited too long for their turn', async () => {
    const slots = new HashingSlots();
    const ends: (() => void)[] = [];
    const busy = Array.from({ length: MOST_AT_ONCE }, () =>
      slots.run(() => new Promise<void>((resolve) => ends.push(resolve))),
    );
    let begun = 0;
    const late = slots.run(() => Promise.resolve((begun += 1)), { longestMs: 20 });
    const patient = slots.run(() => Promise.resolve('done'));
    await new Promise((resolve) => setTimeout(resolve, 60));
    for (const end of ends) end();
    expect(await late).toBeUndefined();
    expect(begun).toBe(0);
    expect(await patient).toEqual({ value: 'done' });
    await Promise.all(busy);
  });

  test('are hashed a few at a time, and a caller who would wait too long is told to come back later', async () => {
    const slots = new HashingSlots();
    let running = 0;
    let most = 0;
    const ends: (() => void)[] = [];
    const work = () =>
      slots.run(async () => {
        most = Math.max(most, (running += 1));
        await new Promise<void>((resolve) => ends.push(resolve));
        running -= 1;
      });
    const asked = Array.from({ length: MOST_AT_ONCE + MOST_WAITING + 10 }, work);
    const refused = await Promise.all(asked.slice(-10));
    expect(refused).toEqual(Array(10).fill(undefined));
    for (let done = 0; done < MOST_AT_ONCE + MOST_WAITING; done += 1) {
      while (ends.length === 0) await new Promise(setImmediate);
      ends.shift()?.();
    }
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(MOST_AT_ONCE + MOST_WAITING);
    expect(most).toBeLessThanOrEqual(4);
  });

  test('wait in a shorter queue when hashing is slow, so that no caller waits for much more than a second', async () => {
    const slots = new HashingSlots();
    const slow = () =>
      slots.run(() => new Promise<void>((resolve) => setTimeout(resolve, 400)), {
        longestMs: LONGEST_WAIT_MS,
      });
    for (let turn = 0; turn < 4; turn += 1) await Promise.all(Array.from({ length: MOST_AT_ONCE }, slow));
    const asked = await Promise.all(Array.from({ length: 40 }, slow));
    const taken = asked.filter(Boolean).length;
    expect(taken).toBeGreaterThan(MOST_AT_ONCE);
    expect(taken).toBeLessThanOrEqual(MOST_AT_ONCE * 6);
  });

  test('from an IP address that recently sent wrong passwords are checked one at a time, after all others', async () => {
    const slots = new HashingSlots();
    const order: string[] = [];
    const ends: (() => void)[] = [];
    const work = (name: string, suspect: boolean) =>
      slots.run(
        async () => {
          order.push(name);
          await new Promise<void>((resolve) => ends.push(resolve));
        },
        { suspect },
      );
    const all = [
      work('suspect 1', true),
      work('suspect 2', true),
      ...Array.from({ length: MOST_AT_ONCE + 1 }, (_, nth) => work(`other ${nth + 1}`, false)),
    ];
    const others = Array.from({ length: MOST_AT_ONCE + 1 }, (_, nth) => `other ${nth + 1}`);
    // the second suspect waits, and others get the remaining slots
    expect(order).toEqual(['suspect 1', ...others.slice(0, MOST_AT_ONCE - 1)]);
    for (let done = 0; done < all.length; done += 1) {
      while (ends.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      ends.shift()?.();
    }
    await Promise.all(all);
    expect(order).toEqual(['suspect 1', ...others, 'suspect 2']);
  });

  test('from an IP address that recently sent wrong passwords are checked with pauses; other passwords do not wait', async () => {
    const slots = new HashingSlots();
    const workMs = 50;
    const work = (suspect: boolean) =>
      slots.run(() => pause(workMs).then(() => performance.now()), { suspect });
    const began = performance.now();
    const first = work(true);
    const second = work(true);
    const ended = (await first)?.value ?? 0;
    const other = (await work(false))?.value ?? 0;
    const next = (await second)?.value ?? 0;
    expect(next - ended).toBeGreaterThanOrEqual((ended - began) * REST_OF_SUSPECTS);
    expect(other).toBeLessThan(next);
  });

  test('lead to sessions or to 429, and never to a crash, when two hundred users sign in at the same moment', async () => {
    const user = await addUser(stack, { username: 'stormy.user' });
    const tries = Array.from({ length: 200 }, (_, at) =>
      stack.signIn({ username: user.username, address: `203.0.113.${at}` }),
    );
    const codes = new Set((await Promise.all(tries)).map(codeOf));
    expect(
      [...codes].filter((code) => !['ok', 'TOO_MANY_REQUESTS', 'SERVICE_TIMEOUT'].includes(code)),
    ).toEqual([]);
    expect(codes).toContain('ok');
    expect(codes).toContain('TOO_MANY_REQUESTS');
  });

  test('leave two thirds of a core to other work, however many sign-ins wait', async () => {
    const hashing = new PasswordHashing();
    const stored = await hashing.hash('Portal!2026');
    const verify = () => hashing.verify(stored, 'Portal!2026');
    await verify();
    const began = performance.now();
    const before = process.cpuUsage();
    await Promise.all(Array.from({ length: 6 * HASHING_THREADS }, verify));
    const { user, system } = process.cpuUsage(before);
    const cores = (user + system) / 1_000 / (performance.now() - began);
    // without the pauses, each thread would use a whole core
    expect(cores).toBeLessThan(HASHING_THREADS / 2);
    await hashing.onApplicationShutdown();
  });

  test('match even if an accented letter is typed in another Unicode form', async () => {
    const hashing = new PasswordHashing();
    const stored = await hashing.hash('Caf\u00e9-Barn!7');
    expect((await hashing.verify(stored, 'Cafe\u0301-Barn!7')).right).toBe(true);
    expect((await hashing.verify(stored, 'Cafe-Barn!7')).right).toBe(false);
  });
});

describe('S15 a username that nobody has', () => {
  let place = 0;
  const timed = async (username: string): Promise<number> => {
    const begin = performance.now();
    // every attempt comes from another network, so that no limit interferes
    await stack.signIn({ username, password: 'wrong', address: `10.${(place += 1) >> 8}.${place & 255}.1` });
    return performance.now() - begin;
  };
  const median = (of: number[]): number => of.toSorted((a, b) => a - b)[of.length >> 1] ?? 0;

  /**
   * Measures 20 attempts with an existing name and 20 with names that nobody has.
   * @returns the difference between the two median times, divided by half the median time of hashing a password
   */
  const difference = async (round: number): Promise<number> => {
    // the guesses at one name are limited, so each round has its own name
    const username = `timed.user.${round}`;
    await addUser(stack, { username, role: 'TRIMIN' });
    const hashing = stack.running.get(PasswordHashing);
    const stored = await hashing.hash(PASSWORD);
    const [here, nowhere, hashed]: [number[], number[], number[]] = [[], [], []];
    for (let at = 0; at < 20; at += 1) {
      here.push(await timed(username));
      nowhere.push(await timed(`nobody.${round}.${at}`));
      const begin = performance.now();
      await hashing.verify(stored, 'wrong');
      hashed.push(performance.now() - begin);
    }
    // if the service hashed no password for an unknown username, the two medians would differ by about the time of one
    // hash, and this quotient would be about 2 on any machine
    return Math.abs(median(here) - median(nowhere)) / (median(hashed) / 2);
  };

  test('is refused as slowly as a wrong password', async () => {
    // if existing names took longer, every round would show it; other work of the machine disturbs only a round or two
    const differences: number[] = [];
    do differences.push(await difference(differences.length));
    while (Math.min(...differences) >= 1 && differences.length < 3);
    expect(Math.min(...differences)).toBeLessThan(1);
  }, 90_000);
});

describe('a password that people choose', () => {
  const fault = (password: string, names: string[] = []) => passwordFault(password, 'USER', names);

  test.each([
    ['7 characters', 'Hbcdv1!', 'forms:passwordMinimum'],
    ['8 characters', 'Hbcdvf1!', undefined],
    ['64 characters', `${'Ab1!'.repeat(16)}`, undefined],
    ['65 characters', `${'Ab1!'.repeat(16)}x`, 'forms:passwordMaximum'],
    ['no letter', '12345679!', 'forms:passwordCharacters'],
    ['no digit', 'Hbcdvfgh!', 'forms:passwordCharacters'],
    ['no special character', 'Hbcdvfgh1', 'forms:passwordCharacters'],
    ['a word that guessing programs try', 'Qwerty!99', 'forms:passwordGuessed'],
  ])('is accepted or refused by the general rules: %s', (_kind, password, expected) => {
    expect(fault(password)).toBe(expected);
  });

  test('must not contain the name of the user or of the county', () => {
    expect(fault('Lake-County!1', ['county'])).toBe('forms:passwordGuessed');
    expect(fault('Tidy-Barn!1', ['county', 'ty'])).toBeUndefined();
  });
});
