// Measures the least that a purchase can cost: pgbench sends only the SQL statements of the ledger.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { provideProgram } from '../local/debian-packages.mjs';
import { Problem } from '../local/problem.mjs';

const COUNTY = 'bench-floor';
const ACCOUNTS = 16;

const id = (letter) => `('${letter}0000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid`;

/**
 * The statements that hold and settle the price of a page, without the statements for the order's own row and its
 * facts. Each account has one existing order, to which all its bought pages are granted.
 */
const purchase = `\\set n random(1, ${ACCOUNTS})
\\set o random(1, 4000000000000000000)
BEGIN;
UPDATE payments.account_balance SET held_minor = held_minor + 100, version = version + 1
  WHERE ledger_account_id = ${id('a')} AND (allow_negative OR posted_minor - held_minor >= 100);
INSERT INTO payments.hold (id, county_id, ledger_account_id, order_id, amount_minor, state, expires_at)
  VALUES (gen_random_uuid(), '${COUNTY}', ${id('a')}, md5(:o::text)::uuid, 100, 'PENDING', now() + interval '15 minutes');
COMMIT;
BEGIN;
INSERT INTO payments.entitlement (county_id, account_id, doc_key, doc_version, order_id, page)
  VALUES ('${COUNTY}', ${id('c')}, 'A' || :o, 1, ${id('d')}, 1)
  ON CONFLICT (county_id, account_id, doc_key, page) WHERE revoked_at IS NULL DO NOTHING;
UPDATE payments.hold SET state = 'CAPTURED', captured_minor = 100
  WHERE order_id = md5(:o::text)::uuid AND state = 'PENDING' AND 100 <= amount_minor;
INSERT INTO payments.journal_entry (id, county_id, op_type, op_key, line_count, request_hash, actor, correlation_id)
  VALUES (md5('e' || :o)::uuid, '${COUNTY}', 'ORDER', :o::text, 2, '', 'bench', 'bench')
  ON CONFLICT ON CONSTRAINT journal_entry_operation DO NOTHING;
INSERT INTO payments.posting (county_id, entry_id, line_no, ledger_account_id, asset, amount_minor)
  VALUES ('${COUNTY}', md5('e' || :o)::uuid, 1, ${id('a')}, 'USD', -100),
         ('${COUNTY}', md5('e' || :o)::uuid, 2, ${id('b')}, 'USD', 100);
UPDATE payments.account_balance SET posted_minor = posted_minor - 100, held_minor = held_minor - 100, version = version + 1
  WHERE ledger_account_id = ${id('a')} AND (allow_negative OR posted_minor - 100 >= held_minor - 100);
COMMIT;
`;

const accounts = Array.from({ length: ACCOUNTS }, (_, n) => {
  const own = (letter) => id(letter).replace(':n', String(n + 1));
  return `
    INSERT INTO payments.ledger_account (id, county_id, kind, owner_account_id, asset)
      VALUES (${own('a')}, '${COUNTY}', 'escrow', ${own('c')}, 'USD'), (${own('b')}, '${COUNTY}', 'revenue_images', ${own('b')}, 'USD')
      ON CONFLICT DO NOTHING;
    INSERT INTO payments.account_balance (county_id, ledger_account_id, posted_minor)
      VALUES ('${COUNTY}', ${own('a')}, 1000000000000) ON CONFLICT DO NOTHING;
    INSERT INTO payments.image_state (id, county_id, user_id, state, document_key, page_selection_method, pages_selected, created_at, expires_at)
      VALUES (${own('d')}, '${COUNTY}', 'bench', 'CONSUMED', 'A', 'CSV_PAGES', '1', now(), now()) ON CONFLICT DO NOTHING;
    INSERT INTO payments.download_order (id, county_id, image_state_id, user_id, username, state, document_key, document,
        document_version, pages, granted_pages, already_purchased, funding, asset, charge_method, rates, tariff_version,
        charge_minor, correlation_id, created_at)
      VALUES (${own('d')}, '${COUNTY}', ${own('d')}, 'bench', 'bench', 'DELIVERED', 'A', '{}', 1, '{1}', '{1}', '{}', 'ESCROW',
        'USD', 'PAGE', '{}', 'bench', 100, 'bench', now()) ON CONFLICT DO NOTHING;`;
}).join('');

/** @returns purchases per second for the database alone */
export async function ledgerStatementsPerSecond({ databaseUrl }, { clients, seconds }) {
  if (!provideProgram('pgbench', 'postgresql-contrib'))
    throw new Problem('pgbench is missing and could not be fetched: install postgresql-contrib.');
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  await database.query(accounts);
  await database.end();
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-pgbench-'));
  const script = path.join(folder, 'purchase.sql');
  writeFileSync(script, purchase);
  const args = ['-n', '-M', 'prepared', '-c', clients, '-j', 2, '-T', seconds, '-f', script, databaseUrl];
  const run = spawnSync('pgbench', args.map(String), { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(run.stdout)?.[1]);
  if (!perSecond || /ERROR/.test(run.stderr)) throw new Error(`pgbench: ${run.stdout}\n${run.stderr}`);
  return perSecond;
}
