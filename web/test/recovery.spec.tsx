/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { arriveAt, openPortal, preparePortal, refuse, told, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

const sent = 'If the information matches our records, we have sent you an e-mail.';
const dialog = async (): Promise<string> =>
  (await screen.findByRole('alertdialog')).querySelector('h1')?.textContent ?? '';
const open = (address: string, handlers: Record<string, Handler> = {}) =>
  openPortal(address, { user: null, handlers });
const closeDialog = ({ user }: Awaited<ReturnType<typeof open>>): Promise<void> =>
  user.click(screen.getByRole('button', { name: 'Close' }));

describe('the page for a forgotten username', () => {
  const ask = async (handlers: Record<string, Handler>) => {
    const portal = await open('/forgotUsername', handlers);
    await portal.user.type(screen.getByLabelText(/^E-mail/), 'carol@example.test');
    await portal.user.click(screen.getByRole('button', { name: 'Send Email' }));
    return portal;
  };

  test('A1-18 A4-01 is public, with one e-mail field, Send Email, and Cancel to the login page', async () => {
    const portal = await open('/forgotUsername');
    expect(screen.getAllByRole('textbox')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Send Email' })).toBeTruthy();
    await portal.user.click(screen.getByRole('link', { name: 'Cancel' }));
    await arriveAt(portal, '/login');
  });

  test('A4-02 requires the e-mail', async () => {
    const portal = await open('/forgotUsername');
    await portal.user.click(screen.getByRole('button', { name: 'Send Email' }));
    expect(await screen.findByText('Required.')).toBeTruthy();
    expect(portal.server.callsTo('auth/forgotUsername')).toHaveLength(0);
  });

  test('A4-03 A4-04 shows the server’s message after the e-mail is sent, and then leads to the login page', async () => {
    const portal = await ask({ 'auth/forgotUsername': () => told(sent) });
    expect(await dialog()).toBe(sent);
    expect(portal.server.callsTo('auth/forgotUsername')[0]?.body).toEqual({
      email: 'carol@example.test',
      language: 'ENGLISH',
    });
    await closeDialog(portal);
    await arriveAt(portal, '/login');
  });

  test('A4-03 A4-04 shows the message of the server after an error, and stays open', async () => {
    const portal = await ask({
      'auth/forgotUsername': () => refuse({ status: 429, message: 'Please wait.' }),
    });
    expect(await dialog()).toBe('Please wait.');
    await closeDialog(portal);
    await arriveAt(portal, '/forgotUsername');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('the page for a forgotten password', () => {
  const ask = async (handlers: Record<string, Handler>) => {
    const portal = await open('/forgotPassword', handlers);
    await portal.user.type(screen.getByLabelText(/^Username/), 'carol.stone');
    await portal.user.type(screen.getByLabelText(/^E-mail/), 'carol@example.test');
    await portal.user.click(screen.getByRole('button', { name: 'Send Email' }));
    return portal;
  };

  test('A1-19 A4-07 is public, with username, e-mail, Send Email, and Cancel to the login page', async () => {
    const portal = await open('/forgotPassword');
    for (const field of [/^Username/, /^E-mail/]) expect(screen.getByLabelText(field)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Send Email' })).toBeDefined();
    await portal.user.click(screen.getByRole('link', { name: 'Cancel' }));
    await arriveAt(portal, '/login');
  });

  test('A4-08 A4-09 requires username and e-mail', async () => {
    const portal = await open('/forgotPassword');
    await portal.user.click(screen.getByRole('button', { name: 'Send Email' }));
    expect(await screen.findAllByText('Required.')).toHaveLength(2);
  });

  test('A4-10 A4-11 shows the server’s message after the e-mail is sent, and then leads to the login page', async () => {
    const portal = await ask({ 'auth/forgotPassword': () => told(sent) });
    expect(await dialog()).toBe(sent);
    await closeDialog(portal);
    await arriveAt(portal, '/login');
  });

  test('A4-10 A4-11 shows the message of the server after an error, and stays open', async () => {
    const portal = await ask({ 'auth/forgotPassword': () => refuse({ message: 'Please wait.' }) });
    expect(await dialog()).toBe('Please wait.');
    await closeDialog(portal);
    await arriveAt(portal, '/forgotPassword');
  });
});

describe('the page for a new password', () => {
  const ticket = 'T'.repeat(43);
  const ask = async (handlers: Record<string, Handler>) => {
    const portal = await open(`/passwordReset/${ticket}`, handlers);
    await portal.user.type(screen.getByLabelText(/^New Password/), 'Quiet-Canoe!7');
    await portal.user.type(screen.getByLabelText(/^Confirm Password/), 'Quiet-Canoe!7');
    await portal.user.click(screen.getByRole('button', { name: 'Update password' }));
    return portal;
  };

  test('A1-17 A4-15 is public, with its title, two fields and Cancel to the login page', async () => {
    const portal = await open(`/passwordReset/${ticket}`);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create a new password');
    expect(screen.getByLabelText(/^New Password/).getAttribute('type')).toBe('password');
    await portal.user.click(screen.getByRole('link', { name: 'Cancel' }));
    await arriveAt(portal, '/login');
  });

  test('A4-16 A4-17 requires both passwords, which must match', async () => {
    const portal = await open(`/passwordReset/${ticket}`);
    await portal.user.click(screen.getByRole('button', { name: 'Update password' }));
    expect(await screen.findAllByText('Required.')).toHaveLength(2);
    await portal.user.type(screen.getByLabelText(/^New Password/), 'Quiet-Canoe!7');
    await portal.user.type(screen.getByLabelText(/^Confirm Password/), 'Quiet-Canoe!8');
    await portal.user.click(screen.getByRole('button', { name: 'Update password' }));
    expect(await screen.findByText('Mismatched passwords.')).toBeTruthy();
    expect(portal.server.callsTo('auth/resetPassword')).toHaveLength(0);
  });

  test('A4-18 A4-19 A4-21 says that the password is updated, and leads to the login page when the message is closed', async () => {
    const portal = await ask({ 'auth/resetPassword': () => ({}) });
    expect(await dialog()).toBe('Password updated. You may now log in.');
    expect(portal.server.callsTo('auth/resetPassword')[0]?.body).toEqual({
      password: 'Quiet-Canoe!7',
      ticket,
    });
    await closeDialog(portal);
    await arriveAt(portal, '/login');
  });

  test('A4-20 shows the server’s message after a failure, and stays open when the message is closed', async () => {
    const portal = await ask({ 'auth/resetPassword': () => refuse({ message: 'This link is not valid.' }) });
    expect(await dialog()).toBe('This link is not valid.');
    await closeDialog(portal);
    await arriveAt(portal, `/passwordReset/${ticket}`);
  });
});

describe('a new e-mail address', () => {
  const ticket = 'T'.repeat(43);

  test('is confirmed when its link is opened, and the page says so', async () => {
    const portal = await open(`/confirmEmail/${ticket}`, { 'auth/confirmEmail': () => ({}) });
    expect(portal.server.callsTo('auth/confirmEmail').map(({ body }) => body)).toEqual([{ ticket }]);
    expect(await screen.findByText('From now on we use your new e-mail address.')).toBeTruthy();
  });

  test('is not confirmed by an expired link', async () => {
    await open(`/confirmEmail/${ticket}`, { 'auth/confirmEmail': () => refuse({ message: 'No longer.' }) });
    expect((await screen.findByRole('alert')).textContent).toBe('No longer.');
    expect(screen.queryByText('From now on we use your new e-mail address.')).toBeNull();
  });
});
