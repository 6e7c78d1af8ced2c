import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Input } from '@portal/proto/rpc/contract';
import {
  chargeSearch,
  closeAccount,
  decideOfficeEntry,
  getBalance,
  listOfficeEntries,
  postOfficeEntry,
} from '@portal/proto/rpc/payments';
import { listTransactions } from '@portal/proto/rpc/transactions';
import { brokenInvariants } from './invariants.js';
import { newPayer, startPayments, type PaymentsUnderTest } from './payments-under-test.js';

let payments: PaymentsUnderTest;
beforeAll(async () => {
  payments = await startPayments();
});
afterAll(async () => {
  expect(await brokenInvariants(payments.database.asAdmin)).toEqual([]);
  await payments.close();
});

const colleague: Actor = { ...newPayer({}, { role: 'COUNTY' }), account: null, terms: null };
const clerk: Actor = { ...newPayer({}, { role: 'COUNTY' }), account: null, terms: null };

type Entry = Input<typeof postOfficeEntry>;
const payment = (account: string, amount: number, over: Partial<Entry> = {}): Entry => ({
  ...{ id: randomUUID(), account, kind: 'PAYMENT', means: 'CASH', amount, number: '', note: '' },
  ...{ pays: 'INVOICES', ...over },
});
const refund = (account: string, amount: number): Entry =>
  payment(account, amount, { kind: 'REFUND', pays: 'BALANCE' });
const correction = (account: string, amount: number, over: Partial<Entry> = {}): Entry =>
  payment(account, amount, { kind: 'CORRECTION', means: null, note: 'Cannot be collected', ...over });
const decide = (id: string, actor = colleague) =>
  payments.rpc.call(decideOfficeEntry, { id, approve: true, note: '' }, { actor });
const post = (entry: Entry) => payments.rpc.call(postOfficeEntry, entry, { actor: clerk });
const listed = (account: string) =>
  payments.rpc.callOrThrow(listOfficeEntries, { account, offset: 0, limit: 10 }, { actor: clerk });
const balanceOf = async (account: string) => (await listed(account)).balance;
const close = async (account: string): Promise<string> => {
  const answer = await payments.rpc.call(closeAccount, { account }, { actor: clerk });
  return answer.ok ? 'closed' : answer.code;
};
const linesOf = (id: string) =>
  payments.database.asAdmin(
    `SELECT a.kind, p.amount_minor FROM payments.journal_entry e
       JOIN payments.posting p ON p.entry_id = e.id JOIN payments.ledger_account a ON a.id = p.ledger_account_id
      WHERE e.op_key = $1 ORDER BY a.kind`,
    [id],
  );
/** Makes an account that pays by invoice and owes 5.00 for a search, and then changes its payment method. */
const switchedTo = async (method: 'ESCROW' | 'CREDIT_CARD'): Promise<Actor & { account: string }> => {
  const payer = newPayer({ paymentMethod: 'INVOICE' });
  await payments.rpc.callOrThrow(chargeSearch, { item: 'searchByName', key: randomUUID() }, { actor: payer });
  payments.accounts.methods.set(payer.account, method);
  return payer;
};

