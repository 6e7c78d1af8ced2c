import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { armFailpoints } from '@portal/infra/failpoints';
import { hashToken, SessionCache } from '@portal/infra/session-cache';
import { testActor } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import { saveUser, type NewUser } from '@portal/proto/rpc/identity';
import { offerPasswordReset } from '@portal/proto/rpc/registration';
import { confirmSecondFactor, offerSecondFactor } from '@portal/proto/rpc/second-factor';
import { setManagedPassword } from '@portal/proto/rpc/user-manager';
import { PasswordChangeWriter } from '../src/profile/password-change.writer.js';
import { ProfileWriter } from '../src/profile/profile.writer.js';
import { PasswordResetWriter } from '../src/recovery/password-reset.writer.js';
import { SecondFactorWriter } from '../src/second-factor-setup/second-factor.writer.js';
import { codeOf as codeAt, stepAt } from '../src/second-factor/totp.rules.js';
import { SessionEnder } from '../src/sessions/session.ender.js';
import { PasswordHashing } from '../src/users/password-hashing.js';
import { bytesOf, mailsTo, sampleProfile, ticketIn, waitersForRows } from './people.js';
import { addUser, codeOf, startStack, valueOf, visitor, type Stack } from './stack.js';

const OLD = 'Longer-Horse!77';
const NEW = 'Heron-Bay-Ferry!7';
const address = '192.0.2.9';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.configure('lake', 'loginPageRegistration', { forgotPasswordLink: true, emaileExpireIn: 4 });
});
afterEach(() => armFailpoints(undefined));
afterAll(() => stack.close());

type Person = Awaited<ReturnType<typeof person>>;

/** Creates a user with two sessions. */
async function person(over: Partial<NewUser>) {
  const username = `q${randomUUID().slice(0, 8)}.one`;
  const user = await addUser(stack, { username, email: `${username}@example.test`, password: OLD, ...over });
  const enter = async () => valueOf(await stack.signIn({ username, password: OLD, address }));
  return { user, token: (await enter()).token, own: (await enter()).session.actor };
}

/** Lists the user's live sessions, except the one in which the user makes changes. */
const liveSessions = ({ user, own }: Person): Promise<object[]> =>
  stack.tables.asAdmin(
    'SELECT id FROM identity.session WHERE user_id = $1 AND ended_at IS NULL AND id <> $2',
    [user.id, own.session],
  );

/**
 * Signs in with the old password, and makes the change after the password was checked and before the session begins.
 */
async function signInDuring(change: () => Promise<unknown>, { username }: NewUser) {
  let changed: unknown;
  armFailpoints((name) =>
    name === 'sign-in-checked' ? change().then((answer) => void (changed = answer)) : undefined,
  );
  const signedIn = await stack.signIn({ username, password: OLD, address });
  armFailpoints(undefined);
  expect(changed).toMatchObject({ ok: true });
  return signedIn;
}

const staff = (): Actor =>
  testActor({ user: randomUUID(), username: 'anna.berg', role: 'COUNTY', county: 'lake', account: null });

const hashOfNew = (): Promise<string> => stack.running.get(PasswordHashing).hash(NEW);

/**
 * Changes that end the user's sessions. The service locks the user twice: for a moment before it hashes the password,
 * and again when it writes the change. Two of the changes call the writer directly instead of the service, because the
 * test must wait for the second lock.
 */
const changes: [string, Partial<NewUser>, (of: Person) => Promise<() => Promise<unknown>>][] = [
  [
    'staff sets another password',
    {},
    async ({ user: { id } }) =>
      () =>
        stack.call(setManagedPassword, { user: id, password: NEW }, staff()),
  ],
  [
    'the user sets another password through a mailed link',
    {},
    async ({ user }) => {
      const { username, email } = user;
      await stack.call(offerPasswordReset, { asked: { username, email }, address }, visitor());
      const [mail] = await mailsTo(stack, email);
      const ticket = ticketIn(mail, 'passwordReset');
      const hash = await hashOfNew();
      return () => stack.running.get(PasswordResetWriter).write('lake', user, ticket, hash);
    },
  ],
  [
    'the user changes the password in the profile',
    {},
    async ({ user, own }) => {
      const hash = await hashOfNew();
      return () => stack.running.get(PasswordChangeWriter).write(own, user, hash);
    },
  ],
  [
    'the launcher saves the user with another password',
    {},
    async ({ user }) =>
      () =>
        stack.call(saveUser, { ...user, password: NEW }),
  ],
  [
    'a member of staff adds a second factor',
    { role: 'COUNTY', account: null },
    async ({ own }) => {
      const proof = { currentPassword: OLD };
      const { key } = await stack.value(offerSecondFactor, { proof, address }, own);
      const code = codeAt(bytesOf(key), stepAt(new Date()));
      return () => stack.call(confirmSecondFactor, { code }, own);
    },
  ],
];

describe('S12 a sign-in that has already passed the check of the old password', () => {
  test.each(changes)('is refused when %s', async (_change, over, prepare) => {
    const of = await person(over);
    const answer = await signInDuring(await prepare(of), of.user);
    expect(answer).toEqual({ ok: false, code: 'WRONG_CREDENTIALS' });
    expect(await liveSessions(of)).toEqual([]);
  });
});

