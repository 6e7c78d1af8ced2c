/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { sessionEnded } from '../src/shared/http/api.js';
import { signedIn } from '../src/shared/state/session.slice.js';
import { arriveAt, openPortal, preparePortal, refuse, settle, someUser, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

const report = { findings: [], days: [], lastRun: null, suspense: '$0.00' };
const heading = 'Please confirm that it is you';
const run = 'reports/cardReconciliationRun';

/**
 * Opens the card reconciliation as a clerk who signed in long ago; the server requires the password before it starts
 * a comparison.
 */
const openReport = async (handlers: Record<string, Handler> = {}) => {
  let proved = false;
  const portal = await openPortal('/reports/cardReconciliation', {
    user: someUser({ role: 'COUNTY' }),
    handlers: {
      'reports/cardReconciliation': () => report,
      [run]: () => (proved ? {} : refuse({ status: 428, code: 'PROOF', message: 'Please enter it again.' })),
      'currentUser/prove': ({ proof }) => {
        if (proof !== 'Longer-Horse!77')
          return refuse({ status: 200, message: 'No.', fields: { proof: 'This password is not right.' } });
        proved = true;
        return {};
      },
      ...handlers,
    },
  });
  await portal.user.click(await screen.findByRole('button', { name: 'Compare now' }));
  const dialog = await screen.findByRole('heading', { name: heading });
  return { ...portal, dialog };
};
const box = () => screen.getByLabelText(/^Password or code/);

describe('S38 a change that needs the password again', () => {
  test('asks for the password, says if the password is wrong, and is made once the password is right', async () => {
    const { user, server } = await openReport();
    expect(document.activeElement).toBe(box());
    await user.type(box(), 'wrong{Enter}');
    expect(await screen.findByText('This password is not right.')).toBeTruthy();
    expect(server.callsTo(run)).toHaveLength(1);
    await user.type(box(), 'Longer-Horse!77{Enter}');
    await settle();
    expect(screen.queryByRole('heading', { name: heading })).toBeNull();
    expect(server.callsTo(run)).toHaveLength(2);
    expect((await screen.findByRole('alertdialog')).querySelector('h1')?.textContent).toBe(
      'The payments were compared.',
    );
  });

  test("is not made without the password, and the server's answer is shown", async () => {
    const { user, server } = await openReport();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect((await screen.findByRole('alertdialog')).textContent).toContain('Please enter it again.');
    expect(server.callsTo(run)).toHaveLength(1);
  });

  test('asks again in the next session if the session ended while the question was open', async () => {
    const { store, router, user } = await openReport();
    act(() => void store.dispatch(sessionEnded()));
    await settle();
    expect(screen.queryByRole('heading', { name: heading })).toBeNull();
    act(() => void store.dispatch(signedIn(someUser({ role: 'COUNTY' }))));
    await act(() => router.navigate('/reports/cardReconciliation'));
    await user.click(await screen.findByRole('button', { name: 'Compare now' }));
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
  });
});

test('S38 an account administrator is asked for the password before a change of a user', async () => {
  let proved = false;
  const listed = { id: 'u1', username: 'odessa.quill', firstName: 'Odessa', lastName: 'Quill', role: 'USER' };
  const users = [{ ...listed, status: 'I', accountId: 'a1', accountName: 'Split Rock Title' }];
  const { user, server } = await openPortal('/userManager', {
    user: someUser({ role: 'ACCOUNT' }),
    handlers: {
      'userManager/users': () => ({ users, total: 1 }),
      'userManager/userChangeStatusList': () =>
        proved
          ? { users, total: 1 }
          : refuse({ status: 428, code: 'PROOF', message: 'Please enter it again.' }),
      'currentUser/prove': () => {
        proved = true;
        return {};
      },
    },
  });
  const more = { name: 'More actions for odessa.quill' };
  await user.click(await screen.findByRole('button', more, { timeout: 10_000 }));
  await user.click(screen.getByRole('menuitem', { name: 'Activate', hidden: true }));
  await screen.findByRole('heading', { name: heading });
  await user.type(box(), 'Longer-Horse!77{Enter}');
  await settle();
  expect(server.callsTo('userManager/userChangeStatusList')).toHaveLength(2);
});

describe('logging out everywhere', () => {
  const ask = async (handlers: Record<string, Handler>) => {
    const portal = await openPortal('/home', {
      handlers: { 'currentUser/profile': () => refuse({ message: '' }), ...handlers },
    });
    const banner = within(screen.getByRole('banner'));
    await portal.user.click(banner.getByRole('button', { name: 'Profile' }));
    await portal.user.click(await screen.findByRole('button', { name: 'Log out everywhere' }));
    const question = await screen.findByRole('alertdialog');
    expect(question.querySelector('h1')?.textContent).toBe('Log out everywhere?');
    return { portal, question: within(question) };
  };

  test('S12 asks first, then ends all sessions and leads to the login page', async () => {
    const { portal, question } = await ask({ 'auth/logoutEverywhere': () => ({}) });
    expect(portal.server.callsTo('auth/logoutEverywhere')).toHaveLength(0);
    await portal.user.click(question.getByRole('button', { name: 'Log out everywhere' }));
    await arriveAt(portal, '/login');
    expect(portal.server.callsTo('auth/logoutEverywhere')).toHaveLength(1);
  });

  test('leads back to the profile when the user answers No', async () => {
    const { portal, question } = await ask({});
    await portal.user.click(question.getByRole('button', { name: 'No' }));
    expect(await screen.findByRole('heading', { name: 'My profile' })).toBeTruthy();
    expect(portal.server.callsTo('auth/logoutEverywhere')).toHaveLength(0);
  });
});
