import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import { getOwnAccess, listUsernames, saveAccount, saveUser } from '@portal/proto/rpc/identity';
import {
  createManagedUser,
  deleteManagedUser,
  listManagedUsers,
  openManagedUser,
  saveManagedUser,
  setManagedPassword,
  toggleManagedUser,
} from '@portal/proto/rpc/user-manager';
import { PasswordHashing } from '../src/users/password-hashing.js';
import { codeOf, PASSWORD, startStack, system, testAccount, testUser, type Stack } from './stack.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

/** Returns a random prefix, so that the names in one test do not occur in another. */
const mark = (): string => `q${randomUUID().replaceAll('-', '').slice(0, 10)}`;
const staff = (role: Actor['role'] = 'COUNTY', over: Partial<Actor> = {}): Actor =>
  testActor({ user: randomUUID(), username: 'anna.berg', role, county: 'lake', account: null, ...over });

async function newAccount(): Promise<string> {
  const account = testAccount();
  await stack.value(saveAccount, account);
  return account.id;
}
async function newUser(over: Partial<Parameters<typeof testUser>[0]> = {}): Promise<string> {
  const user = testUser({ username: `${mark()}.user`, account: await newAccount(), ...over });
  await stack.value(saveUser, user);
  return user.id;
}
const entry = (over: object = {}) => ({
  ...{ firstName: 'Odessa', lastName: 'Quill', email: 'odessa@example.com', company: 'Split Rock Title' },
  ...{ address: '', city: '', state: '', zip: '', phoneFormatType: 'STANDARD' as const, phone: '' },
  ...{ role: 'USER' as const, accountId: null as string | null, ...over },
});
const list = (actor: Actor, over: object = {}) =>
  stack.value(
    listManagedUsers,
    { filterText: '', statusType: 'ALL', accountId: null, offset: 0, limit: 10, ...over },
    actor,
  );

