import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@portal/proto/rpc/actor';
import {
  chargeSearch,
  decideOfficeEntry,
  getBalance,
  listOfficeEntries,
  postOfficeEntry,
} from '@portal/proto/rpc/payments';
import type { Input } from '@portal/proto/rpc/contract';
import { listTransactions } from '@portal/proto/rpc/transactions';
import { brokenInvariants } from './invariants.js';
import { newPayer, startPayments, type PaymentsUnderTest } from './payments-under-test.js';

let payments: PaymentsUnderTest;
beforeAll(async () => {
  payments = await startPayments({ replicas: 2 });
});
afterAll(async () => {
  expect(await brokenInvariants(payments.database.asAdmin)).toEqual([]);
  await payments.close();
});

const clerk = (over: Partial<Actor> = {}): Actor => ({
  ...newPayer({}, { role: 'COUNTY', ...over }),
  account: null,
  terms: null,
});
const ann = clerk();
const bert = clerk();

type Entry = Input<typeof postOfficeEntry>;
const check = (account: string, over: Partial<Entry> = {}): Entry => ({
  ...{ id: randomUUID(), account, kind: 'PAYMENT', means: 'CHECK', amount: 25_000, number: '20498' },
  note: 'Brought to the counter',
  ...over,
});
const refund = (account: string, amount: number): Entry =>
  check(account, { kind: 'REFUND', means: 'CASH', amount, number: '' });
const correction = (account: string, amount: number): Entry =>
  check(account, { kind: 'CORRECTION', means: null, amount, number: '', note: 'Posted twice' });
const post = (entry: Entry, actor: Actor = ann) => payments.rpc.call(postOfficeEntry, entry, { actor });
const decide = (id: string, approve: boolean, actor: Actor) =>
  payments.rpc.call(decideOfficeEntry, { id, approve, note: '' }, { actor });
const list = (account: string | null, actor: Actor = ann) =>
  payments.rpc.callOrThrow(listOfficeEntries, { account, offset: 0, limit: 10 }, { actor });
const available = async (account: string): Promise<number | null | undefined> =>
  (await payments.rpc.callOrThrow(getBalance, { account }, { actor: ann }))?.available;
const linesOf = (id: string) =>
  payments.database.asAdmin<{ kind: string; amount_minor: string }>(
    `SELECT a.kind, p.amount_minor FROM payments.journal_entry e
       JOIN payments.posting p ON p.entry_id = e.id JOIN payments.ledger_account a ON a.id = p.ledger_account_id
      WHERE e.op_key = $1 ORDER BY a.kind`,
    [id],
  );
const facts = (account: string) =>
  payments.database.asAdmin<{ type: string; payload: Record<string, unknown>; actor: string }>(
    `SELECT type, payload, actor FROM payments.outbox WHERE aggregate = $1 ORDER BY sequence`,
    [`account:${account}`],
  );

test('the list of cashier entries gives the total number even for a page past the end', async () => {
  const member = newPayer();
  await post(check(member.account));
  await post(correction(member.account, 5_000_00));
  const waiting = (await list(null)).total;
  for (const [account, total] of [[member.account, 2] as const, [null, waiting] as const]) {
    const asked = { account, offset: 50, limit: 10 };
    expect(await payments.rpc.callOrThrow(listOfficeEntries, asked, { actor: ann })).toMatchObject({
      ...{ entries: [], total },
    });
  }
});

