/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { CashierPage } from '@portal/proto/http/cashier';
import { someFiling } from './filings.js';
import {
  noAnswer,
  openPortal,
  preparePortal,
  refuse,
  settle,
  someUser,
  told,
  type Handler,
} from './portal.js';

preparePortal({ beforeAll, afterEach });

const id = '7d9f6c1e-0000-4000-8000-0000000000a1';
const user = someUser({ role: 'COUNTY', usageBalance: '' });
const slow = { timeout: 10_000 };
const again = () => screen.findByRole('button', { name: 'Try again' }, slow);
const busy = refuse({ status: 503, message: 'Busy.' });
const gone = refuse({ status: 404, message: 'Not found.' });

const person = {
  ...{ id, username: 'bo.lind', status: 'A', firstName: 'Bo', lastName: 'Lind', role: 'USER' },
  ...{ accountId: null, accountName: '', company: '', address: '', city: 'Finland', state: 'MN' },
  ...{ zip: '55616', email: 'bo@title.example', phoneFormatType: 'STANDARD', phone: '(218) 555-0142' },
  ...{ createdAt: '2026-11-01T12:00:00.000Z', lastSignIn: '' },
};
const entry: CashierPage['entries'][number] = {
  ...{ id, accountId: id, accountName: 'Abstract Co', kind: 'PAYMENT', means: 'CASH' },
  ...{ amount: '$200.00', number: '', note: 'At the counter', state: 'POSTED', enteredBy: 'lake.deputy' },
  ...{ enteredAt: '2026-11-20T12:00:00.000Z', decidedBy: '', decisionNote: '', own: false },
};
const account = {
  ...{ id, name: 'Abstract Co', active: true, paymentMethod: 'ESCROW', balance: '$5.00', held: '', owed: '' },
};
const filing = someFiling(1);
const access = { id, name: 'Abstract Co', searchAccess: 'configurable', offered: [], flags: {} };
const usage = { id, name: 'Abstract Co', imagesRemaining: 3, currentBalance: 3, unlimited: false };

/**
 * Pages of one record: the call that reads the record, the record (`content`), the message if the record is missing,
 * and the heading of the loaded page (`shows`).
 */
const records = [
  {
    ...{ path: `/userManager/${id}`, call: `userManager/user/${id}`, content: person },
    ...{ missing: /This user does not exist/, shows: 'User bo.lind' },
  },
  {
    ...{ path: `/userManager/userPassword/${id}`, call: `userManager/user/${id}`, content: person },
    ...{ missing: /This user does not exist/, shows: 'Reset Password (bo.lind)' },
  },
  {
    ...{ path: `/controlPanel/accountPageAccess/${id}/A`, call: `controlPanel/accountPageAccess/${id}` },
    ...{ content: access, missing: 'This account does not exist.', shows: 'Page Access' },
  },
  {
    ...{ path: `/controlPanel/accountReload/${id}/A`, call: `controlPanel/accountFlatFeeUsage/${id}` },
    ...{
      content: usage,
      missing: /The number of images cannot be set here/,
      shows: 'Flat Fee Usage Override',
    },
  },
  {
    ...{ path: `/efileQueue/${filing.imageId}`, call: 'efileQueue/details', content: filing },
    ...{ missing: 'This submission does not exist', shows: /101/ },
  },
  {
    ...{ path: `/accounts/${id}/cashier`, call: 'cashier/list', shows: 'Cashier' },
    content: { account, limit: '$100.00', entries: [], total: 0 },
    missing: /This account does not exist/,
  },
];
const exchange = { 'efileQueue/exchange': () => ({ on: false, folder: '', answers: [] }) };

