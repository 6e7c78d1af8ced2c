/** @jest-environment jsdom */
import { afterEach, expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { LeaveGuard } from '../src/ui/components/leave-guard.js';

afterEach(() => {
  document.documentElement.hidden = false;
});

/** Returns whether the browser asks before the page is unloaded. */
const isAsked = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('the browser asks about unsaved changes, unless the page is hidden because its user has gone', () => {
  const router = createMemoryRouter([{ path: '/', Component: () => <LeaveGuard isDirty /> }]);
  const { unmount } = render(<RouterProvider router={router} />);
  expect(isAsked()).toBe(true);
  document.documentElement.hidden = true;
  expect(isAsked()).toBe(false);
  document.documentElement.hidden = false;
  unmount();
  expect(isAsked()).toBe(false);
});
