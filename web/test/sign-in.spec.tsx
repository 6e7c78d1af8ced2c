/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { changeLanguage } from '../src/shared/i18n/i18n.js';
import { arriveAt, noAnswer, openPortal, refuse, settle, someUser, preparePortal } from './portal.js';

preparePortal({ beforeAll, afterEach });

const fillIn = async ({ user }: Awaited<ReturnType<typeof openPortal>>): Promise<void> => {
  await user.type(screen.getByLabelText(/^Username/), 'demo.escrow');
  await user.type(screen.getByLabelText(/^Password/), 'Portal!2026');
};
const submit = (): HTMLElement => screen.getByRole('button', { name: 'Log in' });

describe('the login page', () => {
  test.each(['/', '/login'])('A1-13 is public and opens at %s', async (address) => {
    const portal = await openPortal(address, { user: null });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Log in');
    expect(portal.server.callsTo('currentUser/loginStatus')).toHaveLength(0);
  });

  test('A2-06 A2-07 asks for username and password, and for no language if the county has not enabled languages', async () => {
    await openPortal('/login', { user: null });
    expect(screen.queryByLabelText('Language')).toBeNull();
    expect(screen.getByLabelText(/^Username/)).toBeTruthy();
    expect(screen.getByLabelText(/^Password/).getAttribute('type')).toBe('password');
  });

  test('A2-06 A12-01 A12-02 offers the languages of the county in order, with English chosen', async () => {
    const offered = ['TURKISH', 'ENGLISH', 'BENGALI'];
    await openPortal('/login', { user: null, help: { languages: { languages: true, offered } } });
    const list = screen.getByLabelText<HTMLSelectElement>('Language');
    expect([...list.options].map(({ value }) => value)).toEqual(['ENGLISH', 'BENGALI', 'TURKISH']);
    expect(list.value).toBe('ENGLISH');
  });

  test('A12-01 shows English if the texts of the language fail to load', async () => {
    await openPortal('/login', { user: null });
    await act(() => changeLanguage('CHAMORRO'));
    expect(screen.getByRole('heading', { level: 1, name: 'Log in' })).toBeTruthy();
    expect(document.documentElement.lang).toBe('en');
    await act(() => changeLanguage('RUSSIAN'));
    expect(document.documentElement.lang).toBe('ru');
    await act(() => changeLanguage('ENGLISH'));
  });

  test('A2-18 applies a chosen language at once, keeps it for the next visit, and sends it with the login', async () => {
    const portal = await openPortal('/login', {
      user: null,
      help: { languages: { languages: true, offered: ['ENGLISH', 'RUSSIAN'] } },
    });
    await portal.user.selectOptions(screen.getByLabelText('Language'), 'RUSSIAN');
    expect(await screen.findByRole('heading', { level: 1, name: 'Вход' })).toBeTruthy();
    expect(document.documentElement.lang).toBe('ru');
    expect(document.cookie).toContain('language=RUSSIAN');
    await portal.user.type(screen.getByLabelText(/^Имя пользователя/), 'demo.escrow');
    await portal.user.type(screen.getByLabelText(/^Пароль/), 'Portal!2026');
    await portal.user.click(screen.getByRole('button', { name: 'Войти' }));
    await settle();
    expect(portal.server.callsTo('auth/login')[0]?.body).toMatchObject({ language: 'RUSSIAN' });
    document.cookie = 'language=; max-age=0; path=/';
    await act(() => changeLanguage('ENGLISH'));
  });

  test('A2-13 A2-14 requires username and password, and sends nothing without these', async () => {
    const portal = await openPortal('/login', { user: null });
    await portal.user.click(submit());
    expect(screen.getAllByText('Required.')).toHaveLength(2);
    expect(document.activeElement).toBe(screen.getByLabelText(/^Username/));
    expect(portal.server.callsTo('auth/login')).toHaveLength(0);
  });

  test('A12-08 clears field errors while the user types', async () => {
    const portal = await openPortal('/login', { user: null });
    await portal.user.click(submit());
    expect(screen.getAllByText('Required.')).toHaveLength(2);
    await portal.user.type(screen.getByLabelText(/^Username/), 'd');
    expect(screen.queryByText('Required.')).toBeNull();
  });

  test('A2-15 A12-06 A12-07 says that a login is running, and ignores a second submit', async () => {
    let answer: (content: unknown) => void = () => undefined;
    const portal = await openPortal('/login', {
      user: null,
      handlers: { 'auth/login': () => new Promise((resolve) => (answer = resolve)) },
    });
    await fillIn(portal);
    await portal.user.click(submit());
    const busy = screen.getByRole('button', { name: 'Logging in...' });
    fireEvent.submit(busy.closest('form') as HTMLFormElement);
    await settle();
    expect(portal.server.callsTo('auth/login')).toHaveLength(1);
    answer(refuse({ message: 'No.' }));
    await settle();
    expect(submit().getAttribute('aria-busy')).toBeNull();
  });

  test('A2-16 leads after a login to the home page, where the default search is the main action', async () => {
    const portal = await openPortal('/login', {
      user: null,
      help: { search: { defaultSearch: 'searchByDocumentNumber' } },
      handlers: { 'auth/login': () => someUser() },
    });
    await fillIn(portal);
    await portal.user.click(submit());
    await settle();
    await arriveAt(portal, '/home');
    expect(document.querySelector('.btn--primary')?.textContent).toContain('Search by Document Number');
    const [{ body } = { body: {} }] = portal.server.callsTo('auth/login');
    expect(body).toEqual({ username: 'demo.escrow', password: 'Portal!2026' });
  });

  test('A2-17 shows the message of the server in a red box after a failed login', async () => {
    const portal = await openPortal('/login', {
      user: null,
      handlers: { 'auth/login': () => refuse({ message: 'This user is locked.' }) },
    });
    await fillIn(portal);
    await portal.user.click(submit());
    await settle();
    const box = screen.getByRole('alert');
    expect(box.textContent).toBe('This user is locked.');
    expect(box.className).toContain('alert--error');
    expect(box.closest('form')).not.toBeNull();
  });

  test('A2-17 shows the raw error in the box if the server sends no message', async () => {
    const portal = await openPortal('/login', { user: null, handlers: { 'auth/login': () => noAnswer } });
    await fillIn(portal);
    await portal.user.click(submit());
    await settle();
    expect(screen.getByRole('alert').textContent).toBe('An unexpected error has occurred');
  });

  test('A2-09 A2-10 shows the version and a copyright from 2022 to this year in its footer', async () => {
    await openPortal('/login', { user: null, help: { product: { version: '5.2.15', commit: '' } } });
    const footer = screen.getByRole('contentinfo');
    expect(footer.textContent).toContain('Version 5.2.15');
    expect(footer.textContent).toContain(`Copyright 2022-${new Date().getFullYear()} Lake County`);
  });

  test('lets visitors in without an account if the county has a guest user', async () => {
    const portal = await openPortal('/login', {
      user: null,
      help: { userAccess: { guestUserName: 'guest.user' } },
      handlers: { 'auth/guest': () => someUser({ role: 'GUEST', username: 'guest.user', usageBalance: '' }) },
    });
    await portal.user.click(screen.getByRole('button', { name: 'Continue as guest' }));
    await settle();
    await arriveAt(portal, '/home');
    expect(portal.server.callsTo('auth/login')).toHaveLength(0);
    expect(portal.server.callsTo('auth/guest')[0]?.body).toEqual({ language: 'ENGLISH' });
  });
});