describe.each(records)('the page $path', ({ path, call, content, missing, shows }) => {
  test.each([
    ['the network', noAnswer],
    ['a busy server', busy],
  ])('offers to try again when it cannot be loaded because of %s', async (_why, answer) => {
    let next: unknown = answer;
    const portal = await openPortal(path, { user, handlers: { ...exchange, [call]: () => next } });
    const button = await again();
    expect(screen.queryByText(missing)).toBeNull();
    next = content;
    await portal.user.click(button);
    await settle();
    expect(await screen.findByRole('heading', { level: 1, name: shows }, slow)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('says that the record does not exist when the server answers that it does not exist', async () => {
    await openPortal(path, { user, handlers: { ...exchange, [call]: () => gone } });
    expect(await screen.findByText(missing, undefined, slow)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

test('an e-filed document stays on the page when it cannot be read again after a change', async () => {
  let now: unknown = filing;
  const claimed = someFiling(1, { state: 'IN_REVIEW', claimedBy: 'demo.county', claimedByMe: true });
  const portal = await openPortal(`/efileQueue/${filing.imageId}`, {
    user,
    handlers: {
      ...exchange,
      'efileQueue/details': () => now,
      'efileQueue/claim': () => ((now = busy), claimed),
    },
  });
  await portal.user.click(await screen.findByRole('button', { name: 'Claim' }, slow));
  const button = await again();
  expect(screen.getByText(/may be out of date/)).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('101');
  now = claimed;
  await portal.user.click(button);
  expect(await screen.findByRole('button', { name: 'Release' }, slow)).toBeTruthy();
  expect(screen.queryByText(/may be out of date/)).toBeNull();
});

test.each([
  ['/cashier/corrections', null],
  [`/accounts/${id}/cashier`, account],
])('the cashier entries on the page %s stay when they cannot be read again', async (path, of) => {
  let failing = false;
  const waiting = { ...entry, kind: 'CORRECTION', means: null, state: 'WAITING' };
  const decide: Handler = () => {
    failing = true;
    return told('The correction is posted.', { id, state: 'POSTED' });
  };
  const portal = await openPortal(path, {
    user,
    handlers: {
      'cashier/list': () =>
        failing ? noAnswer : { account: of, limit: '$100.00', entries: [waiting], total: 1 },
      'cashier/decision': decide,
    },
  });
  await portal.user.click(await screen.findByRole('button', { name: /^Approve/ }, slow));
  await portal.user.click(screen.getAllByRole('button', { name: 'Approve' }).at(-1)!);
  expect(await screen.findByText(/may be out of date/, undefined, slow)).toBeTruthy();
  expect(screen.getByText('$200.00')).toBeTruthy();
  expect(screen.queryByText(/This account does not exist/)).toBeNull();
});

test('when the next page of cashier entries cannot be loaded, the entries of the previous page disappear', async () => {
  const portal = await openPortal(`/accounts/${id}/cashier`, {
    user,
    handlers: {
      'cashier/list': ({ page }) =>
        page === 1 ? { account, limit: '$100.00', entries: [entry], total: 90 } : noAnswer,
    },
  });
  await screen.findByText('$200.00', undefined, slow);
  await portal.user.click(screen.getByRole('button', { name: /^Next page|^Next/ }));
  expect(await screen.findByText('The entries could not be loaded.', undefined, slow)).toBeTruthy();
  expect(screen.queryByText('$200.00')).toBeNull();
  expect(screen.getByText('Abstract Co')).toBeTruthy();
});

test('when the days of a newly chosen range cannot be loaded, the page Card reconciliation hides the earlier days but not its summary', async () => {
  const day = { day: '2026-11-20', matched: 3, amount: '$30.00', open: 0, resolved: 0 };
  const run = {
    startedAt: '2026-11-21T12:00:00.000Z',
    finishedAt: '2026-11-21T12:01:00.000Z',
    failure: '',
    lines: 3,
  };
  let failing = false;
  const portal = await openPortal('/reports/cardReconciliation', {
    user,
    handlers: {
      'reports/cardReconciliation': () =>
        failing ? noAnswer : { days: [day], findings: [], suspense: '$7.00', lastRun: run },
    },
  });
  await screen.findByText('$30.00', undefined, slow);
  failing = true;
  const from = screen.getByRole('textbox', { name: /^From/ });
  await portal.user.clear(from);
  await portal.user.type(from, '10/01/2026');
  await portal.user.click(screen.getByRole('button', { name: 'Show' }));
  const button = await again();
  expect(screen.queryByText('$30.00')).toBeNull();
  expect(screen.getByText('$7.00')).toBeTruthy();
  failing = false;
  await portal.user.click(button);
  expect(await screen.findByText('$30.00', undefined, slow)).toBeTruthy();
});
