import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually, testActor, TestClock } from '@portal/infra/testing';
import type { AccountMail } from '@portal/proto/http/account-mail';
import { findAccountMail } from '@portal/proto/rpc/account-manager';
import type { Actor } from '@portal/proto/rpc/actor';
import { saveAccount, saveUser, type NewUser } from '@portal/proto/rpc/identity';
import { offerPasswordReset, remindUsername } from '@portal/proto/rpc/registration';
import { deleteManagedUser, mailManagedReset } from '@portal/proto/rpc/user-manager';
import { allWritten, mailsTo, ticketIn } from './people.js';
import pg from 'pg';
import { codeOf, startStack, testAccount, testUser, visitor, type Stack } from './stack.js';

const clock = new TestClock(new Date().toISOString());
let stack: Stack;
beforeAll(async () => {
  stack = await startStack(clock);
  await stack.configure('lake', 'loginPageRegistration', { forgotPasswordLink: true, emaileExpireIn: 4 });
});
afterAll(() => stack.close());

/** Each test has a network of its own, because the portal limits the requests of a network. */
let network = 0;
beforeEach(() => {
  network += 1;
});
const address = () => `10.11.${network}.1`;

const staff = (role: Actor['role'] = 'COUNTY', county = 'lake'): Actor =>
  testActor({ user: randomUUID(), username: 'anna.berg', role, county, account: null });
const lastOf = async (account: string): Promise<AccountMail['last']> =>
  (await stack.value(findAccountMail, { account }, staff())).last;

async function newAccount(): Promise<string> {
  const account = testAccount();
  await stack.value(saveAccount, account);
  return account.id;
}
async function newUser(account: string, over: Partial<NewUser> = {}) {
  const name = `m${randomUUID().slice(0, 8)}.user`;
  const user = testUser({ username: name, email: `${name}@example.test`, account, ...over });
  await stack.value(saveUser, user);
  return user;
}
const sendReset = (user: string) => stack.value(mailManagedReset, { user, address: address() }, staff());
const askReset = (username: string, email: string) =>
  stack.value(offerPasswordReset, { asked: { username, email }, address: address() }, visitor());
const remind = (email: string) =>
  stack.value(remindUsername, { asked: { email }, address: address() }, visitor());
/** Changes a user directly in the table, without the sign-outs and e-mails that a change by the office causes. */
const change = (user: string, what: string) =>
  stack.tables.asAdmin(`UPDATE identity.app_user SET ${what} WHERE id = $1`, [user]);
const outcomes = async (...users: string[]) =>
  (
    await stack.tables.asAdmin<{ outcome: string }>(
      'SELECT outcome FROM identity.last_letter WHERE user_id = ANY($1)',
      [users],
    )
  ).map(({ outcome }) => outcome);
/** Makes the sender look for all e-mails that are due. To do so, requests a new e-mail for another user. */
const wake = async () => sendReset((await newUser(await newAccount())).id);
/** Makes the second attempt to send the e-mails that wait. */
const retry = async (): Promise<void> => {
  clock.advance(10 * 60_000);
  await wake();
  await allWritten(stack);
};
const ended = (account: string, outcome: string) =>
  eventually(async () => expect((await lastOf(account))?.outcome).toBe(outcome), 10_000);

