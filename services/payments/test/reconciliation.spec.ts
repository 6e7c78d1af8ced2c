import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { registry } from '@portal/infra/metrics';
import { testActor } from '@portal/infra/testing';
import {
  listReconciliation,
  noteFinding,
  reconcileNow,
  type Finding,
  type ReconciliationRun,
} from '@portal/proto/rpc/payments';
import { Reconciler } from '../src/reconciliation/reconciler.js';
import { CardSteps } from './card-steps.js';
import { newPayer } from './payments-under-test.js';
import type { BookedTransaction } from './sandbox-under-test.js';

let steps: CardSteps;

beforeAll(async () => {
  steps = await CardSteps.start();
});

afterAll(async () => {
  await steps.close();
});

/**
 * Each test uses its own transactions: the transactions of earlier tests are assigned to another merchant, in the
 * sandbox and in the portal.
 */
beforeEach(async () => {
  for (const { transId } of await steps.sandbox.book()) {
    await steps.sandbox.control({ change: { transId, login: 'of-another-test' } });
  }
  await steps.ask('TRUNCATE payments.reconciliation_note, payments.reconciled_transaction');
  await steps.ask(
    "UPDATE payments.payment_attempt SET merchant_ref = 'of-another-test ' || id WHERE merchant_ref = 'lake-1'",
  );
});

const staff = testActor({ role: 'COUNTY', username: 'demo.county', account: null, terms: null });

const run = async (): Promise<ReconciliationRun> => {
  steps.payments.clock.advance(1_000);
  return (await steps.payments.rpc.callOrThrow(reconcileNow, {}, { actor: staff })).run;
};

const day = (ms = 0): string =>
  new Date(steps.payments.clock.now().getTime() + ms).toISOString().slice(0, 10);
const report = (actor = staff) =>
  steps.payments.rpc.call(listReconciliation, { from: day(-5 * 86_400_000), to: day(86_400_000) }, { actor });

const findings = async (): Promise<Finding[]> => {
  const answer = await report();
  if (!answer.ok) throw new Error(answer.code);
  return answer.value.findings;
};
const only = async (): Promise<Finding> => {
  const [found, ...more] = await findings();
  if (!found || more.length > 0) throw new Error(`${more.length} more findings`);
  return found;
};
const suspenseOf = async (transactionId: string): Promise<number> => {
  const [row] = await steps.ask<{ sum: string | null }>(
    `SELECT sum(p.amount_minor) AS sum FROM payments.posting p JOIN payments.journal_entry e ON e.id = p.entry_id
       JOIN payments.ledger_account a ON a.id = p.ledger_account_id AND a.kind = 'suspense'
      WHERE e.op_type = 'SUSPENSE' AND e.op_key LIKE '%:' || $1 || ':%'`,
    [transactionId],
  );
  return Number(row?.sum ?? 0);
};
const bookOf = async (): Promise<BookedTransaction[]> =>
  (await steps.sandbox.book()).filter(({ login }) => login === 'lake-login');
const settle = (): Promise<unknown> => steps.sandbox.control({ settle: true });

/** Makes a deposit that was paid, reported and credited. */
const deposited = async (amount = 10_000) => {
  const payer = newPayer();
  const session = await steps.deposit(payer, amount);
  const id = await steps.pay(session);
  await steps.report(payer, session.attemptId, id);
  return { payer, session, id };
};
/** Makes a deposit that was paid, but not reported, because the browser never returned. */
const paid = async (fault?: string) => {
  const payer = newPayer();
  const session = await steps.deposit(payer);
  if (fault !== undefined)
    await steps.sandbox.misbehave({ on: 'pay', mode: fault }, { on: 'webhook', mode: 'lost', times: 2 });
  else await steps.sandbox.misbehave({ on: 'webhook', mode: 'lost' });
  const id = await steps.pay(session);
  return { payer, session, id };
};

