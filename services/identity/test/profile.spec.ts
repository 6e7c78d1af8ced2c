import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hashToken } from '@portal/infra/session-cache';
import { TestClock } from '@portal/infra/testing';
import type { Profile } from '@portal/proto/http/profile';
import { openSession, saveUser } from '@portal/proto/rpc/identity';
import type { Actor } from '@portal/proto/rpc/actor';
import {
  changePassword,
  confirmEmail,
  getProfile,
  remindUsername,
  saveProfile,
} from '@portal/proto/rpc/registration';
import { FRESH_MS } from '../src/profile/fresh-proof.js';
import { allWritten, mailsTo, sampleProfile, ticketIn, waitersForRows } from './people.js';
import { addUser, codeOf, PASSWORD, startStack, valueOf, visitor, type Stack } from './stack.js';

let stack: Stack;
let clock: TestClock;
beforeAll(async () => {
  clock = new TestClock(new Date().toISOString());
  stack = await startStack(clock);
  await stack.configure('lake', 'loginPageRegistration', { forgotPasswordLink: true, emaileExpireIn: 4 });
});
afterAll(() => stack.close());

const address = '192.0.2.7';

/** Creates a user who has just signed in. */
const signedIn = async (username: string, role: 'USER' | 'GUEST' = 'USER') => {
  const user = await addUser(stack, { username, role, email: `${username}@example.test` });
  const { session, token } = valueOf(await stack.signIn({ username }));
  return { user, actor: session.actor, token };
};
const save = (actor: Actor, over: Partial<Profile> = {}, currentPassword: string | null = null) =>
  stack.rpc.call(
    saveProfile,
    { profile: { ...sampleProfile, ...over, currentPassword }, address },
    { actor },
  );
const change = (actor: Actor, password: string, currentPassword: string | null = null) =>
  stack.rpc.call(changePassword, { change: { password, currentPassword }, address }, { actor });