describe.each(['ESCROW', 'CREDIT_CARD'] as const)(
  'the debt on invoices of an account that now pays by %s',
  (method) => {
    test('can be paid at the counter: the postings balance, the statement lists the payment, and the account can then be closed', async () => {
      const payer = await switchedTo(method);
      const { account } = payer;
      expect(await balanceOf(account)).toEqual({ posted: -500, held: 0, owed: 500, hasInvoices: true });
      expect(await close(account)).toBe('ACCOUNT_OWES');
      const entry = payment(account, 500);
      const posted = { ok: true, value: { state: 'POSTED', book: 'INVOICE' } };
      expect(await Promise.all([post(entry), post(entry)])).toMatchObject([posted, posted]);
      expect(await linesOf(entry.id)).toEqual([
        { kind: 'ar_invoice', amount_minor: '500' },
        { kind: 'office_money', amount_minor: '-500' },
      ]);
      const today = payments.clock.now().toISOString().slice(0, 10);
      const asked = { scope: 'ACCOUNT' as const, from: '2020-01-01', to: today, after: null };
      const admin: Actor = { ...payer, role: 'ACCOUNT' };
      const { transactions } = await payments.rpc.callOrThrow(listTransactions, asked, { actor: admin });
      expect(transactions).toContainEqual(expect.objectContaining({ kind: 'PAYMENT', credited: 500 }));
      expect(await balanceOf(account)).toEqual({ posted: 0, held: 0, owed: 0, hasInvoices: true });
      expect(await close(account)).toBe('closed');
    });

    test('can be written off by a correction: the postings balance, the statement lists the correction, and the account can then be closed', async () => {
      const payer = await switchedTo(method);
      const { account } = payer;
      const entry = correction(account, 500);
      expect(await post(entry)).toMatchObject({ ok: true, value: { state: 'POSTED', book: 'INVOICE' } });
      expect(await linesOf(entry.id)).toEqual([
        { kind: 'ar_invoice', amount_minor: '500' },
        { kind: 'office_corrections', amount_minor: '-500' },
      ]);
      const today = payments.clock.now().toISOString().slice(0, 10);
      const asked = { scope: 'ACCOUNT' as const, from: '2020-01-01', to: today, after: null };
      const admin: Actor = { ...payer, role: 'ACCOUNT' };
      const { transactions } = await payments.rpc.callOrThrow(listTransactions, asked, { actor: admin });
      expect(transactions).toContainEqual(
        expect.objectContaining({ kind: 'CORRECTION', credited: 500, subject: 'Cannot be collected' }),
      );
      expect(await balanceOf(account)).toEqual({ posted: 0, held: 0, owed: 0, hasInvoices: true });
      expect(await close(account)).toBe('closed');
    });

    test('S21 is not reduced by a correction of more than the debt, and can be increased again by a correction', async () => {
      const { account } = await switchedTo(method);
      const refused = { code: 'INVALID_INPUT', fields: { amount: 'cashier:moreThanOwed' } };
      expect(await post(correction(account, 501))).toMatchObject(refused);
      const answers = await Promise.all([1, 2, 3].map(() => post(correction(account, 300))));
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await balanceOf(account)).toMatchObject({ owed: 200 });
      expect(await post(correction(account, -300))).toMatchObject({ ok: true, value: { book: 'INVOICE' } });
      expect(await balanceOf(account)).toMatchObject({ owed: 500 });
    });

    test('comes back when the check that paid all of it bounces', async () => {
      const { account } = await switchedTo(method);
      expect(await post(payment(account, 500, { means: 'CHECK', number: '1044' }))).toMatchObject({
        ok: true,
      });
      expect(await balanceOf(account)).toMatchObject({ owed: 0, hasInvoices: true });
      expect(await post(correction(account, -500, { note: 'Check 1044 bounced' }))).toMatchObject({
        ...{ ok: true, value: { state: 'POSTED', book: 'INVOICE' } },
      });
      expect(await balanceOf(account)).toMatchObject({ owed: 500 });
    });

    test('S21 is written off above the limit only if a second person approves, and never by more than is owed at the approval', async () => {
      const { account } = await switchedTo(method);
      expect(await post(correction(account, -29_500))).toMatchObject({ value: { state: 'WAITING' } });
      const [debt] = (await listed(account)).entries;
      expect(await decide(debt?.id ?? '')).toMatchObject({ ok: true });
      const entry = correction(account, 30_000);
      expect(await post(entry)).toMatchObject({ ok: true, value: { state: 'WAITING', book: 'INVOICE' } });
      expect(await balanceOf(account)).toMatchObject({ owed: 30_000 });
      expect(await decide(entry.id, clerk)).toMatchObject({ code: 'OWN_ENTRY' });
      expect(await post(payment(account, 1))).toMatchObject({ ok: true });
      expect(await decide(entry.id)).toEqual({ ok: false, code: 'MORE_THAN_OWED' });
      expect(await balanceOf(account)).toMatchObject({ owed: 29_999 });
      expect(await post(correction(account, -1))).toMatchObject({ ok: true });
      expect(await decide(entry.id)).toMatchObject({ ok: true, value: { state: 'POSTED' } });
      expect(await balanceOf(account)).toEqual({ posted: 0, held: 0, owed: 0, hasInvoices: true });
      expect(await decide(entry.id)).toMatchObject({ ok: true });
    });

    test('S21 can be paid in parts, even by several payments at once; a payment of more than the debt is refused', async () => {
      const { account } = await switchedTo(method);
      const refused = { code: 'INVALID_INPUT', fields: { amount: 'cashier:moreThanOwed' } };
      expect(await post(payment(account, 501))).toMatchObject(refused);
      const answers = await Promise.all([1, 2, 3, 4].map(() => post(payment(account, 200))));
      expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
      expect(answers.find(({ ok }) => !ok)).toMatchObject(refused);
      expect(await post(payment(account, 100))).toMatchObject({ ok: true });
      expect(await post(payment(account, 1))).toMatchObject(refused);
      expect(await balanceOf(account)).toEqual({ posted: 0, held: 0, owed: 0, hasInvoices: true });
    });

    test('is zero after an overpayment by invoice, and only the excess can be refunded', async () => {
      const { account } = await switchedTo('ESCROW');
      payments.accounts.methods.set(account, 'INVOICE');
      expect(await post(payment(account, 700))).toMatchObject({ ok: true, value: { book: 'INVOICE' } });
      payments.accounts.methods.set(account, method);
      expect(await close(account)).toBe('ACCOUNT_HAS_MONEY');
      expect(await post(refund(account, -201))).toMatchObject({ fields: { amount: 'cashier:notCovered' } });
      expect(await post(refund(account, -200))).toMatchObject({ ok: true, value: { book: 'INVOICE' } });
      expect(await close(account)).toBe('closed');
    });
  },
);

