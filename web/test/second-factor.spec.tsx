/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import decodeQR from 'qr/decode.js';
import { arriveAt, openPortal, preparePortal, refuse, settle, someUser, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

/** A long timeout, because the windows of the profile load when they are opened. */
const patiently = { timeout: 10_000 };
const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const refusedCode = (message: string) => refuse({ status: 200, message, fields: { code: message } });

describe('the login of a user with a second factor', () => {
  const logIn = async () => {
    const portal = await openPortal('/login', {
      user: null,
      handlers: {
        'auth/login': (body) => {
          const { code } = body as { code?: string };
          if (code === '123 456') return someUser();
          return refusedCode(code === undefined ? 'The code too, please.' : 'Not this one.');
        },
      },
    });
    expect(field()).toBeNull();
    await portal.user.type(screen.getByLabelText(/^Username/), 'clerk');
    await portal.user.type(screen.getByLabelText(/^Password/), 'a password');
    await portal.user.click(button('Log in'));
    await settle();
    return portal;
  };
  const field = () => screen.queryByLabelText<HTMLInputElement>(/^Code from your authenticator app/);

  test('asks for the code when the server requires one, and sends the code with the password', async () => {
    const portal = await logIn();
    // the user has entered nothing wrong yet, so the message is not an error
    expect(screen.getByText('The code too, please.').closest('.alert')?.getAttribute('role')).toBe('status');
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

  test('focuses the field and selects the code in it after a wrong code, so that the next code replaces the wrong one', async () => {
    const portal = await logIn();
    await portal.user.type(field() as HTMLElement, '000000');
    await portal.user.click(button('Log in'));
    await settle();
    expect(screen.getByRole('alert').textContent).toBe('Not this one.');
    expect(document.activeElement).toBe(field());
    await portal.user.keyboard('123 456');
    expect(field()?.value).toBe('123 456');
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

const textOf = (file: Blob | undefined): Promise<unknown> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result));
    reader.readAsText(file ?? new Blob());
  });

const QUIET_ZONE = 4;
const PIXELS_PER_MODULE = 4;

/** The modules of a drawn code as rows of '#' (dark) and ' '. */
const modulesOf = (svg: Element): string[] => {
  const size = Number(svg.getAttribute('viewBox')?.split(' ')[2]);
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => ' '));
  const path = svg.querySelector('path[fill="#000"]')?.getAttribute('d') ?? '';
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    rows[Number(y)]?.fill('#', Number(x), Number(x) + Number(length));
  return rows.map((row) => row.join(''));
};

/** Reads a drawn code as the camera of a phone does. */
const scan = (svg: Element): string => {
  const rows = modulesOf(svg);
  const width = rows.length * PIXELS_PER_MODULE;
  const data = new Uint8Array(width * width * 4).map((_byte, at) => {
    const [x, y] = [Math.floor(at / 4) % width, Math.floor(at / 4 / width)];
    const dark = rows[Math.floor(y / PIXELS_PER_MODULE)]?.[Math.floor(x / PIXELS_PER_MODULE)] === '#';
    return dark && at % 4 < 3 ? 0 : 255;
  });
  return decodeQR({ width, height: width, data });
};

/** Opens the window of a clerk without a second factor, and enters the password. */
const openKey = async (handlers: Record<string, Handler>) => {
  const portal = await openDialog({ on: false, recoveryCodesLeft: 0 }, handlers);
  await portal.user.type(screen.getByLabelText(/^Current password/), 'a password');
  await portal.user.click(button('Add'));
  await settle();
  return portal;
};
const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const inGroups = 'JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP';
const address = `otpauth://totp/Lake%20County:clerk?secret=${key}&issuer=Lake%20County&algorithm=SHA1&digits=6&period=30`;
const offering = (offered: string) => ({
  'currentUser/offerSecondFactor': () => ({ key, address: offered }),
});
const picture = () => screen.queryByRole('img', { name: /^QR code/ });

describe('the key for the authenticator app', () => {
  test('is a QR code that contains only the URL for the app, in black on white with a quiet zone', async () => {
    await openKey(offering(address));
    const code = await screen.findByRole('img', { name: /^QR code .+ use the key that follows\.$/ });
    expect(await screen.findByText(/^Scan the QR code/)).toBeTruthy();
    expect(scan(code)).toBe(address);
    const rows = modulesOf(code);
    expect(code.querySelector('path[fill="#fff"]')?.getAttribute('d')).toBe(
      `M0 0h${rows.length}v${rows.length}h-${rows.length}z`,
    );
    const dark = rows.flatMap((row, y) => [...row].flatMap((each, x) => (each === '#' ? [x, y] : [])));
    expect([Math.min(...dark), Math.max(...dark)]).toEqual([QUIET_ZONE, rows.length - 1 - QUIET_ZONE]);
    expect(Number(code.getAttribute('width')) % rows.length).toBe(0);
  });

  test('is also a text, which can be copied without its spaces, and a link', async () => {
    const portal = await openKey(offering(address));
    expect(screen.getByText(inGroups)).toBeTruthy();
    await portal.user.click(button('Copy'));
    expect(await screen.findByText('Copied.')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(key);
    expect(screen.getByRole('link', { name: 'Open the app on this device' }).getAttribute('href')).toBe(
      address,
    );
  });

  test('is still shown as a text when no QR code can be drawn', async () => {
    await openKey({ ...offering(`${address}&${'x'.repeat(3_000)}`), 'client/log': () => ({}) });
    expect(await screen.findByText('Type this key into the app:')).toBeTruthy();
    expect(picture()).toBeNull();
    expect(screen.getByText(inGroups)).toBeTruthy();
    expect(button('Copy')).toBeTruthy();
    expect(screen.getByLabelText(/^Code/)).toBeTruthy();
  });

  test('is read out before the field for the code, which gets the focus back after a wrong code', async () => {
    const portal = await openKey({
      ...offering(address),
      'currentUser/confirmSecondFactor': () => refusedCode('Not this one.'),
    });
    await screen.findByRole('img');
    expect(document.activeElement?.textContent).toBe('Connect your authenticator app');
    const code = screen.getByLabelText(/^Code/);
    await portal.user.type(code, '000000');
    await portal.user.click(button('Confirm'));
    await settle();
    expect(screen.getByText('Not this one.')).toBeTruthy();
    expect(document.activeElement).toBe(code);
    await portal.user.keyboard('123456');
    expect((code as HTMLInputElement).value).toBe('123456');
  });

  test('is followed by a message if the browser refuses to copy it', async () => {
    const portal = await openKey(offering(address));
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await portal.user.click(button('Copy'));
    expect(await screen.findByText(/^Your browser did not copy it/)).toBeTruthy();
  });
});

describe('the second factor of staff', () => {
  test('is not offered to users who are not staff', async () => {
    const portal = await openPortal('/home', { handlers: { 'currentUser/profile': () => ({}) } });
    await portal.user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Profile' }));
    await screen.findByRole('heading', { name: 'My profile' }, patiently);
    expect(screen.queryByRole('button', { name: 'Login code (second factor)' })).toBeNull();
  });

  test('is added with the password and a code, and the recovery codes are shown once', async () => {
    const portal = await openKey({
      ...offering(address),
      'currentUser/confirmSecondFactor': () => ({
        recoveryCodes: ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'],
      }),
    });
    expect(portal.server.callsTo('currentUser/offerSecondFactor')[0]?.body).toEqual({
      currentPassword: 'a password',
    });
    await portal.user.type(screen.getByLabelText(/^Code/), '123456');
    await portal.user.click(button('Confirm'));
    await settle();
    expect(portal.server.callsTo('currentUser/confirmSecondFactor')[0]?.body).toEqual({ code: '123456' });
    const codes = screen.getByRole('list', { name: 'Recovery codes' });
    expect(within(codes).getAllByRole('listitem')).toHaveLength(2);
    expect(screen.queryByText(inGroups)).toBeNull();
    await portal.user.click(button('Copy'));
    expect(await screen.findByText('Copied.')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('AAAA-BBBB-CCCC-DDDD\nEEEE-FFFF-GGGG-HHHH');
  });

  test('has recovery codes that can be saved as a file', async () => {
    const portal = await openKey({
      ...offering(address),
      'currentUser/confirmSecondFactor': () => ({
        recoveryCodes: ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'],
      }),
    });
    await portal.user.type(screen.getByLabelText(/^Code/), '123456');
    await portal.user.click(button('Confirm'));
    await settle();
    const files: Blob[] = [];
    jest.spyOn(URL, 'createObjectURL').mockImplementation((file) => (files.push(file as Blob), 'blob:test'));
    const names: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    await portal.user.click(button('Download'));
    expect(names).toEqual(['recovery-codes.txt']);
    expect(await textOf(files[0])).toBe('AAAA-BBBB-CCCC-DDDD\nEEEE-FFFF-GGGG-HHHH\n');
  });

  test('keeps the recovery codes in view until the user says that they are saved', async () => {
    const portal = await openKey({
      ...offering(address),
      'currentUser/confirmSecondFactor': () => ({ recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] }),
    });
    await portal.user.type(screen.getByLabelText(/^Code/), '123456');
    await portal.user.click(button('Confirm'));
    await settle();
    const dialog = screen.getByRole('dialog');
    act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })));
    expect(screen.getByText('AAAA-BBBB-CCCC-DDDD')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    await portal.user.click(button('I have saved the codes'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is added in a window that stays open while the code is checked, because the answer contains the recovery codes', async () => {
    let answer: (content: unknown) => void = () => undefined;
    const portal = await openKey({
      ...offering(address),
      'currentUser/confirmSecondFactor': () => new Promise((resolve) => (answer = resolve)),
    });
    await portal.user.type(screen.getByLabelText(/^Code/), '123456');
    await portal.user.click(button('Confirm'));
    for (const leave of ['Back', 'Close']) await portal.user.click(button(leave));
    await act(async () => answer({ recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] }));
    expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeTruthy();
  });

  test('says why its state could not be loaded, and can load it again', async () => {
    let isDown = true;
    const busy = refuse({ status: 503, message: 'Please try again in a minute.' });
    const off = { on: false, recoveryCodesLeft: 0 };
    const portal = await openDialog(off, { 'currentUser/secondFactor': () => (isDown ? busy : off) });
    const alert = screen.getByRole('alert');
    expect(within(alert).getByRole('heading').textContent).toBe('Please try again in a minute.');
    isDown = false;
    await portal.user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText(/^Current password/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
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
    expect(screen.getByText(/^To get new recovery codes, switch the second factor off/)).toBeTruthy();
    const password = screen.getByLabelText(/^Current password/);
    await portal.user.type(password, 'wrong');
    await portal.user.click(button('Switch off'));
    await settle();
    expect(screen.getByText('Not right.')).toBeTruthy();
    expect(document.activeElement).toBe(password);
    await portal.user.clear(password);
    await portal.user.type(password, 'right');
    await portal.user.click(button('Switch off'));
    expect(await screen.findByText('The second factor is switched off.')).toBeTruthy();
  });
});
