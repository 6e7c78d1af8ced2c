/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { AccountOverview, AccountSignIns, OpenedAccount } from '@portal/proto/http/accounts';
import { reportNames } from '@portal/proto/http/reports';
import { openPortal, preparePortal, refuse, someUser, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

const id = '7d9f6c1e-0000-4000-8000-0000000000a1';
const slow = { timeout: 10_000 };
const account: OpenedAccount = {
  ...{ id, name: 'North & Title', accountType: 'FLAT_FEE', paymentMethod: 'ESCROW', monthlyFee: 0 },
  ...{ status: 'A', needsBilling: false, needsImageRenewal: false, userCount: 12 },
  ...{ monthlyFeeDescription: '0.00', accountTypeDescription: 'Flat Fee' },
  ...{ paymentMethodDescription: 'Escrow', imageChargeMethod: 'PAGE', certificateChargeMethod: 'PAGE' },
  ...{ flatFeeRateLevel: 0, address: '', city: '', state: '', zip: '', phone: '', email: '' },
  ...{ landLinkAccount: '', postToLandLink: true, lastTasks: '11/01/2026', userReload: false },
  ...{ imageRetrieval: true, previewRetrieval: true, certificateRetrieval: true },
  ...{ certificatePreviewRetrieval: true, countyConfigFlatFee: [], paymentMethods: ['ESCROW'] },
  ...{ torrens: false, countyAdminReload: true },
};
const overview: AccountOverview = {
  escrow: { balance: '$120.00', held: '$4.00', free: '$116.00' },
  images: { left: 7, unlimited: false },
  ...{ due: '$9.00', userCount: 12, reports: [...reportNames] },
  purchases: ['2026-11-20T15:00:00.000Z', '2026-11-11T05:30:00.000Z'].map((at, number) => ({
    ...{ kind: 'ORDER' as const, id: `p${number}`, at, title: `A100000${number}`, detail: '2 pages' },
    ...{ charged: '$4.00', surcharge: '', username: 'jane.doe', imageStateGuid: null, clientReference: '' },
  })),
};
const signIns: AccountSignIns = {
  ...{ until: '2026-11-21', signedIn: 41, refused: 1 },
  lastRefusal: { username: 'jane.doe', at: '2026-11-21T20:05:00.000Z', reason: 'WRONG_CODE' },
};

async function openAccount(
  over: { overview?: Partial<AccountOverview>; signIns?: Handler; mail?: Handler } = {},
) {
  const portal = await openPortal(`/controlPanel/accounts/${id}`, {
    user: someUser({ role: 'COUNTY', usageBalance: '' }),
    handlers: {
      [`controlPanel/account/${id}`]: () => account,
      [`controlPanel/accountOverview/${id}`]: () => ({ ...overview, ...over.overview }),
      [`controlPanel/accountSignIns/${id}`]: over.signIns ?? (() => signIns),
      [`controlPanel/accountMail/${id}`]: over.mail ?? (() => ({ last: null })),
    },
  });
  const part = within(await screen.findByRole('region', { name: 'Overview of this account' }, slow));
  return { ...portal, part };
}
type Part = Awaited<ReturnType<typeof openAccount>>['part'];
/** The path and the criteria of a link to a report. */
async function linked(part: Part, name: string) {
  const link = await part.findByRole('link', { name }, slow);
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'https://lake.test');
  const { accountName, fromDate, toDate, ...rest } = Object.fromEntries(searchParams);
  expect([accountName, toDate, rest.orderBy]).toEqual(['North & Title', '11/21/2026', 'timestamp']);
  return [pathname.split('/').at(-1), fromDate, rest.logInformation ?? rest.transactionType];
}