describe('a payment at the counter', () => {
  test("is added to escrow at once, posted against the office's money, and shown on the statement with check number and note", async () => {
    const member = newPayer();
    const entry = check(member.account);
    expect(await post(entry)).toMatchObject({
      ok: true,
      value: { id: entry.id, state: 'POSTED', amount: 25_000, book: 'ESCROW', enteredBy: ann.user },
    });
    expect(await available(member.account)).toBe(25_000);
    expect(await linesOf(entry.id)).toEqual([
      { kind: 'escrow', amount_minor: '25000' },
      { kind: 'office_money', amount_minor: '-25000' },
    ]);
    const admin: Actor = { ...member, role: 'ACCOUNT' };
    const today = payments.clock.now().toISOString().slice(0, 10);
    const days = { from: '2020-01-01', to: today, after: null };
    const statement = await payments.rpc.callOrThrow(
      listTransactions,
      { scope: 'ACCOUNT', ...days },
      { actor: admin },
    );
    expect(statement.transactions).toMatchObject([
      { kind: 'PAYMENT', subject: '20498, Brought to the counter', credited: 25_000, charged: 0 },
    ]);
    expect(await facts(member.account)).toMatchObject([
      { type: 'payments.balance-changed.v1' },
      {
        type: 'payments.office-entry-posted.v1',
        actor: ann.user,
        payload: { entry: entry.id, kind: 'PAYMENT', means: 'CHECK', amount: '25000', number: '20498' },
      },
    ]);
  });

  test('reduces the debt of an account that pays by invoice', async () => {
    const member = newPayer({ paymentMethod: 'INVOICE' });
    payments.accounts.methods.set(member.account, 'INVOICE');
    await payments.rpc.callOrThrow(
      chargeSearch,
      { item: 'searchByName', key: randomUUID() },
      { actor: member },
    );
    expect((await list(member.account)).balance).toMatchObject({ posted: -500, held: 0, owed: 500 });
    const entry = check(member.account, { amount: 700 });
    expect(await post(entry)).toMatchObject({ ok: true, value: { book: 'INVOICE' } });
    expect((await list(member.account)).balance).toMatchObject({ posted: 200, held: 0, owed: 0 });
    // an overpayment can be refunded, and not a cent more
    expect(await post(refund(member.account, -201))).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await post(refund(member.account, -200))).toMatchObject({ ok: true });
  });

  test('that is left in escrow when the account begins to pay by invoice can be given back, and not a cent more', async () => {
    const { account } = newPayer();
    await post(check(account, { amount: 1_000 }));
    payments.accounts.methods.set(account, 'INVOICE');
    expect(await post(refund(account, -1_001))).toMatchObject({ fields: { amount: 'cashier:notCovered' } });
    expect(await post(refund(account, -1_000))).toMatchObject({ ok: true, value: { book: 'ESCROW' } });
    expect((await list(account)).balance).toMatchObject({ posted: 0, held: 0, owed: 0 });
    expect(await available(account)).toBe(0);
  });

  test('is posted once if two replicas get it simultaneously; another payment with the same id is refused', async () => {
    const { account } = newPayer();
    const entry = check(account);
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(entry)));
    expect(answers.map(({ ok }) => ok)).toEqual(Array(6).fill(true));
    expect(await available(account)).toBe(25_000);
    expect(await post({ ...entry, amount: 25_001 })).toEqual({ ok: false, code: 'CONFLICT' });
    expect(await post({ ...entry, account: newPayer().account })).toEqual({ ok: false, code: 'CONFLICT' });
    expect(await available(account)).toBe(25_000);
  });

  test('is refused when its amount, method or number is missing or wrong; the answer names the field, and nothing is stored', async () => {
    const { account } = newPayer();
    const wrong = [
      [{ amount: 0 }, { amount: 'cashier:notZero' }],
      [{ amount: -1 }, { amount: 'cashier:aboveZero' }],
      [{ means: null }, { means: 'forms:required', number: undefined }],
      [{ number: ' ' }, { number: 'forms:required' }],
      [{ kind: 'REFUND', amount: 5 }, { amount: 'cashier:aboveZero' }],
      [{ kind: 'CORRECTION', means: null, note: '' }, { note: 'forms:required' }],
    ] as const;
    for (const [over, { ...fields }] of wrong) {
      const answer = await post(check(account, over));
      const named = Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== undefined));
      expect(answer).toEqual({ ok: false, code: 'INVALID_INPUT', fields: named });
    }
    expect((await list(account)).entries).toEqual([]);
  });

  test('is refused for an account that does not exist or pays by card', async () => {
    const [gone, byCard] = [newPayer().account, newPayer().account];
    payments.accounts.missing.add(gone);
    payments.accounts.methods.set(byCard, 'CREDIT_CARD');
    expect(await post(check(gone))).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(await post(check(byCard))).toEqual({
      ...{ ok: false, code: 'INVALID_INPUT' },
      fields: { kind: 'cashier:paysByCard' },
    });
  });

  test('S9 is available only to staff of the county; all others find nothing', async () => {
    const member = newPayer();
    const entry = check(member.account);
    for (const actor of [member, { ...member, role: 'ACCOUNT' as const }, newPayer({}, { role: 'GUEST' })]) {
      expect(await post(entry, actor)).toEqual({ ok: false, code: 'NOT_FOUND' });
      expect(await decide(entry.id, true, actor)).toEqual({ ok: false, code: 'NOT_FOUND' });
      const asked = { account: member.account, offset: 0, limit: 10 };
      expect(await payments.rpc.call(listOfficeEntries, asked, { actor })).toMatchObject({
        code: 'NOT_FOUND',
      });
    }
    await post(entry);
    const stranger = clerk({ county: 'saipan' });
    expect((await list(member.account, stranger)).entries).toEqual([]);
    expect(await decide(entry.id, true, stranger)).toEqual({ ok: false, code: 'NOT_FOUND' });
  });
});

describe('a refund', () => {
  test('S21 is taken from escrow up to the free balance, even when ten are requested at once', async () => {
    const { account } = newPayer();
    await post(check(account, { amount: 3_500 }));
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(refund(account, -1_000))));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    expect(answers.find(({ ok }) => !ok)).toEqual({
      ...{ ok: false, code: 'INVALID_INPUT' },
      fields: { amount: 'cashier:notCovered' },
    });
    expect(await available(account)).toBe(500);
    expect((await list(account)).entries).toHaveLength(4);
  });
});

