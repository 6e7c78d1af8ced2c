import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { armFailpoints } from '@portal/infra/failpoints';
import { testActor } from '@portal/infra/testing';
import { reconcileNow } from '@portal/proto/rpc/payments';
import { Reconciler } from '../src/reconciliation/reconciler.js';
import type { Run } from '../src/reconciliation/run.repository.js';
import { CardSteps } from './card-steps.js';
import { newPayer } from './payments-under-test.js';
import { merchants } from './sandbox-under-test.js';

let steps: CardSteps;
let passed = 0;

beforeAll(async () => {
  steps = await CardSteps.start();
});
afterEach(() => {
  armFailpoints(undefined);
  pass(-passed);
});
afterAll(async () => {
  await steps.close();
});

const pass = (minutes: number): void => {
  steps.payments.clock.advance(minutes * 60_000);
  passed += minutes;
};

/** Compares the provider with the ledger for one day, in one of the two processes. */
const compareIn = (replica: 0 | 1, day: string): Promise<Run | undefined> | undefined =>
  steps.payments.replicas[replica]
    ?.get(Reconciler)
    .run({ county: 'lake', timeZone: 'America/Chicago' }, 'DAILY', day);

const stored = (day: string) =>
  steps.ask<{ startedAt: Date; finishedAt: Date }>(
    `SELECT started_at AS "startedAt", finished_at AS "finishedAt" FROM payments.reconciliation_run WHERE period = $1`,
    [day],
  );

/**
 * Credits two deposits and removes them from the provider's records. The portal then asks the provider about each;
 * `onAsked` is called before each query.
 */
const forgotten = async (onAsked: (nth: number) => Promise<void>): Promise<void> => {
  await steps.ask('TRUNCATE payments.reconciliation_note, payments.reconciled_transaction');
  await steps.ask(
    "UPDATE payments.payment_attempt SET merchant_ref = 'of-another-test ' || id WHERE merchant_ref = 'lake-1'",
  );
  for (const payer of [newPayer(), newPayer()]) {
    const session = await steps.deposit(payer);
    const transId = await steps.pay(session);
    await steps.report(payer, session.attemptId, transId);
    await steps.sandbox.control({ change: { transId, login: 'lost' } });
  }
  let asked = 0;
  armFailpoints((at) => (at === 'unseen-asked' ? onAsked((asked += 1)) : undefined));
};

test('no other process takes over the period of a comparison while the provider answers slowly about unlisted transactions', async () => {
  const others: unknown[] = [];
  await forgotten(async (nth) => {
    pass(4);
    if (nth === 2) others.push(await compareIn(1, '2026-01-02'));
  });
  expect(await compareIn(0, '2026-01-02')).toMatchObject({ lines: 2, failure: '' });
  expect(others).toEqual([undefined]);
});

test.each([
  ['before its last line', 1, '2026-01-03'],
  ['at its last line', 2, '2026-01-04'],
])(
  'a comparison stops when another process takes over its period %s, and leaves that process’s run unchanged',
  async (_, at, day) => {
    let other: Run | undefined;
    let asked = 0;
    await forgotten(async (nth) => {
      asked += 1;
      if (nth !== at) return;
      armFailpoints((place) => {
        if (place === 'unseen-asked') asked += 1;
        return undefined;
      });
      pass(6);
      other = await compareIn(1, day);
      pass(1);
    });
    expect(await compareIn(0, day)).toBeUndefined();
    // the other process has asked the provider about both transactions
    expect(asked).toBe(at + 2);
    expect(await stored(day)).toEqual([{ startedAt: other?.startedAt, finishedAt: other?.finishedAt }]);
  },
);

test('a comparison concludes nothing from answers about a merchant that the county began to use during the comparison', async () => {
  await forgotten(async () => {
    const lake = { ...merchants.saipan, merchant: 'lake-2' };
    await steps.sandbox.saveMerchants({ ...merchants, lake });
  });
  expect(await compareIn(0, '2026-01-06')).toMatchObject({ failure: 'PROVIDER_UNAVAILABLE' });
  await steps.sandbox.saveMerchants(merchants);
  expect(await steps.ask('SELECT reason FROM payments.reconciled_transaction')).toEqual([]);
});

describe('a comparison that staff ask for', () => {
  const actor = testActor({ role: 'COUNTY', account: null, terms: null });
  const compareNow = () => steps.payments.rpc.call(reconcileNow, {}, { actor });
  const storedFailures = async (): Promise<string[]> => {
    const rows = await steps.ask<{ failure: string }>(
      "SELECT failure FROM payments.reconciliation_run WHERE kind = 'NOW'",
    );
    return rows.map(({ failure }) => failure);
  };

  beforeEach(async () => {
    await steps.ask("DELETE FROM payments.reconciliation_run WHERE kind = 'NOW'");
  });

  test.each([
    ['the provider refuses the keys', 'refuseKeys', 'COMPARISON_KEYS_REFUSED', 'KEYS_REFUSED'],
    ['the provider refuses the request', 'refuseRequest', 'COMPARISON_REQUEST_REFUSED', 'REQUEST_REFUSED'],
    ['the provider does not answer', 'error500', 'COMPARISON_UNANSWERED', 'PROVIDER_UNAVAILABLE'],
  ])('answers that %s', async (_, mode, code, failure) => {
    await steps.sandbox.misbehave({ on: 'getUnsettledTransactionListRequest', mode, times: 3 });
    expect(await compareNow()).toMatchObject({ code });
    await steps.sandbox.misbehave();
    expect(await storedFailures()).toEqual([failure]);
  });

  test('answers that the comparison failed when an error occurs in the portal', async () => {
    await forgotten(() => Promise.reject(new Error('a defect')));
    expect(await compareNow()).toMatchObject({ code: 'COMPARISON_FAILED' });
    expect(await storedFailures()).toEqual(['FAILED']);
  });

  test('answers that another comparison is under way', async () => {
    const answers: unknown[] = [];
    await forgotten(async (nth) => {
      if (nth === 1) answers.push(await compareNow());
    });
    expect(await compareIn(0, '2026-01-05')).toMatchObject({ failure: '' });
    expect(answers).toMatchObject([{ code: 'COMPARISON_UNDER_WAY' }]);
  });
});
