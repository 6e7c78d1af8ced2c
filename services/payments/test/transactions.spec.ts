import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@portal/proto/rpc/actor';
import { chargeSearch, computeOrder, payOrder } from '@portal/proto/rpc/payments';
import {
  getTransactionTotals,
  listTransactions,
  type Transaction,
  type TransactionScope,
} from '@portal/proto/rpc/transactions';
import { CardSteps } from './card-steps.js';
import { brokenInvariants } from './invariants.js';
import { newPayer } from './payments-under-test.js';

/** Noon in Chicago. */
const noon = '2026-11-21T18:00:00Z';
let steps: CardSteps;
beforeAll(async () => {
  steps = await CardSteps.start();
  steps.payments.clock.set(noon);
});
afterAll(async () => {
  expect(await brokenInvariants(steps.payments.database.asAdmin)).toEqual([]);
  await steps.close();
});

const totals = (actor: Actor, scope: TransactionScope) =>
  steps.payments.rpc.call(getTransactionTotals, { scope }, { actor });
const list = (actor: Actor, scope: TransactionScope, days: object = {}) =>
  steps.payments.rpc.call(
    listTransactions,
    { scope, from: '2026-01-01', to: '2026-11-21', after: null, ...days },
    { actor },
  );
const listed = async (actor: Actor, scope: TransactionScope, days?: object): Promise<Transaction[]> => {
  const answer = await list(actor, scope, days);
  if (!answer.ok) throw new Error(answer.code);
  return answer.value.transactions;
};
const searches = (actor: Actor) =>
  steps.payments.rpc.callOrThrow(chargeSearch, { item: 'searchByName', key: randomUUID() }, { actor });
const buy = async (actor: Actor, documentKey: string, pages: string): Promise<void> => {
  const { imageStateGuid } = await steps.payments.rpc.callOrThrow(
    computeOrder,
    {
      ...{ documentKey, instrumentCode: 'WD', pageSelectionMethod: 'CSV_PAGES' },
      ...{ pagesSelected: pages, pageCount: 12 },
    },
    { actor },
  );
  expect(await steps.payments.rpc.callOrThrow(payOrder, { imageStateGuid }, { actor })).toMatchObject({
    status: 'PAID',
  });
};
/** Moves all ledger entries that an actor has made so far to a given time. */
const happenedAt = (actor: Actor, time: string): Promise<unknown> =>
  steps.ask('UPDATE payments.journal_entry SET posted_at = $2 WHERE actor = $1', [
    `user:${actor.user}`,
    time,
  ]);
const colleagueOf = (actor: Actor, over: Partial<Actor> = {}): Actor => ({
  ...actor,
  user: randomUUID(),
  ...over,
});

/** Returns the charges for searches, without the entry for the balance that the office has set. */
const charged = (rows: Transaction[]) => rows.filter(({ kind }) => kind === 'SEARCH');
/** Runs card payments with the clock at the real time, because the card provider uses the real time. */
const byCard = async (work: () => Promise<void>): Promise<void> => {
  steps.payments.clock.set(new Date().toISOString());
  await work();
  steps.payments.clock.set(noon);
};

const payer = async (money: number) => {
  const actor = newPayer();
  await steps.payments.give(actor.account, 'USD', money);
  return actor;
};

test('the list of transactions has a row for every purchase, with its subject, its pages and its price in cents', async () => {
  const actor = await payer(5_000);
  await searches(actor);
  await buy(actor, 'A1000007', '1-3');
  await steps.payments.rpc.callOrThrow(
    chargeSearch,
    { item: 'searchByName', key: 'the same key' },
    { actor },
  );
  await steps.payments.rpc.callOrThrow(
    chargeSearch,
    { item: 'searchByName', key: 'the same key' },
    { actor },
  );
  await happenedAt(actor, noon);
  const rows = await listed(actor, 'USER');
  expect(
    rows
      .map(({ kind, subject, pages, charged, credited }) => [kind, subject, pages, charged, credited])
      .sort(),
  ).toEqual([
    ['IMAGES', 'Warranty Deed A1000007', 3, 300, 0],
    ['SEARCH', 'searchByName', 0, 500, 0],
    ['SEARCH', 'searchByName', 0, 500, 0],
  ]);
  expect(new Set(rows.map(({ user }) => user))).toEqual(new Set([actor.user]));
});

