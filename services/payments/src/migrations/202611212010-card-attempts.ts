import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The table of payments for which users were sent to the card page (payments/DESIGN.md#card-payments). Purpose and
 * amounts are fixed before the token of the card page exists. A unique key makes sure that a transaction of the
 * provider belongs to at most one attempt.
 */
const attempts = `
CREATE TABLE payments.payment_attempt (
  id uuid PRIMARY KEY,
  county_id text NOT NULL,
  account_id uuid,
  user_id text NOT NULL,
  session_id text,
  purpose text NOT NULL CHECK (purpose IN ('DEPOSIT', 'PREAUTH', 'EFILE')),
  subject_id uuid,
  provider text NOT NULL,
  merchant_ref text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('AUTH', 'SALE')),
  expected_minor bigint NOT NULL CHECK (expected_minor > 0),
  credit_minor bigint NOT NULL CHECK (credit_minor > 0 AND credit_minor <= expected_minor),
  currency text NOT NULL CHECK (currency = 'USD'),
  ref_id text NOT NULL CHECK (ref_id ~ '^[0-9A-Z]{20}$'),
  token_expires_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('CREATED', 'TOKEN_ISSUED', 'AUTHORIZED', 'CAPTURED', 'DECLINED',
    'HELD_FOR_REVIEW', 'MISMATCH', 'CREDITED', 'SETTLED', 'REFUNDED', 'CHARGED_BACK', 'ABANDONED')),
  provider_txn_id text,
  suspect_txn_id text,
  failure text,
  declined_txn_ids text[] NOT NULL DEFAULT '{}',
  declined_at timestamptz,
  session_ended boolean NOT NULL DEFAULT false,
  next_look_at timestamptz,
  verified_at timestamptz,
  created_at timestamptz NOT NULL,
  correlation_id text NOT NULL,
  UNIQUE (county_id, id),
  CONSTRAINT payment_attempt_reference UNIQUE (provider, merchant_ref, ref_id),
  CONSTRAINT payment_attempt_transaction UNIQUE (provider, merchant_ref, provider_txn_id),
  CHECK (purpose <> 'DEPOSIT' OR account_id IS NOT NULL),
  CHECK (state NOT IN ('AUTHORIZED', 'CAPTURED', 'HELD_FOR_REVIEW', 'CREDITED', 'SETTLED', 'REFUNDED', 'CHARGED_BACK')
    OR provider_txn_id IS NOT NULL));
CREATE INDEX payment_attempt_due ON payments.payment_attempt (next_look_at) WHERE next_look_at IS NOT NULL;
CREATE INDEX payment_attempt_user ON payments.payment_attempt (county_id, user_id, created_at)`;

/**
 * The table of the provider's notifications, each of which is stored once; `next_try_at` is null when nothing is left
 * to do.
 */
const webhooks = `
CREATE TABLE payments.webhook_inbox (
  county_id text NOT NULL,
  provider text NOT NULL,
  merchant_ref text NOT NULL,
  notification_id text NOT NULL,
  body_hash bytea NOT NULL,
  txn_id text,
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (provider, merchant_ref, notification_id));
CREATE INDEX webhook_inbox_due ON payments.webhook_inbox (next_try_at) WHERE next_try_at IS NOT NULL`;

export class CardAttempts202611212010 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [attempts, webhooks]) await db.query(statement);
    for (const table of ['payment_attempt', 'webhook_inbox']) {
      await db.query(sql.forceRowLevelSecurity('payments', table, { worker: true }));
      await db.query(sql.grantTable('payments', table, 'app', 'SELECT, INSERT, UPDATE'));
    }
    // the worker only finds due rows
    const due = 'SELECT (id, county_id, next_look_at)';
    await db.query(sql.grantTable('payments', 'payment_attempt', 'worker', due));
    const waiting = 'SELECT (county_id, provider, merchant_ref, notification_id, next_try_at)';
    await db.query(sql.grantTable('payments', 'webhook_inbox', 'worker', waiting));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE payments.webhook_inbox, payments.payment_attempt');
  }
}
