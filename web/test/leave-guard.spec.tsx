/** @jest-environment jsdom */
import { afterEach, expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { checkRestoredPage } from '../src/app/restored-page.js';
import { openStore } from '../src/app/store.js';
import { signedIn } from '../src/shared/state/session.slice.js';
import { LeaveGuard } from '../src/ui/components/leave-guard.js';
import { someUser } from './portal.js';

afterEach(() => {
  document.documentElement.hidden = false;
});

/** Returns whether the browser asks before the page is unloaded. */
const isAsked = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('the browser does not ask about unsaved changes after the form has been removed', () => {
  const router = createMemoryRouter([{ path: '/', Component: () => <LeaveGuard isDirty /> }]);
  const { unmount } = render(<RouterProvider router={router} />);
  expect(isAsked()).toBe(true);
  unmount();
  expect(isAsked()).toBe(false);
});

test('the browser asks about unsaved changes, but not on a page that was hidden when its user left it', () => {
  const store = openStore(sessionStorage);
  checkRestoredPage(store, () => undefined);
  store.dispatch(signedIn(someUser()));
  const router = createMemoryRouter([{ path: '/', Component: () => <LeaveGuard isDirty /> }]);
  const { unmount } = render(<RouterProvider router={router} />);
  expect(isAsked()).toBe(true);
  dispatchEvent(new Event('pagehide'));
  expect(document.documentElement.hidden).toBe(true);
  expect(isAsked()).toBe(false);
  unmount();
});
