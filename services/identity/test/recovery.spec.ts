import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { armFailpoints } from '@portal/infra/failpoints';
import { hashToken } from '@portal/infra/session-cache';
import { eventually, TestClock } from '@portal/infra/testing';
import { openSession, saveUser } from '@portal/proto/rpc/identity';
import { offerPasswordReset, remindUsername, resetPassword } from '@portal/proto/rpc/registration';
import { allWritten, mailsTo, ticketIn, waitersForRows } from './people.js';
import { addUser, codeOf, PASSWORD, startStack, testUser, valueOf, visitor, type Stack } from './stack.js';

const HOUR = 3_600_000;
const NEW_PASSWORD = 'Quiet-Canoe!7';

let stack: Stack;
let clock: TestClock;
beforeAll(async () => {
  clock = new TestClock(new Date().toISOString());
  stack = await startStack(clock);
  await stack.configure('lake', 'loginPageRegistration', { forgotPasswordLink: true, emaileExpireIn: 4 });
});
afterEach(() => armFailpoints(undefined));
afterAll(() => stack.close());

let place = 0;
beforeEach(() => {
  place += 1;
});
const from = () => ({ address: `10.2.${place >> 8}.${place & 255}` });
const actor = visitor('lake');
const remind = (email: string, county = 'lake') =>
  stack.rpc.call(remindUsername, { asked: { email }, ...from() }, { actor: visitor(county) });
const offer = (username: string, email: string) =>
  stack.rpc.call(offerPasswordReset, { asked: { username, email }, ...from() }, { actor });
const reset = (ticket: string, password = NEW_PASSWORD) =>
  stack.rpc.call(resetPassword, { ticket, password }, { actor });

describe('a forgotten username', () => {
  test('A4-05 A4-06 is mailed together with every other username of the same address', async () => {
    await addUser(stack, { username: 'anna.one', email: 'Anna@example.test', firstName: 'Anna' });
    await addUser(stack, { username: 'anna.two', email: 'anna@EXAMPLE.test' });
    expect(codeOf(await remind('anna@example.test'))).toBe('ok');
    const [mail] = await mailsTo(stack, 'Anna@example.test');
    expect(mail?.subject).toBe('Your username, lake county');
    expect(mail?.text).toMatch(/anna\.one\nanna\.two/);
    expect(mail?.html).toContain('<strong>anna.two</strong>');
  });

  test('S15 leads to the usual answer but to no e-mail if the e-mail address is unknown', async () => {
    await addUser(stack, { username: 'berta.one', email: 'berta@example.test' });
    expect(await remind('nobody@example.test')).toEqual(await remind('berta@example.test'));
    await mailsTo(stack, 'berta@example.test');
    await allWritten(stack);
    expect(stack.mail.to('nobody@example.test')).toEqual([]);
  });

  test('is not mailed to a user of another county', async () => {
    await addUser(stack, { username: 'saipan.user', email: 'saipan@example.test' }, 'saipan');
    await remind('saipan@example.test');
    await allWritten(stack);
    expect(stack.mail.to('saipan@example.test')).toEqual([]);
  });

  test('cannot be requested where the county does not offer this', async () => {
    expect(codeOf(await remind('anna@example.test', 'saipan'))).toBe('NOT_FOUND');
  });

  test('S26 is mailed to an unconfirmed address only if the office chose the username', async () => {
    const user = await addUser(stack, { username: 'win.money.example', email: 'unasked@example.test' });
    await stack.tables.asAdmin('UPDATE identity.app_user SET registered_at = now() WHERE id = $1', [user.id]);
    expect(codeOf(await remind('unasked@example.test'))).toBe('ok');
    await allWritten(stack);
    expect(stack.mail.to('unasked@example.test')).toEqual([]);
  });

  test('is mailed five times an hour, and after that once for each network; further requests get the usual answer but no e-mail', async () => {
    await addUser(stack, { username: 'often.asked', email: 'often@example.test' });
    for (let asked = 0; asked < 5; asked += 1) {
      place += 1;
      await remind('often@example.test');
    }
    const codes: string[] = [];
    for (let asked = 0; asked < 3; asked += 1) codes.push(codeOf(await remind('often@example.test')));
    expect(new Set(codes)).toEqual(new Set(['ok']));
    await allWritten(stack);
    // the first request from this network is mailed, although other networks have used up the limit
    expect(stack.mail.to('often@example.test')).toHaveLength(6);
  });
});

