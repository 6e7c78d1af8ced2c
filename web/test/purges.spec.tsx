/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { AuditPurge, UserPurge, UserPurgeStanding } from '@portal/proto/http/purges';
import { openPortal, preparePortal, refuse, settle, someUser, told, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

const NOW = 'controlPanel/countyConfig/userPurgeNow';
const id = '0b0d8f3a-58a1-4a52-8c06-0d7a5f1c0a01';
const staff = { user: someUser({ role: 'COUNTY', usageBalance: '' }) };

const purgeOf = (over: Partial<UserPurge> = {}): UserPurge => ({
  ...{ id, state: 'CHECKED', automatic: false, startedAt: '2026-11-23T08:00:00.000Z' },
  ...{ finishedAt: '2026-11-23T08:00:05.000Z', archiveHash: '', since: '2020-01-05' },
  ...{ found: 3, checked: 3, deleted: 0, kept: { MONEY: 1 } },
  ...over,
});
const standingOf = (current: UserPurge | null): UserPurgeStanding => ({ current, last: null, next: '' });
const people = {
  users: [
    {
      username: 'ada.old',
      accountName: 'Ada',
      status: 'I',
      lastSignIn: '2019-03-01T12:00:00.000Z',
      outcome: 'FREE',
    },
    { username: 'bo.rich', accountName: 'Bo', status: 'P', lastSignIn: '', outcome: 'MONEY' },
  ],
  total: 2,
};
/** Opens the page Purge Now; `current` is the server's purge. `button` finds a button of the form by its name. */
async function openNow(current: UserPurge | null, handlers: Record<string, Handler> = {}) {
  const portal = await openPortal('/controlPanel/userPurgeNow', {
    ...staff,
    handlers: {
      [NOW]: (_body, { method }) =>
        method === 'GET' ? standingOf(current) : told('The purge has begun.', { purge: id }),
      [`controlPanel/userPurges/${id}/users?offset=0`]: () => people,
      ...handlers,
    },
  });
  // the first test of a file also waits for the panel to load
  const form = await screen.findByRole('form', { name: 'Purge Now' }, slow);
  return { ...portal, button: (name: string) => within(form).getByRole('button', { name }) };
}
const slow = { timeout: 10_000 };

describe('the page Purge Now', () => {
  test('names the users that the check found, and says who stays and why', async () => {
    await openNow(purgeOf());
    const list = await screen.findByRole('table', { name: 'Users found' }, slow);
    // the head of the table appears before its rows
    const ada = await within(list).findByRole('row', { name: /ada\.old/ }, slow);
    expect(ada.textContent).toContain('Will be deleted');
    const bo = within(list).getByRole('row', { name: /bo\.rich/ });
    expect(bo.textContent).toContain('NeverStays: has money');
    const facts = screen.getByRole('region', { name: 'Newest purge' });
    expect(facts.textContent).toContain('Users found3');
    expect(facts.textContent).toContain('To be deleted2');
    expect(facts.textContent).toContain('Stays: has money1');
  });

  test('C0-28 C6-14 sends nothing before Yes, and then sends the id of the check whose result was shown', async () => {
    const { server, user, button } = await openNow(purgeOf());
    await user.click(button('Purge Now'));
    const question = screen.getByRole('alertdialog', { name: 'Delete inactive credit card users?' });
    expect(question.textContent).toContain('The check found 2 users to delete.');
    const sent = () => server.callsTo(NOW).filter(({ method }) => method === 'POST');
    await user.click(within(question).getByRole('button', { name: 'No' }));
    expect(sent()).toEqual([]);
    await user.click(button('Purge Now'));
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    await settle();
    expect(sent().map(({ body }) => body)).toEqual([{ purgeDate: '01/05/2020', checked: id }]);
    expect(screen.getByText('The purge has begun.')).toBeTruthy();
  });

  test('says, after another day is chosen, that the check has not run for that day', async () => {
    const { server, user, button } = await openNow(purgeOf());
    const date = await screen.findByRole('textbox', { name: /Purge date/ });
    await user.clear(date);
    await user.type(date, '01/05/2021');
    await user.click(button('Purge Now'));
    expect(screen.getByRole('alertdialog').textContent).toContain('You have not run the check');
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    await settle();
    const [sent] = server.callsTo(NOW).filter(({ method }) => method === 'POST');
    expect(sent?.body).toEqual({ purgeDate: '01/05/2021', checked: null });
  });

  test('C6-13 refuses a date that is impossible (02/30) or in the future, and shows a refusal by the server', async () => {
    const { server, user, button } = await openNow(null, {
      'controlPanel/userPurges/check': () =>
        refuse({ message: 'Someone else has changed this in the meantime. Please reload and try again.' }),
    });
    const date = await screen.findByRole('textbox', { name: /Purge date/ });
    const check = button('Check who would be deleted');
    for (const wrong of ['02/30/2020', '01/01/2999']) {
      await user.clear(date);
      await user.type(date, wrong);
      await user.click(check);
      expect(date.getAttribute('aria-invalid')).toBe('true');
      expect(document.activeElement).toBe(date);
    }
    expect(server.callsTo('controlPanel/userPurges/check')).toEqual([]);
    await user.clear(date);
    await user.type(date, '01/05/2020');
    await user.click(check);
    await settle();
    expect(screen.getByRole('alert').textContent).toContain('Someone else has changed this');
  });

  test('shows the progress of a purge, and ignores clicks on the buttons of the page until the purge ends', async () => {
    const { server, user, button } = await openNow(purgeOf({ state: 'DELETING', found: 300, deleted: 100 }));
    const bar = await screen.findByRole('progressbar', { name: 'Users checked or deleted' }, slow);
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['100', '300']);
    await user.click(button('Purge Now'));
    await user.click(button('Check who would be deleted'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(server.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('offers to load again after a failed load', async () => {
    let fails = true;
    const { user } = await openNow(null, {
      [NOW]: () => (fails ? refuse({ status: 503, message: 'Busy.' }) : standingOf(null)),
    });
    fails = false;
    await user.click(await screen.findByRole('button', { name: 'Try again' }, slow));
    await settle();
    expect(screen.getByText('Nothing has been purged yet.')).toBeTruthy();
  });
});

test('the page Audit Log Purge Schedule reports an audit log that may have been changed, and says what to do', async () => {
  const stopped: AuditPurge = {
    ...{ id, state: 'STOPPED', automatic: true, startedAt: '2026-11-23T08:00:00.000Z' },
    ...{ finishedAt: '2026-11-23T08:00:05.000Z', archiveHash: '', before: '2026-09-25', first: 1 },
    ...{ found: 10, deleted: 0, oldest: '', newest: '' },
  };
  const value = { automaticPurge: true, automaticPurgeAfterDays: 60 };
  await openPortal('/controlPanel/auditLogPurgeSchedule', {
    ...staff,
    handlers: {
      'controlPanel/countyConfig/auditLogPurgeSchedule': () => ({
        ...{ name: 'auditLogPurgeSchedule', version: 1, value, defaults: value },
        ...{ savedBy: '', savedAt: null },
      }),
      'controlPanel/auditPurge': () => ({ current: stopped, last: null, next: '2026-11-24T08:00:00.000Z' }),
    },
  });
  expect((await screen.findByRole('alert', {}, slow)).textContent).toContain(
    'Call the provider of the portal before you do anything else.',
  );
  expect(screen.getByText(/Tuesday, November 24, 2026/)).toBeTruthy();
});
