import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testActor, TestClock } from '@portal/infra/testing';
import type { Input } from '@portal/proto/rpc/contract';
import { inviteCountyUser, inviteProviderUser } from '@portal/proto/rpc/identity';
import { resetPassword } from '@portal/proto/rpc/registration';
import { CredentialRepository } from '../src/users/credential.repository.js';
import { PasswordHashing } from '../src/users/password-hashing.js';
import { UserRepository } from '../src/users/user.repository.js';
import { allWritten, mailsTo, ticketIn, waitersForRows } from './people.js';
import { addUser, codeOf, startStack, system, visitor, type Stack } from './stack.js';

const PASSWORD = 'Quiet-Canoe!77';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack(new TestClock(new Date().toISOString()));
});
afterAll(() => stack.close());

const ann: Input<typeof inviteCountyUser> = {
  username: 'ann.recorder',
  firstName: 'Ann',
  lastName: 'Berg',
  email: 'ann@office.example',
};
const invite = (over: Partial<typeof ann> = {}, actor = system()) =>
  stack.call(inviteCountyUser, { ...ann, ...over }, actor);
const reset = (ticket: string) =>
  stack.rpc.call(resetPassword, { ticket, password: PASSWORD }, { actor: visitor('lake') });
const signIn = (password: string) => stack.signIn({ username: ann.username, password });

test('the first COUNTY user is invited by mail, and another invitation corrects the address as long as no password is set', async () => {
  expect(codeOf(await invite({ email: 'mistyped@office.example' }))).toBe('ok');
  const [mistyped] = await mailsTo(stack, 'mistyped@office.example');
  expect(codeOf(await signIn(PASSWORD))).toBe('WRONG_CREDENTIALS');

  expect(codeOf(await invite())).toBe('ok');
  const [mail] = await mailsTo(stack, ann.email);
  expect(mail?.text).toContain(ann.username);
  expect(codeOf(await reset(ticketIn(mistyped, 'passwordReset')))).toBe('TICKET_NOT_VALID');

  expect(codeOf(await reset(ticketIn(mail, 'passwordReset')))).toBe('ok');
  expect(await signIn(PASSWORD)).toMatchObject({ value: { session: { user: { role: 'COUNTY' } } } });

  expect(await invite()).toMatchObject({ code: 'CONFLICT', params: { username: ann.username } });
  expect(await invite({ username: 'other.clerk' })).toMatchObject({ code: 'CONFLICT' });
  await allWritten(stack);
  expect(stack.mail.to(ann.email).filter(({ text }) => text.includes('/passwordReset/'))).toHaveLength(1);
});

test('of two simultaneous invitations of a first COUNTY user, only one is accepted', async () => {
  const saipan = system('saipan');
  const answers = await Promise.all([
    invite({ username: 'first.clerk' }, saipan),
    invite({ username: 'second.clerk' }, saipan),
  ]);
  expect(answers.map(codeOf).sort()).toEqual(['CONFLICT', 'ok']);
});

test('an invitation is refused if the invited user is setting a password at the same moment', async () => {
  const east = 'east';
  const first = { ...ann, email: 'mistyped@office.example' };
  expect(codeOf(await invite(first, system(east)))).toBe('ok');
  // the sender of e-mails locks the user too, so the test waits until it has finished
  await allWritten(stack);
  const [user] = await stack.tables.asAdmin<{ id: string }>(
    `SELECT id FROM identity.app_user WHERE county_id = '${east}'`,
  );
  const id = user?.id ?? '';
  const hash = await stack.running.get(PasswordHashing).hash(PASSWORD);
  const asked = await stack.tables.database.withCounty(east, async (tx) => {
    await stack.running.get(UserRepository).findForChange(tx, id);
    const answer = invite({}, system(east));
    await waitersForRows(stack, 1);
    await stack.running.get(CredentialRepository).save(tx, id, hash, new Date());
    // the promise is returned inside an object, because `withCounty` would wait for a plain promise, and the invitation
    // ends only after this transaction
    return { answer };
  });
  expect(codeOf(await asked.answer)).toBe('CONFLICT');
  const stored = await stack.tables.asAdmin(
    `SELECT email FROM identity.app_user WHERE county_id = '${east}'`,
  );
  expect(stored).toEqual([{ email: first.email }]);
});

test('an invitation for the username of a user with another role is refused, the error names the username, and nothing is written', async () => {
  const north = system('north');
  await addUser(stack, { username: 'taken.name' }, 'north');
  expect(await invite({ username: 'Taken.Name' }, north)).toMatchObject({
    code: 'INVALID_INPUT',
    fields: { username: 'panel:usernameTaken' },
  });
  const written = await stack.tables.asAdmin(
    `SELECT 1 AS user FROM identity.app_user WHERE county_id = 'north' AND role = 'COUNTY'`,
  );
  expect(written).toEqual([]);
});

test.each([
  ['username', { username: 'short' }],
  ['firstName', { firstName: '' }],
  ['lastName', { lastName: 'x'.repeat(31) }],
  ['email', { email: 'nowhere' }],
])('an invitation with a wrong %s is refused, and the error names the field', async (field, wrong) => {
  const answer = await invite(wrong, system('south'));
  expect(answer).toMatchObject({ code: 'INVALID_INPUT', fields: { [field]: expect.any(String) } });
});

test('several TRIMIN users can be invited to a county by mail, in addition to its COUNTY user', async () => {
  const pat = { ...ann, username: 'pat.provider', email: 'pat@provider.example' };
  const call = (person: typeof ann) => stack.call(inviteProviderUser, person, system());
  expect(codeOf(await call({ ...pat, email: 'mistyped@provider.example' }))).toBe('ok');
  const [mistyped] = await mailsTo(stack, 'mistyped@provider.example');
  expect(codeOf(await call(pat))).toBe('ok');
  expect(codeOf(await call({ ...pat, username: 'sam.provider', email: 'sam@provider.example' }))).toBe('ok');
  const [mail] = await mailsTo(stack, pat.email);
  expect(codeOf(await reset(ticketIn(mistyped, 'passwordReset')))).toBe('TICKET_NOT_VALID');
  expect(codeOf(await reset(ticketIn(mail, 'passwordReset')))).toBe('ok');
  const signedIn = await stack.signIn({ username: pat.username, password: PASSWORD });
  expect(signedIn).toMatchObject({ value: { session: { user: { role: 'TRIMIN' } } } });
  // the command must neither mail a link for a user who already has a password, nor give a clerk the role TRIMIN
  expect(await call(pat)).toMatchObject({ code: 'CONFLICT', params: { username: pat.username } });
  expect(await call({ ...ann, email: 'other@provider.example' })).toMatchObject({
    code: 'INVALID_INPUT',
    fields: { username: 'panel:usernameTaken' },
  });
});

test.each(['TRIMIN', 'COUNTY', 'ACCOUNT'] as const)('S41 %s cannot invite users', async (role) => {
  for (const contract of [inviteCountyUser, inviteProviderUser]) {
    const answer = await stack.call(contract, ann, testActor({ role, county: 'west' }));
    // a command from any process except the launcher is refused before the service reads it
    expect(codeOf(answer)).toBe('UNEXPECTED');
  }
  const made = await stack.tables.asAdmin(`SELECT 1 FROM identity.app_user WHERE county_id = 'west'`);
  expect(made).toEqual([]);
});
