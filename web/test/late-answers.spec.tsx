/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { sectionDefaults, sectionNames } from '@portal/proto/config/sections';
import { keepToday } from '../src/app/today.js';
import { openPortal, preparePortal, refuse, settle, someUser, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

const id = '7d9f6c1e-0000-4000-8000-0000000000a1';
const clerk = someUser({ role: 'COUNTY', usageBalance: '' });
const slow = { timeout: 10_000 };
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });

/** An answer that comes when the test says so. */
const held = <T,>() => {
  let give: (answer: T) => void = () => undefined;
  const answer = new Promise<T>((resolve) => (give = resolve));
  return { answer, give: (value: T): void => give(value) };
};

const person = {
  ...{ id, username: 'bo.lind', status: 'A', firstName: 'Bo', lastName: 'Lind', role: 'USER' },
  ...{ accountId: null, accountName: '', company: '', address: '', city: '', state: 'MN', zip: '55616' },
  ...{ email: 'bo@title.example', phoneFormatType: 'STANDARD', phone: '(218) 555-0142' },
  ...{ createdAt: '2026-11-01T12:00:00.000Z', lastSignIn: '' },
};

test('the form of a user, opened again, shows a change made in the meantime', async () => {
  const users = [{ ...person, accountName: '' }];
  let city = 'Grand Marais';
  const portal = await openPortal(`/userManager/${id}`, {
    user: clerk,
    handlers: {
      [`userManager/user/${id}`]: () => ({ ...person, city }),
      'userManager/users': () => ({ users, total: 1 }),
    },
  });
  await waitFor(() => expect(field(/^City/).value).toBe('Grand Marais'), slow);
  await act(() => portal.router.navigate('/userManager'));
  city = 'Duluth';
  await act(() => portal.router.navigate(`/userManager/${id}`));
  await settle();
  await waitFor(() => expect(field(/^City/).value).toBe('Duluth'), slow);
});

test('a page of settings shows what somebody else has saved since the Start page read the settings', async () => {
  let countyName = 'Lake County';
  const portal = await openPortal('/controlPanel/common', {
    user: clerk,
    handlers: {
      '*': (_body, { path }) => {
        const name = sectionNames.find((each) => path === `controlPanel/countyConfig/${each}`);
        if (!name) return refuse({ status: 404, message: 'Not found.' });
        const defaults = sectionDefaults(name);
        const value = name === 'common' ? { ...defaults, countyName } : defaults;
        return { name, version: 1, savedBy: 'lake.deputy', savedAt: null, value, defaults };
      },
    },
  });
  const shown = () => document.getElementById('countyName') as HTMLInputElement | null;
  await waitFor(() => expect(shown()?.value).toBe('Lake County'), slow);
  await act(() => portal.router.navigate('/controlPanel/start'));
  await settle();
  await waitFor(() => expect(portal.server.callsTo('controlPanel/countyConfig/aLaCarte')).toHaveLength(1));
  countyName = 'County of Lake';
  await act(() => portal.router.navigate('/controlPanel/common'));
  await settle();
  await waitFor(() => expect(shown()?.value).toBe('County of Lake'), slow);
});

describe('the text filter of the users', () => {
  const openList = (address: string) => {
    const asked: unknown[] = [];
    const handlers: Record<string, Handler> = {
      'userManager/users': ({ filterText }) => {
        asked.push(filterText);
        return { users: [{ ...person, accountName: '' }], total: 30 };
      },
    };
    return openPortal(address, { user: clerk, handlers }).then((portal) => ({ ...portal, asked }));
  };
  const filter = () => screen.getByRole<HTMLInputElement>('searchbox');

  test('keeps the focus and all letters when the list is requested while someone types', async () => {
    const { user, asked } = await openList('/userManager');
    await screen.findByRole('searchbox', undefined, slow);
    const input = filter();
    await user.type(input, 's');
    await waitFor(() => expect(asked).toContain('s'), slow);
    await settle();
    expect(document.activeElement).toBe(input);
    await user.keyboard('mith');
    await waitFor(() => expect(asked.at(-1)).toBe('smith'), slow);
    expect(filter().value).toBe('smith');
  });

  test('shows the filter text of the previous list again after the user goes back', async () => {
    const { router, user, asked } = await openList('/userManager?filterText=smith');
    await screen.findByRole('searchbox', undefined, slow);
    await act(() => router.navigate('/userManager?filterText=smith&page=2'));
    await user.clear(filter());
    await user.type(filter(), 'jones');
    await waitFor(() => expect(asked.at(-1)).toBe('jones'), slow);
    await settle();
    await act(() => router.navigate(-1));
    await settle(300);
    expect(filter().value).toBe('smith');
    expect(new URLSearchParams(router.state.location.search).get('filterText')).toBe('smith');
  });
});