describe('the user list', () => {
  test('C1-03 C1-06 finds users by the beginning of a name, a username or an e-mail address, regardless of case', async () => {
    const [name, accountId] = [mark(), await newAccount()];
    const ids = await Promise.all([
      newUser({ username: `${name}.user`, account: accountId }),
      newUser({ firstName: `${name} first` }),
      newUser({ lastName: name.toUpperCase() }),
      newUser({ email: `${name}@example.com` }),
      newUser({ lastName: `x${name}` }),
    ]);
    const { users, total } = await list(staff(), { filterText: name.toUpperCase() });
    expect(users.map(({ id }) => id).sort()).toEqual(ids.slice(0, 4).sort());
    expect(total).toBe(4);
    const ofAccount = await list(staff(), { filterText: name, accountId });
    expect(ofAccount.users.map(({ id }) => id)).toEqual([ids[0]]);
  });

  test('C1-02 filters by status, and counts a locked user as inactive', async () => {
    const name = mark();
    const statuses = ['A', 'I', 'P', 'L'] as const;
    for (const status of statuses) await newUser({ username: `${name}.${status}x`, status });
    const found = async (statusType: string) =>
      (await list(staff(), { filterText: name, statusType })).users.map(({ status }) => status);
    expect(await found('ALL')).toEqual(['A', 'I', 'L', 'P']);
    expect(await found('A')).toEqual(['A']);
    expect(await found('I')).toEqual(['I', 'L']);
    expect(await found('P')).toEqual(['P']);
  });

  test('returns pages sorted by username, and the number of users', async () => {
    const account = await newAccount();
    for (let n = 0; n < 12; n += 1) await newUser({ username: `${mark()}.n${n}`, account });
    const all = await list(staff(), { accountId: account, limit: 1_000 });
    const second = await list(staff(), { accountId: account, offset: 10 });
    expect([all.users.length, all.total, second.total]).toEqual([12, 12, 12]);
    expect(second.users).toEqual(all.users.slice(10));
    expect(all.users.map(({ username }) => username)).toEqual(
      all.users.map(({ username }) => username).sort(),
    );
  });

  test('shows an ACCOUNT user only the users of their own account, whatever account the request names', async () => {
    const [own, other] = [await newAccount(), await newAccount()];
    const [mine] = [await newUser({ account: own }), await newUser({ account: other })];
    const administrator = staff('ACCOUNT', { account: own });
    for (const accountId of [null, own, other])
      expect((await list(administrator, { accountId })).users.map(({ id }) => id)).toEqual([mine]);
  });

  test('is not available to USER and GUEST', async () => {
    for (const role of ['USER', 'GUEST'] as const)
      expect(
        await stack.call(listManagedUsers, { offset: 0, limit: 10 }, staff(role, { account: randomUUID() })),
      ).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the entry of a user', () => {
  const create = (actor: Actor, over: object = {}, id = randomUUID()) =>
    stack.call(
      createManagedUser,
      { id, entry: { ...entry(), username: `${mark()}.new`, password: PASSWORD, ...over } },
      actor,
    );

  test('C1-18 C1-47 creates an active user who can sign in', async () => {
    const [id, username, accountId] = [randomUUID(), `${mark()}.new`, await newAccount()];
    expect(await create(staff(), { username, accountId }, id)).toEqual({ ok: true, value: {} });
    expect(await stack.value(openManagedUser, { user: id }, staff())).toMatchObject({
      ...{ username, role: 'USER', status: 'A', accountId, company: 'Split Rock Title', lastSignIn: '' },
      email: 'odessa@example.com',
    });
    expect(await stack.signIn({ username })).toMatchObject({ ok: true });
    const { lastSignIn } = await stack.value(openManagedUser, { user: id }, staff());
    expect(Date.parse(lastSignIn)).toBeGreaterThan(Date.now() - 60_000);
  });

  test('C1-23 C1-24 C1-26 C1-28 requires names, password, e-mail and account', async () => {
    const empty = { username: '', password: '', firstName: '', lastName: '', email: '', accountId: null };
    expect(await create(staff(), empty)).toMatchObject({
      code: 'INVALID_INPUT',
      fields: {
        ...{ 'entry.username': 'forms:required', 'entry.password': 'forms:required' },
        ...{ 'entry.firstName': 'forms:required', 'entry.lastName': 'forms:required' },
        ...{ 'entry.email': 'forms:required', 'entry.accountId': 'forms:required' },
      },
    });
  });

  test('refuses a username that is taken, even if two users are created with it at the same moment', async () => {
    const [username, accountId] = [`${mark()}.new`, await newAccount()];
    const answers = await Promise.all(
      [username, username.toUpperCase()].map((name) => create(staff(), { username: name, accountId })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ fields: { username: 'panel:usernameTaken' } });
  });

  test('S39 refuses a password that is easily guessed', async () => {
    const accountId = await newAccount();
    expect(await create(staff(), { accountId, password: 'Password1!' })).toMatchObject({
      fields: { password: 'forms:passwordGuessed' },
    });
  });

  test('S9 lets nobody give a user a role above their own, and lets account administrators manage only users of their account', async () => {
    const [own, other] = [await newAccount(), await newAccount()];
    const administrator = staff('ACCOUNT', { account: own });
    const notThere = { ok: false, code: 'NOT_FOUND' };
    expect(await create(staff('COUNTY'), { role: 'TRIMIN' })).toEqual(notThere);
    expect(await create(administrator, { role: 'COUNTY' })).toEqual(notThere);
    expect(await create(administrator, { accountId: other })).toEqual(notThere);
    expect(await create(administrator, { accountId: own })).toMatchObject({ ok: true });
    const user = await newUser({ account: own });
    const save = (actor: Actor, id: string, over: object) =>
      stack.call(saveManagedUser, { user: id, entry: entry({ accountId: own, ...over }) }, actor);
    expect(await save(administrator, user, { role: 'COUNTY' })).toEqual(notThere);
    expect(await save(administrator, user, { accountId: other })).toEqual(notThere);
    expect(await save(administrator, await newUser({ account: other }), {})).toEqual(notThere);
    expect(await save(staff('COUNTY'), user, { role: 'TRIMIN' })).toEqual(notThere);
    expect(await save(administrator, user, { role: 'ACCOUNT' })).toMatchObject({ ok: true });
    const provider = await newUser({ role: 'TRIMIN', account: null });
    for (const contract of [openManagedUser, toggleManagedUser, deleteManagedUser])
      expect(await stack.call(contract, { user: provider }, staff('COUNTY'))).toEqual(notThere);
    const abroad = staff('TRIMIN', { county: 'saipan' });
    expect(await stack.call(openManagedUser, { user }, abroad)).toEqual(notThere);
  });

  test('changes all fields except username, password and status', async () => {
    const [user, accountId] = [await newUser(), await newAccount()];
    const before = await stack.value(openManagedUser, { user }, staff());
    const changed = entry({
      accountId,
      city: 'Two Harbors',
      phone: '(218) 555-0142',
      email: 'new@example.com',
    });
    await stack.value(saveManagedUser, { user, entry: changed }, staff());
    const after = await stack.value(openManagedUser, { user }, staff());
    const { username, status, id, createdAt } = before;
    expect(after).toMatchObject({ ...changed, username, status, id, createdAt });
  });
});

describe('the status of a user', () => {
  const toggle = (user: string, actor = staff()) => stack.call(toggleManagedUser, { user }, actor);

  test('C1-35 C1-39 changes from active to inactive, which signs the user out, and from any other status to active', async () => {
    const username = `${mark()}.user`;
    const user = await newUser({ username });
    const signedIn = await stack.signIn({ username });
    expect(signedIn.ok).toBe(true);
    expect(await toggle(user)).toEqual({ ok: true, value: { status: 'I' } });
    expect(await stack.signIn({ username })).toMatchObject({ ok: false, code: 'USER_INACTIVE' });
    expect(await toggle(user)).toEqual({ ok: true, value: { status: 'A' } });
    for (const status of ['P', 'L'] as const)
      expect(await toggle(await newUser({ status }))).toEqual({ ok: true, value: { status: 'A' } });
  });

  test('C1-35 changes to the requested status; repeating the command changes nothing', async () => {
    const username = `${mark()}.user`;
    const user = await newUser({ username });
    const want = (status: 'A' | 'I') => stack.call(toggleManagedUser, { user, status }, staff());
    const stored = () =>
      stack.tables.asAdmin(
        `SELECT u::text, c.failures, (SELECT count(*) FROM identity.outbox WHERE aggregate = $2) AS facts,
                (SELECT count(*) FROM identity.session s WHERE s.user_id = u.id AND s.ended_at IS NULL) AS sessions
           FROM identity.app_user u JOIN identity.credential c ON c.user_id = u.id WHERE u.id = $1`,
        [user, `user:${user}`],
      );
    expect(await want('I')).toEqual({ ok: true, value: { status: 'I' } });
    const inactive = await stored();
    expect(await want('I')).toEqual({ ok: true, value: { status: 'I' } });
    expect(await stored()).toEqual(inactive);
    expect(codeOf(await stack.signIn({ username }))).toBe('USER_INACTIVE');
    expect(await want('A')).toEqual({ ok: true, value: { status: 'A' } });
    expect(codeOf(await stack.signIn({ username }))).toBe('ok');
    await stack.tables.asAdmin('UPDATE identity.credential SET failures = 2 WHERE user_id = $1', [user]);
    const active = await stored();
    expect(active).toMatchObject([{ failures: 2, sessions: '1' }]);
    expect(await want('A')).toEqual({ ok: true, value: { status: 'A' } });
    expect(await stored()).toEqual(active);
  });

  test('is not for the user to change: users cannot deactivate, delete or demote themselves', async () => {
    const user = await newUser({ role: 'COUNTY', account: null });
    await newUser({ role: 'COUNTY', account: null });
    const own = staff('COUNTY', { user });
    expect(await toggle(user, own)).toMatchObject({ code: 'OWN_USER' });
    expect(await stack.call(deleteManagedUser, { user }, own)).toMatchObject({ code: 'OWN_USER' });
    const lowered = entry({ accountId: await newAccount() });
    expect(await stack.call(saveManagedUser, { user, entry: lowered }, own)).toMatchObject({
      code: 'OWN_USER',
    });
    const same = entry({ role: 'COUNTY', firstName: 'Wilhelmina' });
    expect(await stack.call(saveManagedUser, { user, entry: same }, own)).toMatchObject({ ok: true });
  });

  test('stays active for the last COUNTY user, even when the last two are deactivated at the same moment', async () => {
    const county = 'saipan';
    const inSaipan = (user: string) => ({ user, county });
    const users = [randomUUID(), randomUUID()];
    for (const id of users)
      await stack.value(
        saveUser,
        testUser({ id, username: `${mark()}.user`, role: 'COUNTY', account: null }),
        system(county),
      );
    const provider = staff('TRIMIN', inSaipan(randomUUID()));
    const answers = await Promise.all([
      stack.call(toggleManagedUser, { user: users[0] ?? '' }, provider),
      stack.call(deleteManagedUser, { user: users[1] ?? '' }, provider),
    ]);
    expect(answers.map(codeOf).sort()).toEqual(['LAST_COUNTY_USER', 'ok']);
  });
});

test("C1-33 C1-49 a new password ends the user's sessions, and the user can sign in with it", async () => {
  const username = `${mark()}.user`;
  const user = await newUser({ username });
  const live = () =>
    stack.tables.asAdmin('SELECT id FROM identity.session WHERE user_id = $1 AND ended_at IS NULL', [user]);
  await stack.signIn({ username });
  expect(await live()).toHaveLength(1);
  const password = 'Heron-Bay-Ferry!7';
  const none = await stack.call(setManagedPassword, { user, password: '' }, staff());
  expect(none).toMatchObject({ fields: { password: 'forms:required' } });
  const easy = await stack.call(setManagedPassword, { user, password: 'Password1!' }, staff());
  expect(easy).toMatchObject({ fields: { password: 'forms:passwordGuessed' } });
  expect(await stack.call(setManagedPassword, { user, password }, staff())).toEqual({ ok: true, value: {} });
  expect(await live()).toEqual([]);
  expect(await stack.signIn({ username })).toMatchObject({ code: 'WRONG_CREDENTIALS' });
  expect(await stack.signIn({ username, password })).toMatchObject({ ok: true });
  // a repeat of the request changes nothing
  expect(await stack.call(setManagedPassword, { user, password }, staff())).toEqual({ ok: true, value: {} });
  expect(await live()).toHaveLength(1);
  // the audit entry contains the username, because an id would tell readers nothing
  const recorded = await stack.tables.asAdmin(
    `SELECT payload->>'detail' AS detail FROM identity.outbox
     WHERE aggregate = $1 AND payload->>'action' = 'user.password' ORDER BY sequence`,
    [`user:${user}`],
  );
  // the first entry is about the password that the new user got
  expect(recorded).toEqual([{ detail: username }, { detail: username }]);
});

test('S15 a new password is not compared with the password of a user whom the caller may not manage', async () => {
  const stranger = staff('ACCOUNT', { account: await newAccount() });
  const user = await newUser();
  const verify = jest.spyOn(stack.running.get(PasswordHashing), 'verify');
  for (const password of [PASSWORD, 'Heron-Bay-Ferry!7'])
    expect(await stack.call(setManagedPassword, { user, password }, stranger)).toMatchObject({
      code: 'NOT_FOUND',
    });
  expect(verify).not.toHaveBeenCalled();
  expect(await stack.call(setManagedPassword, { user, password: PASSWORD }, staff())).toMatchObject({
    ok: true,
  });
  expect(verify).toHaveBeenCalledTimes(1);
  verify.mockRestore();
});

test('S32 the time at which staff set up or change the access of a user is stored; a user’s own new password does not count', async () => {
  const [id, username] = [randomUUID(), `${mark()}.clerk`];
  const clerkEntry = entry({ role: 'COUNTY', email: `${username}@example.com` });
  const own = staff('COUNTY', { user: id, username });
  const access = async () => (await stack.value(getOwnAccess, {}, own)).setAt;
  const forget = () =>
    stack.tables.asAdmin('UPDATE identity.app_user SET access_set_at = NULL WHERE id = $1', [id]);
  const toggle = () => stack.call(toggleManagedUser, { user: id }, staff());
  const newClerk = { ...clerkEntry, username, password: PASSWORD };
  expect(await stack.call(createManagedUser, { id, entry: newClerk }, staff())).toMatchObject({ ok: true });
  expect(await access()).not.toBeNull();
  const byOthers = [
    () => stack.call(setManagedPassword, { user: id, password: 'Heron-Bay-Ferry!7' }, staff()),
    () => stack.call(saveManagedUser, { user: id, entry: { ...clerkEntry, email: 'x@y.example' } }, staff()),
    () => toggle().then(toggle),
  ];
  for (const change of byOthers) {
    await forget();
    expect(await change()).toMatchObject({ ok: true });
    expect(await access()).not.toBeNull();
  }
  await forget();
  await stack.call(setManagedPassword, { user: id, password: 'Heron-Bay-Canoe!8' }, own);
  const other = { ...clerkEntry, email: 'x@y.example', company: 'Another' };
  await stack.call(saveManagedUser, { user: id, entry: other }, staff());
  expect(await access()).toBeNull();
});

const recordsOf = (user: string, action: string) =>
  stack.tables.asAdmin(`SELECT 1 FROM identity.outbox WHERE aggregate = $1 AND payload->>'action' = $2`, [
    `user:${user}`,
    action,
  ]);

test('several deletions of a user at the same moment all succeed, and the user is deleted once', async () => {
  const user = await newUser();
  const answers = await Promise.all([1, 2, 3].map(() => stack.call(deleteManagedUser, { user }, staff())));
  expect(answers.map(codeOf)).toEqual(['ok', 'ok', 'ok']);
  expect(await recordsOf(user, 'user.delete')).toHaveLength(1);
});

test('a deletion that is sent again succeeds only for those who may manage the account of the deleted user', async () => {
  const [own, other] = [await newAccount(), await newAccount()];
  const user = await newUser({ account: own });
  const remove = (actor: Actor) => stack.call(deleteManagedUser, { user }, actor);
  expect(await remove(staff('ACCOUNT', { account: own }))).toEqual({ ok: true, value: {} });
  expect(await remove(staff('ACCOUNT', { account: own }))).toEqual({ ok: true, value: {} });
  for (const stranger of [
    staff('ACCOUNT', { account: other }),
    staff('USER', { account: own }),
    staff('TRIMIN', { county: 'saipan' }),
  ])
    expect(await remove(stranger)).toMatchObject({ code: 'NOT_FOUND' });
  expect(await stack.call(deleteManagedUser, { user: randomUUID() }, staff())).toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('C1-42 a deleted user is removed with all dependent data, except the name that purchases show', async () => {
  const username = `${mark()}.user`;
  const user = await newUser({ username });
  const signedIn = await stack.signIn({ username });
  expect(signedIn.ok).toBe(true);
  expect(await stack.call(deleteManagedUser, { user }, staff())).toEqual({ ok: true, value: {} });
  expect(await stack.call(openManagedUser, { user }, staff())).toMatchObject({ code: 'NOT_FOUND' });
  expect(await stack.signIn({ username })).toMatchObject({ code: 'WRONG_CREDENTIALS' });
  expect(await stack.value(listUsernames, { users: [user] }, staff())).toEqual([{ user, username }]);
  for (const table of ['app_user', 'credential', 'session'])
    expect(
      await stack.tables.asAdmin(
        `SELECT 1 FROM identity.${table} WHERE ${table === 'app_user' ? 'id' : 'user_id'} = $1`,
        [user],
      ),
    ).toEqual([]);
  // a client that did not receive the answer sends the deletion again
  expect(await stack.call(deleteManagedUser, { user }, staff())).toEqual({ ok: true, value: {} });
  expect(await recordsOf(user, 'user.delete')).toHaveLength(1);
  // the name is free again
  const again = { ...entry(), username, password: PASSWORD, accountId: await newAccount() };
  expect(await stack.call(createManagedUser, { id: randomUUID(), entry: again }, staff())).toMatchObject({
    ok: true,
  });
});