describe('the comparison with the provider', () => {
  test('matches a credited deposit, before and after its settlement', async () => {
    await deposited();
    expect(await run()).toMatchObject({ kind: 'NOW', lines: 1, open: 0, failure: '' });
    await settle();
    expect(await run()).toMatchObject({ lines: 1, open: 0 });
    const answer = await report();
    expect(answer).toMatchObject({
      ok: true,
      value: { findings: [], days: [{ matched: 1, amount: 10_275, open: 0, resolved: 0 }] },
    });
  });

  test('PROVIDER_ONLY: credits an unreported payment once, and then finds that the payment matches', async () => {
    const { session } = await paid();
    await run();
    expect(await steps.attempt(session.attemptId)).toMatchObject({ state: 'CREDITED' });
    expect(await steps.postings('DEPOSIT', session.attemptId)).toMatchObject({ escrow: 10_000 });
    expect(await findings()).toEqual([]);
    const entries = await steps.entries();
    await run();
    expect(await steps.entries()).toBe(entries);
  });

  test('PROVIDER_ONLY: puts a payment with an unknown invoice number on the suspense account, once', async () => {
    const { id } = await paid('wrongInvoice');
    await run();
    await run();
    expect(await only()).toMatchObject({
      ...{
        class: 'PROVIDER_ONLY',
        reason: 'UNKNOWN_PAYMENT',
        transactionId: id,
        state: 'OPEN',
        ledger: null,
      },
      ...{ provider: { status: 'CAPTURED', amount: 10_275 }, suspense: 10_275 },
    });
    expect(await suspenseOf(id)).toBe(10_275);
  });

  test('AMOUNT_DIFF: credits nothing when the amount differs from the requested amount', async () => {
    const { id, session } = await paid('wrongAmount');
    await run();
    expect(await only()).toMatchObject({
      class: 'AMOUNT_DIFF',
      provider: { amount: 10_375 },
      suspense: 10_375,
    });
    expect(await steps.attempt(session.attemptId)).toMatchObject({ state: 'MISMATCH' });
    expect(await suspenseOf(id)).toBe(10_375);
  });

  test('DUPLICATE: finds the second payment on one card page, and resolves the finding when the payment is voided', async () => {
    const { session, id, payer } = await paid('duplicate');
    await steps.report(payer, session.attemptId, id);
    const second = (await bookOf()).find(({ transId }) => transId !== id)?.transId ?? '';
    await run();
    expect(await only()).toMatchObject({
      ...{
        class: 'DUPLICATE',
        reason: 'SECOND_PAYMENT',
        transactionId: second,
        userId: payer.user,
        suspense: 10_275,
      },
    });
    await steps.sandbox.control({ change: { transId: second, status: 'voided', settleAmount: 0 } });
    await run();
    expect(await only()).toMatchObject({ class: 'DUPLICATE', state: 'RESOLVED', suspense: 0 });
    expect(await suspenseOf(second)).toBe(0);
  });

  test('DUPLICATE: resolves the finding of a second payment when the payment is refunded at the provider', async () => {
    const { session, id, payer } = await paid('duplicate');
    await steps.report(payer, session.attemptId, id);
    const second = (await bookOf()).find(({ transId }) => transId !== id);
    await settle();
    await run();
    await steps.sandbox.refund(second?.transId ?? '', 10_275);
    await run();
    expect(await only()).toMatchObject({ class: 'DUPLICATE', state: 'RESOLVED' });
    const answer = await report();
    expect(answer.ok && answer.value.findings.reduce((sum, { suspense }) => sum + suspense, 0)).toBe(10_275);
    const [total] = await steps.ask<{ sum: string }>(
      'SELECT sum(suspense_minor) AS sum FROM payments.reconciled_transaction',
    );
    expect(Number(total?.sum)).toBe(0);
    await run();
    expect(await only()).toMatchObject({ state: 'RESOLVED' });
  });

  test('STATUS_DIFF: finds a credited deposit that was refunded at the provider', async () => {
    const { id } = await deposited();
    await settle();
    await run();
    await steps.sandbox.refund(id, 10_275);
    await run();
    expect(await only()).toMatchObject({ class: 'STATUS_DIFF', reason: 'REFUNDED', suspense: -10_275 });
  });

  test('STATUS_DIFF: finds a credited deposit that was voided at the provider', async () => {
    const { id } = await deposited();
    await steps.sandbox.control({ change: { transId: id, status: 'voided', settleAmount: 0 } });
    await run();
    expect(await only()).toMatchObject({ class: 'STATUS_DIFF', reason: 'NOT_TAKEN', suspense: -10_275 });
  });

  test('LEDGER_ONLY: finds money that the provider does not know', async () => {
    const { id, session } = await deposited();
    await steps.sandbox.control({ change: { transId: id, login: 'lost' } });
    await run();
    expect(await only()).toMatchObject({
      ...{ class: 'LEDGER_ONLY', reason: 'NOT_AT_PROVIDER', transactionId: id, provider: null },
      ...{ ledger: { status: 'CREDITED', amount: 10_275 }, suspense: -10_275 },
    });
    await steps.sandbox.control({ change: { transId: id, login: 'lake-login' } });
    await run();
    expect(await only()).toMatchObject({ class: 'LEDGER_ONLY', state: 'RESOLVED', suspense: 0 });
    expect(await steps.attempt(session.attemptId)).toMatchObject({ state: 'CREDITED' });
  });

  test('AMOUNT_DIFF: finds that the provider settled less than was credited', async () => {
    const { id } = await deposited();
    await steps.sandbox.control({ change: { transId: id, settleAmount: 10_000 } });
    await settle();
    await run();
    expect(await only()).toMatchObject({ class: 'AMOUNT_DIFF', reason: 'WRONG_AMOUNT', suspense: -275 });
  });

  test('matches an open card authorization until the provider has captured it', async () => {
    const id = await steps.authorize(newPayer({ paymentMethod: 'CREDIT_CARD' }));
    await run();
    expect(await findings()).toEqual([]);
    await steps.sandbox.control({ change: { transId: id, status: 'capturedPendingSettlement' } });
    await run();
    expect(await only()).toMatchObject({ class: 'STATUS_DIFF', reason: 'NOT_CLOSED', suspense: 2_000 });
  });

  test('keeps a held payment under review, without a finding, and credits it when it is approved', async () => {
    const { id, session } = await paid('held');
    await run();
    expect(await findings()).toEqual([]);
    await steps.sandbox.misbehave({ on: 'webhook', mode: 'lost' });
    await steps.sandbox.control({ review: { transId: id, approve: true } });
    await run();
    expect(await steps.attempt(session.attemptId)).toMatchObject({ state: 'CREDITED' });
    expect(await findings()).toEqual([]);
  });

  test('leaves out declined cards', async () => {
    await paid('decline').catch(() => undefined);
    await run();
    expect(await steps.ask('SELECT 1 FROM payments.reconciled_transaction')).toEqual([]);
  });
});

