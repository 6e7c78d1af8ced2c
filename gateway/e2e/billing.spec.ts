import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@portal/infra/testing';
import type { AccountPage } from '@portal/proto/http/accounts';
import type { CashierPage } from '@portal/proto/http/cashier';
import { randomUUID } from 'node:crypto';
import type { BillingStanding, OpenedAccountTasks, TaskListPage } from '@portal/proto/http/billing';
import { contentOf, Visitor } from './portal.js';

const name = `Q${Date.now().toString(36)} Monthly Title`;
let clerk: Visitor;
let provider: Visitor;
let account: string;

const entry = {
  ...{ id: 0, name, accountType: 'A_LA_CARTE', paymentMethod: 'ESCROW', monthlyFee: 1_250 },
  ...{ flatFeeRateLevel: 0, imageChargeMethod: 'DOCUMENT', certificateChargeMethod: 'DOCUMENT' },
  ...{ address: '', city: '', state: '', zip: '', phone: '', email: '', landLinkAccount: '1047' },
  ...{ postToLandLink: true, imageRetrieval: true, previewRetrieval: true, certificateRetrieval: true },
  ...{ certificatePreviewRetrieval: true, userReload: false },
};
const now = new Date();
/**
 * Returns the last day of the month that was `months` months ago, as MM/DD/YYYY. If the tasks were last done on that
 * day, those of `months` months are due.
 */
const monthsAgo = (months: number): string => {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1, 0));
  return `${String(day.getUTCMonth() + 1).padStart(2, '0')}/${String(day.getUTCDate()).padStart(2, '0')}/${day.getUTCFullYear()}`;
};
const paidUntil = `12/31/${now.getUTCFullYear()}`;

beforeAll(async () => {
  clerk = await Visitor.signedIn('demo.county');
  provider = await Visitor.signedIn('demo.trimin');
  const saved = await clerk.post('controlPanel/account', { ...entry, lastTasks: monthsAgo(2) });
  account = (saved.envelope.content as { id: string }).id;
});
afterAll(() => clerk.post('controlPanel/accountChangeStatusSingle', { accountId: account }));

const opened = () => contentOf<OpenedAccountTasks>(clerk.get(`controlPanel/accountTasks/${account}`));
const listed = async (statusType: string) =>
  (await contentOf<AccountPage>(clerk.post('controlPanel/accounts', { filterText: name, statusType })))
    .accounts;

