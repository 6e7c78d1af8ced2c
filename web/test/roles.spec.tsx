/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { HomeContent } from '@portal/proto/http/home';
import type { Role } from '@portal/proto/roles';
import { arriveAt, openPortal, preparePortal, someUser } from './portal.js';

preparePortal({ beforeAll, afterEach });

const home: HomeContent = {
  selections: {
    ...{ contactUs: false, disclaimer: false, latestNews: false, latestNewsMore: false, links: true },
    ...{ linksMore: false, loginSlides: false, notableDates: false, transactions: true },
  },
  ...{ numberOfSlides: 0, captions: [], slideFiles: [], disclaimer: '', latestNews: [] },
  common: { contactName: '', contactTitle: '', contactPhone: '', contactEmail: '' },
  notableDates: { headings: [], rows: [] },
  transactionTotals: {
    headings: ['today', 'month', 'year'],
    rows: [{ label: 'images', values: ['1', '2', '3'] }],
  },
  links: [{ heading: 'Forms', paragraphContent: 'https://county.example/forms' }],
};

const openHome = async (role: Role) => {
  const help = { escrow: { reloadByCreditCard: true } };
  const usageBalance = ['ACCOUNT', 'USER'].includes(role) ? '$12.00' : '';
  const portal = await openPortal('/home', {
    user: someUser({ role, usageBalance }),
    help,
    handlers: { 'home/all': () => home },
  });
  await screen.findByRole('region', { name: 'Links' });
  return portal;
};

/** The parts of the page that the specification's table of roles mentions. */
const shown = () => {
  const button = (name: string) => screen.queryAllByRole('button', { name, hidden: true }).length > 0;
  const links = screen.getAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href'));
  return {
    profile: button('Profile'),
    transactions: screen.queryByRole('region', { name: 'Transactions' }) !== null,
    balance: within(screen.getByRole('banner')).queryByText('$12.00') !== null,
    addMoney: button('Add money'),
    accountReport: screen.queryByLabelText('All transactions for this account') !== null,
    staffPages: links.filter((href) => /reports|userManager|controlPanel/.test(href ?? '')),
  };
};

describe('the view of each role', () => {
  test('A12-40 contains no profile, transactions, balance, money or staff pages for a guest', async () => {
    await openHome('GUEST');
    expect(shown()).toEqual({
      ...{ profile: false, transactions: false, balance: false, addMoney: false, accountReport: false },
      staffPages: [],
    });
  });

  test('A12-41 contains profile, transactions and balance for an ordinary user, but no money or staff pages', async () => {
    const portal = await openHome('USER');
    const transactions = within(screen.getByRole('region', { name: 'Transactions' }));
    await portal.user.click(transactions.getByRole('button'));
    await screen.findByLabelText('Today');
    expect(shown()).toEqual({
      ...{ profile: true, transactions: true, balance: true, addMoney: false, accountReport: false },
      staffPages: [],
    });
  });
});

describe('the view of administrators', () => {
  const openTransactions = async (role: Role) => {
    const portal = await openHome(role);
    const transactions = within(screen.getByRole('region', { name: 'Transactions' }));
    await portal.user.click(transactions.getByRole('button'));
    await screen.findByLabelText('Today');
    const { staffPages, ...rest } = shown();
    return { ...rest, staffPages: [...new Set(staffPages)] };
  };

  test.each(['TRIMIN', 'COUNTY'] as const)(
    'A12-35 A12-38 A5-19 contains reports, users and the control panel for %s, but neither balance nor money',
    async (role) => {
      expect(await openTransactions(role)).toEqual({
        ...{ profile: true, transactions: true, balance: false, addMoney: false, accountReport: false },
        staffPages: ['/reports', '/userManager', '/controlPanel/start'],
      });
    },
  );

  test('A12-39 A5-19 contains reports, users, money and the report on the whole account for ACCOUNT, but no control panel', async () => {
    expect(await openTransactions('ACCOUNT')).toEqual({
      ...{ profile: true, transactions: true, balance: true, addMoney: true, accountReport: true },
      staffPages: ['/reports', '/userManager'],
    });
  });
});

describe('the pages of a visitor', () => {
  test.each(['/login', '/register', '/forgotUsername', '/forgotPassword', '/efile', '/home'])(
    'A12-36 A1-20 include %s without a login',
    async (path) => {
      const portal = await openPortal(path, { user: null, handlers: { 'home/all': () => home } });
      await screen.findByRole('heading', { level: 1 });
      expect(portal.router.state.location.pathname).toBe(path);
    },
  );
});

describe('the restricted pages', () => {
  test.each([
    ['A1-24', '/reports'],
    ['A1-25', '/userManager'],
    ['A1-25', '/userManager/UserPassword/7'],
    ['A1-26', '/controlPanel'],
    ['A1-26', '/CONTROLPANEL/a-la-carte'],
  ])(
    '%s include %s, which leads a visitor to the login page; the login then leads back',
    async (_id, path) => {
      const portal = await openPortal(path, { user: null });
      await arriveAt(portal, '/login');
      expect(portal.router.state.location.state).toEqual({ from: path });
    },
  );

  test('do not include the e-file page, which asks a visitor to log in and come back', async () => {
    const portal = await openPortal('/efile', { user: null });
    await screen.findByRole('heading', { level: 1, name: 'E-File' });
    expect(screen.getByText('Log in to use this page.')).toBeTruthy();
    const main = within(screen.getByRole('main'));
    await portal.user.click(main.getByRole('link', { name: 'Log in' }));
    await arriveAt(portal, '/login');
    expect(portal.router.state.location.state).toEqual({ from: '/efile' });
  });

  test.each([
    ['/reports', 'Reports', 'Reports are for county staff and account administrators.'],
    ['/userManager', 'User Manager', 'User Manager is for county staff and account administrators.'],
    ['/controlPanel/escrow', 'Control Panel', 'The control panel is for county staff.'],
    ['/reports/cardReconciliation', 'Card reconciliation', 'Card reconciliation is for county staff.'],
  ])(
    'include %s, which refuses a user with another role and says whom the page is for',
    async (path, heading, text) => {
      await openPortal(path, { user: someUser({ role: 'USER' }) });
      await screen.findByRole('heading', { level: 1, name: heading });
      expect(screen.getByText(text)).toBeTruthy();
      expect(screen.getByText('If you need this page, ask the county office.')).toBeTruthy();
    },
  );

  test('include My purchases, which tells staff that the page is for people who buy images', async () => {
    await openPortal('/purchases', { user: someUser({ role: 'COUNTY' }) });
    expect(await screen.findByText(/My purchases is for people who buy page images\./)).toBeTruthy();
  });
});
