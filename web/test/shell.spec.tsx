/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { sessionEnded } from '../src/shared/http/api.js';
import { changeLanguage } from '../src/shared/i18n/i18n.js';
import { criteriaSaved, recordRead } from '../src/shared/state/search.slice.js';
import { signedIn } from '../src/shared/state/session.slice.js';
import { arriveAt, openPortal, refuse, settle, someUser, preparePortal } from './portal.js';

preparePortal({ beforeAll, afterEach });

const header = () => within(screen.getByRole('banner'));

describe('the header', () => {
  test('A5-01 shows county and title and greets the user by name', async () => {
    await openPortal('/home', { help: { common: { countyName: 'Lake County', appTitle: 'Land Search' } } });
    expect(header().getByText('Lake County')).toBeTruthy();
    expect(header().getByText('Land Search')).toBeTruthy();
    expect(header().getByText('demo.escrow')).toBeTruthy();
  });

  test('A1-02 shows Land Record Portal if the county has no title', async () => {
    await openPortal('/home');
    expect(header().getByText('Land Record Portal')).toBeTruthy();
  });

  test('A5-07 A5-09 shows the balance and reads it again on request', async () => {
    const userId = '0f0e0d0c-0000-4000-8000-000000000042';
    const portal = await openPortal('/home', {
      user: someUser({ userId, usageBalance: '$12.34' }),
      handlers: { 'currentUser/usageBalance': () => ({ usageBalance: '$88.00' }) },
    });
    expect(header().getByRole('status').tagName).toBe('OUTPUT');
    expect(header().getByRole('status').textContent).toContain('$12.34');
    expect(portal.server.callsTo('currentUser/usageBalance')).toHaveLength(0);
    await portal.user.click(screen.getByRole('button', { name: 'Refresh balance' }));
    await settle();
    expect(header().getByText('$88.00')).toBeTruthy();
    expect(header().queryByText('$12.34')).toBeNull();
    expect(portal.server.callsTo('currentUser/usageBalance')).toMatchObject([
      { method: 'POST', body: { userId } },
    ]);
  });

  test('A5-10 says that a refresh of the balance failed', async () => {
    const portal = await openPortal('/home', {
      handlers: { 'currentUser/usageBalance': () => refuse({ status: 503 }) },
    });
    await portal.user.click(screen.getByRole('button', { name: 'Refresh balance' }));
    await settle();
    expect(screen.getByRole('alertdialog').textContent).toContain('Cannot refresh usage balance');
  });

  test('A12-18 leads to the login page without an alert if a refresh of the balance finds that the session is over', async () => {
    const over = refuse({ status: 403, code: 'LOGIN', message: 'Please log in.' });
    const portal = await openPortal('/home', { handlers: { 'currentUser/usageBalance': () => over } });
    await portal.user.click(screen.getByRole('button', { name: 'Refresh balance' }));
    await arriveAt(portal, '/login');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test.each(['TRIMIN', 'COUNTY', 'GUEST'] as const)('A5-08 shows no balance to %s', async (role) => {
    await openPortal('/home', { user: someUser({ role, usageBalance: '$100.00' }) });
    expect(header().getByText(someUser().username)).toBeTruthy();
    expect(screen.queryByText('$100.00')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Refresh balance' })).toBeNull();
  });

  test.each([
    ['USER', ['/home', '/search', '/purchases']],
    ['GUEST', ['/home', '/search', '/purchases']],
    ['ACCOUNT', ['/home', '/search', '/purchases', '/reports', '/userManager']],
    ['COUNTY', ['/home', '/search', '/reports', '/userManager', '/controlPanel/start']],
    ['TRIMIN', ['/home', '/search', '/reports', '/userManager', '/controlPanel/start']],
  ] as const)('A5-16 A5-18 has the links of %s', async (role, expected) => {
    await openPortal('/home', { user: someUser({ role }) });
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(expected);
  });
});

describe('the log-out', () => {
  const askToLeave = async (portal: Awaited<ReturnType<typeof openPortal>>) => {
    await portal.user.click(header().getByRole('button', { name: 'Log out' }));
    return within(screen.getByRole('alertdialog'));
  };

  test('A5-03 asks first, and the answer No changes nothing', async () => {
    const portal = await openPortal('/home');
    const question = await askToLeave(portal);
    expect(question.getByRole('heading').textContent).toContain('continue?');
    await portal.user.click(question.getByRole('button', { name: 'No' }));
    expect(portal.server.callsTo('auth/logout')).toHaveLength(0);
    await arriveAt(portal, '/home');
  });

  test('A5-05 A12-23 leads to the login page and clears the stored state', async () => {
    const portal = await openPortal('/home', { handlers: { 'auth/logout': () => ({}) } });
    await settle(200);
    expect(sessionStorage).toHaveLength(1);
    const question = await askToLeave(portal);
    await portal.user.click(question.getByRole('button', { name: 'Yes, log out' }));
    await settle(200);
    await arriveAt(portal, '/login');
    expect(sessionStorage).toHaveLength(0);
    expect(portal.store.getState().session.user).toBeNull();
  });

  test('A5-06 says that the log-out failed, and the user stays signed in', async () => {
    const portal = await openPortal('/home', { handlers: { 'auth/logout': () => refuse({ status: 500 }) } });
    const question = await askToLeave(portal);
    await portal.user.click(question.getByRole('button', { name: 'Yes, log out' }));
    await settle();
    expect(screen.getByRole('alertdialog').textContent).toContain('Logout Failed');
    await arriveAt(portal, '/home');
  });

  test('A5-05 leads to the login page without an alert if the session is already over', async () => {
    const over = refuse({ status: 403, code: 'LOGIN', message: 'Please log in.' });
    const portal = await openPortal('/home', { handlers: { 'auth/logout': () => over } });
    const question = await askToLeave(portal);
    await portal.user.click(question.getByRole('button', { name: 'Yes, log out' }));
    await arriveAt(portal, '/login');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('the side menu', () => {
  test('A5-20 B1-004 is open by default, and remembers whether it is open', async () => {
    const portal = await openPortal('/search');
    expect(document.querySelector('.app--nav')).not.toBeNull();
    const toggle = screen.getByRole('button', { name: 'Close side menu' });
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    await portal.user.click(toggle);
    expect(document.querySelector('.app--nav-closed')).not.toBeNull();
    expect(portal.store.getState().layout.sideNavOpen).toBe(false);
  });

  test('B1-005 B1-011 lists the searches that both county and user have, sorted by name', async () => {
    await openPortal('/search');
    const menu = within(screen.getByRole('navigation', { name: 'Search' }));
    expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Document Number',
      'Name',
    ]);
  });

  test('B1-011 hides a search that the county lacks', async () => {
    await openPortal('/search', { help: { search: { enabled: ['searchByName'] } } });
    const menu = within(screen.getByRole('navigation', { name: 'Search' }));
    expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Name']);
    expect(screen.queryByRole('link', { name: 'Document Number' })).toBeNull();
  });

  test('B1-011 hides a search that the user may not run', async () => {
    await openPortal('/search', { user: someUser({ searchList: ['searchByDocumentNumber'] }) });
    expect(screen.queryByRole('link', { name: 'Name' })).toBeNull();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Search by Document Number');
  });
});

describe('the end of a session', () => {
  test('A12-18 B2-38 after a 403 leads to the login page, which remembers the URL', async () => {
    const portal = await openPortal('/home', {
      handlers: { 'currentUser/usageBalance': () => refuse({ status: 403, code: 'LOGIN' }) },
    });
    await portal.user.click(screen.getByRole('button', { name: 'Refresh balance' }));
    await settle();
    await arriveAt(portal, '/login');
    expect(portal.router.state.location.state).toEqual({ from: '/home' });
    expect(portal.store.getState().session.user).toBeNull();
  });

  test('in another tab leads this tab to the login page, which then remembers no URL', async () => {
    const portal = await openPortal('/home');
    const { signedOut } = await import('../src/shared/state/session.slice.js');
    act(() => void portal.store.dispatch(signedOut(true)));
    await settle();
    await arriveAt(portal, '/login');
    expect(portal.router.state.location.state).toBeNull();
  });

  test('does not affect a new tab, which learns its user from the server', async () => {
    const portal = await openPortal('/home', {
      user: null,
      handlers: { 'currentUser/loginStatus': () => someUser({ username: 'demo.invoice' }) },
    });
    await settle();
    expect(header().getByText('demo.invoice')).toBeTruthy();
    await arriveAt(portal, '/home');
  });
});

describe('another user in the same tab', () => {
  const other = someUser({ userId: '7d9f6c1e-0000-4000-8000-000000000002', username: 'demo.invoice' });
  const openAs = (handlers = {}, address = '/home') =>
    openPortal(address, {
      handlers: { 'currentUser/profile': () => refuse({ status: 500 }), ...handlers },
    });

  test('inherits no criteria, marks or windows', async () => {
    const portal = await openAs();
    act(() => {
      portal.store.dispatch(criteriaSaved({ type: 'searchByName', criteria: { a: 'LIND' } }));
      portal.store.dispatch(recordRead('A1'));
    });
    await portal.user.click(header().getByRole('button', { name: 'Log out' }));
    expect(screen.getByRole('alertdialog')).toBeTruthy();
    act(() => void portal.store.dispatch(signedIn(other)));
    await settle();
    expect(portal.store.getState().search).toMatchObject({ criteria: {}, readRecords: [] });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(header().getByText('demo.invoice')).toBeTruthy();
    await arriveAt(portal, '/home');
  });

  test('passes the guard, which learns of the new user from the server', async () => {
    const portal = await openAs({ 'currentUser/loginStatus': () => other }, '/search');
    await settle();
    expect(portal.store.getState().session.user?.username).toBe('demo.invoice');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Search by Name');
  });

  test('sees no open window after the previous user’s session has ended', async () => {
    const portal = await openAs();
    await portal.user.click(header().getByRole('button', { name: 'Log out' }));
    expect(screen.getByRole('alertdialog')).toBeTruthy();
    act(() => void portal.store.dispatch(sessionEnded()));
    await settle();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    act(() => void portal.store.dispatch(signedIn(other)));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

test('a new tab uses the language of its user', async () => {
  await openPortal('/home', {
    user: null,
    handlers: { 'currentUser/loginStatus': () => someUser({ language: 'RUSSIAN' }) },
  });
  await settle();
  expect(document.documentElement.lang).toBe('ru');
  await act(() => changeLanguage('ENGLISH'));
});

test('the skip link does not change the URL', async () => {
  const portal = await openPortal('/search/searchByDocumentNumber#fromDocumentNumber=1000001');
  await portal.user.click(screen.getByRole('link', { name: 'Skip to main content' }));
  expect(document.activeElement?.id).toBe('main');
  expect(window.location.hash).toBe('');
});

test('the title in the browser names page, county and product', async () => {
  await openPortal('/search');
  expect(document.title).toBe('Search by Name - Lake County Land Record Portal');
});

test('an unknown URL shows a message', async () => {
  await openPortal('/nowhere');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This page does not exist');
});