describe('a run of the comparison', () => {
  const refusedFor = async (reason: string): Promise<number> => {
    const { values } = (await registry.getSingleMetric('card_queries_refused_total')?.get()) ?? {
      values: [],
    };
    return values.find(({ labels }) => labels['reason'] === reason)?.value ?? Number.NaN;
  };
  const due = (kind: 'DAILY' | 'HOURLY', period: string) =>
    steps.payments.replicas[0]
      ?.get(Reconciler)
      .run({ county: 'lake', timeZone: 'America/Chicago' }, kind, period);

  test('covers a period once, however many processes wake up', async () => {
    const all = await Promise.all(
      steps.payments.replicas.map((replica) =>
        replica.get(Reconciler).run({ county: 'lake', timeZone: 'America/Chicago' }, 'DAILY', '2026-01-01'),
      ),
    );
    expect(all.filter(Boolean)).toHaveLength(1);
    expect(await due('DAILY', '2026-01-01')).toBeUndefined();
  });

  test('starts again later in its period when the provider did not answer', async () => {
    await steps.sandbox.misbehave({ on: 'getUnsettledTransactionListRequest', mode: 'error500', times: 3 });
    expect(await due('HOURLY', '2026-01-01T01')).toMatchObject({ failure: 'PROVIDER_UNAVAILABLE' });
    await steps.sandbox.misbehave();
    expect(await due('HOURLY', '2026-01-01T01')).toBeUndefined();
    steps.payments.clock.advance(11 * 60_000);
    expect(await due('HOURLY', '2026-01-01T01')).toMatchObject({ failure: '' });
    steps.payments.clock.advance(-11 * 60_000);
  });

  test('fails with KEYS_REFUSED when the provider refuses the merchant keys, and is tried again later', async () => {
    const refusedBefore = await refusedFor('KEYS');
    await steps.sandbox.misbehave({ on: 'getUnsettledTransactionListRequest', mode: 'refuseKeys' });
    expect(await due('HOURLY', '2026-01-01T02')).toMatchObject({ failure: 'KEYS_REFUSED' });
    expect((await refusedFor('KEYS')) - refusedBefore).toBe(1);
    steps.payments.clock.advance(11 * 60_000);
    expect(await due('HOURLY', '2026-01-01T02')).toMatchObject({ failure: '' });
    steps.payments.clock.advance(-11 * 60_000);
  });

  test('is not made for a county without a card merchant', async () => {
    const actor = testActor({ role: 'COUNTY', county: 'nowhere', account: null, terms: null });
    expect(await steps.payments.rpc.call(reconcileNow, {}, { actor })).toMatchObject({
      code: 'CARD_NOT_OFFERED',
    });
  });

  test('classifies every transaction except declined and voided ones; credited and suspense amounts add up to what the provider took', async () => {
    const modes = [
      'wrongAmount',
      'wrongInvoice',
      'duplicate',
      'authOnly',
      'old',
      'held',
      'decline',
      'dropReply',
    ];
    for (const mode of modes) await paid(mode).catch(() => undefined);
    await deposited();
    await run();
    await settle();
    await run();
    const money = (await bookOf()).filter(
      ({ status }) => !['declined', 'voided', 'expired'].includes(status),
    );
    const rows = await steps.ask<{ transaction_id: string; suspense_minor: string; reason: string }>(
      'SELECT transaction_id, suspense_minor, reason FROM payments.reconciled_transaction',
    );
    expect(rows.map((row) => row.transaction_id).sort()).toEqual(money.map(({ transId }) => transId).sort());
    expect(rows.filter(({ reason }) => reason === 'NOT_VERIFIED')).toEqual([]);
    const taken = money
      .filter(({ status }) => status === 'settledSuccessfully')
      .reduce((sum, { settleAmount }) => sum + settleAmount, 0);
    const [credited] = await steps.ask<{ sum: string }>(
      `SELECT sum(expected_minor) AS sum FROM payments.payment_attempt
        WHERE state = 'CREDITED' AND provider_txn_id = ANY ($1)`,
      [money.map(({ transId }) => transId)],
    );
    const suspense = rows.reduce((sum, row) => sum + Number(row.suspense_minor), 0);
    expect(Number(credited?.sum) + suspense).toBe(taken);
  });
});

