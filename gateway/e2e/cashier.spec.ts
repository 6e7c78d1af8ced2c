import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@portal/infra/testing';
import type { CashierPage } from '@portal/proto/http/cashier';
import type { ListedUser } from '@portal/proto/http/user-manager';
import { addSecondClerk, contentOf, Visitor } from './portal.js';

let clerk: Visitor;
let approver: Visitor;
let removeApprover: () => Promise<unknown>;
let accountId: string;

beforeAll(async () => {
  clerk = await Visitor.signedIn('demo.county');
  const found = clerk.post('userManager/users', { filterText: 'demo.escrow' });
  accountId = (await contentOf<{ users: ListedUser[] }>(found)).users[0]?.accountId ?? '';
  ({ colleague: approver, remove: removeApprover } = await addSecondClerk(clerk));
});
afterAll(() => removeApprover());

const list = (visitor = clerk) => contentOf<CashierPage>(visitor.post('cashier/list', { accountId }));
const enter = (over: object, visitor = clerk) =>
  visitor.post('cashier/entry', {
    ...{ id: randomUUID(), accountId, kind: 'PAYMENT', means: 'CHECK', amount: '250.00', number: '20498' },
    ...{ note: 'Brought to the counter', ...over },
  });
const cents = (text = ''): number => Number(text.replace(/[$,.]/g, ''));
const balance = async (): Promise<number> => cents((await list()).account?.balance);

describe('the office cashier', () => {
  test('posts a payment once, shows it with its receipt, and updates the balance in the account’s header within a second', async () => {
    const payer = await Visitor.signedIn('demo.escrow');
    /** Reads the balance in the header, which does not include money that is held for orders and filings. */
    const shown = async (): Promise<number> => {
      const seen = await contentOf<{ usageBalance: string }>(payer.post('currentUser/usageBalance', {}));
      return cents(JSON.stringify(seen).match(/\$[\d,.]+/)?.[0]);
    };
    const [before, shownBefore] = [await balance(), await shown()];
    const id = randomUUID();
    const answers = await Promise.all([enter({ id }), enter({ id })]);
    for (const { envelope } of answers)
      expect(envelope).toMatchObject({
        ok: true,
        message: 'The entry is posted.',
        content: { id, state: 'POSTED' },
      });
    expect(await balance()).toBe(before + 25_000);
    const { entries, account } = await list();
    expect(entries[0]).toMatchObject({
      ...{
        id,
        kind: 'PAYMENT',
        means: 'CHECK',
        amount: '$250.00',
        number: '20498',
        enteredBy: 'demo.county',
      },
      ...{ state: 'POSTED', own: true, decidedBy: '' },
    });
    expect(account?.paymentMethod).toBe('ESCROW');
    await eventually(async () => expect(await shown()).toBe(shownBefore + 25_000), 2_000);
    const receipt = await clerk.post('cashier/receipt', { id });
    expect(receipt.status).toBe(200);
    expect(receipt.headers['content-type']).toBe('application/pdf');
    await enter({ kind: 'REFUND', means: 'CASH', number: '' });
    expect(await balance()).toBe(before);
  });

  test('posts a large correction only after a clerk other than the one who entered it approves it', async () => {
    const before = await balance();
    const id = randomUUID();
    const asked = await enter({
      id,
      kind: 'CORRECTION',
      means: null,
      number: '',
      amount: '100.01',
      note: 'Posted twice',
    });
    expect(asked.envelope).toMatchObject({
      message: 'The correction is waiting for the approval of a second county staff member.',
      content: { state: 'WAITING' },
    });
    expect(await balance()).toBe(before);
    const own = await clerk.post('cashier/decision', { id, approve: true });
    expect(own.envelope).toMatchObject({
      ok: false,
      message: 'You entered this correction. Another county staff member must approve it.',
    });
    expect(await balance()).toBe(before);
    const waiting = await contentOf<CashierPage>(approver.post('cashier/list', {}));
    expect(waiting.entries.find((entry) => entry.id === id)).toMatchObject({ own: false, state: 'WAITING' });
    expect(waiting.toApprove).toBeGreaterThan(0);
    const approved = await approver.post('cashier/decision', { id, approve: true });
    expect(approved.envelope).toMatchObject({ ok: true, message: 'The entry is posted.' });
    expect(await balance()).toBe(before + 10_001);
    const back = randomUUID();
    await enter({ id: back, kind: 'CORRECTION', means: null, number: '', amount: '-100.01', note: 'A test' });
    await approver.post('cashier/decision', { id: back, approve: true });
    expect(await balance()).toBe(before);
  });

  test.each([
    [{ amount: '' }, { amount: 'Required.' }],
    [{ amount: '2,5' }, { amount: expect.any(String) }],
    [{ amount: '0' }, { amount: 'Enter an amount other than zero.' }],
    [{ amount: '-1' }, { amount: 'Enter an amount above zero.' }],
    [{ number: '' }, { number: 'Required.' }],
    [{ kind: 'CORRECTION', note: '' }, { note: 'Required.' }],
    [
      { kind: 'REFUND', amount: '999999.99' },
      { amount: 'The account does not have this much. Enter a smaller amount.' },
    ],
    [{ note: '4111 1111 1111 1111' }, { note: expect.any(String) }],
  ])('refuses %j and names the field', async (over, fields) => {
    const { status, envelope } = await enter(over);
    expect([status, envelope.fields]).toEqual([422, fields]);
  });

  test('S9 is available only to staff, and only for accounts of their own county', async () => {
    for (const username of ['demo.escrow', 'demo.account']) {
      const visitor = await Visitor.signedIn(username);
      expect((await enter({}, visitor)).status).toBe(404);
      expect((await visitor.post('cashier/list', { accountId })).status).toBe(404);
    }
    const neighbor = await Visitor.signedIn('demo.county', 'saipan');
    expect((await neighbor.post('cashier/list', { accountId })).status).toBe(404);
    expect((await enter({}, neighbor)).status).toBe(404);
  });
});
