/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { Role } from '@portal/proto/roles';
import {
  isPanelPageFor,
  panelMenu,
  panelPageAt,
  panelPageList,
  panelPages,
} from '../src/features/control-panel/panel-pages.js';
import { textIn } from '../src/shared/i18n/i18n.js';
import { arriveAt, openPortal, preparePortal, settle, someUser, told } from './portal.js';
import { sectionOnServer } from './section-pages.js';

preparePortal({ beforeAll, afterEach });

const t = textIn('ENGLISH');
const staff = (role: Role) => ({ user: someUser({ role, usageBalance: '' }) });
const menuOf = (role: Role) =>
  Object.fromEntries(
    panelMenu(role).map(({ group, pages }) => [
      t(`panel-shell:group.${group}`),
      pages.map(({ title }) => t(title)),
    ]),
  );
const pathsAt = (...addresses: string[]) => addresses.map((address) => panelPageAt(address)?.page.path);

describe('the URL paths of the control panel', () => {
  test.each([
    [
      'C0-09',
      [
        'accounts',
        'accounts/7',
        'accountPageAccess/7/Abstract%20Co',
        'accountReload/7/A',
        'accountTasks/7/A',
      ],
    ],
    [
      'C0-10',
      ['alacarterates', 'alacarteratesspecial', 'creditCardAlternateRates', 'creditCardExtra', 'escrow'],
    ],
    ['C0-10', ['flatFeeRates', 'flatFeeOverride']],
    ['C0-11', ['common', 'homeLatestNews', 'homeExternalLinks', 'homeNotableDates', 'homeSelections']],
    ['C0-11', ['loginPageLinks', 'loginPageLatestNews', 'loginPageSlides', 'loginPageRegistration']],
    ['C0-12', ['search', 'search2', 'reports', 'userAccess', 'languages', 'efile']],
    ['C0-13', ['userLockout', 'userLockout2', 'userPurgeSchedule', 'userPurgeNow', 'auditLogPurgeSchedule']],
    ['C0-14', ['billingSchedule']],
    [
      'C0-15',
      ['LandSharkOneAccountsUsers', 'LandSharkOneAuditLog', 'performanceMonitoring', 'reloadConfiguration'],
    ],
  ])('%s C0-07 lead to their pages, whatever the letter case: %j', (_id, addresses) => {
    const paths = pathsAt(...addresses);
    expect(paths).not.toContain(undefined);
    expect(new Set(paths).size).toBe(addresses.length);
    expect(pathsAt(...addresses.map((address) => address.toUpperCase()))).toEqual(paths);
    expect(pathsAt(...addresses.map((address) => `${address.toLowerCase()}/`))).toEqual(paths);
  });

  test('keep the letter case of their parameters', () => {
    expect(panelPageAt('ACCOUNTRELOAD/7/Abstract Co')?.params).toEqual({ id: '7', name: 'Abstract Co' });
    expect(pathsAt('accounts/7/8', 'nowhere', 'escrow/1')).toEqual([undefined, undefined, undefined]);
  });

  test('are different for all pages', () => {
    const paths = panelPageList.map(({ path }) => path.toLowerCase());
    expect(new Set(paths).size).toBe(paths.length);
  });
});

describe('the side menu', () => {
  test('C0-16 C0-18 shows TRIMIN five groups, the last one with the pages for TRIMIN alone', () => {
    const menu = menuOf('TRIMIN');
    expect(Object.keys(menu)).toEqual([
      'Fee Structure',
      'Account Admin',
      'User Admin',
      'Web Pages',
      'Technical',
    ]);
    expect(menu.Technical).toEqual([
      'E File',
      'LS1 Accounts & Users',
      'LS1 Audit Log',
      'Languages',
      'Performance Monitoring',
      'Reload Configuration',
      'Index',
      'Payment Methods',
      'Image Import',
    ]);
  });

  test('C0-17 hides the group Technical from COUNTY, and lists two pages of that group under Web Pages', () => {
    const menu = menuOf('COUNTY');
    expect(Object.keys(menu)).toEqual(['Fee Structure', 'Account Admin', 'User Admin', 'Web Pages']);
    expect(menu['Web Pages']?.slice(-2)).toEqual(['E File', 'Languages']);
    expect(menuOf('TRIMIN')['Web Pages']).not.toContain('E File');
  });

  test.each(['ACCOUNT', 'USER', 'GUEST'] as const)('C0-17 is empty for the role %s', (role) => {
    expect(menuOf(role)).toEqual({});
    expect(panelPageList.some((page) => isPanelPageFor(page, role))).toBe(false);
  });
});

