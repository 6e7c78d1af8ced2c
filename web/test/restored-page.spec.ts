/** @jest-environment jsdom */
import { afterEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { checkRestoredPage } from '../src/app/restored-page.js';
import { openStore } from '../src/app/store.js';
import { signedIn } from '../src/shared/state/session.slice.js';
import { openServer, someUser } from './portal.js';

const turn = (type: 'pagehide' | 'pageshow', persisted = true): void => {
  dispatchEvent(Object.assign(new Event(type), { persisted }));
};
const isHidden = (): boolean => document.documentElement.hidden === true;
afterEach(() => {
  document.documentElement.hidden = false;
});

/** A page of the user, which the user has left. */
const leave = () => {
  const load = jest.fn();
  const store = openStore(sessionStorage);
  checkRestoredPage(store, load);
  store.dispatch(signedIn(someUser()));
  turn('pagehide');
  return load;
};

test('a page that the browser shows again stays hidden until the server says that its user is signed in', async () => {
  const answer = Promise.withResolvers<unknown>();
  openServer({ 'currentUser/loginStatus': () => answer.promise });
  const load = leave();
  expect(isHidden()).toBe(true);
  turn('pageshow');
  expect(isHidden()).toBe(true);
  answer.resolve(someUser());
  await waitFor(() => expect(isHidden()).toBe(false));
  expect(load).not.toHaveBeenCalled();
});

test('a page of a former user is loaded again and never shown', async () => {
  openServer({ 'currentUser/loginStatus': () => someUser({ userId: 'somebody-else' }) });
  const load = leave();
  turn('pageshow');
  await waitFor(() => expect(load).toHaveBeenCalled());
  expect(isHidden()).toBe(true);
});
