import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hashToken } from '@portal/infra/session-cache';
import { TestClock } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import { openSession, signOutEverywhere } from '@portal/proto/rpc/identity';
import { confirmSecondFactor, offerSecondFactor, proveAgain } from '@portal/proto/rpc/second-factor';
import { codeOf as codeAt, stepAt } from '../src/second-factor/totp.rules.js';
import { addUser, codeOf, PASSWORD, startStack, valueOf, visitor, type Stack } from './stack.js';

const STAFF_PASSWORD = 'Longer-Horse!77';
const address = '192.0.2.9';
const MINUTE = 60_000;

let stack: Stack;
let clock: TestClock;
beforeAll(async () => {
  clock = new TestClock(new Date().toISOString());
  stack = await startStack(clock);
});
afterAll(() => stack.close());

const staff = async (username: string) => {
  await addUser(stack, { username, role: 'COUNTY', password: STAFF_PASSWORD, account: null });
  const { session, token } = valueOf(await stack.signIn({ username, password: STAFF_PASSWORD, address }));
  return { actor: session.actor, token, session };
};
const provedAt = async (token: string): Promise<string | undefined> =>
  (await stack.value(openSession, { tokenHash: hashToken(token) }, visitor('lake')))?.provedAt;
const prove = (actor: Actor, proof: string) => stack.rpc.call(proveAgain, { proof, address }, { actor });

describe('the proof of identity in a session', () => {
  test('S38 has the time of the sign-in or, if the password was typed again later, the time of that', async () => {
    const { actor, token, session } = await staff('proving.one');
    expect(session.provedAt).toBe(clock.now().toISOString());
    clock.advance(6 * MINUTE);
    expect(await provedAt(token)).toBe(session.provedAt);
    expect(codeOf(await prove(actor, STAFF_PASSWORD))).toBe('ok');
    expect(await provedAt(token)).toBe(clock.now().toISOString());
  });

  test('S38 is not given by a wrong password, and does not count for another session of the user', async () => {
    const { actor, token, session } = await staff('wrong.one');
    const other = valueOf(
      await stack.signIn({ username: 'wrong.one', password: STAFF_PASSWORD, address: '192.0.2.10' }),
    );
    clock.advance(6 * MINUTE);
    expect(await prove(actor, 'Not-The-One!1')).toMatchObject({
      code: 'WRONG_PASSWORD',
      fields: { proof: 'errors:wrongPassword' },
    });
    expect(await provedAt(token)).toBe(session.provedAt);
    expect(codeOf(await prove(actor, STAFF_PASSWORD))).toBe('ok');
    expect(await provedAt(other.token)).toBe(other.session.provedAt);
  });

  test('S38 is given by a code of the authenticator, and each code counts once', async () => {
    const { actor, token } = await staff('coded.one');
    expect(codeOf(await prove(actor, '123456'))).toBe('WRONG_PASSWORD');
    const { key } = valueOf(
      await stack.rpc.call(
        offerSecondFactor,
        { proof: { currentPassword: STAFF_PASSWORD }, address },
        { actor },
      ),
    );
    const code = (): string => codeAt(bytesOf(key), stepAt(clock.now()));
    expect(codeOf(await stack.rpc.call(confirmSecondFactor, { code: code() }, { actor }))).toBe('ok');
    clock.advance(6 * MINUTE);
    const typed = code();
    expect(codeOf(await prove(actor, ` ${typed.slice(0, 3)} ${typed.slice(3)}`))).toBe('ok');
    expect(await provedAt(token)).toBe(clock.now().toISOString());
    expect(await prove(actor, typed)).toMatchObject({
      code: 'WRONG_PASSWORD',
      fields: { proof: 'errors:wrongCode' },
    });
  });

  test('S17 is protected against guessing codes and against guessing passwords', async () => {
    const { actor } = await staff('besieged.staff');
    const codes: string[] = [];
    for (let tried = 0; tried < 6; tried += 1) codes.push(codeOf(await prove(actor, `00000${tried}`)));
    expect(codes).toEqual([...Array<string>(5).fill('WRONG_PASSWORD'), 'TOO_MANY_REQUESTS']);
    expect(codeOf(await prove(actor, STAFF_PASSWORD))).toBe('TOO_MANY_REQUESTS');
  });

  test('S38 is available to account administrators, who manage the users of their account', async () => {
    await addUser(stack, { username: 'administrator.one', role: 'ACCOUNT' });
    const entered = await stack.signIn({ username: 'administrator.one', address: '192.0.2.12' });
    const { session, token } = valueOf(entered);
    clock.advance(6 * MINUTE);
    expect(codeOf(await prove(session.actor, PASSWORD))).toBe('ok');
    expect(await provedAt(token)).toBe(clock.now().toISOString());
  });

  test('is only for staff and account administrators; other users enter the password with each change of their own data', async () => {
    await addUser(stack, { username: 'plain.user' });
    const { session } = valueOf(await stack.signIn({ username: 'plain.user', address: '192.0.2.11' }));
    for (const actor of [session.actor, visitor('lake')])
      expect(codeOf(await prove(actor, STAFF_PASSWORD))).toBe('NOT_FOUND');
  });
});

describe('signing out everywhere', () => {
  test('S12 ends every session of the user and of nobody else', async () => {
    await addUser(stack, { username: 'scattered.one' });
    await addUser(stack, { username: 'bystander.one' });
    const begin = async (username: string, at: string) =>
      valueOf(await stack.signIn({ username, address: at }));
    const [one, two] = [
      await begin('scattered.one', '192.0.2.21'),
      await begin('scattered.one', '192.0.2.22'),
    ];
    const other = await begin('bystander.one', '192.0.2.23');
    const { actor } = one.session;
    expect(valueOf(await stack.rpc.call(signOutEverywhere, {}, { actor }))).toEqual({ ended: 2 });
    for (const { token } of [one, two]) expect(await provedAt(token)).toBeUndefined();
    expect(await provedAt(other.token)).toBeDefined();
  });

  test('is refused with NOT_FOUND for a guest, because many people share that user', async () => {
    await addUser(stack, { username: 'shared.guest', role: 'GUEST' });
    const { session } = valueOf(await stack.signIn({ username: 'shared.guest', address: '192.0.2.24' }));
    const { actor } = session;
    expect(codeOf(await stack.rpc.call(signOutEverywhere, {}, { actor }))).toBe('NOT_FOUND');
  });
});

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const bytesOf = (key: string): Buffer => {
  const bits = [...key].map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};