describe('the control panel', () => {
  test('A1-26 opens at the Start page when staff follows its link in the header', async () => {
    const portal = await openPortal('/home', staff('COUNTY'));
    const main = within(screen.getByRole('navigation', { name: 'Main' }));
    await portal.user.click(main.getByRole('link', { name: 'Control Panel' }));
    await arriveAt(portal, '/controlPanel/start');
    await waitFor(() =>
      expect(main.getByRole('link', { name: 'Control Panel' }).getAttribute('aria-current')).toBe('page'),
    );
    await waitFor(() => expect(document.title).toContain('Start - Lake County'));
  });

  test('says that a URL is unknown, and leads to the Start page', async () => {
    await openPortal('/controlPanel/nowhere', staff('COUNTY'));
    await screen.findByRole('heading', { level: 1, name: 'Control Panel' });
    expect(screen.getByText(/has no page with this address/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to the Start page' })).toBeTruthy();
  });

  test('opens a page even if the fragment of its URL is not encoded correctly', async () => {
    await openPortal('/controlPanel/userLockout2#%', {
      ...staff('COUNTY'),
      handlers: { 'controlPanel/signedIn': () => ({ roles: [], newest: [] }) },
    });
    expect(await screen.findByRole('button', { name: 'End User Sessions' })).toBeTruthy();
  });

  test('C0-17 tells a user with the role COUNTY that a technical page is for the provider of the portal', async () => {
    await openPortal('/CONTROLPANEL/RELOADCONFIGURATION', staff('COUNTY'));
    await screen.findByRole('heading', { level: 1, name: 'Reload Configuration' });
    expect(screen.getByText(/for the provider of the portal/)).toBeTruthy();
  });

  test('C8-01, C8-10 shows a TRIMIN user the migrations from LS1 in the side menu', async () => {
    const portal = await openPortal('/controlPanel/performanceMonitoring', staff('TRIMIN'));
    const menu = within(await screen.findByRole('navigation', { name: 'Control Panel' }));
    expect(menu.getByText('LS1 Accounts & Users')).toBeTruthy();
    await portal.user.click(menu.getByText('LS1 Audit Log'));
    await screen.findByRole('heading', { level: 1, name: t(panelPages.landSharkOneAuditLog.title) });
    expect(screen.queryByText(/is not ready yet/)).toBeNull();
  });

  test('C6-07 asks about End User Sessions in the words of the specification, and sends nothing before Yes', async () => {
    const END = 'controlPanel/countyConfig/endUserSessions';
    const { server, user } = await openPortal('/controlPanel/userLockout2', {
      ...staff('COUNTY'),
      handlers: {
        'controlPanel/signedIn': () => ({ roles: [{ role: 'USER', people: 1, sessions: 1 }], newest: [] }),
        [END]: () => told('All sessions have ended.', { ended: 1 }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'End User Sessions' }));
    const question = await screen.findByRole('alertdialog');
    expect(question.querySelector('h1')?.textContent).toBe(
      'You are about to end all user sessions. Continue?',
    );
    await user.click(within(question).getByRole('button', { name: 'No' }));
    expect(server.callsTo(END)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'End User Sessions' }));
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    await settle();
    expect(server.callsTo(END)).toHaveLength(1);
    expect(screen.getByText('All sessions have ended.')).toBeTruthy();
  });

  const standing = {
    ...{ automaticBilling: false, automaticImageRenewal: false, renewalDay: 5, renewalTime: '0:00' },
    ...{ lastRan: '', nextRuns: ['Tuesday, December 1, 2026, 12:00 AM CST'], run: null },
    ...{ due: 0, needsFunds: 0, needsReview: 0 },
  };

  test('says only that the account tasks have not run yet, until they run for the first time', async () => {
    await openPortal('/controlPanel/billingSchedule', {
      ...staff('COUNTY'),
      handlers: {
        ...sectionOnServer('billingSchedule').handlers,
        'controlPanel/billingStanding': () => standing,
        'controlPanel/accountTaskList': () => ({ tasks: [], total: 0 }),
      },
    });
    const never = 'The account tasks have not run yet.';
    await waitFor(() => expect(screen.getAllByText(never)).toHaveLength(2));
    expect(screen.queryByText('The last run had nothing to do.')).toBeNull();
  });

  test('opens the list of tasks that a link names, and shows two separate counts: tasks charged in the last run, and tasks of all runs that still wait', async () => {
    const ran = { began: '', underWay: false, done: 4, needsFunds: 0, needsReview: 0 };
    const { server } = await openPortal('/controlPanel/billingSchedule?tasks=NEEDS_REVIEW', {
      ...staff('COUNTY'),
      handlers: {
        ...sectionOnServer('billingSchedule').handlers,
        'controlPanel/billingStanding': () => ({ ...standing, run: ran, needsReview: 10 }),
        'controlPanel/accountTaskList': () => ({ tasks: [], total: 0 }),
      },
    });
    expect(await screen.findByText('Tasks charged in the last run: 4.')).toBeTruthy();
    expect(
      screen.getByText('Tasks still waiting, from all runs: 0 for money, 10 for a review.'),
    ).toBeTruthy();
    expect((screen.getByLabelText('Show') as HTMLSelectElement).value).toBe('NEEDS_REVIEW');
    expect(server.callsTo('controlPanel/accountTaskList').at(0)?.body).toMatchObject({
      list: 'NEEDS_REVIEW',
    });
  });

  test('C7-06 C7-08 sends a command each time that a button of the Schedule page is pressed, also after a save', async () => {
    const RUN = 'controlPanel/countyConfig/runAccountTasks';
    const PREPARE = 'controlPanel/countyConfig/prepareToRerunAccountTasks';
    const { server, user } = await openPortal('/controlPanel/billingSchedule', {
      ...staff('TRIMIN'),
      handlers: {
        ...sectionOnServer('billingSchedule').handlers,
        'controlPanel/billingStanding': () => standing,
        'controlPanel/accountTaskList': () => ({ tasks: [], total: 0 }),
        [RUN]: () => told('The tasks run.', standing),
        [PREPARE]: () => told('Prepared.', standing),
      },
    });
    const press = async (name: string) => {
      await user.click(await screen.findByRole('button', { name }));
      await settle();
    };
    const day = await screen.findByLabelText(/^Day of the month/);
    await user.clear(day);
    await user.type(day, '5');
    await press('Save');
    expect(document.querySelector('.form-actions .i-check-circle')).toBeTruthy();
    for (const times of [1, 2]) {
      await press('Run Account Tasks');
      expect(server.callsTo(RUN)).toHaveLength(times);
    }
    await press('Prepare to Rerun Account Tasks');
    expect(screen.getByRole('alertdialog').querySelector('h1')?.textContent).toBe(
      'Prepare to rerun account tasks?',
    );
    await press('No');
    expect(server.callsTo(PREPARE)).toEqual([]);
    await press('Prepare to Rerun Account Tasks');
    await press('Yes');
    expect(server.callsTo(PREPARE)).toHaveLength(1);
  });

  test('keeps the side menu reduced to icons once a user has closed it', async () => {
    const portal = await openPortal('/controlPanel/nowhere', staff('COUNTY'));
    await portal.user.click(await screen.findByText('Close side menu'));
    expect(document.querySelector('.app--nav-closed')).not.toBeNull();
    await act(() => portal.router.navigate('/controlPanel/elsewhere'));
    await settle();
    expect(document.querySelector('.app--nav-closed')).not.toBeNull();
    expect(portal.store.getState().layout.sideNavOpen).toBe(false);
  });
});

test('A1-33 a tab shows the home page of the user of the session, even if the tab has stored another user', async () => {
  await openPortal('/home', {
    opening: true,
    user: someUser({ username: 'first.user' }),
    handlers: { 'currentUser/loginStatus': () => someUser({ userId: 'other', username: 'second.user' }) },
  });
  await waitFor(() => expect(screen.getByRole('banner').textContent).toContain('second.user'));
  expect(screen.getByRole('banner').textContent).not.toContain('first.user');
});
