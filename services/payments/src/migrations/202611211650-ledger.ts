import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const accounts = `
CREATE TABLE payments.ledger_account (
  id uuid PRIMARY KEY,
  county_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('escrow', 'images', 'ar_invoice', 'card_receivable', 'cash_clearing', 'bank',
    'revenue_images', 'revenue_search', 'revenue_efile', 'revenue_monthly', 'revenue_bundle', 'revenue_surcharge',
    'images_issued', 'images_used', 'suspense', 'chargeback', 'opening_balance')),
  owner_account_id uuid,
  asset text NOT NULL CHECK (asset IN ('USD', 'IMG')),
  UNIQUE NULLS NOT DISTINCT (county_id, kind, owner_account_id, asset),
  UNIQUE (county_id, id),
  UNIQUE (county_id, id, asset))`;

/**
 * The tables of ledger entries and their lines. `line_count` never changes, so no line can be added to an entry later.
 */
const entries = `
CREATE TABLE payments.journal_entry (
  id uuid PRIMARY KEY,
  county_id text NOT NULL,
  op_type text NOT NULL,
  op_key text NOT NULL,
  line_count smallint NOT NULL CHECK (line_count >= 2),
  request_hash bytea NOT NULL,
  reverses uuid UNIQUE REFERENCES payments.journal_entry (id),
  actor text NOT NULL,
  correlation_id text NOT NULL,
  posted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT journal_entry_operation UNIQUE (county_id, op_type, op_key),
  UNIQUE (county_id, id));
CREATE TABLE payments.posting (
  county_id text NOT NULL,
  entry_id uuid NOT NULL,
  line_no smallint NOT NULL,
  ledger_account_id uuid NOT NULL,
  asset text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
  PRIMARY KEY (entry_id, line_no),
  FOREIGN KEY (county_id, entry_id) REFERENCES payments.journal_entry (county_id, id),
  FOREIGN KEY (county_id, ledger_account_id, asset) REFERENCES payments.ledger_account (county_id, id, asset));
CREATE INDEX posting_account ON payments.posting (ledger_account_id)`;

/**
 * The triggers that check, when a transaction ends, that its entries are complete: each entry has the stated number of
 * lines, and its lines sum to zero in each asset (L3).
 */
const balanced = `
CREATE FUNCTION payments.entry_is_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry uuid;
  expected int;
  found int;
BEGIN
  IF TG_TABLE_NAME = 'posting' THEN entry := NEW.entry_id; ELSE entry := NEW.id; END IF;
  SELECT line_count INTO expected FROM payments.journal_entry WHERE id = entry;
  SELECT count(*) INTO found FROM payments.posting WHERE entry_id = entry;
  IF found IS DISTINCT FROM expected THEN
    RAISE EXCEPTION 'journal entry % has % lines instead of %', entry, found, expected USING ERRCODE = '23514';
  END IF;
  IF EXISTS (SELECT 1 FROM payments.posting WHERE entry_id = entry GROUP BY asset HAVING sum(amount_minor) <> 0) THEN
    RAISE EXCEPTION 'journal entry % does not balance', entry USING ERRCODE = '23514';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER posting_balanced AFTER INSERT ON payments.posting
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payments.entry_is_balanced();
CREATE CONSTRAINT TRIGGER journal_entry_balanced AFTER INSERT ON payments.journal_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payments.entry_is_balanced()`;

/**
 * Adds the double-entry journal (payments/DESIGN.md#ledger). Rows are added and never changed, so the service has only
 * the rights SELECT and INSERT.
 */
export class Ledger202611211650 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [accounts, entries, balanced]) await db.query(statement);
    for (const table of ['ledger_account', 'journal_entry', 'posting']) {
      await db.query(sql.forceRowLevelSecurity('payments', table));
      await db.query(sql.grantTable('payments', table, 'app', 'SELECT, INSERT'));
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE payments.posting, payments.journal_entry, payments.ledger_account');
    await db.query('DROP FUNCTION payments.entry_is_balanced()');
  }
}
