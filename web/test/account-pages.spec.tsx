/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { page as cashier } from '../src/features/control-panel/pages/cashier.js';
import { page as lockout } from '../src/features/control-panel/pages/user-lockout.js';
import { loadTexts } from '../src/shared/i18n/i18n.js';
import { openPortal, preparePortal, settle, someUser, told } from './portal.js';
import { box, button, openSectionPage, retype, sectionOnServer } from './section-pages.js';

preparePortal({ beforeAll, afterEach });
beforeAll(() => loadTexts('panel', 'panel-pages', 'panel-shell'));

const id = '0190c5ae-0000-7000-8000-000000000007';
const staff = { user: someUser({ role: 'COUNTY', usageBalance: '' }) };
const account = {
  ...{ id, name: 'Abstract Co', accountType: 'A_LA_CARTE', paymentMethod: 'ESCROW', monthlyFee: 0 },
  ...{ status: 'A', needsBilling: false, needsImageRenewal: false, userCount: 2 },
  ...{ monthlyFeeDescription: '0.00', accountTypeDescription: 'A La Carte' },
  paymentMethodDescription: 'Escrow',
};
const handlers = {
  'controlPanel/accounts': () => ({ accounts: [account], total: 1, countyAdminReload: true }),
  [`controlPanel/accountFlatFeeUsage/${id}`]: () => ({
    ...{ id, name: 'Abstract / Title', imagesRemaining: 3, currentBalance: 3, unlimited: false },
  }),
};
/** Opens Cashier for an account that owes $5.00 on invoices. */
const openCashierOfDebtor = (paymentMethod: string) =>
  openPortal(`/accounts/${id}/cashier`, {
    ...staff,
    handlers: {
      'cashier/list': () => ({
        ...{ entries: [], total: 0, limit: '$100.00' },
        account: {
          ...{ id, name: 'Abstract Co', active: true, paymentMethod },
          ...{ balance: '-$5.00', held: '', owed: '$5.00' },
        },
      }),
      'cashier/entry': (body) => ({ id: body['id'], state: 'POSTED' }),
    },
  });
const sideMenu = () => within(screen.getByRole('navigation', { name: 'Control Panel' }));
const mark = async (name: string) =>
  (await sideMenu().findByRole('link', { name })).getAttribute('aria-current');

