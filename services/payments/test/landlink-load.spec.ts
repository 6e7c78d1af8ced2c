import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { todayIn } from '@portal/infra/clock';
import { eventually } from '@portal/infra/testing';
import { movedDay } from '../src/landlink/landlink.rules.js';
import { LandLinkSteps, noonZone } from './landlink-steps.js';
import { startPayments, type PaymentsUnderTest } from './payments-under-test.js';

/** The number of ledger entries on a busy day. */
const ENTRIES = 2_500;

let payments: PaymentsUnderTest;
beforeAll(async () => {
  payments = await startPayments();
});
afterAll(() => payments.close());

/**
 * Inserts searches that the account pays for: ENTRIES on each of the last `days` days. It uses SQL, because the service
 * would take minutes to post them.
 */
const postSearches = (account: string, days: number): Promise<object[]> =>
  payments.database.asAdmin(`DO $$ DECLARE income uuid := gen_random_uuid(); BEGIN
    INSERT INTO payments.ledger_account (id, county_id, kind, asset) VALUES (income, 'lake', 'revenue_search', 'USD');
    SET LOCAL session_replication_role = replica;
    WITH entry AS (
      INSERT INTO payments.journal_entry (id, county_id, op_type, op_key, line_count, request_hash, actor,
                                          correlation_id, posted_at, subject, account_id)
      SELECT gen_random_uuid(), 'lake', 'SEARCH', 'search ' || n, 2, '', 'user:many', 'many',
             now() - interval '1 day' * (n % ${days}) - interval '1 ms' * n, 'searchByName', '${account}'
        FROM generate_series(1, ${ENTRIES * days}) n RETURNING id)
    INSERT INTO payments.posting (county_id, entry_id, line_no, ledger_account_id, asset, amount_minor)
    SELECT 'lake', entry.id, line.no, line.account, 'USD', line.amount FROM entry, LATERAL (
      SELECT 0 AS no, id AS account, -1 AS amount FROM payments.ledger_account
       WHERE county_id = 'lake' AND kind = 'escrow'
      UNION ALL SELECT 1, income, 1) line;
    UPDATE payments.account_balance SET posted_minor = posted_minor - ${ENTRIES * days};
  END $$`);

test('the LandLink file of a busy day has all postings of the day, and each posting is looked up by its key', async () => {
  const timeZone = noonZone(payments.clock.now());
  payments.terms.terms = { ...payments.terms.terms, timeZone };
  const today = todayIn(timeZone, payments.clock);
  const lake = new LandLinkSteps(payments, 'lake');
  const account = lake.account('1');
  await lake.give(account, 3 * ENTRIES);
  // moves the deposit back in time, so that the account has the money before the searches spend it
  await payments.database.asAdmin(
    `UPDATE payments.journal_entry SET posted_at = posted_at - interval '2 days 1 hour'`,
  );
  await postSearches(account, 3);
  await lake.run(1);
  expect(await lake.files()).toMatchObject([
    {
      day: movedDay(today, -2),
      lines: ENTRIES + 1,
      late: 0,
      credits: 3 * ENTRIES,
      debits: -ENTRIES,
      ready: true,
    },
    { day: movedDay(today, -1), lines: ENTRIES, late: 0, debits: -ENTRIES, ready: true },
    { day: today, lines: ENTRIES, late: 0, debits: -ENTRIES, ready: true },
  ]);
  // the first file considers the postings of one day, the second of two days, the third of three; each posting is
  // looked up twice: first for its account, then for its line in the file
  const lookups = 2 * (1 + 2 + 3) * ENTRIES;
  await eventually(async () => {
    const found = await payments.database.asAdmin(
      `SELECT sum(idx_scan) FILTER (WHERE indexrelname = 'landlink_line_pkey') >= ${lookups} AS "byKey",
              sum(idx_scan) FILTER (WHERE indexrelname = 'landlink_line_place') > 100 AS "byPlace"
         FROM pg_stat_user_indexes WHERE relname = 'landlink_line'`,
    );
    expect(found).toEqual([{ byKey: true, byPlace: false }]);
  }, 30_000);
}, 60_000);