test("the totals of today, this month and this year follow the county's clock", async () => {
  const actor = await payer(10_000);
  // the last second of October in Chicago is in November in UTC
  for (const time of [
    '2026-11-21T06:00:00Z',
    '2026-11-21T05:59:59Z',
    '2026-11-01T05:00:00Z',
    '2026-11-01T04:59:59Z',
    '2026-01-01T06:00:00Z',
    '2026-01-01T05:59:59Z',
  ]) {
    const one = colleagueOf(actor);
    await searches(one);
    await happenedAt(one, time);
  }
  const admin = colleagueOf(actor, { role: 'ACCOUNT' });
  const answer = await totals(admin, 'ACCOUNT');
  const found = answer.ok ? answer.value.find(({ kind }) => kind === 'SEARCH') : undefined;
  expect([found?.today.count, found?.month.count, found?.year.count]).toEqual([1, 3, 5]);
  expect([found?.today.charged, found?.month.charged, found?.year.charged]).toEqual([500, 1_500, 2_500]);
  const day = { from: '2026-11-21', to: '2026-11-21' };
  expect(charged(await listed(admin, 'ACCOUNT', day))).toHaveLength(1);
  expect(charged(await listed(admin, 'ACCOUNT', { from: '2026-10-31', to: '2026-10-31' }))).toHaveLength(1);
});

describe('the right to see transactions', () => {
  test('shows users their own transactions, administrators their account’s, and staff their county’s', async () => {
    const actor = await payer(10_000);
    const colleague = colleagueOf(actor, { role: 'ACCOUNT' });
    await searches(actor);
    await searches(colleague);
    await happenedAt(actor, noon);
    await happenedAt(colleague, noon);
    expect(await listed(actor, 'USER')).toHaveLength(1);
    expect(await listed(colleague, 'USER')).toHaveLength(1);
    expect(charged(await listed(colleague, 'ACCOUNT', { to: '2026-11-22' }))).toHaveLength(2);
    const staff = colleagueOf(actor, { role: 'COUNTY', account: null });
    expect(charged(await listed(staff, 'COUNTY', { to: '2026-11-22' })).length).toBeGreaterThan(2);
  });

  test.each([
    ['USER', 'ACCOUNT'],
    ['USER', 'COUNTY'],
    ['ACCOUNT', 'COUNTY'],
    ['COUNTY', 'ACCOUNT'],
    ['GUEST', 'USER'],
  ] as const)('gives the role %s nothing for the scope %s', async (role, scope) => {
    const actor = { ...newPayer(), role };
    const notThere = { ok: false, code: 'NOT_FOUND' };
    expect(await totals(actor, scope)).toEqual(notThere);
    expect(await list(actor, scope)).toEqual(notThere);
  });

  test('gives ANONYMOUS neither totals nor reports', async () => {
    const visitor: Actor = { ...newPayer(), role: 'ANONYMOUS' };
    expect(await totals(visitor, 'USER')).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(await list(visitor, 'USER')).toEqual({ ok: false, code: 'UNEXPECTED' });
  });

  test('gives nobody the transactions of another county', async () => {
    const actor = await payer(1_000);
    await searches(actor);
    expect(await listed({ ...actor, county: 'saipan' }, 'USER', { to: '2027-12-31' })).toEqual([]);
    const staff = colleagueOf(actor, { role: 'TRIMIN', account: null, county: 'saipan' });
    expect(await totals(staff, 'COUNTY')).toEqual({ ok: true, value: [] });
  });
});

