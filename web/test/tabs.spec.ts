/** @jest-environment jsdom */
import { BroadcastChannel as NodeChannel } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import type { CurrentUser } from '@portal/proto/http/session';
import { openStore, type Store } from '../src/app/store.js';
import { openTabs } from '../src/app/tabs.js';
import { signedIn, signedOut } from '../src/shared/state/session.slice.js';
import { openServer, someUser } from './portal.js';

/** A channel between tabs, which jsdom lacks; it does not keep the process alive. */
class Channel extends NodeChannel {
  constructor(name: string) {
    super(name);
    this.unref();
  }
}
beforeAll(() => void Object.assign(globalThis, { BroadcastChannel: Channel }));
afterAll(() => void Reflect.deleteProperty(globalThis, 'BroadcastChannel'));

const other = someUser({ userId: '7d9f6c1e-0000-4000-8000-000000000002', username: 'demo.invoice' });
const userOf = (tab: Store) => tab.getState().session.user;
/** A tab in which a user is signed in, and a second tab that the same browser opens next. */
const openTwo = (): [Store, Store] => {
  const first = openStore(sessionStorage, openTabs());
  first.dispatch(signedIn(someUser()));
  return [first, openStore(localStorage, openTabs())];
};

test('a login as another user in one tab logs the first user out in the other', async () => {
  const [first, second] = openTwo();
  second.dispatch(signedIn(other));
  await waitFor(() => expect(userOf(first)).toBeNull());
  expect(userOf(second)).toEqual(other);
});

test('when the user of one tab changes, the first user is logged out in the other tab', async () => {
  const [first, second] = openTwo();
  second.dispatch(signedIn(someUser()));
  second.dispatch(signedIn(other));
  await waitFor(() => expect(userOf(first)).toBeNull());
  expect(userOf(second)).toEqual(other);
});

test('a login as the same user in one tab changes nothing in the other', async () => {
  const [first, second] = openTwo();
  const told = new Promise<string>((resolve) => openTabs().onSignedIn(resolve));
  second.dispatch(signedIn(someUser()));
  expect(await told).toBe(someUser().userId);
  expect(userOf(first)).toEqual(someUser());
  expect(userOf(second)).toEqual(someUser());
});

describe('an account view', () => {
  const clerk = someUser({ userId: 'clerk', username: 'demo.county', role: 'COUNTY' });
  const until = new Date(Date.now() + 60_000).toISOString();
  const seen = someUser({
    ...{ userId: 'view-1', username: 'demo.county' },
    view: { accountId: 'a1', accountName: 'Keeper Title', until },
  });
  const openAs = (user: CurrentUser): Store => {
    const tab = openStore(sessionStorage, openTabs());
    tab.dispatch(signedIn(user));
    return tab;
  };

  test.each([
    ['begins', clerk, seen],
    ['leaves', seen, clerk],
  ])(
    'that staff %s in one tab makes the other tab ask the server who is signed in, without signing out',
    async (_what, before, after) => {
      openServer({ 'currentUser/loginStatus': () => after });
      const [first, second] = [openAs(before), openAs(before)];
      first.dispatch(signedIn(after));
      await waitFor(() => expect(userOf(second)).toEqual(after));
      expect(second.getState().session.ended).toBe(false);
      expect(userOf(first)).toEqual(after);
    },
  );

  test('appears in an older tab when a new tab shows it', async () => {
    openServer({ 'currentUser/loginStatus': () => seen });
    const first = openAs(clerk);
    openAs(seen);
    await waitFor(() => expect(userOf(first)).toEqual(seen));
  });
});

test('a log-out in one tab logs the user out in the other', async () => {
  const [first, second] = openTwo();
  second.dispatch(signedIn(someUser()));
  second.dispatch(signedOut());
  await waitFor(() => expect(userOf(first)).toBeNull());
});
