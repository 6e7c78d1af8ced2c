import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testActor, TestClock } from '@portal/infra/testing';
import { countAccountSignIns, toggleManagedAccount } from '@portal/proto/rpc/account-manager';
import type { Actor } from '@portal/proto/rpc/actor';
import { saveAccount, saveUser } from '@portal/proto/rpc/identity';
import { codeOf, PASSWORD, startStack, testAccount, testUser, type Stack } from './stack.js';

// in the county it is 10 a.m. on June 10, so the last seven days begin on June 4 at 05:00 UTC
const now = '2026-06-10T15:00:00.000Z';
const clock = new TestClock(now);
let stack: Stack;
beforeAll(async () => {
  stack = await startStack(clock);
});
// `close()` also checks the plan of every statement, as if the tables had a million rows
afterAll(() => stack.close());

const staff = (role: Actor['role'] = 'COUNTY', county = 'lake'): Actor =>
  testActor({ user: randomUUID(), username: 'anna.berg', role, county, account: null });
const count = (account: string, actor = staff()) => stack.value(countAccountSignIns, { account }, actor);

async function newAccount(...usernames: string[]): Promise<string> {
  const account = testAccount();
  await stack.value(saveAccount, account);
  for (const username of usernames) await stack.value(saveUser, testUser({ username, account: account.id }));
  return account.id;
}
/** Tries to sign in at the given time, and returns the code of the answer. */
const tryAt = async (at: string, username: string, password = PASSWORD): Promise<string> => {
  clock.set(at);
  const code = codeOf(await stack.signIn({ username, password }));
  clock.set(now);
  return code;
};

test('staff see how often the users of an account signed in or were refused in the last seven days of the county’s calendar', async () => {
  const account = await newAccount('ada.first', 'ada.second');
  await newAccount('ada.stranger');
  await tryAt('2026-06-04T04:59:59.000Z', 'ada.first');
  await tryAt('2026-06-04T04:59:59.000Z', 'ada.first', 'wrong');
  expect(await count(account)).toEqual({ until: '2026-06-10', signedIn: 0, refused: 0, lastRefusal: null });
  expect(await tryAt('2026-06-04T05:00:00.000Z', 'ada.first')).toBe('ok');
  expect(await tryAt('2026-06-07T12:00:00.000Z', 'ada.second')).toBe('ok');
  expect((await count(account)).lastRefusal).toBeNull();
  expect(await tryAt('2026-06-08T12:00:00.000Z', 'ada.second', 'wrong')).toBe('WRONG_CREDENTIALS');
  await tryAt('2026-06-05T12:00:00.000Z', 'ada.first', 'wrong');
  await tryAt('2026-06-09T12:00:00.000Z', 'ada.stranger', 'wrong');
  await tryAt('2026-06-09T12:00:00.000Z', 'ada.nobody', 'wrong');
  expect(await count(account)).toEqual({
    ...{ until: '2026-06-10', signedIn: 2, refused: 2 },
    lastRefusal: { username: 'ada.second', at: '2026-06-08T12:00:00.000Z', reason: 'WRONG_CREDENTIALS' },
  });
});

test('a sign-in that is refused although the password is right counts as refused, with the reason that the user was told', async () => {
  const account = await newAccount('bea.first');
  await stack.value(toggleManagedAccount, { account, status: 'I' }, staff());
  expect(await tryAt('2026-06-10T14:00:00.000Z', 'bea.first')).toBe('USER_INACTIVE');
  expect(await count(account)).toMatchObject({ refused: 1, lastRefusal: { reason: 'USER_INACTIVE' } });
});

test('only staff of an account’s county see how often the account’s users signed in or were refused', async () => {
  const account = await newAccount('cleo.first');
  const codeFor = async (actor: Actor) => codeOf(await stack.call(countAccountSignIns, { account }, actor));
  expect(await codeFor(staff('TRIMIN'))).toBe('ok');
  for (const role of ['ACCOUNT', 'USER', 'GUEST'] as const)
    expect(await codeFor(staff(role))).toBe('NOT_FOUND');
  expect(await codeFor(staff('COUNTY', 'saipan'))).toBe('NOT_FOUND');
  expect(codeOf(await stack.call(countAccountSignIns, { account: randomUUID() }, staff()))).toBe('NOT_FOUND');
});
