import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ListedUser, ManagedUser } from '@portal/proto/http/user-manager';
import { contentOf, Visitor } from './portal.js';

interface UserPage {
  users: ListedUser[];
  total: number;
}

const PASSWORD = 'Heron-Bay-Ferry!7';
const username = `keeper.${Date.now().toString(36)}`;
let staff: Visitor;
beforeAll(async () => {
  staff = await Visitor.signedIn('demo.county');
});
const list = (visitor: Visitor, over: object = {}) =>
  contentOf<UserPage>(visitor.post('userManager/users', over));
const found = async (): Promise<ListedUser | undefined> =>
  (await list(staff, { filterText: username })).users[0];

/** Restores the demo's users. */
afterAll(async () => {
  const left = await found();
  if (left) await staff.post('userManager/userDelete', { userId: left.id });
});

test('C0-39 C1-08 C1-12 staff see ten users per page with the total count, and can open the next page', async () => {
  const first = await list(staff);
  expect(first.total).toBeGreaterThan(10);
  expect(first.users).toHaveLength(10);
  const second = await list(staff, { page: 2 });
  expect(second.users.map(({ id }) => id)).not.toContain(first.users[0]?.id);
  expect(second.total).toBe(first.total);
});

test('the list of users can be sorted by username, name, account and type, and by nothing else', async () => {
  const keysOf = {
    username: (user: ListedUser) => user.username,
    name: (user: ListedUser) => user.lastName,
    account: (user: ListedUser) => user.accountName,
    role: (user: ListedUser) => user.role,
  };
  for (const [sortKey, keyOf] of Object.entries(keysOf))
    for (const sortDirection of ['ASC', 'DESC']) {
      const shown = (await list(staff, { sortKey, sortDirection })).users.map((user) =>
        keyOf(user).toLowerCase(),
      );
      const up = shown.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
      expect([sortKey, shown]).toEqual([sortKey, sortDirection === 'ASC' ? up : up.toReversed()]);
    }
  expect((await staff.post('userManager/users', { sortKey: 'status' })).status).toBe(422);
});

test('C1-23 C1-26 C1-28 an incomplete user is refused, with a message for each missing field', async () => {
  const { status, envelope } = await staff.post('userManager/user', {
    ...{ id: 0, username: '', password: '', firstName: '', lastName: '', email: '', accountId: null },
  });
  expect(status).toBe(422);
  expect(envelope.fields).toMatchObject({
    ...{ username: 'Required.', password: 'Required.', firstName: 'Required.', lastName: 'Required.' },
    ...{ email: 'Required.', accountId: 'Required.' },
  });
});

test('C0-02 C1-41 C1-42 C1-43 C1-44 C1-46 C1-47 a user is created, found, changed, deactivated, activated and deleted', async () => {
  const [escrow] = (await list(staff, { filterText: 'demo.escrow' })).users;
  const entry = {
    ...{ firstName: 'Odessa', lastName: 'Quill', email: `${username}@example.com`, role: 'USER' },
    accountId: escrow?.accountId,
  };
  const made = await staff.post('userManager/user', { id: 0, username, password: PASSWORD, ...entry });
  expect(made.envelope).toMatchObject({ ok: true, message: 'The user is saved.' });
  const user = await found();
  expect(user).toMatchObject({ username, status: 'A', accountName: escrow?.accountName });
  const id = user?.id ?? '';
  const signedIn = await new Visitor('lake').logIn({ username, password: PASSWORD });
  expect(signedIn.envelope.ok).toBe(true);
  await staff.post('userManager/user', { id, ...entry, company: 'Split Rock Title' });
  expect(await contentOf<ManagedUser>(staff.get(`userManager/user/${id}`))).toMatchObject({
    ...{ company: 'Split Rock Title', username, lastSignIn: expect.stringMatching(/Z$/) },
  });
  const off = await staff.post('userManager/userChangeStatusList', { userId: id, filterText: username });
  expect(off.envelope).toMatchObject({
    message: 'The user is inactive.',
    content: { users: [{ id, status: 'I' }], total: 1 },
  });
  const offAgain = await staff.post('userManager/userChangeStatusList', { userId: id, status: 'I' });
  expect(offAgain.envelope).toMatchObject({ message: 'The user is inactive.' });
  const wrong = await staff.post('userManager/userChangeStatusSingle', { userId: id, status: 'L' });
  expect(wrong.status).toBe(422);
  const stillOff = await staff.post('userManager/userChangeStatusSingle', { userId: id, status: 'I' });
  expect(stillOff.envelope).toMatchObject({ message: 'The user is inactive.', content: { status: 'I' } });
  const on = await staff.post('userManager/userChangeStatusSingle', { userId: id });
  expect(on.envelope).toMatchObject({ message: 'The user is active.', content: { status: 'A' } });
  const gone = await staff.post('userManager/userDelete', { userId: id, filterText: username });
  expect(gone.envelope).toMatchObject({ message: 'The user is deleted.', content: { users: [], total: 0 } });
});

