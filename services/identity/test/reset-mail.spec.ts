import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { testActor, TestClock } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import { saveAccount, saveUser, type NewUser } from '@portal/proto/rpc/identity';
import { offerPasswordReset, resetPassword } from '@portal/proto/rpc/registration';
import { mailManagedReset } from '@portal/proto/rpc/user-manager';
import { allWritten, mailsTo, ticketIn } from './people.js';
import { codeOf, PASSWORD, startStack, testAccount, testUser, visitor, type Stack } from './stack.js';

const NEW_PASSWORD = 'Heron-Bay-Ferry!7';
let stack: Stack;
beforeAll(async () => {
  stack = await startStack(new TestClock(new Date().toISOString()));
  await stack.configure('lake', 'loginPageRegistration', { forgotPasswordLink: true, emaileExpireIn: 4 });
});
afterAll(() => stack.close());

/** Each test has a network of its own, because the portal limits the requests of a network. */
let network = 0;
beforeEach(() => {
  network += 1;
});
const address = () => `10.9.${network}.1`;

const boss = testActor({ user: randomUUID(), username: 'anna.berg', role: 'COUNTY', account: null });
const send = (user: string, actor: Actor = boss) =>
  stack.call(mailManagedReset, { user, address: address() }, actor);

async function newUser(over: Partial<NewUser> = {}) {
  const name = `r${randomUUID().slice(0, 8)}.user`;
  const account = testAccount();
  await stack.value(saveAccount, account);
  const user = testUser({ username: name, email: `${name}@example.test`, account: account.id, ...over });
  await stack.value(saveUser, user);
  return user;
}
const auditOf = (user: string) =>
  stack.tables.asAdmin(
    `SELECT actor, payload->>'detail' AS detail FROM identity.outbox
      WHERE aggregate = $1 AND payload->>'action' = 'user.reset-mail'`,
    [`user:${user}`],
  );
const mailCount = async (email: string): Promise<number> => {
  await allWritten(stack);
  return stack.mail.to(email).length;
};

describe('a reset e-mail that staff send', () => {
  test('has a link with which the user sets a new password; the audit log names the sender and the user', async () => {
    const { id, username, email } = await newUser();
    expect(await send(id)).toEqual({ ok: true, value: {} });
    const [mail] = await mailsTo(stack, email);
    expect(codeOf(await stack.signIn({ username, password: PASSWORD }))).toBe('ok');
    const ticket = ticketIn(mail, 'passwordReset');
    expect(codeOf(await stack.call(resetPassword, { ticket, password: NEW_PASSWORD }, visitor()))).toBe('ok');
    expect(codeOf(await stack.signIn({ username, password: NEW_PASSWORD }))).toBe('ok');
    expect(await auditOf(id)).toEqual([{ actor: boss.user, detail: username }]);
  });

  test('says that the office sends it, and gives no advice to ignore it', async () => {
    const { id, email, username } = await newUser();
    expect(codeOf(await send(id))).toBe('ok');
    const [mail] = await mailsTo(stack, email);
    expect(mail?.subject).toMatch(/^A new password for you, /);
    expect(mail?.text).toContain(`sends you this link. Use it to create a new password for ${username}`);
    expect(mail?.text).not.toMatch(/You asked|ignore/);
  });

  test('reaches an address that staff have just entered for a user who registered', async () => {
    const { id, email } = await newUser();
    await stack.tables.asAdmin('UPDATE identity.app_user SET registered_at = now() WHERE id = $1', [id]);
    expect(codeOf(await send(id))).toBe('ok');
    const [mail] = await mailsTo(stack, email);
    expect(ticketIn(mail, 'passwordReset')).not.toBe('');
  });

  test('S9 is sent only to users whom the sender manages', async () => {
    const provider = await newUser({ role: 'TRIMIN', account: null });
    const { id, email, account } = await newUser();
    const refused = [
      await send(provider.id),
      await send(randomUUID()),
      await send(id, testActor({ ...boss, role: 'ACCOUNT', account: testAccount().id })),
      await send(id, testActor({ ...boss, role: 'USER', account })),
    ];
    expect(refused.map(codeOf)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
    expect([await mailCount(provider.email), await mailCount(email), await auditOf(id)]).toEqual([0, 0, []]);
    expect(codeOf(await send(id, testActor({ ...boss, role: 'ACCOUNT', account })))).toBe('ok');
  });

  test.each([
    ['is inactive', { status: 'I' }, '', 'RESET_NOT_ACTIVE'],
    ['is locked', { status: 'L' }, '', 'RESET_NOT_ACTIVE'],
    ['has not completed the registration', { status: 'P' }, '', 'RESET_NOT_ACTIVE'],
    [
      'belongs to an inactive account',
      {},
      `UPDATE identity.account SET status = 'I' WHERE id = (SELECT account_id FROM identity.app_user WHERE id = $1)`,
      'RESET_NOT_ACTIVE',
    ],
    ['has no address', {}, `UPDATE identity.app_user SET email = '' WHERE id = $1`, 'RESET_NO_ADDRESS'],
    [
      'signs in at the identity provider of the county',
      { role: 'COUNTY', account: null },
      `INSERT INTO identity.provider_user (county_id, user_id, issuer, subject, left_groups)
       VALUES ('lake', $1::uuid, 'https://county.example', 'person', false)`,
      'RESET_ELSEWHERE',
    ],
  ] as const)('is refused with the reason if the user %s', async (_, over, change, code) => {
    const { id, email } = await newUser(over);
    if (change !== '') await stack.tables.asAdmin(change, [id]);
    expect(codeOf(await send(id))).toBe(code);
    expect([await mailCount(email), await auditOf(id)]).toEqual([0, []]);
  });

  test('S17 shares a limit with the reset e-mails that the user requests: after five in an hour, no more are sent while the last link works', async () => {
    const { id, username, email } = await newUser();
    const asked = { username, email };
    for (let sent = 0; sent < 2; sent += 1) {
      await stack.call(offerPasswordReset, { asked, address: address() }, visitor());
      await allWritten(stack);
    }
    for (let sent = 0; sent < 3; sent += 1) {
      expect(codeOf(await send(id))).toBe('ok');
      await allWritten(stack);
    }
    expect(codeOf(await send(id))).toBe('RESET_LIMIT');
    expect([await mailCount(email), (await auditOf(id)).length]).toEqual([5, 3]);
    const ticket = ticketIn(stack.mail.to(email)[4], 'passwordReset');
    expect(codeOf(await stack.call(resetPassword, { ticket, password: NEW_PASSWORD }, visitor()))).toBe('ok');
    expect(codeOf(await send(id))).toBe('ok');
  });

  test('S17 is refused after thirty requests for a new password from the sender’s network', async () => {
    const { id } = await newUser();
    for (let asked = 0; asked < 30; asked += 1) {
      const unknown = { username: `nobody.${asked}`, email: `nobody.${asked}@example.test` };
      await stack.call(offerPasswordReset, { asked: unknown, address: address() }, visitor());
    }
    expect(await send(id)).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      params: { seconds: expect.any(Number) },
    });
  });
});
