import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { registry } from '@portal/infra/metrics';
import { testActor } from '@portal/infra/testing';
import { noteFinding } from '@portal/proto/rpc/payments';
import { Counties } from '../src/reconciliation/counties.js';
import { FindingsWatch } from '../src/reconciliation/findings-watch.js';
import { startPayments, type PaymentsUnderTest } from './payments-under-test.js';

let payments: PaymentsUnderTest;
let there = ['lake', 'saipan'];
beforeAll(async () => {
  const list = (): Promise<object[]> =>
    Promise.resolve(there.map((county) => ({ county, timeZone: 'America/Chicago' })));
  payments = await startPayments({
    providers: [{ provide: Counties, useValue: { list, changesOf: () => 0 } }],
  });
});
afterAll(() => payments.close());

/** Stores the result of comparing a transaction, as if another process had compared it. */
async function compared(county: string, found: string, state: 'OPEN' | 'RESOLVED'): Promise<string> {
  const id = randomUUID();
  await payments.database.asAdmin(
    `INSERT INTO payments.reconciled_transaction (id, county_id, provider, merchant_ref, transaction_id, day,
       submitted_at, class, reason, finding_class, finding_reason, state, found_at, seen_at)
     VALUES ($1::uuid, $2, 'sandbox', $2, $1::text, now(), now(), $3, 'UNKNOWN_PAYMENT', $3, 'UNKNOWN_PAYMENT', $4, now(), now())`,
    [id, county, found, state],
  );
  return id;
}

/** Reads the values of the metric of open findings; each key is the county and the class, separated by a space. */
async function counted(): Promise<Record<string, number>> {
  await payments.replicas[0]?.get(FindingsWatch).look();
  const values = (await registry.getSingleMetric('recon_unmatched')?.get())?.values ?? [];
  return Object.fromEntries(
    values.map(({ labels, value }) => [`${labels['county']} ${labels['class']}`, value]),
  );
}

test('a process that has not compared any transaction counts the open findings of all counties, and no resolved findings', async () => {
  const none = await counted();
  expect(Object.values(none)).toEqual(Array(10).fill(0));
  const id = await compared('lake', 'PROVIDER_ONLY', 'OPEN');
  await compared('lake', 'PROVIDER_ONLY', 'OPEN');
  await compared('lake', 'AMOUNT_DIFF', 'RESOLVED');
  await compared('saipan', 'DUPLICATE', 'OPEN');
  expect(await counted()).toEqual({ ...none, 'lake PROVIDER_ONLY': 2, 'saipan DUPLICATE': 1 });

  const actor = testActor({ role: 'COUNTY', account: null, terms: null });
  await payments.rpc.callOrThrow(noteFinding, { id, note: 'Returned.', resolved: true }, { actor });
  await payments.database.asAdmin(
    `UPDATE payments.reconciled_transaction SET state = 'RESOLVED' WHERE county_id = 'saipan'`,
  );
  expect(await counted()).toEqual({ ...none, 'lake PROVIDER_ONLY': 1 });
});

test('the metric of open findings has no values for a county that was removed', async () => {
  there = ['lake'];
  expect(Object.keys(await counted()).filter((labels) => !labels.startsWith('lake '))).toEqual([]);
});

test('the database role payments_worker may read only the county, class and state of a finding', async () => {
  const readable = await payments.database.asAdmin(
    `SELECT column_name AS name, privilege_type AS may FROM information_schema.column_privileges
      WHERE table_schema = 'payments' AND table_name = 'reconciled_transaction' AND grantee = 'payments_worker'
      ORDER BY column_name`,
  );
  expect(readable).toEqual(['county_id', 'finding_class', 'state'].map((name) => ({ name, may: 'SELECT' })));
});