test('a window cannot be closed while its form is being sent, because closing would not cancel the request', async () => {
  const saving = held<{ clientReference: string }>();
  const row = {
    ...{ kind: 'ORDER', id: 'o1', at: '2026-11-20T12:00:00.000Z', username: '', title: 'A1000001' },
    ...{ detail: 'Pages 1', charged: '$1.00', surcharge: '', imageStateGuid: id, clientReference: '' },
  };
  const portal = await openPortal('/purchases', {
    user: someUser({ role: 'ACCOUNT' }),
    handlers: {
      'purchases/list': () => ({ total: 1, pageSize: 25, purchases: [row] }),
      'purchases/spending': () => ({ rows: [], searches: null, total: '$0.00' }),
      'purchases/clientReference': () => saving.answer,
    },
  });
  await portal.user.click(await screen.findByRole('button', { name: /^Add/ }, slow));
  await portal.user.type(field('Client reference'), 'Nordby');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  await waitFor(() => expect(cancel.getAttribute('aria-disabled')).toBe('true'), slow);
  fireEvent.click(cancel);
  expect(screen.getByRole('dialog')).toBeTruthy();
  saving.give({ clientReference: 'Nordby' });
  await settle();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('when the spending between newly chosen dates cannot be loaded, the totals for the previous dates disappear', async () => {
  const row = { reference: 'Nordby', orders: 2, pages: 3, charged: '$4.50', images: 0 };
  let fails = false;
  const portal = await openPortal('/purchases', {
    user: someUser({ role: 'ACCOUNT' }),
    handlers: {
      'purchases/list': () => ({ total: 0, pageSize: 25, purchases: [] }),
      'purchases/spending': () =>
        fails
          ? refuse({ status: 503, code: 'SERVICE_BUSY', message: 'The portal is busy.' })
          : { rows: [row], searches: null, total: '$4.50' },
    },
  });
  const section = () => within(screen.getByRole('region', { name: 'Spending by client reference' }));
  expect(await section().findByText('Nordby', undefined, slow)).toBeTruthy();
  fails = true;
  await portal.user.clear(screen.getByLabelText(/^From date/));
  await portal.user.type(screen.getByLabelText(/^From date/), '10/01/2026');
  await portal.user.click(section().getByRole('button', { name: 'Show' }));
  await settle();
  expect(section().queryByText('Nordby')).toBeNull();
  fails = false;
  await portal.user.click(section().getByRole('button', { name: 'Try again' }));
  expect(await section().findByText('Nordby', undefined, slow)).toBeTruthy();
});

test('the typed sender stays if a user clears the profile checkbox while the profile loads', async () => {
  const loading = held<object>();
  const county = { id: 'lake', state: 'MN', timeZone: 'America/Chicago', today: '2026-11-21' };
  const { user } = await openPortal('/efile', {
    user: someUser({ role: 'USER' }),
    help: { efile: { efile: true }, county },
    handlers: {
      'efile/offer': () => ({ countyNote: '', statement: '' }),
      'currentUser/profile': () => loading.answer,
    },
  });
  await screen.findByLabelText(/^Document Type/, undefined, slow);
  const box = screen.getByLabelText(/use my profile/i);
  fireEvent.click(box);
  fireEvent.click(box);
  await user.type(field(/^Name/), 'North Title');
  loading.give({ ...person, newEmail: '', username: 'bo.lind' });
  await settle();
  expect(field(/^Name/).value).toBe('North Title');
});

test('B1-024 the day of the county changes at midnight while the portal stays open', async () => {
  const county = { id: 'lake', state: 'MN', timeZone: 'America/Chicago', today: '2026-11-26' };
  const { store } = await openPortal('/home', { help: { county } });
  jest.useFakeTimers({ now: new Date('2026-11-27T05:30:00Z') });
  try {
    keepToday(store);
    act(() => jest.advanceTimersByTime(29 * 60_000));
    expect(store.getState().county.county.today).toBe('2026-11-26');
    act(() => jest.advanceTimersByTime(2 * 60_000));
    expect(store.getState().county.county.today).toBe('2026-11-27');
  } finally {
    jest.useRealTimers();
  }
});