test('staff and the account’s administrator can send a user a reset e-mail; anyone else is told that the user does not exist', async () => {
  // the portal limits the requests of an IP address, so each run uses a random one
  const part = () => 1 + Math.floor(Math.random() * 250);
  const clerk = await Visitor.signedIn('demo.county', 'lake', `127.${part()}.${part()}.${part()}`);
  const [administrator] = (await list(clerk, { filterText: 'demo.account' })).users;
  const entry = {
    ...{ firstName: 'Odessa', lastName: 'Quill', email: `${username}@example.com`, role: 'USER' },
    accountId: administrator?.accountId,
  };
  await clerk.post('userManager/user', { id: 0, username, password: PASSWORD, ...entry });
  const send = (visitor: Visitor, userId: string | undefined) =>
    visitor.post('userManager/userResetMail', { userId });
  const user = await found();
  const sent = await send(clerk, user?.id);
  expect([sent.status, sent.envelope.ok, sent.envelope.message]).toEqual([
    ...[200, true],
    'A link for a new password is on its way to the user.',
  ]);
  const ofAccount = await Visitor.signedIn('demo.account');
  expect((await send(ofAccount, user?.id)).envelope.ok).toBe(true);
  const [ownClerk] = (await list(clerk, { filterText: 'demo.county' })).users;
  expect((await send(ofAccount, ownClerk?.id)).status).toBe(404);
  const [provider] = (await list(clerk, { filterText: 'demo.trimin' })).users;
  expect((await send(clerk, provider?.id)).status).toBe(404);
  expect((await send(await Visitor.signedIn('demo.invoice'), user?.id)).status).toBe(404);
  expect((await send(clerk, 'x')).status).toBe(422);
  await clerk.post('userManager/userChangeStatusSingle', { userId: user?.id, status: 'I' });
  const refused = await send(clerk, user?.id);
  expect(refused.envelope).toMatchObject({ ok: false, message: expect.stringMatching(/is not active/) });
});

test('an account’s administrator sees only the users of the account', async () => {
  const administrator = await Visitor.signedIn('demo.account');
  const { users } = await list(administrator, { statusType: 'ALL' });
  expect(users.map((user) => user.username)).toContain('demo.account');
  expect(new Set(users.map(({ accountId }) => accountId)).size).toBe(1);
  const [foreign] = (await list(staff, { filterText: 'demo.county' })).users;
  expect((await administrator.get(`userManager/user/${foreign?.id}`)).status).toBe(404);
});

test('users cannot deactivate themselves, and the refusal says why', async () => {
  const [own] = (await list(staff, { filterText: 'demo.county' })).users;
  const answer = await staff.post('userManager/userChangeStatusSingle', { userId: own?.id });
  expect(answer.envelope).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^You cannot deactivate/),
  });
});

test('saving a user fails, with a message, if somebody else has changed the user since the page was opened', async () => {
  const [escrow] = (await list(staff, { filterText: 'demo.escrow' })).users;
  const entry = {
    ...{ firstName: 'Odessa', lastName: 'Quill', email: `${username}@example.com`, role: 'USER' },
    accountId: escrow?.accountId,
  };
  await staff.post('userManager/user', { id: 0, username, password: PASSWORD, ...entry });
  const { id } = (await found()) ?? { id: '' };
  const { version } = await contentOf<ManagedUser>(staff.get(`userManager/user/${id}`));
  const first = await staff.post('userManager/user', { id, version, ...entry, company: 'Split Rock Title' });
  expect(first.envelope.ok).toBe(true);
  const second = await staff.post('userManager/user', { id, version, ...entry, company: 'Gooseberry Title' });
  expect(second.status).toBe(200);
  expect(second.envelope).toMatchObject({
    ...{ ok: false, message: expect.stringContaining('Someone else has changed this') },
  });
  const now = await contentOf<ManagedUser>(staff.get(`userManager/user/${id}`));
  expect(now.company).toBe('Split Rock Title');
  const again = { id, version: now.version, ...entry, company: 'Gooseberry Title' };
  expect((await staff.post('userManager/user', again)).envelope.ok).toBe(true);
  const gone = await staff.post('userManager/userDelete', { userId: id });
  expect(gone.envelope.ok).toBe(true);
});
