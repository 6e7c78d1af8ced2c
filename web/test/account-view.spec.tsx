/** @jest-environment jsdom */
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { send } from '../src/shared/http/call.js';
import { signedIn } from '../src/shared/state/session.slice.js';
import { openPortal, preparePortal, refuse, someUser, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
const viewing = (until = inMinutes(30)) =>
  someUser({
    ...{ userId: 'view', username: 'demo.county' },
    view: { accountId: 'a1', accountName: 'Keeper Title', until },
  });
const clerk = someUser({ userId: 'clerk', username: 'demo.county', role: 'COUNTY', usageBalance: '' });

const openView = (user = viewing(), handlers: Record<string, Handler> = {}) =>
  openPortal('/home', { user, handlers });
const banner = () => screen.findByRole('region', { name: 'View of an account' });

test('a banner above the page announces the view of an account, and the button Profile is hidden', async () => {
  await openView();
  const status = (await banner()).querySelector('[role=status]');
  await waitFor(() => expect(status?.textContent).toMatch(/^You see the portal as Keeper Title would\. /));
  expect(screen.queryByRole('button', { name: 'Profile' })).toBeNull();
});

test('the banner says when the view ends, by the clock of the county', async () => {
  const until = inMinutes(30);
  await openView(viewing(until));
  const inChicago = { timeZone: 'America/Chicago', hour: 'numeric', minute: '2-digit' } as const;
  const time = new Intl.DateTimeFormat('en-US', inChicago).format(new Date(until)).replace(/\s/g, ' ');
  expect((await banner()).textContent).toContain(`ends by itself at ${time},`);
});

test('during a view, the page has a text with the name of the account for windows that hide the banner on a phone', async () => {
  const { store } = await openView();
  await banner();
  const nameInWindows = () => document.documentElement.style.getPropertyValue('--seen-as');
  expect(nameInWindows()).toBe('"Seen as Keeper Title"');
  act(() => void store.dispatch(signedIn(clerk)));
  await waitFor(() => expect(nameInWindows()).toBe(''));
});

test('a user without a view of an account does not see the banner', async () => {
  await openPortal('/home', { user: clerk });
  expect(screen.queryByRole('region', { name: 'View of an account' })).toBeNull();
});

test('a page whose view of an account has expired asks the server who is signed in, and removes the banner', async () => {
  const { store, router } = await openView(viewing(inMinutes(-1)), {
    'currentUser/loginStatus': () => clerk,
  });
  await waitFor(() => expect(store.getState().session.user?.userId).toBe('clerk'));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'View of an account' })).toBeNull());
  expect(router.state.location.pathname).toMatch(/home|accounts\/a1/);
});

test('S47 a change that the server refuses while staff views an account does not lead to the login page', async () => {
  const message = 'Leave this view first.';
  const { store, user } = await openView(viewing(), {
    'currentUser/usageBalance': () => refuse({ status: 403, code: 'VIEW', message }),
  });
  await banner();
  await user.click(await screen.findByRole('button', { name: 'Refresh balance' }));
  await screen.findByRole('alertdialog');
  expect(store.getState().session.user?.view).toBeDefined();
});

test('S47 each request names the view while the page shows the banner, and names no view afterward', async () => {
  const { server, store } = await openView(viewing(), { 'currentUser/loginStatus': () => viewing() });
  await banner();
  server.calls.length = 0;
  await send({ path: 'logReact' });
  expect(server.calls.map(({ headers }) => headers['x-portal-view'])).toEqual(['view']);
  act(() => void store.dispatch(signedIn(clerk)));
  await send({ path: 'logReact' });
  expect(server.callsTo('logReact').at(-1)?.headers).not.toHaveProperty('x-portal-view');
});

test('S47 a page whose view has ended at the server removes the banner and shows the user who is signed in', async () => {
  const message = 'This page showed a view of an account that is over.';
  const { store, user } = await openView(viewing(), {
    'currentUser/usageBalance': () => refuse({ status: 403, code: 'VIEW', message }),
    'currentUser/loginStatus': () => clerk,
  });
  await banner();
  act(() => void store.dispatch(signedIn(viewing())));
  await user.click(await screen.findByRole('button', { name: 'Refresh balance' }));
  await waitFor(() => expect(store.getState().session.user?.userId).toBe('clerk'));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'View of an account' })).toBeNull());
});

test('S47 in a view, a button whose action the server would refuse is disabled and says why', async () => {
  const handlers = {
    'purchases/list': () => ({ total: 0, pageSize: 25, purchases: [] }),
    'purchases/spending': () => ({ rows: [], searches: null, total: '$0.00' }),
  };
  await openPortal('/purchases', { user: viewing(), handlers });
  await banner();
  const save = await screen.findByRole('button', { name: 'Download CSV' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  const sentence = document.getElementById(save.getAttribute('aria-describedby') ?? '');
  await waitFor(() => expect(sentence?.textContent).toMatch(/Nothing that you do here is saved or charged/));
});