describe('the profile', () => {
  test('A6-03 A6-04 is read and saved as a whole', async () => {
    const { actor, user } = await signedIn('whole.profile');
    expect(valueOf(await stack.rpc.call(getProfile, {}, { actor }))).toMatchObject({
      ...{ firstName: 'Jane', email: user.email, company: '', phoneFormatType: 'STANDARD', phone: '' },
    });
    expect(codeOf(await save(actor, { email: user.email }))).toBe('ok');
    expect(valueOf(await stack.rpc.call(getProfile, {}, { actor }))).toEqual({
      ...{ ...sampleProfile, email: user.email, newEmail: '' },
    });
  });

  test('accepts a new e-mail address three times an hour at most', async () => {
    const { actor } = await signedIn('restless.one');
    const moves: unknown[] = [];
    for (let at = 0; at < 4; at += 1) moves.push(await save(actor, { email: `restless${at}@example.test` }));
    expect(moves.slice(0, 3).every((move) => codeOf(move as never) === 'ok')).toBe(true);
    expect(moves[3]).toMatchObject({ code: 'TOO_MANY_REQUESTS', params: { seconds: expect.any(Number) } });
    expect(codeOf(await save(actor, { email: 'restless2@example.test', city: 'Ely' }))).toBe('ok');
  });

  test('S10 is saved without changing role, account, status or username, even if the request contains them', async () => {
    const { actor, user } = await signedIn('no.climber');
    const more = { role: 'TRIMIN', accountId: null, status: 'I', username: 'else.where' };
    expect(codeOf(await save(actor, { email: user.email, ...more } as Partial<Profile>))).toBe('ok');
    const [row] = await stack.tables.asAdmin(
      'SELECT role, status, username, account_id AS account FROM identity.app_user WHERE id = $1',
      [user.id],
    );
    expect(row).toEqual({ role: 'USER', status: 'A', username: 'no.climber', account: user.account });
  });

  test('is not found for a guest or a visitor', async () => {
    const { actor } = await signedIn('guest.profile', 'GUEST');
    for (const each of [actor, visitor('lake')]) {
      expect(codeOf(await stack.rpc.call(getProfile, {}, { actor: each }))).toBe('NOT_FOUND');
      expect(codeOf(await save(each))).toBe('NOT_FOUND');
      expect(codeOf(await change(each, 'Quiet-Canoe!7'))).toBe('NOT_FOUND');
    }
  });

  test('S38 gets the new e-mail address when the mailed link is used, and an e-mail informs the old address', async () => {
    const { actor, user } = await signedIn('mover.one');
    const emailOf = async () => {
      const { email, newEmail } = valueOf(await stack.rpc.call(getProfile, {}, { actor }));
      return { email, newEmail };
    };
    expect(
      valueOf(await save(actor, { email: 'next@example.test', firstName: 'Visit evil.example' })),
    ).toEqual({
      confirms: true,
    });
    expect(await emailOf()).toEqual({ email: user.email, newEmail: 'next@example.test' });
    const [mail] = await mailsTo(stack, 'next@example.test');
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/evil|mover\.one/);
    // e-mails for the user still go to the current address
    const remind = (email: string) =>
      stack.rpc.call(remindUsername, { asked: { email }, address }, { actor: visitor('lake') });
    await remind('next@example.test');
    await remind(user.email);
    const [reminder] = await mailsTo(stack, user.email);
    expect(reminder?.subject).toBe('Your username, lake county');
    expect(stack.mail.to('next@example.test')).toHaveLength(1);

    const ticket = ticketIn(mail, 'confirmEmail');
    const use = () => stack.rpc.call(confirmEmail, { ticket }, { actor: visitor('lake') });
    expect((await Promise.all([use(), use()])).map(codeOf).sort()).toEqual(['TICKET_NOT_VALID', 'ok']);
    expect(await emailOf()).toEqual({ email: 'next@example.test', newEmail: '' });
    const [, notice] = await mailsTo(stack, user.email, 2);
    expect(notice?.subject).toBe('Your e-mail address was changed, lake county');
  });

  test('S38 accepts the link to a new e-mail address until the user enters a different one or sets a new password', async () => {
    const { actor, user } = await signedIn('wavering.one');
    const linkTo = async (email: string): Promise<string> => {
      expect(valueOf(await save(actor, { email }))).toEqual({ confirms: true });
      return ticketIn((await mailsTo(stack, email))[0], 'confirmEmail');
    };
    const use = async (ticket: string) =>
      codeOf(await stack.rpc.call(confirmEmail, { ticket }, { actor: visitor('lake') }));
    const first = await linkTo('first.choice@example.test');
    const second = await linkTo('second.choice@example.test');
    expect(await use(first)).toBe('TICKET_NOT_VALID');
    expect(valueOf(await save(actor, { email: user.email }))).toEqual({ confirms: false });
    expect(await use(second)).toBe('TICKET_NOT_VALID');
    const third = await linkTo('third.choice@example.test');
    expect(codeOf(await change(actor, 'Quiet-Canoe!7'))).toBe('ok');
    expect(await use(third)).toBe('TICKET_NOT_VALID');
    expect(valueOf(await stack.rpc.call(getProfile, {}, { actor }))).toMatchObject({
      email: user.email,
      newEmail: '',
    });
  });

  test('S38 compares the entered address with the stored one only after a concurrent change has ended', async () => {
    const { actor, user } = await signedIn('hasty.one');
    const first = 'first.hasty@example.test';
    expect(valueOf(await save(actor, { email: first }))).toEqual({ confirms: true });
    await mailsTo(stack, first);
    await stack.tables.asAdmin('BEGIN');
    await stack.tables.asAdmin('SELECT id FROM identity.app_user WHERE id = $1 FOR UPDATE', [user.id]);
    const again = save(actor, { email: first });
    await waitersForRows(stack, 1);
    await stack.tables.asAdmin('UPDATE identity.app_user SET new_email = $2 WHERE id = $1', [
      ...[user.id, 'second.hasty@example.test'],
    ]);
    await stack.tables.asAdmin('DELETE FROM identity.ticket WHERE user_id = $1', [user.id]);
    await stack.tables.asAdmin('COMMIT');
    expect(valueOf(await again)).toEqual({ confirms: true });
    const [, mail] = await mailsTo(stack, first, 2);
    const ticket = ticketIn(mail, 'confirmEmail');
    expect(codeOf(await stack.rpc.call(confirmEmail, { ticket }, { actor: visitor('lake') }))).toBe('ok');
    expect(valueOf(await stack.rpc.call(getProfile, {}, { actor }))).toMatchObject({ email: first });
  });

  test('requires the password for a change of the e-mail address if the sign-in was long ago', async () => {
    const { actor } = await signedIn('moving.one');
    clock.advance(FRESH_MS + 1);
    const moved = { email: 'moved@example.test' };
    expect(codeOf(await save(actor, moved))).toBe('PASSWORD_NEEDED');
    expect(codeOf(await save(actor, moved, 'not the password'))).toBe('WRONG_PASSWORD');
    expect(codeOf(await save(actor, moved, PASSWORD))).toBe('ok');
    expect(codeOf(await save(actor, { ...moved, city: 'Ely' }))).toBe('ok');
  });
});

