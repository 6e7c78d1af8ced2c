/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { arriveAt, noAnswer, openPortal, preparePortal, settle, someUser } from './portal.js';

preparePortal({ beforeAll, afterEach });

const connect = (online: boolean): void => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: online });
  act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
};
afterEach(() => connect(true));

describe('without a connection,', () => {
  test('a note on the page says so, and disappears when the connection is back', async () => {
    await openPortal('/login', { user: null });
    connect(false);
    expect(screen.getByText(/There is no connection/).closest('[role=status]')).toBeTruthy();
    connect(true);
    expect(screen.queryByText(/There is no connection/)).toBeNull();
  });

  test('the login form keeps the typed text, and a second attempt succeeds when the connection is back', async () => {
    let online = false;
    const portal = await openPortal('/login', {
      user: null,
      handlers: { 'auth/login': () => (online ? someUser() : noAnswer) },
    });
    connect(false);
    await portal.user.type(screen.getByLabelText(/^Username/), 'demo.escrow');
    await portal.user.type(screen.getByLabelText(/^Password/), 'Portal!2026');
    await portal.user.click(screen.getByRole('button', { name: 'Log in' }));
    await settle();
    expect(screen.getByLabelText<HTMLInputElement>(/^Username/).value).toBe('demo.escrow');
    expect(screen.getByLabelText<HTMLInputElement>(/^Password/).value).toBe('Portal!2026');
    online = true;
    connect(true);
    await portal.user.click(screen.getByRole('button', { name: 'Log in' }));
    await arriveAt(portal, '/home');
  });
});

describe('the note that a translation is only a draft', () => {
  const help = {
    languages: {
      languages: true,
      draftLanguages: true,
      offered: ['ENGLISH', 'RUSSIAN'],
      drafts: ['RUSSIAN'],
    },
  };
  const note = (): HTMLElement | null => screen.queryByText(/are a draft/);

  test('is shown to staff of the county', async () => {
    await openPortal('/home', { user: someUser({ role: 'COUNTY', language: 'RUSSIAN' }), help });
    expect(note()).toBeTruthy();
  });

  test.each([
    ['USER', 'RUSSIAN'],
    ['COUNTY', 'ENGLISH'],
  ] as const)('is not shown to the role %s in the language %s', async (role, language) => {
    await openPortal('/home', { user: someUser({ role, language }), help });
    expect(note()).toBeNull();
  });
});
