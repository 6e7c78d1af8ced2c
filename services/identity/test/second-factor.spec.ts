import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hashToken } from '@portal/infra/session-cache';
import { testConfig, TestClock } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import { openSession, type NewUser } from '@portal/proto/rpc/identity';
import {
  confirmSecondFactor,
  getSecondFactor,
  offerSecondFactor,
  removeSecondFactor,
} from '@portal/proto/rpc/second-factor';
import { SecondFactorVault } from '../src/second-factor/second-factor.vault.js';
import {
  base32,
  codeOf as codeAt,
  isRecoveryCode,
  newRecoveryCodes,
  plainCode,
  stepAt,
  stepOf,
} from '../src/second-factor/totp.rules.js';
import { bytesOf } from './people.js';
import { addUser, codeOf, startStack, valueOf, visitor, type Stack } from './stack.js';

const STAFF_PASSWORD = 'Longer-Horse!77';
const address = '192.0.2.9';

describe('a code of an authenticator', () => {
  const key = Buffer.from('12345678901234567890');

  /** The codes of RFC 6238, appendix B, which have eight digits; the last six are used. */
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('equals the value in RFC 6238 at second %i', (seconds, code) => {
    expect(codeAt(key, stepAt(new Date(seconds * 1_000)))).toBe(code);
  });

  test('is accepted up to half a minute early or late', () => {
    const now = new Date('2026-11-22T10:00:00Z');
    const steps = [-2, -1, 0, 1, 2].map((off) => stepOf(key, codeAt(key, stepAt(now) + off), now));
    expect(steps.map((step) => step !== undefined)).toEqual([false, true, true, true, false]);
    for (const none of ['', '12345', '1234567', '12345a', '١٢٣٤٥٦'])
      expect(stepOf(key, none, now)).toBeUndefined();
  });

  test('comes from a key that is shown in base32', () => {
    expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
    expect(base32(Buffer.from('12345678901234567890'))).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  });
});

test('a recovery code is one of ten, and may be typed in upper or lower case', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(isRecoveryCode(plainCode(` ${code.toLowerCase()} `))).toBe(true);
});

test('the encrypted key of an authenticator can be read only for its own user and with the same secret', () => {
  const vault = new SecondFactorVault(testConfig({ secondFactorSecret: 'one' }));
  const key = Buffer.from('12345678901234567890');
  const sealed = vault.seal('lake jane', key);
  expect(vault.seal('lake jane', key)).not.toBe(sealed);
  expect(vault.open('lake jane', sealed)).toEqual(key);
  expect(() => vault.open('lake john', sealed)).toThrow();
  expect(() =>
    new SecondFactorVault(testConfig({ secondFactorSecret: 'two' })).open('lake jane', sealed),
  ).toThrow();
});