describe('the monthly tasks of an account', () => {
  test('C2-71 C2-02 are due for each month since the day of the last tasks, and are shown in the account list', async () => {
    const tasks = await opened();
    expect(tasks).toMatchObject({
      id: account,
      accountType: 'A_LA_CARTE',
      needsBilling: true,
      lastBilled: '',
    });
    expect(tasks.months.map(({ state, amount }) => [state, amount])).toEqual([
      ['DUE', '$12.50'],
      ['DUE', '$12.50'],
    ]);
    await eventually(async () => expect(await listed('NB')).toHaveLength(1));
    expect(await listed('NIR')).toEqual([]);
  });

  test('C7-11 wait while the account has too little money, and are charged after a payment at the counter', async () => {
    const ran = await clerk.post('controlPanel/runAccountTasks', { accountId: account });
    expect(ran.envelope.message).toContain('too little money');
    expect(ran.envelope.content).toMatchObject({ id: account, needsBilling: true });
    const waiting = await contentOf<TaskListPage>(
      clerk.post('controlPanel/accountTaskList', { list: 'NEEDS_FUNDS', page: 1 }),
    );
    expect(waiting.tasks.filter(({ accountId }) => accountId === account)).toHaveLength(2);
    const payment = { id: randomUUID(), accountId: account, kind: 'PAYMENT', means: 'CASH', amount: '30.00' };
    expect((await clerk.post('cashier/entry', { ...payment, number: '', note: '' })).envelope.ok).toBe(true);
    await eventually(async () => expect((await opened()).needsBilling).toBe(false));
    const tasks = await opened();
    expect(tasks.months.map(({ state }) => state)).toEqual(['DONE', 'DONE']);
    expect(tasks.lastBilled).toMatch(/^\d\d\/\d\d\/\d{4}$/);
    const page = await contentOf<CashierPage>(clerk.post('cashier/list', { accountId: account }));
    expect(page.account?.balance).toBe('$5.00');
    await eventually(async () => expect(await listed('NB')).toEqual([]));
  });

  test('need a review if the account has missed too many months, and the message after a run says so', async () => {
    const missed = { ...entry, name: `${name} Missed`, lastTasks: monthsAgo(5) };
    const saved = await clerk.post('controlPanel/account', missed);
    const { id: accountId } = saved.envelope.content as { id: string };
    const { envelope } = await clerk.post('controlPanel/runAccountTasks', { accountId });
    expect(envelope.message).toContain('needs a review');
    const { months } = envelope.content as OpenedAccountTasks;
    expect(months.map(({ reason }) => reason)).toContain('MONTHS_MISSED');
    await clerk.post('controlPanel/accountChangeStatusSingle', { accountId });
  });

  test('C2-72 C7-13 C7-14 are not due after staff change the day of the last tasks or mark the tasks as done', async () => {
    const saved = await clerk.post('controlPanel/accountTasks', {
      ...(await opened()),
      lastTasks: paidUntil,
    });
    expect(saved.envelope).toMatchObject({ ok: true, content: { lastTasks: paidUntil } });
    for (const day of ['13/45/2026', '01/01/2099']) {
      const wrong = await clerk.post('controlPanel/accountTasks', { id: account, lastTasks: day });
      expect(wrong.status).toBe(422);
    }
    for (const path of ['accountTasksBilledNow', 'accountTasksImageRenewedNow']) {
      const { envelope } = await clerk.post(`controlPanel/${path}`, await opened());
      expect(envelope).toMatchObject({ ok: true, content: { id: account, needsBilling: false } });
      expect(envelope.message).not.toBe('');
    }
    expect((await opened()).lastImageRenewal).not.toBe('');
  });

  test('C7-07 C7-12 can be prepared for a rerun only by TRIMIN users', async () => {
    const asked = { accountId: account };
    expect((await clerk.post('controlPanel/prepareToRerunAccountTasks', asked)).status).toBe(404);
    const { envelope } = await provider.post('controlPanel/prepareToRerunAccountTasks', asked);
    expect(envelope).toMatchObject({ ok: true, content: { id: account } });
    expect(envelope.message).not.toBe('');
  });
});

describe('the billing schedule', () => {
  test('C7-04 C7-02 C7-03 can be read, and is saved only if its day is from 1 to 28 and its time is valid', async () => {
    const path = 'controlPanel/countyConfig/billingSchedule';
    type Opened = { version: number; value: Record<string, unknown> };
    const { version, value } = await contentOf<Opened>(clerk.get(path));
    expect(value).toEqual({
      ...{ automaticBilling: false, automaticImageRenewal: false, renewalDay: 1, renewalTime: '0:00' },
    });
    for (const wrong of [
      { renewalDay: 0 },
      { renewalDay: 29 },
      { renewalTime: 'noon' },
      { renewalTime: '24:00' },
    ])
      expect((await clerk.post(path, { version, value: { ...value, ...wrong } })).status).toBe(422);
    for (const renewalDay of [28, 1]) {
      const { version: current } = await contentOf<Opened>(clerk.get(path));
      const saved = await clerk.post(path, { version: current, value: { ...value, renewalDay } });
      expect(saved.envelope.ok).toBe(true);
    }
  });

  test('C7-09 C7-10 shows its next runs in words, can be run on request and can be prepared for a rerun', async () => {
    const standing = await contentOf<BillingStanding>(clerk.get('controlPanel/billingStanding'));
    expect(standing.nextRuns[0]).toMatch(/^\w+day, \w+ 1, \d{4}, 12:00 AM C[SD]T$/);
    const ran = await clerk.post('controlPanel/countyConfig/runAccountTasks', {});
    expect(ran.envelope).toMatchObject({
      ok: true,
      message: 'The account tasks are running. This page shows their progress.',
      content: { renewalDay: 1, renewalTime: '0:00' },
    });
    await eventually(async () => {
      const after = await contentOf<BillingStanding>(clerk.get('controlPanel/billingStanding'));
      expect(after.run?.underWay).toBe(false);
      expect(after.lastRan).not.toBe('');
    });
    expect((await clerk.post('controlPanel/countyConfig/prepareToRerunAccountTasks', {})).status).toBe(404);
    const prepared = await provider.post('controlPanel/countyConfig/prepareToRerunAccountTasks', {});
    expect(prepared.envelope).toMatchObject({ ok: true, content: { lastRan: '' } });
    expect(prepared.envelope.message).not.toBe('');
  });
});