describe('the password of a user', () => {
  test('A6-25 S12 can be changed, which ends the other sessions of the user but not the current one', async () => {
    const { actor, token, user } = await signedIn('changing.one');
    const other = valueOf(await stack.signIn({ username: user.username, address: '192.0.2.9' }));
    expect(codeOf(await change(actor, 'Quiet-Canoe!7'))).toBe('ok');
    const open = (of: string) => stack.value(openSession, { tokenHash: hashToken(of) }, visitor('lake'));
    expect(await open(other.token)).toBeNull();
    expect(await open(token)).not.toBeNull();
    expect(codeOf(await stack.signIn({ username: user.username }))).toBe('WRONG_CREDENTIALS');
    await mailsTo(stack, user.email);
  });

  test('can be changed long after the sign-in only if the current password is entered', async () => {
    const { actor } = await signedIn('open.browser');
    clock.advance(FRESH_MS + 1);
    expect(codeOf(await change(actor, 'Quiet-Canoe!7'))).toBe('PASSWORD_NEEDED');
    expect(codeOf(await change(actor, 'Quiet-Canoe!7', 'guess'))).toBe('WRONG_PASSWORD');
    expect(codeOf(await change(actor, 'Quiet-Canoe!7', PASSWORD))).toBe('ok');
  });

  test('S39 is refused with a message at its field when it is a common password or contains the username', async () => {
    const { actor } = await signedIn('plain.words');
    for (const password of ['Monkey!12', 'plain.words!1'])
      expect(await change(actor, password)).toMatchObject({
        code: 'INVALID_INPUT',
        fields: { password: 'forms:passwordGuessed' },
      });
  });

  test('S17 is protected against guessing in the same way as at the sign-in', async () => {
    const { actor } = await signedIn('guessed.one');
    const codes: string[] = [];
    for (let tried = 0; tried < 6; tried += 1)
      codes.push(codeOf(await change(actor, 'Quiet-Canoe!7', `guess ${tried}`)));
    expect(codes).toEqual([...Array<string>(5).fill('WRONG_PASSWORD'), 'TOO_MANY_REQUESTS']);
  });
});

test('S16 an unsent e-mail to a new address is discarded when the password is replaced', async () => {
  const { actor, user } = await signedIn('delayed.move');
  stack.mail.away = true;
  expect(codeOf(await save(actor, { email: 'delayed@example.test' }))).toBe('ok');
  await stack.value(saveUser, { ...user, password: 'Calm-Harbor!9' });
  stack.mail.away = false;
  clock.advance(91_000);
  await stack.rpc.call(remindUsername, { asked: { email: user.email }, address }, { actor: visitor() });
  await allWritten(stack);
  expect(stack.mail.to('delayed@example.test')).toEqual([]);
});