describe('the pages of accounts', () => {
  test.each(['/controlPanel/accounts', '/CONTROLPANEL/ACCOUNTS'])(
    'C0-09 include %s, which opens beside the side menu',
    async (path) => {
      await openPortal(path, { ...staff, handlers });
      await screen.findByRole('heading', { level: 1, name: 'Accounts' });
      expect(await mark('Accounts')).toBe('page');
      await waitFor(() => expect(document.title).toContain('Accounts - Lake County'));
    },
  );

  test('C0-09 C2-50 mark Accounts as current in the side menu, and name the account in their title', async () => {
    await openPortal(`/controlpanel/ACCOUNTRELOAD/${id}/Abstract%20%2F%20Title`, { ...staff, handlers });
    await screen.findByRole('heading', { level: 1, name: 'Flat Fee Usage Override' });
    expect(await mark('Accounts')).toBe('true');
    await waitFor(() => expect(document.title).toContain('Flat Fee Usage Override - Abstract / Title'));
  });

  test('have a menu that leads to the page Cashier of the account', async () => {
    const portal = await openPortal('/controlPanel/accounts', { ...staff, handlers });
    await portal.user.click(await screen.findByRole('button', { name: 'More for Abstract Co' }));
    await portal.user.click(screen.getByRole('menuitem', { name: 'Cashier' }));
    await waitFor(() => expect(portal.router.state.location.pathname).toBe(`/accounts/${id}/cashier`));
  });

  test.each([
    ['Delete', true],
    ['Deactivate', true],
    ['Delete', false],
  ])(
    'ask before they %s an account, and say that guest access ends if the guest user belongs to it (here: %s)',
    async (verb, isGuests) => {
      const guest = {
        id: 'a',
        username: 'Guest.User',
        status: 'A',
        firstName: '',
        lastName: '',
        role: 'GUEST',
      };
      const accountId = isGuests ? id : '0190c5ae-0000-7000-8000-000000000008';
      const portal = await openPortal('/controlPanel/accounts', {
        ...staff,
        help: { userAccess: { guestUserName: 'guest.user' } },
        handlers: {
          ...handlers,
          'userManager/users': () => ({ users: [{ ...guest, accountId, accountName: 'x' }], total: 1 }),
        },
      });
      await portal.user.click(await screen.findByRole('button', { name: 'More for Abstract Co' }));
      await portal.user.click(screen.getByRole('menuitem', { name: verb }));
      const question = await screen.findByRole('alertdialog');
      expect(/Guests use the portal through the user guest\.user/.test(question.textContent)).toBe(isGuests);
      expect(question.textContent).toContain(verb === 'Delete' ? 'no longer log in' : 'logged out');
    },
  );

  test.each([
    ['A', 'Deactivate', 'I'],
    ['I', 'Activate', 'A'],
  ])(
    'C2-61 request a new status: for an account with the status %s, %s requests the status %s',
    async (status, verb, wanted) => {
      const { user, server } = await openPortal('/controlPanel/accounts', {
        ...staff,
        handlers: {
          'controlPanel/accounts': () => ({
            ...{ accounts: [{ ...account, status }], total: 1, countyAdminReload: true },
          }),
        },
      });
      await user.click(await screen.findByRole('button', { name: 'More for Abstract Co' }));
      await user.click(screen.getByRole('menuitem', { name: verb }));
      await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Yes' }));
      await settle();
      expect(server.callsTo('controlPanel/accountChangeStatusList')).toMatchObject([
        { body: { accountId: id, status: wanted } },
      ]);
    },
  );

  test('include Cashier, where a phone offers a keyboard with a minus sign for a correction', async () => {
    const { user } = await openPortal(`/accounts/${id}/cashier`, {
      ...staff,
      handlers: {
        'cashier/list': () => ({
          ...{ entries: [], total: 0, limit: '$100.00' },
          account: {
            ...{ id, name: 'Abstract Co', active: true, paymentMethod: 'ESCROW' },
            ...{ balance: '$25.00', held: '' },
          },
        }),
      },
    });
    const keyboardOf = async (entry: string): Promise<string> => {
      await user.click(await screen.findByRole('button', { name: entry }, { timeout: 10_000 }));
      const { inputMode } = screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ });
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      return inputMode;
    };
    expect(await keyboardOf('Enter a correction')).toBe('text');
    expect(await keyboardOf('Refund')).toBe('decimal');
  });

  test.each([
    ['ESCROW', 'INVOICES'],
    ['CREDIT_CARD', undefined],
  ])(
    'include Cashier, where an account that now pays by %s pays the invoices that it still owes',
    async (paymentMethod, chosen) => {
      const { user, server } = await openCashierOfDebtor(paymentMethod);
      await user.click(await screen.findByRole('button', { name: 'Post a payment' }, { timeout: 10_000 }));
      const dialog = within(screen.getByRole('dialog'));
      expect(dialog.getByText(/The account owes \$5\.00 on invoices/)).toBeTruthy();
      const choice = dialog.queryByRole('radiogroup', { name: 'For' });
      expect(choice?.querySelector('input:checked')?.getAttribute('value')).toBe(chosen);
      await user.click(dialog.getByRole('radio', { name: 'Cash' }));
      await user.type(dialog.getByRole('textbox', { name: /^Amount/ }), '5.00');
      await user.click(dialog.getByRole('button', { name: 'Post payment' }));
      await settle();
      expect(server.callsTo('cashier/entry')).toMatchObject([{ body: { amount: '5.00', pays: 'INVOICES' } }]);
    },
  );

  test.each(['ESCROW', 'CREDIT_CARD'])(
    'include Cashier, where invoices can be written off even if the account now pays by %s',
    async (paymentMethod) => {
      const { user, server } = await openCashierOfDebtor(paymentMethod);
      await user.click(
        await screen.findByRole('button', { name: 'Enter a correction' }, { timeout: 10_000 }),
      );
      const dialog = within(screen.getByRole('dialog'));
      expect(dialog.getByText(/A correction can write off up to this amount/)).toBeTruthy();
      const choice = dialog.getByRole('radiogroup', { name: 'For' });
      expect(choice.querySelector('input:checked')?.getAttribute('value')).toBe('BALANCE');
      await user.click(dialog.getByRole('radio', { name: 'Invoices' }));
      await user.type(dialog.getByRole('textbox', { name: /^Amount/ }), '5.00');
      await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Cannot be collected');
      await user.click(dialog.getByRole('button', { name: 'Enter correction' }));
      await settle();
      expect(server.callsTo('cashier/entry')).toMatchObject([
        { body: { kind: 'CORRECTION', amount: '5.00', pays: 'INVOICES' } },
      ]);
    },
  );

  test.each(['ESCROW', 'CREDIT_CARD'])(
    'include Cashier, where a correction after a bounced check increases what is owed on invoices, even if the account now pays by %s',
    async (paymentMethod) => {
      const { user, server } = await openPortal(`/accounts/${id}/cashier`, {
        ...staff,
        handlers: {
          'cashier/list': () => ({
            ...{ entries: [], total: 0, limit: '$100.00' },
            account: {
              ...{ id, name: 'Abstract Co', active: true, paymentMethod },
              ...{ balance: '$0.00', held: '', owed: '', hasInvoices: true },
            },
          }),
          'cashier/entry': (body) => ({ id: body['id'], state: 'POSTED' }),
        },
      });
      await user.click(await screen.findByRole('button', { name: 'Post a payment' }, { timeout: 10_000 }));
      const payment = within(screen.getByRole('dialog'));
      expect(payment.queryByRole('radiogroup', { name: 'For' })).toBeNull();
      await user.click(payment.getByRole('button', { name: 'Cancel' }));
      await user.click(screen.getByRole('button', { name: 'Enter a correction' }));
      const dialog = within(screen.getByRole('dialog'));
      expect(dialog.getByText(/The account owes nothing on invoices/)).toBeTruthy();
      await user.click(dialog.getByRole('radio', { name: 'Invoices' }));
      await user.type(dialog.getByRole('textbox', { name: /^Amount/ }), '-5.00');
      await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Check 1044 bounced');
      await user.click(dialog.getByRole('button', { name: 'Enter correction' }));
      await settle();
      expect(server.callsTo('cashier/entry')).toMatchObject([
        { body: { kind: 'CORRECTION', amount: '-5.00', pays: 'INVOICES' } },
      ]);
    },
  );

  test('include Cashier, which asks why a correction is refused, and shows the reason to the person who entered the correction', async () => {
    const waiting = {
      ...{ id: '9c', accountId: id, accountName: 'Abstract Co', kind: 'CORRECTION', means: null },
      ...{ amount: '$150.00', number: '', note: 'Posted twice', enteredBy: 'ann' },
      ...{ enteredAt: '2026-11-21T20:05:00.000Z', decidedBy: '', decisionNote: '', own: false },
    };
    let entry: object = { ...waiting, state: 'WAITING' };
    const { user, server } = await openPortal(`/accounts/${id}/cashier`, {
      ...staff,
      handlers: {
        'cashier/list': () => ({
          ...{ entries: [entry], total: 1, limit: '$100.00' },
          account: {
            ...{ id, name: 'Abstract Co', active: true, paymentMethod: 'ESCROW' },
            ...{ balance: '$25.00', held: '' },
          },
        }),
        'cashier/decision': ({ note }) => {
          entry = { ...waiting, state: 'REFUSED', decidedBy: 'bert', decisionNote: note, own: true };
          return { id: '9c', state: 'REFUSED' };
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: /^Refuse/ }, { timeout: 10_000 }));
    const dialog = within(screen.getByRole('dialog', { name: /^Refuse the correction of \$150\.00/ }));
    await user.type(dialog.getByRole('textbox', { name: /^Why it is refused/ }), ' The check bounced. ');
    await user.click(dialog.getByRole('button', { name: 'Refuse' }));
    await settle();
    expect(server.callsTo('cashier/decision').map(({ body }) => body)).toEqual([
      { id: '9c', approve: false, note: 'The check bounced.' },
    ]);
    expect(screen.getByText('refused by bert')).toBeTruthy();
    expect(screen.getByText('The check bounced.')).toBeTruthy();
  });

  test.each(['/controlPanel/corrections', '/cashier/corrections'])(
    'include the waiting corrections at %s, beside the side menu that leads to them',
    async (path) => {
      await openPortal(path, { ...staff, handlers });
      expect(await screen.findByRole('heading', { level: 1, name: 'Corrections to Approve' })).toBeTruthy();
      const link = await sideMenu().findByRole('link', { name: 'Corrections to Approve' });
      expect(link.getAttribute('aria-current')).toBe('page');
    },
  );
});