test('an account that was never invoiced has no invoices to correct', async () => {
  const { account } = newPayer({ paymentMethod: 'ESCROW' });
  expect(await balanceOf(account)).toEqual({ posted: 0, held: 0, owed: 0, hasInvoices: false });
});

test('a correction of escrow does not change the debt on invoices', async () => {
  const { account } = await switchedTo('ESCROW');
  expect(await post(correction(account, 300, { pays: 'BALANCE' }))).toMatchObject({
    ...{ ok: true, value: { book: 'ESCROW' } },
  });
  expect(await balanceOf(account)).toEqual({ posted: -200, held: 0, owed: 500, hasInvoices: true });
});

test('a waiting correction of more than the debt is refused if the account stops paying by invoice before the approval', async () => {
  const payer = await switchedTo('ESCROW');
  const { account } = payer;
  payments.accounts.methods.set(account, 'INVOICE');
  const entry = correction(account, 20_000);
  expect(await post(entry)).toMatchObject({ ok: true, value: { state: 'WAITING', book: 'INVOICE' } });
  payments.accounts.methods.set(account, 'CREDIT_CARD');
  expect(await decide(entry.id)).toEqual({ ok: false, code: 'MORE_THAN_OWED' });
  payments.accounts.methods.set(account, 'INVOICE');
  expect(await decide(entry.id)).toMatchObject({ ok: true });
});

test('a payment into escrow does not reduce the debt on invoices; the same payment sent again for the invoices is refused', async () => {
  const { account } = await switchedTo('ESCROW');
  const entry = payment(account, 900, { pays: 'BALANCE' });
  expect(await post(entry)).toMatchObject({ ok: true, value: { book: 'ESCROW' } });
  expect(await post({ ...entry, pays: 'INVOICES' })).toEqual({ ok: false, code: 'CONFLICT' });
  expect(await balanceOf(account)).toEqual({ posted: 400, held: 0, owed: 500, hasInvoices: true });
  expect((await payments.rpc.callOrThrow(getBalance, { account }, { actor: clerk }))?.available).toBe(900);
});