describe('a forgotten password', () => {
  const linkFor = async (username: string): Promise<string> => {
    const email = `${username}@example.test`;
    await addUser(stack, { username, email });
    expect(codeOf(await offer(username, email))).toBe('ok');
    const [mail] = await mailsTo(stack, email);
    return ticketIn(mail, 'passwordReset');
  };

  test('S17 leads to an e-mail for the user, even after strangers entered the user’s e-mail address with many other usernames', async () => {
    const email = 'besieged@example.test';
    await addUser(stack, { username: 'besieged.one', email });
    for (let asked = 0; asked < 6; asked += 1) {
      place += 1;
      await remind(email);
      await offer(`other.name.${asked}`, email);
    }
    expect(codeOf(await offer('besieged.one', email))).toBe('ok');
    await allWritten(stack);
    const links = () => stack.mail.to(email).filter(({ text }) => text.includes('/passwordReset/'));
    expect(links()).toHaveLength(1);
  });

  test('S17 leads to more than five e-mails an hour only if the last link has stopped working', async () => {
    const email = 'insistent@example.test';
    await addUser(stack, { username: 'insistent.one', email });
    const links = () => stack.mail.to(email).filter(({ text }) => text.includes('/passwordReset/'));
    for (let asked = 0; asked < 7; asked += 1) {
      expect(codeOf(await offer('insistent.one', email))).toBe('ok');
      await allWritten(stack);
    }
    expect(links()).toHaveLength(5);
    expect(codeOf(await reset(ticketIn(links()[4], 'passwordReset')))).toBe('ok');
    await offer('insistent.one', email);
    await allWritten(stack);
    expect(links()).toHaveLength(6);
  });

  test('A4-12 A4-13 A4-21 is replaced through the mailed link, and the old password stops working', async () => {
    const ticket = await linkFor('forgetful.one');
    expect(codeOf(await reset(ticket))).toBe('ok');
    expect(codeOf(await stack.signIn({ username: 'forgetful.one' }))).toBe('WRONG_CREDENTIALS');
    expect(codeOf(await stack.signIn({ username: 'forgetful.one', password: NEW_PASSWORD }))).toBe('ok');
    const [, notice] = await mailsTo(stack, 'forgetful.one@example.test', 2);
    expect(notice?.subject).toBe('Your password was changed, lake county');
  });

  test('S12 S16 ends the sessions of the user when it is replaced', async () => {
    const ticket = await linkFor('signed.in.one');
    const { token } = valueOf(await stack.signIn({ username: 'signed.in.one', password: PASSWORD }));
    expect(codeOf(await reset(ticket))).toBe('ok');
    expect(await stack.value(openSession, { tokenHash: hashToken(token) }, actor)).toBeNull();
  });

  /**
   * Lists transactions that wait for a session row that another transaction has locked. A transaction holds a tuple
   * lock while it waits in this way.
   */
  const waitingForSessions = (): Promise<object[]> =>
    stack.tables.asAdmin(
      `SELECT pid FROM pg_locks WHERE locktype = 'tuple' AND relation = 'identity.session'::regclass
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );

  test('S12 ends even a session that is used at the same moment as the password is replaced', async () => {
    const ticket = await linkFor('busy.one');
    const { token } = valueOf(await stack.signIn({ username: 'busy.one', password: PASSWORD }));
    await stack.tables.asAdmin('BEGIN');
    await stack.tables.asAdmin(
      `UPDATE identity.session SET last_seen = last_seen + interval '1 second' WHERE token_hash = $1`,
      [hashToken(token)],
    );
    const replaced = reset(ticket);
    await eventually(async () => expect(await waitingForSessions()).not.toEqual([]));
    await stack.tables.asAdmin('COMMIT');
    expect(codeOf(await replaced)).toBe('ok');
    expect(await stack.value(openSession, { tokenHash: hashToken(token) }, actor)).toBeNull();
  });

  test('S39 can be replaced through the same link after the rules have refused a new password', async () => {
    const ticket = await linkFor('careless.one');
    for (const password of ['Dragon#1', 'careless.one!1'])
      expect(await reset(ticket, password)).toMatchObject({ code: 'INVALID_INPUT' });
    expect(codeOf(await reset(ticket, 'short'))).toBe('INVALID_INPUT');
    expect(codeOf(await reset(ticket))).toBe('ok');
  });

  test('S39 of staff can be replaced only by one of at least twelve characters', async () => {
    await addUser(stack, {
      username: 'staff.one',
      email: 'staff@example.test',
      role: 'COUNTY',
      account: null,
    });
    await offer('staff.one', 'staff@example.test');
    const [mail] = await mailsTo(stack, 'staff@example.test');
    const ticket = ticketIn(mail, 'passwordReset');
    expect(await reset(ticket, 'Canoe!77')).toMatchObject({
      fields: { password: 'forms:passwordStaffMinimum' },
    });
    expect(codeOf(await reset(ticket))).toBe('ok');
  });

  test('S16 has a link that works once, even for two requests at the same moment', async () => {
    const ticket = await linkFor('double.click');
    const codes = (await Promise.all([reset(ticket), reset(ticket)])).map(codeOf).sort();
    expect(codes).toEqual(['TICKET_NOT_VALID', 'ok']);
    expect(codeOf(await reset(ticket))).toBe('TICKET_NOT_VALID');
  });

  test('S16 has a link that works for an hour at most, and not after a new link is mailed', async () => {
    const first = await linkFor('slow.reader');
    await offer('slow.reader', 'slow.reader@example.test');
    const [, second] = await mailsTo(stack, 'slow.reader@example.test', 2);
    expect(second?.text).toContain('You can use this link once. It expires in 1 hour.');
    expect(codeOf(await reset(first))).toBe('TICKET_NOT_VALID');
    clock.advance(HOUR + 1);
    expect(codeOf(await reset(ticketIn(second, 'passwordReset')))).toBe('TICKET_NOT_VALID');
  });

  test('S16 has a link that stops working when staff changes the password or the e-mail address', async () => {
    for (const change of [{ password: 'Calm-Harbor!9' }, { email: 'moved@example.test' }]) {
      const username = `changed.${Object.keys(change)}`;
      const user = testUser({ username, email: `${username}@example.test` });
      await stack.value(saveUser, user);
      await offer(username, user.email);
      const [mail] = await mailsTo(stack, user.email);
      await stack.value(saveUser, { ...user, ...change });
      expect(codeOf(await reset(ticketIn(mail, 'passwordReset')))).toBe('TICKET_NOT_VALID');
    }
  });

  test.each([
    ['password', { password: 'Calm-Harbor!9' }],
    ['e-mail address', { email: 'gone@example.test' }],
  ])(
    'S16 has a link that does not work if staff changes the %s while the e-mail is being written',
    async (_changed, change) => {
      const username = `written.${Object.keys(change)}`;
      const user = await addUser(stack, { username, email: `${username}@example.test` });
      let saved: Promise<unknown> | undefined;
      armFailpoints((name) => {
        if (name !== 'letter-link-issuing') return undefined;
        armFailpoints(undefined);
        saved = stack.value(saveUser, { ...user, ...change });
        return Promise.race([saved.then(() => undefined), waitersForRows(stack, 1)]);
      });
      await offer(username, user.email);
      const [mail] = await mailsTo(stack, user.email);
      await saved;
      expect(codeOf(await reset(ticketIn(mail, 'passwordReset')))).toBe('TICKET_NOT_VALID');
    },
  );

  test('S16 leads to no e-mail to an address that staff replaces at the same moment', async () => {
    const user = await addUser(stack, { username: 'leaving.one', email: 'leaving@example.test' });
    await stack.tables.asAdmin('BEGIN');
    await stack.tables.asAdmin(`UPDATE identity.app_user SET email = 'left@example.test' WHERE id = $1`, [
      user.id,
    ]);
    await offer(user.username, user.email);
    await waitersForRows(stack, 1);
    await stack.tables.asAdmin('COMMIT');
    await allWritten(stack);
    expect(stack.mail.to(user.email)).toEqual([]);
  });

  test('S15 leads to the usual answer but to no e-mail if the username is unknown or the address is wrong', async () => {
    const user = await addUser(stack, { username: 'real.one', email: 'real@example.test' });
    const right = await offer(user.username, user.email);
    expect(await offer('real.one', 'wrong@example.test')).toEqual(right);
    expect(await offer('unreal.one', 'unreal@example.test')).toEqual(right);
    await mailsTo(stack, 'real@example.test');
    await allWritten(stack);
    expect(stack.mail.to('wrong@example.test')).toEqual([]);
    expect(stack.mail.to('unreal@example.test')).toEqual([]);
  });

  test("leads to an e-mail without a link, only to the user's own address, if the user is locked or inactive", async () => {
    await addUser(stack, { username: 'locked.one', email: 'locked@example.test', status: 'L' });
    expect(codeOf(await offer('locked.one', 'locked@example.test'))).toBe('ok');
    const [mail] = await mailsTo(stack, 'locked@example.test');
    expect(mail?.text).toContain('is not active at the moment');
    expect(mail?.text).not.toContain('https://');
  });

  test('leads to an e-mail with the link that completes the registration, instead of a link for a new password, if the registration is incomplete', async () => {
    await addUser(stack, { username: 'pending.one', email: 'pending@example.test', status: 'P' });
    await offer('pending.one', 'pending@example.test');
    const [mail] = await mailsTo(stack, 'pending@example.test');
    expect(ticketIn(mail, 'CompleteRegistration')).toHaveLength(43);
  });
});
