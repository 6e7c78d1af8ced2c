import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { computeOrder, payOrder } from '@portal/proto/rpc/payments';
import { OrderHolder } from '../src/orders/order-holder.js';
import { brokenDownloads, brokenHistory, keptPurchasesSql, type KeptPurchase } from './history-checks.js';
import { brokenInvariants, invariants, quietInvariants } from './invariants.js';
import { newPayer, startPayments, type PaymentsUnderTest } from './payments-under-test.js';

let payments: PaymentsUnderTest;
let paidGuid = '';

beforeAll(async () => {
  payments = await startPayments();
  const payer = newPayer();
  await payments.give(payer.account, 'USD', 1_000);
  const price = async (pagesSelected: string) => {
    const request = { documentKey: 'A1', pageSelectionMethod: 'CSV_PAGES' as const, pagesSelected };
    return (await payments.rpc.callOrThrow(computeOrder, request, { actor: payer })).imageStateGuid;
  };
  paidGuid = await price('1-2');
  await payments.rpc.callOrThrow(payOrder, { imageStateGuid: paidGuid }, { actor: payer });
  const [replica] = payments.replicas;
  await replica?.get(OrderHolder).hold(payer, await price('3-4'), {
    owner: randomUUID(),
    correlationId: randomUUID(),
  });
});
afterAll(() => payments.close());

/** Returns the invariants that the statements break, and rolls the damage back. */
async function brokenAfter(...damage: string[]): Promise<string[]> {
  const ask = payments.database.asAdmin;
  await ask('BEGIN');
  try {
    for (const statement of damage) await ask(statement);
    return await brokenInvariants(ask, [
      ...invariants,
      ...quietInvariants.filter(({ says }) => !says.includes('fact')),
    ]);
  } finally {
    await ask('ROLLBACK');
  }
}

test('an undamaged ledger breaks no invariant', async () => {
  expect(await brokenAfter()).toEqual([]);
});

const paidOrder = `(SELECT id FROM payments.download_order WHERE state = 'PAID')`;
const heldOrder = `(SELECT id FROM payments.download_order WHERE state = 'HELD')`;

