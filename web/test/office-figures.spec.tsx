/** @jest-environment jsdom */
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { OfficeDay } from '@portal/proto/http/office-figures';
import { openPortal, preparePortal, refuse, settle, someUser } from './portal.js';

preparePortal({ beforeAll, afterEach });

const day = (date: string, over: Partial<OfficeDay> = {}): OfficeDay => ({
  ...{ date, purchases: 0, sales: 0, searches: 0, signIns: 0, failedSignIns: 0 },
  ...over,
});
const days = [
  day('2026-11-19', { purchases: 203, sales: 241_850, searches: 1_000, signIns: 170 }),
  day('2026-11-20', { purchases: 97, sales: 118_600, searches: 214, signIns: 3, failedSignIns: 9 }),
];

test('staff sees the figures in a table, and the accessible name of the chart sums them up', async () => {
  await openPortal('/home', {
    user: someUser({ role: 'COUNTY' }),
    handlers: {
      'report/figures': () => ({ days }),
      'cashier/list': () => ({ total: 3, toApprove: 2 }),
      'efileQueue/list': () => ({ rows: [], total: 7 }),
      'userManager/users': () => ({ users: [], total: 1_203 }),
      'controlPanel/cardKeys': () => ({ waiting: { id: 'x', merchant: 'north-7' } }),
      'controlPanel/billingStanding': () =>
        refuse({ status: 503, code: 'SERVICE_UNAVAILABLE', message: 'Away.' }),
    },
  });
  await settle();
  const sales = await screen.findByRole('region', { name: 'Sales by day' });
  const name = /11\/19 to 11\/20\. Lowest: \$1,186\.00 on Fri\. Highest: \$2,418\.50 on Thu\./;
  expect(within(sales).getByRole('img', { name })).toBeDefined();
  const rows = within(sales)
    .getAllByRole('row')
    .map(({ textContent }) => textContent?.trim());
  expect(rows).toEqual([
    'DayPurchasesSales',
    ...['Thu 11/19 203$2,418.50', 'Fri 11/20 so far97$1,186.00', '7 days 300$3,604.50'],
  ]);
  const use = screen.getByRole('region', { name: 'Searches and logins' });
  expect(within(use).getByRole('row', { name: 'Searches 214 1,214' })).toBeDefined();
  // the list leaves out the count that could not be loaded
  const waiting = await screen.findByRole('region', { name: 'Waiting for you' });
  const lines = within(waiting)
    .getAllByRole('row')
    .map(({ textContent }) => textContent);
  expect(lines).toEqual([
    'KindCount',
    'Card keys to approve1',
    'Corrections to approve2',
    'E-File submissions7',
    'New registrations1,203',
  ]);
  const link = within(waiting).getByRole('link', { name: 'New registrations' });
  expect(link.getAttribute('href')).toMatch(/userManager\?statusType=P$/);
});

test('the lines that count waiting account tasks link to the list of those tasks', async () => {
  await openPortal('/home', {
    user: someUser({ role: 'COUNTY' }),
    handlers: {
      'report/figures': () => ({ days }),
      'controlPanel/billingStanding': () => ({ needsFunds: 2, needsReview: 10 }),
    },
  });
  const waiting = within(await screen.findByRole('region', { name: 'Waiting for you' }));
  const linkOf = async (name: string) => (await waiting.findByRole('link', { name })).getAttribute('href');
  expect(await linkOf('Account tasks that need money')).toMatch(/billingSchedule\?tasks=NEEDS_FUNDS$/);
  expect(await linkOf('Account tasks to review')).toMatch(/billingSchedule\?tasks=NEEDS_REVIEW$/);
});

test('if the figures cannot be loaded, a card offers to try again, and the work that waits is still shown', async () => {
  let isAway = true;
  const { user } = await openPortal('/home', {
    user: someUser({ role: 'COUNTY' }),
    handlers: {
      'report/figures': () =>
        isAway ? refuse({ status: 503, code: 'SERVICE_UNAVAILABLE', message: 'Away.' }) : { days },
      'efileQueue/list': () => ({ rows: [], total: 7 }),
    },
  });
  const waiting = within(await screen.findByRole('region', { name: 'Waiting for you' }));
  expect(await waiting.findByRole('link', { name: 'E-File submissions' })).toBeTruthy();
  const sales = within(screen.getByRole('region', { name: 'Sales by day' }));
  expect(sales.getByText('The sales of the last days could not be loaded.')).toBeTruthy();
  isAway = false;
  await user.click(sales.getByRole('button', { name: 'Try again' }));
  await settle();
  expect(screen.getByRole('region', { name: 'Sales by day' }).textContent).toContain('$2,418.50');
});

test('the home page does not load the figures about sales for users who are not staff', async () => {
  const portal = await openPortal('/home', { user: someUser({ role: 'ACCOUNT' }) });
  await settle();
  expect(portal.server.calls.filter(({ path }) => path === 'report/figures')).toEqual([]);
  expect(screen.queryByRole('region', { name: 'Sales by day' })).toBeNull();
});
