import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The table of card authorizations: the amounts that sessions may spend by card
 * (payments/DESIGN.md#card-authorizations). Each authorization has one capture, when it closes. `closing_amount_minor`
 * is the amount to capture; it is stored before the provider is asked to do anything.
 */
const authorizations = `
CREATE TABLE payments.card_authorization (
  id uuid PRIMARY KEY,
  county_id text NOT NULL,
  attempt_id uuid NOT NULL UNIQUE,
  account_id uuid,
  user_id text NOT NULL,
  session_id text,
  provider text NOT NULL,
  merchant_ref text NOT NULL,
  provider_txn_id text NOT NULL,
  authorized_minor bigint NOT NULL CHECK (authorized_minor > 0),
  used_minor bigint NOT NULL DEFAULT 0,
  captured_minor bigint,
  state text NOT NULL CHECK (state IN ('AUTHORIZED', 'CLOSING', 'CAPTURED', 'VOIDED', 'EXPIRED', 'FAILED')),
  close_after timestamptz NOT NULL,
  close_reason text,
  closing_amount_minor bigint,
  last_outcome text,
  tries integer NOT NULL DEFAULT 0,
  refusals integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL,
  correlation_id text NOT NULL,
  created_at timestamptz NOT NULL,
  closed_at timestamptz,
  UNIQUE (county_id, id),
  UNIQUE (provider, merchant_ref, provider_txn_id),
  CONSTRAINT card_authorization_covered CHECK (used_minor >= 0 AND used_minor <= authorized_minor),
  CHECK (captured_minor <= authorized_minor),
  FOREIGN KEY (county_id, attempt_id) REFERENCES payments.payment_attempt (county_id, id));
CREATE UNIQUE INDEX card_authorization_open ON payments.card_authorization (county_id, user_id, session_id)
  WHERE state = 'AUTHORIZED';
CREATE INDEX card_authorization_due ON payments.card_authorization (next_try_at) WHERE state IN ('AUTHORIZED', 'CLOSING')`;

/** The table of uses of an authorization. A use is first reserved like a hold, or charged at once. */
const uses = `
CREATE TABLE payments.card_use (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  county_id text NOT NULL,
  authorization_id uuid NOT NULL,
  op_type text NOT NULL CHECK (op_type IN ('ORDER', 'SEARCH')),
  op_key text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  charged_minor bigint NOT NULL DEFAULT 0 CHECK (charged_minor >= 0 AND charged_minor <= amount_minor),
  state text NOT NULL CHECK (state IN ('PENDING', 'USED', 'RELEASED')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT card_use_operation UNIQUE (county_id, op_type, op_key),
  FOREIGN KEY (county_id, authorization_id) REFERENCES payments.card_authorization (county_id, id));
CREATE INDEX card_use_pending ON payments.card_use (authorization_id) WHERE state = 'PENDING'`;

export class CardAuthorizations202611212011 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [authorizations, uses]) await db.query(statement);
    await db.query(sql.forceRowLevelSecurity('payments', 'card_authorization', { worker: true }));
    await db.query(sql.forceRowLevelSecurity('payments', 'card_use'));
    for (const table of ['card_authorization', 'card_use']) {
      await db.query(sql.grantTable('payments', table, 'app', 'SELECT, INSERT, UPDATE'));
    }
    const due = 'SELECT (id, county_id, state, next_try_at)';
    await db.query(sql.grantTable('payments', 'card_authorization', 'worker', due));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE payments.card_use, payments.card_authorization');
  }
}
