/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { act, renderHook, screen } from '@testing-library/react';
import {
  inactivityAfter,
  nextLookMs,
  tellEveryMs,
  timeText,
} from '../src/features/session/inactivity.rules.js';
import { useInactivity } from '../src/features/session/use-inactivity.js';
import { lastCallAt, send } from '../src/shared/http/call.js';
import { rememberedLocation } from '../src/shared/remembered-location.js';
import { arriveAt, openPortal, openServer, preparePortal, refuse, settle, someUser, told } from './portal.js';

preparePortal({ beforeAll, afterEach });
// loads the lazy parts of the pages, so that no test waits for the compiler
beforeAll(async () => {
  await import('../src/features/session/session-keeper.js');
  await import('../src/features/profile/profile-windows.js');
  await import('../src/shared/lockout.js');
});

const MINUTE = 60_000;

describe('the inactivity limit', () => {
  test('warns two minutes before its end, or halfway through a short limit', () => {
    expect(inactivityAfter(28 * MINUTE - 1, 30 * MINUTE)).toEqual({ phase: 'working' });
    expect(inactivityAfter(28 * MINUTE, 30 * MINUTE)).toEqual({ phase: 'warned', secondsLeft: 120 });
    expect(inactivityAfter(30_000, MINUTE)).toEqual({ phase: 'warned', secondsLeft: 30 });
    expect(inactivityAfter(30 * MINUTE, 30 * MINUTE)).toEqual({ phase: 'over' });
  });
  test('is checked for the first time when the warning is due, and then every second', () => {
    expect(nextLookMs(0, 30 * MINUTE)).toBe(28 * MINUTE);
    expect(nextLookMs(29 * MINUTE, 30 * MINUTE)).toBe(1_000);
  });
  test('requires a report of the user’s activity once a minute, or four times within a short limit', () => {
    expect(tellEveryMs(30 * MINUTE)).toBe(MINUTE);
    expect(tellEveryMs(2 * MINUTE)).toBe(30_000);
  });
  test('shows its remaining time in minutes and seconds', () => {
    expect(timeText(125)).toBe('2:05');
  });
});

const help = { userAccess: { inactivityTimeLimit: true, inactivityTimeLimitPeriod: 30 } };
/** When the page last called the server. This may be in the future, because earlier tests move the clock. */
let heardAt = 0;
/** Sets the clock to this many milliseconds after the page last called the server, and focuses the window. */
const later = async (ms: number): Promise<void> => {
  const at = heardAt + ms;
  jest.spyOn(Date, 'now').mockImplementation(() => at);
  await act(async () => {
    window.dispatchEvent(new Event('focus'));
    await Promise.resolve();
  });
  await settle();
};
const openHome = async (over = {}, address = '/home', logout: unknown = {}) => {
  const portal = await openPortal(address, {
    help: { ...help, ...over },
    handlers: { 'auth/logout': () => logout },
  });
  await settle(100);
  heardAt = lastCallAt();
  return portal;
};
const stays = (portal: Awaited<ReturnType<typeof openHome>>): number =>
  portal.server.callsTo('currentUser/loginStatus').length;

test.each(['//evil.test', '/\\evil.test', 'https://evil.test/', 'javascript:alert(1)', ' /search', ''])(
  'S28 the redirect after a login leads to no other site: %j',
  (from) => {
    expect(rememberedLocation({ from })).toBe('/home');
    expect(rememberedLocation({ from: '/search?x=//evil.test' })).toBe('/search?x=//evil.test');
  },
);

test('within a second after the call that answers the inactivity warning, the tab sends the time of that call to the other tabs', async () => {
  const heard: unknown[] = [];
  const channel = class {
    postMessage = (at: unknown): void => void heard.push(at);
    addEventListener(): void {}
    close(): void {}
  };
  Object.assign(globalThis, { BroadcastChannel: channel });
  jest.useFakeTimers();
  try {
    const stay = (): void => undefined;
    const { unmount } = renderHook(() => useInactivity(5 * MINUTE, stay));
    // the test goes on to second 283, which is a prime number: of all intervals of 1 to 282 seconds, only that of one
    // second ends then
    act(() => jest.advanceTimersByTime(282_000));
    openServer({ 'currentUser/loginStatus': () => ({}) });
    const answered = Date.now();
    heard.length = 0;
    await send({ path: 'currentUser/loginStatus', method: 'GET' });
    act(() => jest.advanceTimersByTime(1_000));
    expect(heard).toEqual([answered]);
    unmount();
  } finally {
    jest.useRealTimers();
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  }
});