describe('the pages of settings', () => {
  test('include Cashier, which saves the limit of corrections in cents', async () => {
    const section = sectionOnServer('cashier');
    const page = await openSectionPage(cashier, { section });
    await retype(page, /^Correction limit/, '250.50');
    await page.user.click(button('Save'));
    await settle();
    expect(section.newest().value.correctionLimit).toBe(25_050);
  });

  test('include Lockout 1, whose Preview button shows both typed messages without saving them', async () => {
    const page = await openSectionPage(lockout, { section: sectionOnServer('userLockout') });
    await retype(page, /^Login message/, 'Back at 2 PM.');
    await retype(page, /^Headline message/, 'Records move today.');
    await page.user.click(button('Preview'));
    const dialog = await screen.findByRole('dialog', { name: 'Preview of the lockout messages' });
    const part = (name: string) => within(dialog).getByRole('region', { name }).textContent;
    expect(part('Above the form of the login page')).toContain('Back at 2 PM.');
    expect(part('At the top of every page')).toContain('Records move today.');
    expect(page.saves()).toHaveLength(0);
  });

  test('C6-01 C6-02 C6-03 C6-05 include Lockout 1, with a switch and two required messages', async () => {
    const section = sectionOnServer('userLockout');
    const page = await openSectionPage(lockout, { section });
    await page.user.selectOptions(box('Lock the system'), 'Yes');
    await page.user.clear(box(/^Login message/));
    await page.user.clear(box(/^Headline message/));
    await page.user.click(button('Save'));
    expect(await screen.findByRole('link', { name: 'Login message: Required.' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Headline message: Required.' })).toBeTruthy();
    await retype(page, /^Login message/, 'Back at 2 PM.');
    await retype(page, /^Headline message/, 'Records move today.');
    await page.user.click(button('Save'));
    await settle();
    expect(section.newest().value).toEqual({
      ...{ lockoutInPlace: true, messageLogin: 'Back at 2 PM.', messageHeadline: 'Records move today.' },
    });
  });
});

/** A server that answers a call only when the test says so. */
const held = () => {
  let give: (answer: unknown) => void = () => undefined;
  const answer = new Promise((resolve) => (give = resolve));
  return { handler: () => answer, give: (value: unknown): void => give(value) };
};
const leave = async (portal: Awaited<ReturnType<typeof openPortal>>): Promise<void> => {
  await portal.user.click(
    within(document.getElementById('main')!).getByRole('link', { name: 'Back to Accounts' }),
  );
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Leave without saving?');
};

test('a number of images that is typed during a save stays, and the page asks before the user leaves it', async () => {
  const save = held();
  const usage = { id, name: 'Abstract / Title', imagesRemaining: 3, currentBalance: 3, unlimited: false };
  const path = `controlPanel/accountFlatFeeUsage/${id}`;
  const portal = await openPortal(`/controlPanel/accountReload/${id}/Abstract`, {
    ...staff,
    handlers: {
      ...handlers,
      [path]: (_body: unknown, { method }: { method: string }) => (method === 'GET' ? usage : save.handler()),
    },
  });
  const box = await screen.findByRole<HTMLInputElement>('textbox', { name: /^New/ }, { timeout: 10_000 });
  await portal.user.type(box, '50{Enter}');
  await portal.user.type(box, '0');
  save.give(told('The new number of images is saved.', usage));
  await screen.findByText('The new number of images is saved.');
  expect(box.value).toBe('500');
  await leave(portal);
});

test('a search that is switched off during a save stays off, and the page asks before the user leaves it', async () => {
  const save = held();
  const path = 'controlPanel/accountPageAccess';
  const portal = await openPortal(`/${path}/${id}/Abstract`, {
    ...staff,
    handlers: {
      ...handlers,
      [`${path}/${id}`]: () => ({
        ...{ id, name: 'Abstract Co', searchAccess: 'configurable', flags: {} },
        offered: ['searchByName', 'searchByDocumentNumber'],
      }),
      [path]: save.handler,
    },
  });
  const [first, second] = await screen.findAllByRole<HTMLInputElement>('checkbox', {}, { timeout: 10_000 });
  await portal.user.click(first!);
  await portal.user.click(screen.getByRole('button', { name: 'Save' }));
  await portal.user.click(second!);
  save.give(told('The page access is saved.'));
  await settle();
  expect([first?.checked, second?.checked]).toEqual([false, false]);
  expect(screen.queryByText('The page access is saved.')).toBeNull();
  await leave(portal);
});

test.each(['.', '..', 'Abc/', '/', 'Abc/..', '100%', 'a?b#c', '%2F', 'back\\slash'])(
  'an account named %j has pages that open from its menu, also after a reload',
  async (name) => {
    const access = { id, name, searchAccess: 'same', offered: [], flags: {} };
    const of = {
      ...staff,
      handlers: {
        'controlPanel/accounts': () => ({
          ...{ accounts: [{ ...account, name }], total: 1, countyAdminReload: true },
        }),
        [`controlPanel/accountPageAccess/${id}`]: () => access,
      },
    };
    const portal = await openPortal('/controlPanel/accounts', of);
    await portal.user.click(await screen.findByRole('button', { name: `More for ${name}` }));
    await portal.user.click(screen.getByRole('menuitem', { name: 'Access' }));
    await screen.findByRole('heading', { level: 1, name: 'Page Access' }, { timeout: 10_000 });
    expect(document.title).toContain(`Page Access - ${name} `);
    const { pathname } = portal.router.state.location;
    const reloaded = new URL(pathname, 'https://lake.example').pathname;
    portal.view.unmount();
    await openPortal(reloaded, of);
    await screen.findByRole('heading', { level: 1, name: 'Page Access' }, { timeout: 10_000 });
    expect(document.title).toContain(`Page Access - ${name} `);
  },
);
