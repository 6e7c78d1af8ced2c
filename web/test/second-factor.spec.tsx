/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { arriveAt, openPortal, preparePortal, refuse, settle, someUser, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

/** A long timeout, because the windows of the profile load when they are opened. */
const patiently = { timeout: 10_000 };
const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const refusedCode = (message: string) => refuse({ status: 200, message, fields: { code: message } });

describe('the login of a user with a second factor', () => {
  test('asks for the code when the server requires one, and sends the code with the password', async () => {
    const portal = await openPortal('/login', {
      user: null,
      handlers: {
        'auth/login': (body) =>
          (body as { code?: string }).code === '123 456' ? someUser() : refusedCode('The code too, please.'),
      },
    });
    const field = () => screen.queryByLabelText(/^Code from your authenticator app/);
    expect(field()).toBeNull();
    await portal.user.type(screen.getByLabelText(/^Username/), 'clerk');
    await portal.user.type(screen.getByLabelText(/^Password/), 'a password');
    await portal.user.click(button('Log in'));
    await settle();
    expect(screen.getByText('The code too, please.')).toBeTruthy();
    expect(document.activeElement).toBe(field());
    await portal.user.type(field() as HTMLElement, '123 456');
    await portal.user.click(button('Log in'));
    await arriveAt(portal, '/home');
    expect(portal.server.callsTo('auth/login').at(-1)?.body).toMatchObject({
      username: 'clerk',
      password: 'a password',
      code: '123 456',
    });
  });
});

const openDialog = async (state: object, handlers: Record<string, Handler> = {}) => {
  const portal = await openPortal('/home', {
    user: someUser({ role: 'COUNTY' }),
    handlers: { 'currentUser/profile': () => ({}), 'currentUser/secondFactor': () => state, ...handlers },
  });
  await portal.user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Profile' }));
  await portal.user.click(
    await screen.findByRole('button', { name: 'Login code (second factor)' }, patiently),
  );
  await screen.findByRole('heading', { name: 'Login code (second factor)' });
  await settle();
  return portal;
};

describe('the second factor of staff', () => {
  test('is not offered to users who are not staff', async () => {
    const portal = await openPortal('/home', { handlers: { 'currentUser/profile': () => ({}) } });
    await portal.user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Profile' }));
    await screen.findByRole('heading', { name: 'My profile' }, patiently);
    expect(screen.queryByRole('button', { name: 'Login code (second factor)' })).toBeNull();
  });

  test('is added with the password and a code, and the recovery codes are shown once', async () => {
    const address = 'otpauth://totp/Lake:clerk?secret=ABCDEFGH';
    const portal = await openDialog(
      { on: false, recoveryCodesLeft: 0 },
      {
        'currentUser/offerSecondFactor': () => ({ key: 'ABCDEFGH', address }),
        'currentUser/confirmSecondFactor': (body) =>
          (body as { code: string }).code === '123456'
            ? { recoveryCodes: ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'] }
            : refusedCode('Not this one.'),
      },
    );
    await portal.user.type(screen.getByLabelText(/^Current password/), 'a password');
    await portal.user.click(button('Add'));
    await settle();
    expect(portal.server.callsTo('currentUser/offerSecondFactor')[0]?.body).toEqual({
      currentPassword: 'a password',
    });
    expect(screen.getByText('ABCD EFGH')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open in the app' }).getAttribute('href')).toBe(address);
    const code = screen.getByLabelText(/^Code/);
    await portal.user.type(code, '000000');
    await portal.user.click(button('Confirm'));
    await settle();
    expect(screen.getByText('Not this one.')).toBeTruthy();
    await portal.user.clear(code);
    await portal.user.type(code, '123456');
    await portal.user.click(button('Confirm'));
    await settle();
    expect(screen.getByText(/AAAA-BBBB-CCCC-DDDD/)).toBeTruthy();
    expect(screen.queryByText('ABCD EFGH')).toBeNull();
  });

  test('is switched off with the password', async () => {
    const portal = await openDialog(
      { on: true, recoveryCodesLeft: 9 },
      {
        'currentUser/removeSecondFactor': (body) =>
          (body as { currentPassword: string }).currentPassword === 'right'
            ? {}
            : refuse({ status: 200, message: 'No.', fields: { currentPassword: 'Not right.' } }),
      },
    );
    expect(screen.getByText(/9 recovery codes are left/)).toBeTruthy();
    const password = screen.getByLabelText(/^Current password/);
    await portal.user.type(password, 'wrong');
    await portal.user.click(button('Switch off'));
    await settle();
    expect(screen.getByText('Not right.')).toBeTruthy();
    await portal.user.clear(password);
    await portal.user.type(password, 'right');
    await portal.user.click(button('Switch off'));
    expect(await screen.findByText('The second factor is switched off.')).toBeTruthy();
  });
});
