/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import {
  arriveAt,
  openPortal,
  preparePortal,
  refuse,
  settle,
  someUser,
  told,
  type Handler,
} from './portal.js';

preparePortal({ beforeAll, afterEach });

const stored = {
  ...{ firstName: 'Jane', lastName: 'Doe', company: 'Doe Title', address: '1 Main Street', city: 'Duluth' },
  ...{ state: 'MN', zip: '55802', email: 'jane@example.test', phoneFormatType: 'STANDARD' },
  phone: '(218) 555-0101',
};
const storedNow = { ...stored, newEmail: '' };
const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const openProfile = async (handlers: Record<string, Handler> = {}, user = {}) => {
  const portal = await openPortal('/home', {
    user: someUser(user),
    handlers: {
      'currentUser/profile': (_body, { method }) => (method === 'GET' ? storedNow : told('')),
      ...handlers,
    },
  });
  await portal.user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Profile' }));
  await screen.findByRole('heading', { name: 'My profile' });
  await settle();
  return portal;
};
const answering =
  (answer: unknown): Handler =>
  (_body, { method }) =>
    method === 'GET' ? storedNow : answer;
const saved = (portal: Awaited<ReturnType<typeof openProfile>>) =>
  portal.server.callsTo('currentUser/profile').filter(({ method }) => method === 'POST');
const isOpen = (): boolean => screen.queryByRole('heading', { name: 'My profile' }) !== null;