describe('the second factor of staff', () => {
  let stack: Stack;
  let clock: TestClock;
  beforeAll(async () => {
    clock = new TestClock(new Date().toISOString());
    stack = await startStack(clock);
  });
  afterAll(() => stack.close());

  const ask = {
    state: (actor: Actor) => stack.rpc.call(getSecondFactor, {}, { actor }),
    offer: (actor: Actor, currentPassword = STAFF_PASSWORD) =>
      stack.rpc.call(offerSecondFactor, { proof: { currentPassword }, address }, { actor }),
    confirm: (actor: Actor, code: string) => stack.rpc.call(confirmSecondFactor, { code }, { actor }),
    remove: (actor: Actor, currentPassword = STAFF_PASSWORD) =>
      stack.rpc.call(removeSecondFactor, { proof: { currentPassword }, address }, { actor }),
  };
  const enter = (username: string, code?: string) =>
    stack.signIn({ username, password: STAFF_PASSWORD, address, ...(code !== undefined && { code }) });
  const codeNow = (key: Buffer): string => codeAt(key, stepAt(clock.now()));
  const nextStep = (): void => clock.advance(30_000);
  /** Creates a staff member who has just signed in. */
  const clerk = async (username: string, role: NewUser['role'] = 'COUNTY') => {
    await addUser(stack, { username, role, account: null, password: STAFF_PASSWORD });
    const { session, token } = valueOf(await enter(username));
    return { actor: session.actor, token, username };
  };
  /** Creates a staff member who has signed in and added a second factor, and waits until the next code is valid. */
  const guarded = async (username: string, role: NewUser['role'] = 'COUNTY') => {
    const { actor, token } = await clerk(username, role);
    const key = bytesOf(valueOf(await ask.offer(actor)).key);
    const { recoveryCodes } = valueOf(await ask.confirm(actor, codeNow(key)));
    nextStep();
    return { actor, token, key, recoveryCodes };
  };

  test('S38 requires a code at each sign-in after it is added', async () => {
    const { actor, username } = await clerk('adds.factor');
    expect(valueOf(await ask.state(actor))).toEqual({ on: false, recoveryCodesLeft: 0 });
    const key = bytesOf(valueOf(await ask.offer(actor)).key);
    expect(key).toHaveLength(20);
    expect(codeOf(await enter(username))).toBe('ok');
    expect(codeOf(await ask.confirm(actor, '000000'))).toBe('WRONG_CODE');
    expect(valueOf(await ask.confirm(actor, codeNow(key))).recoveryCodes).toHaveLength(10);
    expect(valueOf(await ask.state(actor))).toEqual({ on: true, recoveryCodesLeft: 10 });
    nextStep();
    expect(await enter(username)).toMatchObject({
      code: 'CODE_NEEDED',
      fields: { code: 'errors:codeNeeded' },
    });
    expect(codeOf(await enter(username, '000000'))).toBe('WRONG_CODE');
    expect(codeOf(await enter(username, codeNow(key)))).toBe('ok');
  });

  test('S38 accepts each code once, even in two simultaneous sign-ins, and never the code that confirmed the second factor', async () => {
    const { actor, username } = await clerk('replays.code', 'TRIMIN');
    const key = bytesOf(valueOf(await ask.offer(actor)).key);
    const first = codeNow(key);
    await ask.confirm(actor, first);
    expect(codeOf(await enter(username, first))).toBe('WRONG_CODE');
    nextStep();
    const code = codeNow(key);
    const codes = (await Promise.all([enter(username, code), enter(username, code)])).map(codeOf);
    expect(codes.sort()).toEqual(['WRONG_CODE', 'ok']);
    expect(codeOf(await enter(username, codeAt(key, stepAt(clock.now()) - 1)))).toBe('WRONG_CODE');
  });

  test('S38 accepts each recovery code once, and stores only hashes of the codes', async () => {
    const { actor, recoveryCodes } = await guarded('lost.phone');
    const [code = ''] = recoveryCodes;
    expect(codeOf(await enter('lost.phone', code.toLowerCase()))).toBe('ok');
    expect(codeOf(await enter('lost.phone', code))).toBe('WRONG_CODE');
    expect(valueOf(await ask.state(actor)).recoveryCodesLeft).toBe(9);
    const rows = await stack.tables.asAdmin<{ text: string }>(
      'SELECT r::text AS text FROM identity.recovery_code r',
    );
    for (const each of recoveryCodes)
      expect(rows.some(({ text }) => text.includes(each) || text.includes(plainCode(each)))).toBe(false);
  });

  test('S32 has a key that is stored encrypted', async () => {
    const { key } = await guarded('sealed.key');
    const rows = await stack.tables.asAdmin<{ sealed: string }>(
      'SELECT sealed_key AS sealed FROM identity.second_factor',
    );
    expect(rows).not.toEqual([]);
    for (const { sealed } of rows) {
      expect(sealed).not.toContain(base32(key));
      expect(Buffer.from(sealed, 'base64url').includes(key)).toBe(false);
    }
  });

  test('S17 slows down guesses of a code, and a right password does not reset the count', async () => {
    const { key } = await guarded('guessed.code');
    const codes: string[] = [];
    for (let at = 0; at < 5; at += 1) {
      codes.push(codeOf(await enter('guessed.code', `00000${at}`)));
      expect(['CODE_NEEDED', 'TOO_MANY_REQUESTS']).toContain(codeOf(await enter('guessed.code')));
    }
    expect(codes).toEqual(Array<string>(5).fill('WRONG_CODE'));
    expect(codeOf(await enter('guessed.code', codeNow(key)))).toBe('TOO_MANY_REQUESTS');
  });

  test('S12 when added, ends all sessions that were opened without a second factor, except the current one', async () => {
    const { actor, token, username } = await clerk('two.browsers');
    const other = valueOf(await enter(username)).token;
    const key = bytesOf(valueOf(await ask.offer(actor)).key);
    valueOf(await ask.confirm(actor, codeNow(key)));
    const open = (of: string) => stack.value(openSession, { tokenHash: hashToken(of) }, visitor());
    expect(await open(other)).toBeNull();
    expect(await open(token)).not.toBeNull();
  });

  test('cannot be added or removed without the password, nor added twice', async () => {
    const { actor } = await guarded('open.desk');
    expect(codeOf(await ask.remove(actor, 'guess'))).toBe('WRONG_PASSWORD');
    expect(codeOf(await ask.offer(actor, 'guess'))).toBe('WRONG_PASSWORD');
    expect(codeOf(await ask.offer(actor))).toBe('CONFLICT');
    expect(codeOf(await ask.remove(actor))).toBe('ok');
    expect(valueOf(await ask.state(actor))).toEqual({ on: false, recoveryCodesLeft: 0 });
    expect(codeOf(await enter('open.desk'))).toBe('ok');
  });

  test('is not found for users who are not staff', async () => {
    await addUser(stack, { username: 'plain.user' });
    const { actor } = valueOf(await stack.signIn({ username: 'plain.user' })).session;
    for (const answer of [await ask.state(actor), await ask.offer(actor), await ask.remove(actor)])
      expect(codeOf(answer)).toBe('NOT_FOUND');
    expect(codeOf(await ask.confirm(actor, '123456'))).toBe('NOT_FOUND');
  });
});