describe('a signed-in user', () => {
  test('is warned before the limit, and stays signed in after a click', async () => {
    const portal = await openHome();
    await later(28.5 * MINUTE);
    const dialog = screen.getByRole('alertdialog');
    expect(dialog.textContent).toContain('You will be logged out soon.');
    expect(dialog.textContent).toContain('1:30');
    const before = stays(portal);
    await portal.user.click(screen.getByRole('button', { name: 'Stay logged in' }));
    await later(28.5 * MINUTE + 1_000);
    expect(stays(portal)).toBe(before + 1);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(portal.store.getState().session.user).not.toBeNull();
  });

  test('S45 is logged out at the limit, sees a message, and returns to the same page after the next login', async () => {
    const portal = await openHome({}, '/home#news');
    await later(30 * MINUTE);
    await arriveAt(portal, '/login');
    expect(rememberedLocation(portal.router.state.location.state)).toBe('/home#news');
    expect(screen.getByRole('alertdialog').textContent).toContain(
      'You were logged out because you were inactive for 30 minutes.',
    );
    expect(portal.server.callsTo('auth/logout')).toHaveLength(1);
    expect(sessionStorage.length).toBe(0);
  });

  test('stays signed in beyond the limit while working on a page that sends no requests', async () => {
    const portal = await openHome();
    const before = stays(portal);
    for (let minutes = 10; minutes <= 40; minutes += 10) {
      await later(minutes * MINUTE);
      await portal.user.keyboard('x');
      await settle();
    }
    expect(stays(portal)).toBe(before + 4);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(portal.store.getState().session.user).not.toBeNull();
  });

  test('of a county without a limit never sees the warning', async () => {
    await openHome({ userAccess: { inactivityTimeLimit: false, inactivityTimeLimitPeriod: 30 } });
    await later(10 * 60 * MINUTE);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByRole('banner').textContent).toContain(someUser().username);
  });

  test('can log out from the warning', async () => {
    const portal = await openHome();
    await later(29 * MINUTE);
    await portal.user.click(
      screen.getByRole('alertdialog').querySelector('.btn:not(.btn--primary)') as HTMLElement,
    );
    await arriveAt(portal, '/login');
  });

  test('sees no alert when logging out from the warning, even if the session is already over', async () => {
    const over = refuse({ status: 403, code: 'LOGIN', message: 'Please log in.' });
    const portal = await openHome({}, '/home', over);
    await later(29 * MINUTE);
    await portal.user.click(
      screen.getByRole('alertdialog').querySelector('.btn:not(.btn--primary)') as HTMLElement,
    );
    await arriveAt(portal, '/login');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('a lockout', () => {
  const lockout = {
    lockoutInPlace: true,
    messageLogin: 'Back at noon.',
    messageHeadline: 'Maintenance now.',
  };
  const landshark = () => ({
    namedContentResultList: [{ name: 'userLockout', baseContent: lockout }],
    namedCodeDescriptionResultList: [],
  });

  test('A5-14 is shown to staff as a headline as soon as an answer of the server reports it', async () => {
    const portal = await openPortal('/home', {
      user: someUser({ role: 'COUNTY', usageBalance: '$1.00' }),
      handlers: {
        'helperdata/landshark': landshark,
        'currentUser/profile': () => told('', {}, true),
      },
    });
    expect(screen.queryByText('Maintenance now.')).toBeNull();
    await portal.user.click(screen.getAllByRole('button', { name: 'Profile' })[0] as HTMLElement);
    expect(await screen.findByText('Maintenance now.')).toBeTruthy();
    expect(portal.store.getState().county.userLockout).toEqual(lockout);
  });

  test('A5-14 A5-15 signs out users who are not staff, and tells them why on the login page', async () => {
    const portal = await openPortal('/home', {
      handlers: {
        'helperdata/landshark': landshark,
        'currentUser/usageBalance': () =>
          refuse({ status: 403, code: 'LOGIN', message: 'Please log in.', lockout: true }),
      },
    });
    await portal.user.click(screen.getByRole('button', { name: 'Refresh balance' }));
    await arriveAt(portal, '/login');
    expect(await screen.findByText('Back at noon.')).toBeTruthy();
  });
});