const CAPTURES = `SELECT 1 AS found FROM payments.journal_entry WHERE op_type = 'CARD_CAPTURE' AND account_id = $1`;

test('a search paid by card is listed once, because the capture of its authorization has no row of its own', async () => {
  const actor = newPayer({ paymentMethod: 'CREDIT_CARD' });
  await byCard(async () => {
    await steps.authorize(actor);
    await searches(actor);
    await steps.sweep(24 * 3_600_000);
  });
  const admin = colleagueOf(actor, { role: 'ACCOUNT' });
  expect(await steps.ask(CAPTURES, [actor.account])).toHaveLength(1);
  await happenedAt(actor, noon);
  const rows = await listed(admin, 'ACCOUNT');
  expect(rows.map(({ kind, charged }) => [kind, charged])).toEqual([['SEARCH', 500]]);
});

test('a deposit counts as the amount that escrow got, without the surcharge', async () => {
  const actor = newPayer();
  await byCard(async () => {
    const session = await steps.deposit(actor, 10_000);
    await steps.report(actor, session.attemptId, await steps.pay(session));
  });
  await happenedAt(actor, noon);
  const [row] = await listed(actor, 'USER');
  expect(row).toMatchObject({ kind: 'DEPOSIT', charged: 0, credited: 10_000 });
});

test('images from a bundle are counted as images, not as money', async () => {
  const actor = newPayer({ accountType: 'FLAT_FEE' });
  await steps.payments.give(actor.account, 'IMG', 10);
  await buy(actor, 'A1000008', '1,2');
  await happenedAt(actor, noon);
  const rows = await listed(actor, 'USER');
  expect(rows.map(({ kind, pages, images, charged }) => [kind, pages, images, charged])).toEqual([
    ['IMAGES', 2, -2, 0],
  ]);
});

test('a long list of transactions is delivered in parts without repetitions or gaps', async () => {
  const actor = await payer(1_000_000);
  await searches(actor);
  // only the owner of the database may insert copies into the journal
  await steps.ask(
    `WITH source AS (SELECT * FROM payments.journal_entry WHERE actor = $1 LIMIT 1),
     copies AS (INSERT INTO payments.journal_entry
                  (id, county_id, op_type, op_key, line_count, request_hash, actor, correlation_id, subject, account_id, posted_at)
                SELECT gen_random_uuid(), county_id, op_type, op_key || n, line_count, request_hash, actor, correlation_id,
                       subject, account_id, '2026-11-20T12:00:00Z' FROM source, generate_series(1, 1500) AS n
                RETURNING id),
     told AS (INSERT INTO payments.outbox (county_id, aggregate, sequence, type, payload, correlation_id, actor)
              SELECT o.county_id, 'entry:' || copies.id, o.sequence, o.type, o.payload, o.correlation_id, o.actor
                FROM copies, source JOIN payments.outbox o ON o.aggregate = 'entry:' || source.id)
     INSERT INTO payments.posting (county_id, entry_id, line_no, ledger_account_id, asset, amount_minor)
     SELECT p.county_id, copies.id, p.line_no, p.ledger_account_id, p.asset, p.amount_minor
       FROM copies, source JOIN payments.posting p ON p.entry_id = source.id`,
    [`user:${actor.user}`],
  );
  const days = { from: '2026-11-20', to: '2026-11-20' };
  const first = await listed(actor, 'USER', days);
  const second = await listed(actor, 'USER', { ...days, after: first.at(-1)?.id });
  expect([first.length, second.length]).toEqual([1_000, 500]);
  expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(1_500);
  const balance =
    'UPDATE payments.account_balance b SET posted_minor = posted_minor - 750000 FROM payments.ledger_account a WHERE a.id = b.ledger_account_id AND a.owner_account_id = $1';
  await steps.ask(balance, [actor.account]);
});