describe('the overview of an account', () => {
  test('has links to reports about this account, with the account and the dates as criteria', async () => {
    const { part } = await openAccount();
    const statements = part.getAllByRole('link', { name: 'Statement of the last 30 days' });
    expect(statements).toHaveLength(2);
    expect(await linked(part, 'Images bought in the last 30 days')).toEqual([
      ...['StatementReport', '10/23/2026', 'IMAGES'],
    ]);
    expect(await linked(part, 'Account report')).toEqual(['AccountReport', '10/23/2026', undefined]);
    // the oldest of the purchases was made shortly before midnight by the county's clock
    expect(await linked(part, 'Purchases in the Account report')).toEqual([
      ...['AccountReport', '11/10/2026', 'PURCHASES'],
    ]);
    expect(await linked(part, 'Logins in the Account report')).toEqual([
      ...['AccountReport', '11/15/2026', 'SIGN_IN'],
    ]);
  });

  test('has no link to a report that the county has switched off', async () => {
    const { part } = await openAccount({ overview: { reports: ['STATEMENT'] } });
    await part.findByText('41 times', undefined, slow);
    const names = part.getAllByRole('link').map(({ textContent }) => textContent?.trim());
    expect(new Set(names)).toEqual(
      new Set(['Statement of the last 30 days', 'Images bought in the last 30 days', 'Cashier', 'Users(12)']),
    );
  });
});

describe('the logins of an account', () => {
  test('show how many succeeded, how many were refused, and why and when (in the county’s time zone) the last one was refused', async () => {
    const { part } = await openAccount();
    expect(await part.findByRole('heading', { name: 'Logins of the last 7 days' }, slow)).toBeTruthy();
    expect(part.getByText('41 times')).toBeTruthy();
    expect(part.getByText('1 time')).toBeTruthy();
    expect(part.getByText(/^jane\.doe, 11\/21\/2026 2:05 PM/).textContent).toContain(
      'The code of the authenticator app was wrong.',
    );
  });

  test('say that there were none if nobody tried to log in', async () => {
    const { part } = await openAccount({
      signIns: () => ({ until: '2026-11-21', signedIn: 0, refused: 0, lastRefusal: null }),
    });
    const none = 'No user of this account has tried to log in during the last 7 days.';
    expect(await part.findByText(none, undefined, slow)).toBeTruthy();
    expect(part.queryByRole('link', { name: 'Logins in the Account report' })).toBeNull();
  });

  test('are replaced by a message if they cannot be loaded, do not affect the rest of the page, and load when the user tries again', async () => {
    let broken = true;
    const { part, user } = await openAccount({
      signIns: () => (broken ? refuse({ status: 500, message: 'Something went wrong.' }) : signIns),
    });
    expect(
      await part.findByText('The logins of this account could not be loaded.', undefined, slow),
    ).toBeTruthy();
    expect(part.getByText('$120.00')).toBeTruthy();
    broken = false;
    await user.click(part.getByRole('button', { name: 'Try again' }));
    expect(await part.findByText('41 times', undefined, slow)).toBeTruthy();
  });
});

describe('the last e-mail of an account', () => {
  const last = {
    kind: 'PASSWORD',
    username: 'jane.doe',
    email: 'jane@example.com',
    at: '2026-11-21T20:05:00.000Z',
  };
  test.each([
    ['SENT', 'Sent', 'The mail server accepted the e-mail.'],
    ['WAITING', 'Not sent yet', 'The portal tries again for two days.'],
    ['REFUSED', 'Wrong address', 'No e-mail can be sent to this address.'],
    ['GIVEN_UP', 'Not sent', 'Tell the user in another way'],
    ['DROPPED', 'Not sent', 'the portal no longer sends it'],
  ])('is shown with its kind, its address, its time and its outcome (%s)', async (outcome, state, advice) => {
    const { part } = await openAccount({ mail: () => ({ last: { ...last, outcome } }) });
    expect(await part.findByRole('heading', { name: 'Last e-mail' }, slow)).toBeTruthy();
    expect(part.getByText('Link for a new password')).toBeTruthy();
    expect(part.getByText('jane@example.com (jane.doe)')).toBeTruthy();
    expect(part.getByText('11/21/2026 2:05 PM')).toBeTruthy();
    const shown = part.getByText(state).closest('dd')?.textContent;
    expect(shown).toContain(advice);
  });

  test('is replaced by a message if none is known or the load fails, and the rest of the page is shown as usual', async () => {
    let broken = true;
    const { part, user } = await openAccount({
      mail: () => (broken ? refuse({ status: 500, message: 'Something went wrong.' }) : { last: null }),
    });
    expect(
      await part.findByText('The last e-mail of this account could not be loaded.', undefined, slow),
    ).toBeTruthy();
    expect(part.getByText('$120.00')).toBeTruthy();
    broken = false;
    await user.click(part.getByRole('button', { name: 'Try again' }));
    const none = 'No e-mail to the users of this account is known.';
    expect(await part.findByText(none, undefined, slow)).toBeTruthy();
  });
});