test.each(changes)(
  'S12 when %s, even a session that begins during the change is ended',
  async (_change, over, prepare) => {
    const of = await person(over);
    const change = await prepare(of);
    await stack.tables.asAdmin('BEGIN');
    await stack.tables.asAdmin(
      `INSERT INTO identity.session (county_id, id, token_hash, user_id, language, created_at, last_seen)
       SELECT county_id, gen_random_uuid(), 'of ' || id, user_id, language, created_at, last_seen
         FROM identity.session WHERE token_hash = $1`,
      [hashToken(of.token)],
    );
    const changed = change();
    await waitersForRows(stack, 1);
    await stack.tables.asAdmin('COMMIT');
    expect(await changed).toMatchObject({ ok: true });
    expect(await liveSessions(of)).toEqual([]);
  },
);

test('S12 a sign-in waits for a change that deactivates its account, and then begins no session', async () => {
  const of = await person({});
  const before = await liveSessions(of);
  await stack.tables.asAdmin('BEGIN');
  await stack.tables.asAdmin(`UPDATE identity.account SET status = 'I' WHERE id = $1`, [of.user.account]);
  const signedIn = stack.signIn({ username: of.user.username, password: OLD, address });
  await waitersForRows(stack, 1);
  await stack.tables.asAdmin('COMMIT');
  expect(codeOf(await signedIn)).toBe('USER_INACTIVE');
  expect(await liveSessions(of)).toEqual(before);
});

test('S12 a session that begins just before a change ends it leaves no copy for other processes', async () => {
  const of = await person({});
  let during = '';
  await stack.running.get(SessionEnder).change('lake', { user: of.user.id }, async (_tx, end) => {
    during = valueOf(await stack.signIn({ username: of.user.username, password: OLD, address })).token;
    await end('DEACTIVATED');
  });
  // the cache that a gateway reads
  const cache = new SessionCache(stack.config.redisUrl, stack.config.redisNamespace, stack.config.keys);
  await cache.ready();
  expect(await cache.find(hashToken(during), new Date())).toBeNull();
  cache.onApplicationShutdown();
});

test('a sign-in with a wrong password holds no lock on the row of the password while another change locks the row of the user', async () => {
  const { id, username } = (await person({})).user;
  await stack.tables.asAdmin('UPDATE identity.credential SET failures = 99 WHERE user_id = $1', [id]);
  await stack.tables.asAdmin('BEGIN');
  await stack.tables.asAdmin('SELECT id FROM identity.app_user WHERE id = $1 FOR UPDATE', [id]);
  const wrong = stack.signIn({ username, password: 'Wrong-Horse!1', address });
  await waitersForRows(stack, 1);
  // a change of the user locks the row of the password next, so the waiting sign-in must not hold that row
  const row = 'SELECT user_id FROM identity.credential WHERE user_id = $1 FOR UPDATE NOWAIT';
  expect(await stack.tables.asAdmin(row, [id])).toHaveLength(1);
  await stack.tables.asAdmin('COMMIT');
  expect(codeOf(await wrong)).toBe('WRONG_CREDENTIALS');
  const status = 'SELECT status FROM identity.app_user WHERE id = $1';
  expect(await stack.tables.asAdmin(status, [id])).toEqual([{ status: 'L' }]);
});

describe('S12 a change by a user whose session ended after the password was checked', () => {
  test('does not replace the password that staff set in the meantime', async () => {
    const { user, own } = await person({});
    const hash = await stack.running.get(PasswordHashing).hash('Quiet-Canoe!7');
    await stack.value(setManagedPassword, { user: user.id, password: NEW }, staff());
    const write = stack.running.get(PasswordChangeWriter).write(own, user, hash);
    expect(await write).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(codeOf(await stack.signIn({ username: user.username, password: NEW, address }))).toBe('ok');
  });

  test('does not change the e-mail address', async () => {
    const { user, own } = await person({});
    await stack.value(setManagedPassword, { user: user.id, password: NEW }, staff());
    const profile = { ...sampleProfile, email: 'other@example.test' };
    const change = { user: user.id, profile, proved: true };
    const written = await stack.database.withCounty('lake', (tx) =>
      stack.running.get(ProfileWriter).write(tx, own, change),
    );
    expect(written).toBe('GONE');
    const row = 'SELECT new_email AS email FROM identity.app_user WHERE id = $1';
    expect(await stack.tables.asAdmin(row, [user.id])).toEqual([{ email: '' }]);
  });

  test('does not remove the second factor', async () => {
    const { user, own } = await person({ role: 'COUNTY', account: null });
    const { key } = await stack.value(offerSecondFactor, { proof: { currentPassword: OLD }, address }, own);
    const code = codeAt(bytesOf(key), stepAt(new Date()));
    await stack.value(confirmSecondFactor, { code }, own);
    await stack.value(setManagedPassword, { user: user.id, password: NEW }, staff());
    const removed = await stack.database.withCounty('lake', (tx) =>
      stack.running.get(SecondFactorWriter).remove(tx, own, user.id),
    );
    expect(removed).toBe(false);
    const { username } = user;
    expect(codeOf(await stack.signIn({ username, password: NEW, address }))).toBe('CODE_NEEDED');
  });

  test('adds no second factor', async () => {
    const { user, own } = await person({ role: 'COUNTY', account: null });
    const { key } = await stack.value(offerSecondFactor, { proof: { currentPassword: OLD }, address }, own);
    await stack.value(setManagedPassword, { user: user.id, password: NEW }, staff());
    const code = codeAt(bytesOf(key), stepAt(new Date()));
    expect(codeOf(await stack.call(confirmSecondFactor, { code }, own))).toBe('WRONG_CODE');
    expect(codeOf(await stack.signIn({ username: user.username, password: NEW, address }))).toBe('ok');
  });
});