describe('the checkers detect damage to the invariant', () => {
  test.each([
    [
      'I1 every entry sums',
      ['UPDATE payments.posting SET amount_minor = amount_minor + 1 WHERE line_no = 1'],
    ],
    ['I1 every entry has the lines', ['DELETE FROM payments.posting WHERE line_no = 2']],
    ['I2 ', ['UPDATE payments.posting SET amount_minor = amount_minor + 1 WHERE line_no = 1']],
    ['I3 a balance', ['UPDATE payments.account_balance SET posted_minor = posted_minor + 1']],
    ['I3 what is held', [`UPDATE payments.hold SET state = 'VOIDED' WHERE state = 'PENDING'`]],
    [
      'I4 ',
      [
        'ALTER TABLE payments.account_balance DROP CONSTRAINT account_balance_covered',
        'UPDATE payments.account_balance SET held_minor = posted_minor + 1',
      ],
    ],
    [
      'I5 a paid order',
      [
        'ALTER TABLE payments.journal_entry DROP CONSTRAINT journal_entry_operation',
        `INSERT INTO payments.journal_entry (id, county_id, op_type, op_key, line_count, request_hash, actor, correlation_id)
         SELECT gen_random_uuid(), county_id, op_type, op_key, line_count, request_hash, actor, correlation_id
           FROM payments.journal_entry WHERE op_type = 'ORDER'`,
      ],
    ],
    ['I5 a paid order', [`UPDATE payments.download_order SET state = 'VOIDED' WHERE id = ${paidOrder}`]],
    [
      'I5 an entry takes',
      [`UPDATE payments.download_order SET charged_minor = charged_minor - 1 WHERE id = ${paidOrder}`],
    ],
    [
      'I7 an account has a page once',
      [
        'DROP INDEX payments.entitlement_active',
        `INSERT INTO payments.entitlement (county_id, account_id, doc_key, doc_version, page, order_id)
         SELECT county_id, account_id, doc_key, doc_version, page, order_id FROM payments.entitlement`,
      ],
    ],
    [
      'I7 pages are granted by paid orders',
      [
        `INSERT INTO payments.entitlement (county_id, account_id, doc_key, doc_version, page, order_id)
         SELECT county_id, account_id, doc_key, doc_version, 9, ${heldOrder} FROM payments.entitlement LIMIT 1`,
      ],
    ],
    ['I7 pages are granted', ['DELETE FROM payments.entitlement WHERE page = 2']],
    [
      'I12 no purchase',
      [`UPDATE payments.download_order SET held_at = now() - interval '16 min' WHERE id = ${heldOrder}`],
    ],
    ['I17 every transaction', [`DELETE FROM payments.outbox WHERE type = 'payments.entry-posted.v1'`]],
    [
      'I17 every transaction',
      [
        `UPDATE payments.outbox SET payload = (payload::jsonb - 'escrow')::json
          WHERE type = 'payments.entry-posted.v1' AND payload ->> 'kind' = 'IMAGES'`,
      ],
    ],
    [
      'I18 a file for LandLink',
      [
        `INSERT INTO payments.landlink_file (county_id, day, closed_at, lease_until, credit_minor)
         VALUES ('lake', current_date, now(), now(), 1)`,
      ],
    ],
    [
      'I18 no posting',
      [
        `INSERT INTO payments.landlink_file (county_id, day, closed_at, lease_until)
         VALUES ('lake', current_date - 5, now(), now()), ('lake', current_date + 5, now(), now())`,
      ],
    ],
    ['I12 no hold', [`UPDATE payments.hold SET expires_at = now() - interval '1 s' WHERE state = 'PENDING'`]],
  ])('%s', async (expected, damage) => {
    expect(await brokenAfter(...damage)).toContainEqual(expect.stringContaining(expected));
  });

  test('I12 every event was published', async () => {
    const ask = payments.database.asAdmin;
    await ask('BEGIN');
    await ask('UPDATE payments.outbox SET published_at = NULL');
    const broken = await brokenInvariants(ask, quietInvariants);
    await ask('ROLLBACK');
    expect(broken).toContainEqual(expect.stringContaining('every fact was published'));
  });
});

describe('the record of what clients saw', () => {
  const kept = (): Promise<KeptPurchase[]> =>
    payments.database.asAdmin<KeptPurchase>(keptPurchasesSql, [[paidGuid]]);

  test('agrees with the ledger when a purchase was paid, even if the client did not learn the outcome', async () => {
    expect(brokenHistory([{ guid: paidGuid, outcome: 'PAID' }], await kept())).toEqual([]);
    expect(brokenHistory([{ guid: paidGuid, outcome: 'UNKNOWN' }], await kept())).toEqual([]);
  });

  test('I11 differs from the ledger when a refused purchase was charged, or when the ledger lacks a purchase that the client saw as paid', async () => {
    expect(brokenHistory([{ guid: paidGuid, outcome: 'REFUSED' }], await kept())).toHaveLength(1);
    expect(brokenHistory([{ guid: randomUUID(), outcome: 'PAID' }], await kept())).toHaveLength(1);
  });

  test('I6 differs from the orders when a download is missing, has changed, or has other pages', () => {
    const download = (sha256: string, pages: number) => ({ guid: 'g', sha256, pages });
    const ordered = new Map([['g', 2]]);
    expect(brokenDownloads(ordered, [download('a', 2), download('a', 2)])).toEqual([]);
    expect(brokenDownloads(ordered, [download('a', 2)])).toHaveLength(1);
    expect(brokenDownloads(ordered, [download('a', 2), download('b', 2)])).toHaveLength(1);
    expect(brokenDownloads(ordered, [download('a', 1), download('a', 1)])).toHaveLength(1);
  });
});
