import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The table of running balances, which only customers' accounts have (L7); its CHECK is the last safeguard (L6). */
const balances = `
CREATE TABLE payments.account_balance (
  county_id text NOT NULL,
  ledger_account_id uuid PRIMARY KEY,
  posted_minor bigint NOT NULL DEFAULT 0,
  held_minor bigint NOT NULL DEFAULT 0 CHECK (held_minor >= 0),
  allow_negative boolean NOT NULL DEFAULT false,
  unlimited_until timestamptz,
  version bigint NOT NULL DEFAULT 0,
  CONSTRAINT account_balance_covered CHECK (allow_negative OR posted_minor - held_minor >= 0),
  FOREIGN KEY (county_id, ledger_account_id) REFERENCES payments.ledger_account (county_id, id))`;

const holds = `
CREATE TABLE payments.hold (
  id uuid PRIMARY KEY,
  county_id text NOT NULL,
  ledger_account_id uuid NOT NULL,
  order_id uuid NOT NULL UNIQUE,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  captured_minor bigint NOT NULL DEFAULT 0 CHECK (captured_minor >= 0 AND captured_minor <= amount_minor),
  state text NOT NULL CHECK (state IN ('PENDING', 'CAPTURED', 'VOIDED', 'EXPIRED')),
  expires_at timestamptz NOT NULL,
  FOREIGN KEY (county_id, ledger_account_id) REFERENCES payments.ledger_account (county_id, id));
CREATE INDEX hold_pending ON payments.hold (ledger_account_id) WHERE state = 'PENDING'`;

/**
 * The table of overrides: balances that somebody set to a value. The key of an override is stored even when nothing had
 * to be posted, so that a late repetition changes nothing.
 */
const overrides = `
CREATE TABLE payments.balance_override (
  county_id text NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  account_id uuid NOT NULL,
  asset text NOT NULL CHECK (asset IN ('USD', 'IMG')),
  balance_minor bigint NOT NULL CHECK (balance_minor >= 0),
  reason text NOT NULL,
  actor text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (county_id, key))`;

export class Balances202611211651 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [balances, holds, overrides]) await db.query(statement);
    for (const table of ['account_balance', 'hold']) {
      await db.query(sql.forceRowLevelSecurity('payments', table));
      await db.query(sql.grantTable('payments', table, 'app', 'SELECT, INSERT, UPDATE'));
    }
    await db.query(sql.forceRowLevelSecurity('payments', 'balance_override'));
    await db.query(sql.grantTable('payments', 'balance_override', 'app', 'SELECT, INSERT'));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE payments.balance_override, payments.hold, payments.account_balance');
  }
}