describe('the guard of pages', () => {
  test('A1-27 A1-28 asks for the login status before a protected page and shows LOADING meanwhile', async () => {
    const portal = await openPortal('/search', {
      handlers: { 'currentUser/loginStatus': () => new Promise(() => undefined) },
    });
    expect(screen.getByText('LOADING')).toBeTruthy();
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
    expect(portal.server.callsTo('currentUser/loginStatus')).toHaveLength(1);
  });

  test('asks the server only once who the user is, before the first page appears', async () => {
    let tell = (): void => undefined;
    const told = new Promise<void>((resolve) => (tell = resolve));
    const portal = await openPortal('/search', {
      opening: true,
      handlers: { 'currentUser/loginStatus': async () => (await told, someUser()) },
    });
    expect(document.body.textContent).not.toContain('LOADING');
    tell();
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
    expect(portal.server.callsTo('currentUser/loginStatus')).toHaveLength(1);
  });

  test('leads a visitor whose first page is protected to the login page', async () => {
    const portal = await openPortal('/search', { opening: true, user: null });
    await settle();
    await arriveAt(portal, '/login');
    expect(portal.server.callsTo('currentUser/loginStatus')).toHaveLength(1);
  });

  test('A1-29 A1-30 leads a user who is not logged in to the login page, and then to the requested page', async () => {
    let inside = false;
    const portal = await openPortal('/search/searchByDocumentNumber#fromDocumentNumber=1000001', {
      user: null,
      handlers: {
        'auth/login': () => ((inside = true), someUser()),
        'currentUser/loginStatus': () => (inside ? someUser() : refuse({ status: 403, code: 'LOGIN' })),
      },
    });
    await arriveAt(portal, '/login');
    await fillIn(portal);
    await portal.user.click(submit());
    await settle();
    await arriveAt(portal, '/search/searchByDocumentNumber#fromDocumentNumber=1000001');
  });

  test.each([
    ['a refusal', refuse({ status: 403, code: 'LOGIN' })],
    ['a broken server', refuse({ status: 500 })],
    ['silence', noAnswer],
  ])(
    'A1-31 counts a user as not logged in when its request for the login status meets %s',
    async (_what, answer) => {
      const portal = await openPortal('/search', { handlers: { 'currentUser/loginStatus': () => answer } });
      await settle();
      await arriveAt(portal, '/login');
      expect(portal.store.getState().session.user).toBeNull();
    },
  );

  test.each(['TRIMIN', 'COUNTY', 'ACCOUNT', 'USER', 'GUEST'] as const)(
    'A1-32 A1-22 lets any role pass: %s opens /search',
    async (role) => {
      const portal = await openPortal('/search', { user: someUser({ role }) });
      await arriveAt(portal, '/search');
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Search by Name');
    },
  );

  test('moves the focus to the heading of a page reached by navigation, but not of the first page', async () => {
    const portal = await openPortal('/home');
    await act(() => portal.router.navigate('/purchases'));
    await settle();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(document.activeElement?.textContent).toBe('My purchases');
    cleanup();
    await openPortal('/purchases');
    expect(document.activeElement).toBe(document.body);
  });

  test('A1-14 leaves the home page public', async () => {
    const portal = await openPortal('/home', { user: null });
    await arriveAt(portal, '/home');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Lake County');
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
  });
});