describe('a correction', () => {
  test('up to the limit of the county is posted at once, whether it adds or takes money', async () => {
    const { account } = newPayer();
    expect(await post(correction(account, 10_000))).toMatchObject({ ok: true, value: { state: 'POSTED' } });
    expect(await post(correction(account, -10_000))).toMatchObject({ ok: true, value: { state: 'POSTED' } });
    expect(await available(account)).toBe(0);
  });

  test('above the limit waits and moves nothing until a second person of the county approves it', async () => {
    const { account } = newPayer();
    const entry = correction(account, 10_001);
    expect(await post(entry)).toMatchObject({ ok: true, value: { state: 'WAITING' } });
    expect((await list(null)).entries.map(({ id }) => id)).toContain(entry.id);
    expect(await linesOf(entry.id)).toEqual([]);
    expect(await decide(entry.id, true, ann)).toEqual({ ok: false, code: 'OWN_ENTRY' });
    expect(await decide(entry.id, true, clerk({ role: 'TRIMIN' }))).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(await linesOf(entry.id)).toEqual([]);
    expect(await decide(entry.id, true, bert)).toMatchObject({
      ok: true,
      value: { state: 'POSTED', enteredBy: ann.user, decidedBy: bert.user },
    });
    expect(await available(account)).toBe(10_001);
    // repeating the decision changes nothing, and the opposite decision is too late
    expect(await decide(entry.id, true, bert)).toMatchObject({ ok: true });
    expect(await decide(entry.id, false, bert)).toEqual({ ok: false, code: 'CONFLICT' });
    expect(await post(entry)).toMatchObject({ ok: true, value: { state: 'POSTED' } });
    expect(await available(account)).toBe(10_001);
    expect((await list(null)).entries.map(({ id }) => id)).not.toContain(entry.id);
  });

  test('that waits for approval counts as work for all COUNTY users except the person who entered it', async () => {
    const others = clerk();
    const counts = async () => [
      (await list(null, others)).toApprove,
      (await list(null, ann)).toApprove,
      (await list(null, clerk({ role: 'TRIMIN' }))).toApprove,
    ];
    const [forOthers = 0, forAnn] = await counts();
    const { account } = newPayer();
    const entry = correction(account, 10_001);
    await post(entry);
    expect(await counts()).toEqual([forOthers + 1, forAnn, 0]);
    expect((await list(account, others)).toApprove).toBe(0);
    await decide(entry.id, false, bert);
    expect(await counts()).toEqual([forOthers, forAnn, 0]);
  });

  test('is decided once, even when several people decide at the same moment', async () => {
    const { account } = newPayer();
    const entry = correction(account, 20_000);
    await post(entry);
    const people = [bert, clerk(), clerk(), bert] as const;
    const answers = await Promise.all(people.map((actor, at) => decide(entry.id, at % 2 === 0, actor)));
    const [decided] = (await list(account)).entries;
    // a call succeeds only for the person whose decision was stored, and only if the call asked for that decision
    const winner = people.find(({ user }) => user === decided?.decidedBy);
    const agreed = people.map(
      (actor, at) => actor === winner && (at % 2 === 0) === (decided?.state === 'POSTED'),
    );
    expect(answers.map(({ ok }) => ok)).toEqual(agreed);
    const { balance } = await list(account);
    expect(balance?.posted).toBe(decided?.state === 'POSTED' ? 20_000 : 0);
  });

  test('may be withdrawn by the person who entered it, and is then never posted', async () => {
    const { account } = newPayer();
    await post(check(account, { amount: 100 }));
    const entry = correction(account, 10_500);
    await post(entry);
    expect(await decide(entry.id, false, ann)).toMatchObject({ ok: true, value: { state: 'REFUSED' } });
    expect(await decide(entry.id, true, bert)).toEqual({ ok: false, code: 'CONFLICT' });
    expect(await available(account)).toBe(100);
    expect((await facts(account)).map(({ payload }) => payload['action']).filter(Boolean)).toEqual([
      'office.correction-asked',
      'office.correction-refused',
    ]);
  });

  test('stays waiting when the account can no longer cover it', async () => {
    const { account } = newPayer();
    await post(check(account, { amount: 20_000 }));
    const entry = correction(account, -15_000);
    await post(entry);
    await post(refund(account, -10_000));
    expect(await decide(entry.id, true, bert)).toEqual({ ok: false, code: 'INSUFFICIENT_FUNDS' });
    expect((await list(account)).entries.find(({ id }) => id === entry.id)).toMatchObject({
      state: 'WAITING',
      decidedBy: null,
    });
    await post(check(account, { amount: 5_000 }));
    expect(await decide(entry.id, true, bert)).toMatchObject({ ok: true });
    expect(await available(account)).toBe(0);
  });

  test('above the limit is never posted by one person, whatever the code does, because the database refuses it', async () => {
    const { account } = newPayer();
    const entry = correction(account, 30_000);
    await post(entry);
    const alone = payments.database.asAdmin(
      `UPDATE payments.office_entry SET state = 'POSTED' WHERE id = $1`,
      [entry.id],
    );
    await expect(alone).rejects.toThrow(/office_entry_limit/);
    const own = payments.database.asAdmin(
      `UPDATE payments.office_entry SET state = 'POSTED', decided_by = entered_by, decided_at = now() WHERE id = $1`,
      [entry.id],
    );
    await expect(own).rejects.toThrow(/office_entry_second_person/);
  });
});
