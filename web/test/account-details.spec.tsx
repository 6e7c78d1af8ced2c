/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { OpenedAccount } from '@portal/proto/http/accounts';
import { accountTasks, type OpenedAccountTasks, type ShownTask } from '@portal/proto/http/billing';
import type { Role } from '@portal/proto/roles';
import { openPortal, preparePortal, settle, someUser, told, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

const id = '7d9f6c1e-0000-4000-8000-0000000000a1';
const slow = { timeout: 10_000 };
const as = (role: Role) => ({ user: someUser({ role, usageBalance: '' }) });
const flatFee: OpenedAccount = {
  ...{ id, name: 'North Title', accountType: 'FLAT_FEE', paymentMethod: 'ESCROW', monthlyFee: 0 },
  ...{ status: 'A', needsBilling: false, needsImageRenewal: false, userCount: 12 },
  ...{
    monthlyFeeDescription: '0.00',
    accountTypeDescription: 'Flat Fee',
    paymentMethodDescription: 'Escrow',
  },
  ...{ imageChargeMethod: 'PAGE', certificateChargeMethod: 'PAGE', flatFeeRateLevel: 0 },
  ...{ address: '', city: '', state: '', zip: '', phone: '', email: '', landLinkAccount: '' },
  ...{ postToLandLink: true, lastTasks: '11/01/2026', userReload: false },
  ...{ imageRetrieval: true, previewRetrieval: true },
  ...{ certificateRetrieval: true, certificatePreviewRetrieval: true },
  ...{ countyConfigFlatFee: [], paymentMethods: ['ESCROW', 'INVOICE'], torrens: false },
  countyAdminReload: true,
};

describe('the More menu of an account', () => {
  const openMenu = async (countyAdminReload: boolean) => {
    const handlers = {
      'controlPanel/accounts': () => ({ accounts: [flatFee], total: 1, countyAdminReload }),
    };
    const { user } = await openPortal('/controlPanel/accounts', { ...as('COUNTY'), handlers });
    await user.click(await screen.findByRole('button', { name: 'More for North Title' }, slow));
    return screen.getAllByRole('menuitem').map(({ textContent }) => textContent?.trim());
  };

  test('C2-06 C2-07 C2-09 has Access, Reload, Tasks and the number of users, then the commands that change the account', async () => {
    const entries = await openMenu(true);
    expect(entries.slice(0, 4)).toEqual(['Access', 'Reload', 'Tasks', 'Users(12)']);
    expect(entries.slice(-2)).toEqual(['Deactivate', 'Delete']);
    expect(screen.getByRole('link', { name: /^Edit/ })).toBeTruthy();
  });

  test.each([
    [37, 'If you delete this account, its 37 images from an earlier flat fee are lost too.'],
    [0, undefined],
  ])(
    'says how many images, if any, are lost with a deleted account (here: %s), and sends that number',
    async (images, text) => {
      const seen = { accountType: 'A_LA_CARTE', images };
      const overview = {
        escrow: null,
        images: null,
        due: '',
        userCount: 2,
        purchases: [],
        reports: [],
        seen,
      };
      const { user, server } = await openPortal('/controlPanel/accounts', {
        ...as('COUNTY'),
        handlers: {
          'controlPanel/accounts': () => ({ accounts: [flatFee], total: 1, countyAdminReload: true }),
          [`controlPanel/accountOverview/${id}`]: () => overview,
        },
      });
      await user.click(await screen.findByRole('button', { name: 'More for North Title' }));
      await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
      const question = await screen.findByRole('alertdialog');
      expect(/If you delete [\w ,]+\./.exec(question.textContent)?.[0]).toBe(text);
      await user.click(within(question).getByRole('button', { name: 'Yes' }));
      await settle();
      expect(server.callsTo('controlPanel/accountDelete')).toMatchObject([{ body: { accountId: id, seen } }]);
    },
  );

  test('C0-34 shows the server’s message after a change of the status on the account’s own page', async () => {
    let status: 'A' | 'I' = 'A';
    const { user } = await openPortal(`/controlPanel/accounts/${id}`, {
      ...as('COUNTY'),
      handlers: {
        [`controlPanel/account/${id}`]: () => ({ ...flatFee, status }),
        'controlPanel/accountChangeStatusList': () => {
          status = 'I';
          return told('The account and its users are inactive.', {
            ...{ accounts: [], total: 0, countyAdminReload: true, status },
          });
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'More for North Title' }, slow));
    await user.click(screen.getByRole('menuitem', { name: 'Deactivate' }));
    await user.click(await screen.findByRole('button', { name: 'Yes' }, slow));
    expect(await screen.findByText('The account and its users are inactive.', undefined, slow)).toBeTruthy();
    expect(await screen.findByText(/^This account is inactive/, undefined, slow)).toBeTruthy();
  });

  test('leads to pages from which Cancel and Accounts return to the list with its filters', async () => {
    const { user } = await openPortal('/controlPanel/accounts?statusType=A&sortKey=monthlyFee', {
      ...as('COUNTY'),
      handlers: {
        'controlPanel/accounts': () => ({ accounts: [flatFee], total: 1, countyAdminReload: true }),
        [`controlPanel/account/${id}`]: () => flatFee,
        [`controlPanel/accountFlatFeeUsage/${id}`]: () => ({
          ...{ id, name: 'North Title', imagesRemaining: 3, currentBalance: 3, unlimited: false },
        }),
      },
    });
    const left = /\/controlPanel\/accounts\?statusType=A&sortKey=monthlyFee$/;
    await user.click(await screen.findByRole('link', { name: 'Edit North Title' }, slow));
    const cancel = await screen.findByRole('link', { name: 'Cancel' }, slow);
    expect(cancel.getAttribute('href')).toMatch(left);
    await user.click(screen.getByRole('button', { name: 'More for North Title' }));
    await user.click(screen.getByRole('menuitem', { name: 'Reload' }));
    await screen.findByRole('heading', { level: 1, name: 'Flat Fee Usage Override' }, slow);
    const back = within(screen.getByRole('main')).getByRole('link', { name: 'Back to Accounts' });
    expect(back.getAttribute('href')).toMatch(left);
  });

  test('C2-09 C2-52 has no Reload in a county whose staff may not set the number of images', async () => {
    expect((await openMenu(false)).slice(0, 3)).toEqual(['Access', 'Tasks', 'Users(12)']);
  });
});

describe('the form of an account', () => {
  test.each([true, false])(
    'C2-18 shows the fields about certificates only in a county with a Torrens index (here: %s)',
    async (torrens) => {
      const handlers = { 'controlPanel/account/0': () => ({ ...flatFee, id: '0', torrens }) };
      await openPortal('/controlPanel/accounts/0', { ...as('COUNTY'), handlers });
      expect(await screen.findByRole('checkbox', { name: 'Download document images' }, slow)).toBeTruthy();
      const shown = [
        screen.queryByText('Charge certificates by'),
        screen.queryByRole('checkbox', { name: 'Download certificate images' }),
        screen.queryByRole('checkbox', { name: 'Preview certificate images' }),
      ];
      expect(shown.map((part) => part !== null)).toEqual([torrens, torrens, torrens]);
    },
  );

  test('C2-19 C2-20 offers the payment methods of the chosen account type, and turns LandLink posting on when another method replaces the card', async () => {
    const paymentMethods: OpenedAccount['paymentMethods'] = ['ESCROW', 'INVOICE', 'CREDIT_CARD'];
    const byCard: OpenedAccount = {
      ...{ ...flatFee, id: '0', accountType: 'A_LA_CARTE', paymentMethod: 'CREDIT_CARD' },
      ...{ postToLandLink: false, paymentMethods },
    };
    const handlers = { 'controlPanel/account/0': () => byCard };
    const { user } = await openPortal('/controlPanel/accounts/0', { ...as('COUNTY'), handlers });
    const method = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Payment Method' }, slow);
    const offered = () => [...method.options].map(({ value }) => value);
    const posts = () =>
      screen.queryByRole<HTMLInputElement>('checkbox', { name: 'Post card payments to LandLink' });
    expect(offered()).toEqual(paymentMethods);
    expect(posts()?.checked).toBe(false);
    await user.selectOptions(method, 'INVOICE');
    expect(posts()).toBeNull();
    await user.selectOptions(method, 'CREDIT_CARD');
    expect(posts()?.checked).toBe(true);
    await user.click(screen.getByRole('radio', { name: 'Flat Fee' }));
    expect(offered()).not.toContain('CREDIT_CARD');
    expect(method.value).toBe('ESCROW');
  });
});

describe('the tasks of an account', () => {
  const tasks: OpenedAccountTasks = {
    ...{
      id,
      accountType: 'FLAT_FEE',
      lastBilled: '10/01/2026',
      lastImageRenewal: '',
      lastTasks: '10/01/2026',
    },
    ...{ needsBilling: true, needsImageRenewal: false, name: 'North Title', active: true, months: [] },
  };
  const openTasks = async (role: Role, handlers: Record<string, Handler> = {}) => {
    const address = `/controlPanel/accountTasks/${id}/North%20Title`;
    const known = { [`controlPanel/accountTasks/${id}`]: () => tasks };
    const portal = await openPortal(address, { ...as(role), handlers: { ...known, ...handlers } });
    await screen.findByRole('heading', { level: 1, name: 'Tasks: North Title' }, slow);
    return portal;
  };

  test('C2-55 are shown with the fields of the specification', async () => {
    expect(Object.keys(accountTasks.shape).sort()).toEqual([
      ...[
        'accountType',
        'id',
        'lastBilled',
        'lastImageRenewal',
        'lastTasks',
        'needsBilling',
        'needsImageRenewal',
      ],
    ]);
    await openTasks('COUNTY');
    const facts = [...document.querySelectorAll('dl.facts dd')].map(({ textContent }) => textContent);
    expect(facts).toEqual(['10/01/2026', 'Yes', 'Never', 'No']);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Last tasks/ }).value).toBe('10/01/2026');
  });

  test.each([
    ['TRIMIN', 1],
    ['COUNTY', 0],
  ] as const)('C2-57 have, for the role %s, %i buttons that prepare a rerun', async (role, count) => {
    await openTasks(role);
    expect(screen.queryAllByRole('button', { name: 'Prepare to Rerun Account Tasks' })).toHaveLength(count);
  });

  test('C2-56 have four buttons, and each sends its own command', async () => {
    const calls = {
      'Indicate Billed Now': 'accountTasksBilledNow',
      'Indicate Renewed Now': 'accountTasksImageRenewedNow',
      Submit: 'accountTasks',
      'Run Account Tasks': 'runAccountTasks',
    };
    const answers = Object.values(calls).map((call) => [`controlPanel/${call}`, () => told('Done.', tasks)]);
    const { user, server } = await openTasks('COUNTY', Object.fromEntries(answers));
    for (const [name, call] of Object.entries(calls)) {
      await user.click(screen.getByRole('button', { name }));
      await waitFor(() => expect(server.callsTo(`controlPanel/${call}`)).toHaveLength(1));
      await settle();
    }
  });

  test('show a warning instead of Saved if a month needs a review after a run', async () => {
    const month: ShownTask = {
      ...{ accountId: id, accountName: 'North Title', task: 'MONTHLY_FEE', period: '2026-06' },
      ...{ state: 'NEEDS_REVIEW', amount: '$12.50', images: null, reason: 'MONTHS_MISSED', at: '' },
    };
    const { user } = await openTasks('COUNTY', {
      'controlPanel/runAccountTasks': () => told('One month needs a review.', { ...tasks, months: [month] }),
    });
    await user.click(screen.getByRole('button', { name: 'Run Account Tasks' }));
    const message = await screen.findByText('One month needs a review.');
    expect(message.closest('.alert')?.className).toContain('alert--warning');
    expect(screen.queryByText('Saved')).toBeNull();
  });

  test('C2-58 show Saved after the field Last tasks is saved, until the user edits the field again', async () => {
    let now = tasks;
    const { user } = await openTasks('COUNTY', {
      [`controlPanel/accountTasks/${id}`]: () => now,
      'controlPanel/accountTasks': () => {
        now = { ...tasks, lastTasks: '11/01/2026' };
        return told('The day of the last tasks is saved.', now);
      },
    });
    const day = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Last tasks/ });
    await user.clear(day());
    await user.type(day(), '11/01/2026');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await settle();
    expect(day().value).toBe('11/01/2026');
    expect(screen.getByText('Saved')).toBeTruthy();
    await user.type(day(), '{Backspace}');
    expect(screen.queryByText('Saved')).toBeNull();
  });

  test('C2-58 show that a command is running and then that it has succeeded, and let the user run it again', async () => {
    const answers: (() => void)[] = [];
    const { user, server } = await openTasks('COUNTY', {
      'controlPanel/runAccountTasks': () =>
        new Promise((resolve) =>
          answers.push(() => resolve(told('The tasks of the account have run.', tasks))),
        ),
    });
    const run = screen.getByRole('button', { name: 'Run Account Tasks' });
    for (const time of [1, 2]) {
      await user.click(run);
      await waitFor(() => expect(run.getAttribute('aria-busy')).toBe('true'));
      // while the command runs, a second press of the button sends nothing
      await user.click(run);
      await waitFor(() => expect(answers).toHaveLength(time));
      answers.at(-1)?.();
      await waitFor(() => expect(run.getAttribute('aria-busy')).toBeNull());
      expect(await screen.findByText('The tasks of the account have run.')).toBeTruthy();
    }
    expect(server.callsTo('controlPanel/runAccountTasks')).toHaveLength(2);
  });
});

test('a number of images with a comma that does not separate thousands is refused, and nothing is saved', async () => {
  const usage = { id, name: 'North Title', imagesRemaining: 3, currentBalance: 3, unlimited: false };
  const path = `controlPanel/accountFlatFeeUsage/${id}`;
  const { user, server } = await openPortal(`/controlPanel/accountReload/${id}/North`, {
    ...as('COUNTY'),
    handlers: { [path]: () => usage },
  });
  const box = await screen.findByRole<HTMLInputElement>('textbox', { name: /^New/ }, { timeout: 10_000 });
  await user.type(box, '2,50{Enter}');
  expect(await screen.findByText('Numbers only.')).toBeTruthy();
  await user.clear(box);
  await user.type(box, '1,000{Enter}');
  await settle();
  const saved = server.callsTo(path).filter(({ method }) => method === 'POST');
  expect(saved).toMatchObject([{ body: { imagesRemaining: 1_000 } }]);
});