describe('the report of the comparison', () => {
  const note = (id: string, text: string, resolved: boolean, actor = staff, seen?: 'OPEN' | 'RESOLVED') =>
    steps.payments.rpc.call(noteFinding, { id, note: text, resolved, ...(seen && { seen }) }, { actor });

  test('shows the notes of staff, and reopens a resolved finding only when something else is found', async () => {
    const { id } = await paid('wrongInvoice');
    await run();
    const found = await only();
    await note(found.id, 'Called the bank.', false);
    await note(found.id, 'Refund asked for.', true);
    await run();
    expect(await only()).toMatchObject({
      state: 'RESOLVED',
      notes: [
        { text: 'Called the bank.', username: 'demo.county', resolved: false },
        { text: 'Refund asked for.', username: 'demo.county', resolved: true },
      ],
    });
    await steps.sandbox.control({ change: { transId: id, settleAmount: 1 } });
    await run();
    expect(await only()).toMatchObject({ state: 'OPEN' });
  });

  test('refuses a note if a colleague has changed the state of the finding since the author of the note read the finding', async () => {
    await paid('wrongInvoice');
    await run();
    const { id } = await only();
    expect(await note(id, 'Mine.', true, staff, 'OPEN')).toMatchObject({ ok: true });
    for (const resolved of [false, true])
      expect(await note(id, 'Yours.', resolved, staff, 'OPEN')).toEqual({
        ...{ ok: false, code: 'FINDING_CHANGED' },
      });
    expect(await only()).toMatchObject({ state: 'RESOLVED', notes: [{ text: 'Mine.' }] });
    expect(await note(id, 'Again.', false, staff, 'RESOLVED')).toMatchObject({ ok: true });
    expect((await only()).state).toBe('OPEN');
  });

  test('is seen and changed only by staff of the county', async () => {
    await paid('wrongInvoice');
    await run();
    const { id } = await only();
    const abroad = testActor({ role: 'COUNTY', county: 'saipan', account: null, terms: null });
    expect(await report(abroad)).toMatchObject({ ok: true, value: { findings: [], days: [] } });
    expect(await note(id, 'theirs', true, abroad)).toMatchObject({ code: 'NOT_FOUND' });
    for (const actor of [newPayer(), newPayer({}, { role: 'ACCOUNT' }), newPayer({}, { role: 'GUEST' })]) {
      expect(await report(actor)).toMatchObject({ code: 'NOT_FOUND' });
      expect(await note(id, 'mine', true, actor)).toMatchObject({ code: 'NOT_FOUND' });
      expect(await steps.payments.rpc.call(reconcileNow, {}, { actor })).toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await note(randomUUID(), 'nothing', true)).toMatchObject({ code: 'NOT_FOUND' });
    expect((await only()).state).toBe('OPEN');
  });
});