describe('the profile', () => {
  test.each(['TRIMIN', 'COUNTY', 'ACCOUNT', 'USER'] as const)(
    'A5-02 has a Profile button in the header for the role %s',
    async (role) => {
      await openPortal('/home', { user: someUser({ role }) });
      expect(within(screen.getByRole('banner')).getByRole('button', { name: 'Profile' })).toBeTruthy();
    },
  );
  test('A5-02 cannot be opened by a guest, who has no Profile button', async () => {
    await openPortal('/home', { user: someUser({ role: 'GUEST' }) });
    expect(within(screen.getByRole('banner')).getAllByRole('button').length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Profile' })).toBeNull();
  });

  test('A6-01 A6-02 A6-03 shows the stored values and three buttons', async () => {
    await openProfile();
    const values: [RegExp, string][] = [
      ...([
        [/^First name/, 'Jane'],
        [/^Last name/, 'Doe'],
        [/^Company/, 'Doe Title'],
      ] as [RegExp, string][]),
      ...([
        [/^Address/, '1 Main Street'],
        [/^City/, 'Duluth'],
        [/^State/, 'MN'],
      ] as [RegExp, string][]),
      ...([
        [/^Zip/, '55802'],
        [/^E-mail/, 'jane@example.test'],
      ] as [RegExp, string][]),
      [/^Phone$/, '(218) 555-0101'],
    ];
    for (const [label, value] of values)
      expect([label, screen.getByLabelText<HTMLInputElement>(label).value]).toEqual([label, value]);
    expect(screen.getByLabelText<HTMLInputElement>('Standard (U.S.)').checked).toBe(true);
    for (const name of ['Change Password', 'Update', 'Close']) expect(button(name)).toBeTruthy();
  });

  test('A6-04 A6-05 A6-20 sends all values, trimmed, when Update is pressed, and closes the window', async () => {
    const portal = await openProfile();
    await portal.user.clear(screen.getByLabelText(/^City/));
    await portal.user.type(screen.getByLabelText(/^City/), ' Ely ');
    await portal.user.click(button('Update'));
    await settle();
    expect(saved(portal)[0]?.body).toEqual({ ...stored, city: 'Ely', currentPassword: null });
    expect(isOpen()).toBe(false);
  });

  test('A6-06 leads to the login page after a 403', async () => {
    const portal = await openProfile({
      'currentUser/profile': answering(refuse({ status: 403, code: 'LOGIN', message: 'Please log in.' })),
    });
    await portal.user.click(button('Update'));
    await arriveAt(portal, '/login');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('A6-07 shows the message of the server as a warning after an error other than 403, and the window stays', async () => {
    const portal = await openProfile({ 'currentUser/profile': answering(refuse({ message: 'Not now.' })) });
    await portal.user.click(button('Update'));
    const alert = await screen.findByRole('alertdialog');
    expect(alert.querySelector('h1')?.textContent).toBe('Not now.');
    expect(alert.querySelector('.tone-warning')).toBeTruthy();
    await portal.user.click(within(alert).getByRole('button', { name: 'Close' }));
    expect(isOpen()).toBe(true);
  });

  test('A6-08 logs a failed load and shows no message', async () => {
    const portal = await openProfile({
      'currentUser/profile': () => refuse({ status: 500, message: 'Broken.' }),
    });
    expect(isOpen()).toBe(true);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(portal.server.callsTo('logReact')).toHaveLength(1);
  });

  test('A6-09 A6-13 A6-14 marks invalid values and does not send them', async () => {
    const portal = await openProfile();
    await portal.user.clear(screen.getByLabelText(/^First name/));
    await portal.user.type(screen.getByLabelText(/^Zip/), '{Backspace}');
    await portal.user.click(button('Update'));
    expect(await screen.findByText('Required.')).toBeTruthy();
    expect(screen.getByText('5-digit zip.')).toBeTruthy();
    await portal.user.type(screen.getByLabelText(/^Zip/), 'x');
    await portal.user.click(button('Update'));
    expect(await screen.findByText('Numbers only.')).toBeTruthy();
    expect(saved(portal)).toHaveLength(0);
  });

  test('A6-09 requires only names and e-mail', async () => {
    const bare = { ...stored, company: '', address: '', city: '', state: '', zip: '', phone: '' };
    const portal = await openProfile({
      'currentUser/profile': (_body, { method }) => (method === 'GET' ? { ...bare, newEmail: '' } : told('')),
    });
    const needed = [...document.querySelectorAll('dialog [aria-required="true"]')];
    expect(needed.map((field) => field.getAttribute('name'))).toEqual(['firstName', 'lastName', 'email']);
    await portal.user.click(button('Update'));
    await settle();
    expect(saved(portal)[0]?.body).toEqual({ ...bare, currentPassword: null });
    expect(isOpen()).toBe(false);
  });

  test('A6-16 A6-18 formats a standard phone, and accepts only digits in an international one', async () => {
    const portal = await openProfile();
    await portal.user.clear(screen.getByLabelText(/^Phone$/));
    await portal.user.type(screen.getByLabelText(/^Phone$/), '9075550199');
    expect(screen.getByLabelText<HTMLInputElement>(/^Phone$/).value).toBe('(907) 555-0199');
    await portal.user.click(screen.getByLabelText('International'));
    await portal.user.type(screen.getByLabelText(/^Phone$/), '+49');
    await portal.user.click(button('Update'));
    expect(await screen.findByText(/^Numbers only\.\s+No spaces\.\s+No dashes\.$/)).toBeTruthy();
  });

  test('keeps a new e-mail address in the field, and says that the link sent to it must be opened first', async () => {
    let newEmail = '';
    const portal = await openProfile({
      'currentUser/profile': (_body, { method }) =>
        method === 'GET' ? { ...stored, newEmail } : told('Please use the link.'),
    });
    expect(screen.queryByText(/Not confirmed yet/)).toBeNull();
    await portal.user.clear(screen.getByLabelText(/^E-mail/));
    await portal.user.type(screen.getByLabelText(/^E-mail/), 'new@example.test');
    newEmail = 'new@example.test';
    await portal.user.click(button('Update'));
    const alert = await screen.findByRole('alertdialog');
    expect(alert.querySelector('h1')?.textContent).toBe('Please use the link.');
    await portal.user.click(within(alert).getByRole('button', { name: 'Close' }));
    await portal.user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Profile' }));
    expect(
      await screen.findByText(/Not confirmed yet.*Until you do, we use jane@example\.test/),
    ).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^E-mail/).value).toBe('new@example.test');
    await portal.user.click(button('Update'));
    await settle();
    expect(isOpen()).toBe(false);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('asks for the password, and sends it, if a new e-mail is saved long after sign-in', async () => {
    const needed = refuse({ message: 'Please.', fields: { currentPassword: 'Please enter it.' } });
    const portal = await openProfile({
      'currentUser/profile': (body, { method }) =>
        method === 'GET' ? storedNow : body.currentPassword === 'secret' ? told('') : needed,
    });
    await portal.user.click(button('Update'));
    const field = await screen.findByLabelText(/^Current password/);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(document.activeElement).toBe(field);
    await portal.user.type(field, 'secret');
    await portal.user.click(button('Update'));
    await settle();
    expect(isOpen()).toBe(false);
  });
});

describe('the change of the password', () => {
  const openPassword = async (handlers: Record<string, Handler> = {}, user = {}) => {
    const portal = await openProfile(handlers, user);
    await portal.user.click(button('Change Password'));
    await screen.findByRole('heading', { name: 'Change Password' });
    return portal;
  };
  const fillIn = async ({ user }: Awaited<ReturnType<typeof openPassword>>, second = 'Quiet-Canoe!7') => {
    await user.type(screen.getByLabelText(/^New Password/), 'Quiet-Canoe!7');
    await user.type(screen.getByLabelText(/^Confirm Password/), second);
    await user.click(button('Update'));
  };

  test('A6-21 A6-22 has two fields and three buttons; Back leads to the profile', async () => {
    const portal = await openPassword();
    expect(document.querySelectorAll('dialog input')).toHaveLength(2);
    for (const name of ['Back', 'Update', 'Close']) expect(button(name)).toBeTruthy();
    await portal.user.click(button('Back'));
    expect(isOpen()).toBe(true);
  });

  test('A6-23 A6-25 closes its window and shows a message after the password has changed', async () => {
    const portal = await openPassword({ 'currentUser/password': () => told('') });
    await fillIn(portal);
    const alert = await screen.findByRole('alertdialog');
    expect(alert.querySelector('h1')?.textContent).toBe('Password updated.');
    expect(document.querySelectorAll('dialog')).toHaveLength(1);
    expect(portal.server.callsTo('currentUser/password')[0]?.body).toEqual({
      password: 'Quiet-Canoe!7',
      currentPassword: null,
    });
  });

  test('A6-24 shows the message of the server after an error', async () => {
    const portal = await openPassword({ 'currentUser/password': () => refuse({ message: 'Not now.' }) });
    await fillIn(portal);
    expect((await screen.findByRole('alertdialog')).querySelector('h1')?.textContent).toBe('Not now.');
  });

  test('shows a server message about the new password beside the field, without a window', async () => {
    const fields = { password: 'This password is easy to guess. Choose another one.' };
    const portal = await openPassword({
      'currentUser/password': () => refuse({ message: 'Please check your answers.', fields }),
    });
    await fillIn(portal);
    await screen.findByText('This password is easy to guess. Choose another one.');
    expect(screen.getByLabelText(/^New Password/).getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('tells staff that they need a longer password', async () => {
    await openPassword();
    expect(document.getElementById('password-needs')?.textContent).toContain('8 to 64 characters');
    cleanup();
    await openPassword({}, { role: 'COUNTY' });
    expect(document.getElementById('password-needs')?.textContent).toContain('12 to 64 characters');
  });

  test('A6-26 A6-32 requires both fields, which must match', async () => {
    const portal = await openPassword();
    await portal.user.click(button('Update'));
    expect(await screen.findAllByText('Required.')).toHaveLength(2);
    await fillIn(portal, 'Quiet-Canoe!8');
    expect(await screen.findByText('Mismatched passwords.')).toBeTruthy();
    expect(portal.server.callsTo('currentUser/password')).toHaveLength(0);
  });
});