describe('the last e-mail of an account', () => {
  test('is unknown before the first e-mail, and then has kind, user, address and time, but no link', async () => {
    const account = await newAccount();
    const [first, second] = [await newUser(account), await newUser(account)];
    expect(await lastOf(account)).toBeNull();
    await sendReset(first.id);
    const [mail] = await mailsTo(stack, first.email);
    await allWritten(stack);
    const { username, email } = first;
    const last = await lastOf(account);
    const at = clock.now().toISOString();
    expect(last).toEqual({ kind: 'PASSWORD', username, email, at, outcome: 'SENT' });
    expect(JSON.stringify(last)).not.toContain(ticketIn(mail, 'passwordReset'));
    clock.advance(60_000);
    await stack.value(remindUsername, { asked: { email: second.email }, address: address() }, visitor());
    await mailsTo(stack, second.email);
    await allWritten(stack);
    expect(await lastOf(account)).toMatchObject({ kind: 'USERNAME', username: second.username });
    expect(
      await stack.tables.asAdmin('SELECT kind FROM identity.last_letter WHERE user_id = ANY($1)', [
        [first.id, second.id],
      ]),
    ).toHaveLength(2);
  });

  test('is the one that a visitor requested with a user’s username and address, typed in any letter case', async () => {
    const account = await newAccount();
    const { username, email } = await newUser(account);
    const other = await newAccount();
    await newUser(other, { email });
    await askReset(username.toUpperCase(), email.toUpperCase());
    await mailsTo(stack, email);
    await allWritten(stack);
    expect(await lastOf(account)).toMatchObject({ kind: 'PASSWORD', username, email, outcome: 'SENT' });
    expect(await lastOf(other)).toBeNull();
  });

  test('is never recorded if another transaction holds a lock on the user during sending; the e-mail is still sent, and only once', async () => {
    const account = await newAccount();
    const { id, email } = await newUser(account);
    const holder = new pg.Client({ connectionString: stack.tables.adminUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM identity.app_user WHERE id = $1 FOR UPDATE', [id]);
    await stack.value(remindUsername, { asked: { email }, address: address() }, visitor());
    expect(await mailsTo(stack, email)).toHaveLength(1);
    await allWritten(stack);
    await holder.end();
    expect(await lastOf(account)).toBeNull();
  });

  test('gets its outcome at the second attempt even if another transaction then holds a lock on the user', async () => {
    const account = await newAccount();
    const { id, email } = await newUser(account);
    stack.mail.away = true;
    await remind(email);
    await ended(account, 'WAITING');
    stack.mail.away = false;
    const holder = new pg.Client({ connectionString: stack.tables.adminUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM identity.app_user WHERE id = $1 FOR UPDATE', [id]);
    await retry();
    await holder.end();
    expect(stack.mail.to(email)).toHaveLength(1);
    expect(await lastOf(account)).toMatchObject({ kind: 'USERNAME', outcome: 'SENT' });
  });

  test('names only users whose username is in the e-mail', async () => {
    const [account, other] = [await newAccount(), await newAccount()];
    const { username, email } = await newUser(account);
    const stranger = await newUser(other, { email });
    // the portal sends a username that the user chose only to a confirmed address
    await change(stranger.id, `registered_at = now(), email_confirmed_at = NULL`);
    await remind(email);
    const [mail] = await mailsTo(stack, email);
    expect(mail?.text).toContain(username);
    expect(mail?.text).not.toContain(stranger.username);
    await allWritten(stack);
    expect(await lastOf(account)).toMatchObject({ kind: 'USERNAME', username });
    expect(await lastOf(other)).toBeNull();
  });

  test('is dropped, and no longer waits, if its user was deactivated after the first attempt', async () => {
    const account = await newAccount();
    const { id, email } = await newUser(account);
    stack.mail.away = true;
    await sendReset(id);
    await ended(account, 'WAITING');
    await change(id, `status = 'I'`);
    stack.mail.away = false;
    await retry();
    expect(stack.mail.to(email)).toEqual([]);
    expect(await lastOf(account)).toMatchObject({ kind: 'PASSWORD', email, outcome: 'DROPPED' });
  });

  test('is dropped for a user who got another address after the first attempt, and sent for the users who kept theirs', async () => {
    const [account, other] = [await newAccount(), await newAccount()];
    const { email } = await newUser(account);
    const moved = await newUser(other, { email });
    stack.mail.away = true;
    await remind(email);
    await ended(account, 'WAITING');
    await ended(other, 'WAITING');
    await change(moved.id, `email = 'new.${email}'`);
    stack.mail.away = false;
    await retry();
    expect((await lastOf(account))?.outcome).toBe('SENT');
    expect((await lastOf(other))?.outcome).toBe('DROPPED');
  });

  test('is the one that was requested last, even if an earlier one is sent only later', async () => {
    const account = await newAccount();
    const [first, second] = [await newUser(account), await newUser(account)];
    stack.mail.away = true;
    for (const { id } of [first, second]) await sendReset(id);
    await eventually(async () => expect(await outcomes(first.id, second.id)).toEqual(['WAITING', 'WAITING']));
    stack.mail.away = false;
    clock.advance(1_000);
    await remind(first.email);
    await mailsTo(stack, first.email);
    await retry();
    expect(stack.mail.to(first.email)).toHaveLength(2);
    expect(stack.mail.to(second.email)).toHaveLength(1);
    const { username } = first;
    expect(await lastOf(account)).toMatchObject({ kind: 'USERNAME', username, outcome: 'SENT' });
  });

  test('stays unknown when a visitor requests an e-mail for an unknown username', async () => {
    const account = await newAccount();
    const { email } = await newUser(account);
    await askReset('nobody.here', email);
    await allWritten(stack);
    expect(await lastOf(account)).toBeNull();
  });

  test('waits while the mail server is away, and is sent when the server is back', async () => {
    const account = await newAccount();
    const { id, email } = await newUser(account);
    stack.mail.away = true;
    await sendReset(id);
    await ended(account, 'WAITING');
    stack.mail.away = false;
    clock.advance(10 * 60_000);
    await wake();
    await mailsTo(stack, email);
    await ended(account, 'SENT');
  });

  test('is given up when the last attempt has failed', async () => {
    const account = await newAccount();
    const { id } = await newUser(account);
    stack.mail.away = true;
    await sendReset(id);
    await ended(account, 'WAITING');
    await stack.tables.asAdmin('UPDATE identity.letter SET tries = 11, due_at = $2 WHERE user_id = $1', [
      id,
      clock.now(),
    ]);
    await wake();
    await ended(account, 'GIVEN_UP');
    stack.mail.away = false;
    clock.advance(10 * 60_000);
    await wake();
    await allWritten(stack);
  });

  test('is reported as refused if the user’s address is invalid', async () => {
    const account = await newAccount();
    const { id } = await newUser(account, { email: 'jane@doe@example.test' });
    await sendReset(id);
    await ended(account, 'REFUSED');
    expect(await lastOf(account)).toMatchObject({ email: 'jane@doe@example.test' });
  });

  test('is forgotten when its user is deleted', async () => {
    const account = await newAccount();
    const { id, email } = await newUser(account);
    await sendReset(id);
    await mailsTo(stack, email);
    await allWritten(stack);
    expect(await lastOf(account)).not.toBeNull();
    await stack.value(deleteManagedUser, { user: id }, staff());
    expect(await lastOf(account)).toBeNull();
    const rows = await stack.tables.asAdmin('SELECT 1 FROM identity.last_letter WHERE user_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  test('is shown only to staff of the county', async () => {
    const account = await newAccount();
    const codeFor = async (actor: Actor) => codeOf(await stack.call(findAccountMail, { account }, actor));
    expect(await codeFor(staff('TRIMIN'))).toBe('ok');
    for (const role of ['ACCOUNT', 'USER', 'GUEST'] as const)
      expect(await codeFor(staff(role))).toBe('NOT_FOUND');
    expect(await codeFor(staff('COUNTY', 'saipan'))).toBe('NOT_FOUND');
    const unknown = { account: randomUUID() };
    expect(codeOf(await stack.call(findAccountMail, unknown, staff()))).toBe('NOT_FOUND');
  });
});
