import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The table of comparison results, with one row for each transaction of the provider
 * (payments/DESIGN.md#reconciliation). `class` and `reason` hold the newest result. `finding_class` and
 * `finding_reason` hold the last result that was not MATCHED. `suspense_minor` is the amount that was posted to the
 * suspense account because of that finding, and `suspense_entries` is the number of these postings.
 */
const transactions = `
CREATE TABLE payments.reconciled_transaction (
  id uuid PRIMARY KEY,
  county_id text NOT NULL,
  provider text NOT NULL,
  merchant_ref text NOT NULL,
  transaction_id text NOT NULL,
  invoice text,
  day date NOT NULL,
  submitted_at timestamptz NOT NULL,
  class text NOT NULL CHECK (class IN ('MATCHED', 'PROVIDER_ONLY', 'LEDGER_ONLY', 'AMOUNT_DIFF', 'STATUS_DIFF',
    'DUPLICATE')),
  reason text NOT NULL,
  finding_class text,
  finding_reason text,
  provider_status text,
  provider_minor bigint,
  ledger_state text,
  ledger_minor bigint,
  attempt_id uuid,
  suspense_minor bigint NOT NULL DEFAULT 0,
  suspense_entries integer NOT NULL DEFAULT 0,
  state text NOT NULL CHECK (state IN ('CLEAR', 'OPEN', 'RESOLVED')),
  found_at timestamptz,
  resolved_at timestamptz,
  seen_at timestamptz NOT NULL,
  UNIQUE (county_id, id),
  CONSTRAINT reconciled_transaction_once UNIQUE (county_id, provider, merchant_ref, transaction_id),
  CHECK ((state = 'CLEAR') = (finding_class IS NULL)),
  CHECK (state <> 'OPEN' OR class <> 'MATCHED'));
CREATE INDEX reconciled_transaction_day ON payments.reconciled_transaction (county_id, day);
CREATE INDEX reconciled_transaction_open ON payments.reconciled_transaction (county_id) WHERE state = 'OPEN';
CREATE INDEX reconciled_transaction_invoice ON payments.reconciled_transaction (county_id, invoice)
  WHERE suspense_minor > 0`;

/** Notes of the county's staff about a finding; never changed. */
const notes = `
CREATE TABLE payments.reconciliation_note (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  county_id text NOT NULL,
  finding_id uuid NOT NULL,
  note text NOT NULL CHECK (note <> ''),
  resolved boolean NOT NULL,
  user_id text NOT NULL,
  username text NOT NULL,
  noted_at timestamptz NOT NULL,
  FOREIGN KEY (county_id, finding_id) REFERENCES payments.reconciled_transaction (county_id, id));
CREATE INDEX reconciliation_note_finding ON payments.reconciliation_note (finding_id)`;

/**
 * The key contains the period, so that two processes do not compare the same period. A run whose process died is
 * started again.
 */
const runs = `
CREATE TABLE payments.reconciliation_run (
  county_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('DAILY', 'HOURLY', 'NOW')),
  period text NOT NULL,
  started_at timestamptz NOT NULL,
  lease_until timestamptz NOT NULL,
  finished_at timestamptz,
  lines integer NOT NULL DEFAULT 0,
  open_findings integer NOT NULL DEFAULT 0,
  failure text NOT NULL DEFAULT '',
  PRIMARY KEY (county_id, kind, period));
CREATE INDEX reconciliation_run_newest ON payments.reconciliation_run (county_id, started_at)`;

/**
 * An index that finds card payments by the time at which they were verified, to compare them with the lists of the
 * provider.
 */
const verified = `
CREATE INDEX payment_attempt_verified ON payments.payment_attempt (county_id, verified_at)
  WHERE provider_txn_id IS NOT NULL`;

export class Reconciliation202611212320 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [transactions, notes, runs, verified]) await db.query(statement);
    for (const table of ['reconciled_transaction', 'reconciliation_run']) {
      await db.query(sql.forceRowLevelSecurity('payments', table));
      await db.query(sql.grantTable('payments', table, 'app', 'SELECT, INSERT, UPDATE'));
    }
    await db.query(sql.forceRowLevelSecurity('payments', 'reconciliation_note'));
    await db.query(sql.grantTable('payments', 'reconciliation_note', 'app', 'SELECT, INSERT'));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX payments.payment_attempt_verified');
    await db.query(
      'DROP TABLE payments.reconciliation_note, payments.reconciliation_run, payments.reconciled_transaction',
    );
  }
}
