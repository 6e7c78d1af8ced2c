/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { PurchaseRow } from '@portal/proto/http/purchases';
import type { FindingRow, ReconciliationReport } from '@portal/proto/http/reconciliation';
import { openPortal, preparePortal, refuse, settle, someUser, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

const order: PurchaseRow = {
  kind: 'ORDER',
  id: '7d9f6c1e-0000-4000-8000-0000000000a1',
  at: '2026-11-21T20:05:00.000Z',
  username: '',
  title: 'Warranty Deed A1000001',
  detail: 'Pages 1, 2',
  charged: '$2.50',
  surcharge: '',
  imageStateGuid: '7d9f6c1e-0000-4000-8000-0000000000b1',
  clientReference: '',
};
const deposit: PurchaseRow = {
  ...order,
  kind: 'DEPOSIT',
  id: '7d9f6c1e-0000-4000-8000-0000000000a2',
  title: 'Escrow deposit',
  detail: 'Credit card',
  charged: '$100.00',
  surcharge: '$2.75',
  imageStateGuid: null,
};
const spending = { rows: [], searches: null, total: '$0.00' };

const openPurchases = (purchases: PurchaseRow[], handlers: Record<string, Handler> = {}) =>
  openPortal('/purchases', {
    handlers: {
      'purchases/list': () => ({ total: purchases.length, pageSize: 25, purchases }),
      'purchases/spending': () => spending,
      ...handlers,
    },
  });

describe('the page My purchases', () => {
  test('shows each purchase with its receipt; a user can also download an order and give it a reference', async () => {
    await openPurchases([order, deposit]);
    const [, first, second] = within(screen.getByRole('table', { name: 'Purchases' })).getAllByRole('row');
    if (!first || !second) throw new Error('two purchases');
    expect(first.textContent).toContain('11/21/2026 2:05 PM');
    expect(
      within(first)
        .getAllByRole('button')
        .map(({ textContent }) => textContent?.trim().split(' ')[0]),
    ).toEqual(['Add', 'Download', 'Receipt']);
    expect(second.textContent).toContain('and $2.75 surcharge');
    expect(within(second).getAllByRole('button')).toHaveLength(1);
  });

  test('loads the list again after a reference is saved', async () => {
    let named = '';
    const portal = await openPurchases([], {
      'purchases/list': () => ({ total: 1, pageSize: 25, purchases: [{ ...order, clientReference: named }] }),
      'purchases/clientReference': ({ clientReference }) => {
        named = String(clientReference);
        return { clientReference };
      },
    });
    await portal.user.click(screen.getByRole('button', { name: /^Add/ }));
    await portal.user.type(screen.getByRole('textbox', { name: 'Client reference' }), 'Nordby');
    await portal.user.click(screen.getByRole('button', { name: 'Save' }));
    await settle();
    expect(portal.server.callsTo('purchases/clientReference')[0]?.body).toEqual({
      imageStateGuid: order.imageStateGuid,
      clientReference: 'Nordby',
    });
    expect(screen.getByRole('table', { name: 'Purchases' }).textContent).toContain('Nordby');
  });

  test('shows the previous page when a change empties the last page of the list', async () => {
    let total = 26;
    const portal = await openPurchases([], {
      'purchases/list': ({ page }) => ({
        ...{ total, pageSize: 25 },
        purchases: (page === 1 ? total > 0 : total > 25) ? [{ ...order, clientReference: 'Nordby' }] : [],
      }),
      'purchases/clientReference': () => {
        total = 25;
        return { clientReference: '' };
      },
    });
    await portal.user.click(screen.getByRole('button', { name: 'Next page' }));
    await settle();
    expect(portal.server.callsTo('purchases/list').at(-1)?.body).toMatchObject({ page: 2 });
    await portal.user.click(screen.getByRole('button', { name: /^Change/ }));
    await portal.user.click(screen.getByRole('button', { name: 'Save' }));
    await settle();
    expect(portal.server.callsTo('purchases/list').at(-1)?.body).toMatchObject({ page: 1 });
    expect(screen.getByRole('table', { name: 'Purchases' }).textContent).toContain('Nordby');
  });

  test('does not request the spending for an invalid date, and lists the orders of a reference that is clicked', async () => {
    const row = { reference: 'Nordby', orders: 2, pages: 3, charged: '$4.50', images: 0 };
    const searches = { count: 1, charged: '$5.00' };
    const portal = await openPurchases([order], {
      'purchases/spending': () => ({ rows: [row], searches, total: '$9.50' }),
    });
    expect(portal.server.callsTo('purchases/spending')[0]?.body).toEqual({
      fromDate: '11/01/2026',
      toDate: '11/21/2026',
    });
    const from = screen.getByLabelText(/^From date/);
    await portal.user.clear(from);
    await portal.user.type(from, '02/30/2026');
    await portal.user.click(screen.getByRole('button', { name: 'Show' }));
    expect(from.getAttribute('aria-invalid')).toBe('true');
    expect(portal.server.callsTo('purchases/spending')).toHaveLength(1);
    await portal.user.type(from, '{Backspace}');
    expect(from.getAttribute('aria-invalid')).toBeNull();
    await portal.user.click(screen.getByRole('button', { name: 'Nordby' }));
    await settle();
    expect(portal.server.callsTo('purchases/list').at(-1)?.body).toMatchObject({ clientReference: 'Nordby' });
    await portal.user.click(screen.getByRole('button', { name: 'Show all purchases' }));
    await settle();
    expect(screen.queryByRole('button', { name: 'Show all purchases' })).toBeNull();
  });

  test('shows a user without purchases a link to the search', async () => {
    await openPurchases([]);
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Search' }).getAttribute('href')).toBe('/search');
    expect(screen.getByText('Nothing has been bought yet.')).toBeDefined();
  });

  test('tells guests, who cannot buy, to log in or register', async () => {
    await openPortal('/purchases', {
      user: someUser({ role: 'GUEST' }),
      handlers: { 'purchases/list': () => ({ total: 0, pageSize: 25, purchases: [] }) },
    });
    const main = within(screen.getByRole('main'));
    expect(await main.findByText('To buy pages, log in or register.')).toBeTruthy();
    expect(main.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
    expect(main.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/register');
    expect(main.queryByText(/choose Image/)).toBeNull();
  });

  test('lets a user try again after a failed request', async () => {
    let fails = true;
    const portal = await openPurchases([], {
      'purchases/list': () =>
        fails ? refuse({ status: 503, message: 'Busy.' }) : { total: 1, pageSize: 25, purchases: [order] },
    });
    fails = false;
    await portal.user.click(screen.getByRole('button', { name: 'Try again' }));
    await settle();
    expect(screen.getByText('Warranty Deed A1000001')).toBeDefined();
  });
});

const finding: FindingRow = {
  id: '7d9f6c1e-0000-4000-8000-0000000000c1',
  day: '2026-11-21',
  at: '2026-11-21T20:05:00.000Z',
  class: 'DUPLICATE',
  reason: 'SECOND_PAYMENT',
  transactionId: '60000000002',
  invoice: 'ABCDEF',
  provider: { status: 'SETTLED', amount: '$102.75' },
  ledger: null,
  username: 'demo.escrow',
  suspense: '$102.75',
  state: 'OPEN',
  resolvedAt: null,
  notes: [],
};
const report = (over: Partial<ReconciliationReport> = {}): ReconciliationReport => ({
  findings: [finding],
  days: [{ day: '2026-11-21', matched: 3, amount: '$308.25', open: 1, resolved: 0 }],
  lastRun: { startedAt: finding.at, finishedAt: finding.at, lines: 4, failure: '' },
  suspense: '$102.75',
  ...over,
});
const staff = someUser({ role: 'COUNTY', username: 'demo.county' });

describe('the page Card reconciliation', () => {
  test('says what to do about an open finding, and requires a note before it is resolved', async () => {
    const portal = await openPortal('/reports/cardReconciliation', {
      user: staff,
      handlers: {
        'reports/cardReconciliation': () => report(),
        'reports/cardReconciliationNote': () => ({}),
      },
    });
    expect(screen.getByText('1 payment has to be explained')).toBeDefined();
    expect(screen.getByText(/charged a second time/)).toBeDefined();
    await portal.user.click(screen.getByRole('button', { name: /^Add note/ }));
    await portal.user.click(screen.getByRole('button', { name: 'Save and resolve' }));
    expect(screen.getByText('Required.')).toBeDefined();
    await portal.user.type(screen.getByLabelText(/^What was found out/), 'Refunded.');
    await portal.user.click(screen.getByRole('button', { name: 'Save and resolve' }));
    await settle();
    expect(portal.server.callsTo('reports/cardReconciliationNote').map(({ body }) => body)).toEqual([
      { id: finding.id, note: 'Refunded.', resolved: true, seen: 'OPEN' },
    ]);
  });

  test('keeps the note and shows the newest state when a colleague has resolved the finding meanwhile', async () => {
    const resolved = { ...finding, state: 'RESOLVED' as const, resolvedAt: finding.at };
    const theirs = { text: 'The bank paid it back.', username: 'second', at: finding.at, resolved: true };
    let refused = false;
    const portal = await openPortal('/reports/cardReconciliation', {
      user: staff,
      handlers: {
        'reports/cardReconciliation': () =>
          report(refused ? { findings: [{ ...resolved, notes: [theirs] }] } : {}),
        'reports/cardReconciliationNote': () => {
          if (refused) return {};
          refused = true;
          return refuse({ code: 'FINDING_CHANGED', message: 'The finding was resolved meanwhile.' });
        },
      },
    });
    await portal.user.click(screen.getByRole('button', { name: /^Add note/ }));
    await portal.user.type(screen.getByLabelText(/^What was found out/), 'Asked the bank.');
    await portal.user.click(screen.getByRole('button', { name: 'Save note' }));
    await settle();
    const alert = screen.getByRole('alertdialog', { name: /The finding was resolved meanwhile/ });
    await portal.user.click(within(alert).getByRole('button'));
    const dialog = within(screen.getByRole('dialog', { name: /^Note/ }));
    expect(dialog.getByText(/The bank paid it back/)).toBeTruthy();
    await portal.user.click(dialog.getByRole('button', { name: 'Save note' }));
    await settle();
    const sent = { id: finding.id, note: 'Asked the bank.' };
    expect(portal.server.callsTo('reports/cardReconciliationNote').map(({ body }) => body)).toEqual([
      { ...sent, resolved: false, seen: 'OPEN' },
      { ...sent, resolved: true, seen: 'RESOLVED' },
    ]);
  });

  test('says that all card payments are explained when there are no findings', async () => {
    await openPortal('/reports/cardReconciliation', {
      user: staff,
      handlers: { 'reports/cardReconciliation': () => report({ findings: [] }) },
    });
    expect(screen.getByText('All card payments are explained.')).toBeDefined();
  });

  test.each([
    ['KEYS_REFUSED', /refused the county's card keys. Correct them on the Card Keys page, then/],
    ['REQUEST_REFUSED', /refused a request of the portal. Comparing again does not help; ask the provider/],
    ['PROVIDER_UNAVAILABLE', /The card payment provider did not answer. Compare again/],
    ['FAILED', /failed because of an error in the portal. Compare again; if it fails again, ask/],
  ] as const)(
    'says why the last comparison broke off and what to do, and does not call the payments explained (%s)',
    async (failure, text) => {
      const lastRun = { startedAt: finding.at, finishedAt: finding.at, lines: 0, failure };
      await openPortal('/reports/cardReconciliation', {
        user: staff,
        handlers: { 'reports/cardReconciliation': () => report({ findings: [], lastRun }) },
      });
      expect(screen.getByRole('alert').textContent).toMatch(text);
      expect(screen.getByText(/, not completed$/)).toBeDefined();
      expect(screen.queryByText('All card payments are explained.')).toBeNull();
    },
  );

  test('does not say that all payments were compared when the comparison broke off', async () => {
    const message = 'The card payment provider did not answer. Compare again in a few minutes.';
    const portal = await openPortal('/reports/cardReconciliation', {
      user: staff,
      handlers: {
        'reports/cardReconciliation': () => report(),
        'reports/cardReconciliationRun': () => refuse({ status: 200, message }),
      },
    });
    await portal.user.click(screen.getByRole('button', { name: 'Compare now' }));
    expect((await screen.findByRole('alertdialog')).querySelector('h1')?.textContent).toBe(message);
    expect(portal.server.callsTo('reports/cardReconciliation')).toHaveLength(2);
  });

  test.each(['USER', 'GUEST', 'ACCOUNT'] as const)('tells %s that it is for staff', async (role) => {
    await openPortal('/reports/cardReconciliation', { user: someUser({ role }) });
    expect(screen.getByText('Card reconciliation is for county staff.')).toBeDefined();
  });
});
