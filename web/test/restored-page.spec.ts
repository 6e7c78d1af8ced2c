/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { checkRestoredPage } from '../src/app/restored-page.js';
import { openStore } from '../src/app/store.js';
import { signedIn } from '../src/shared/state/session.slice.js';
import { noAnswer, openServer, refuse, someUser } from './portal.js';

const turn = (type: 'pagehide' | 'pageshow', persisted = true): void => {
  dispatchEvent(Object.assign(new Event(type), { persisted }));
};
const isHidden = (): boolean => document.documentElement.hidden === true;
const scroll = jest.fn();
beforeEach(() => {
  globalThis.scrollTo = scroll;
});
afterEach(() => {
  jest.useRealTimers();
  document.documentElement.hidden = false;
  document.body.replaceChildren();
});

/** Signs in the user, who then leaves the page. Returns the function that loads the page again. */
const leave = (user = someUser()) => {
  const load = jest.fn();
  const store = openStore(sessionStorage);
  checkRestoredPage(store, load);
  store.dispatch(signedIn(user));
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

test.each([
  ['has ended the session', () => refuse({ status: 403, code: 'LOGIN', message: 'Please log in.' })],
  ['is unavailable', () => refuse({ status: 503, message: 'Try again later.' })],
  ['cannot be reached', () => noAnswer],
])('a page is loaded again and never shown if the server %s', async (_, answer) => {
  openServer({ 'currentUser/loginStatus': answer });
  const load = leave();
  turn('pageshow');
  await waitFor(() => expect(load).toHaveBeenCalled());
  expect(isHidden()).toBe(true);
});

test("a guest's page is loaded again, because another guest may have logged in as the same user", async () => {
  const guest = someUser({ role: 'GUEST' });
  openServer({ 'currentUser/loginStatus': () => guest });
  const load = leave(guest);
  turn('pageshow');
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
});

test('a page is loaded again if the server does not answer in ten seconds, so that nobody looks at an empty page', () => {
  jest.useFakeTimers();
  openServer({ 'currentUser/loginStatus': () => new Promise(() => undefined) });
  const load = leave();
  turn('pageshow');
  jest.advanceTimersByTime(9_999);
  expect(load).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(load).toHaveBeenCalledTimes(1);
});

test('a page that is shown again has the focus and the scroll position that it had when the user left it', async () => {
  openServer({ 'currentUser/loginStatus': () => someUser() });
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  Object.assign(globalThis, { scrollY: 700 });
  const load = leave();
  // a browser takes the focus from an element that it no longer draws
  field.blur();
  turn('pageshow');
  await waitFor(() => expect(isHidden()).toBe(false));
  expect(scroll).toHaveBeenLastCalledWith({ left: 0, top: 700, behavior: 'instant' });
  expect(document.activeElement).toBe(field);
  expect(load).not.toHaveBeenCalled();
});
