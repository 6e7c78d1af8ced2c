/** @jest-environment jsdom */
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
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
