import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Requests to put another merchant in use, each with the keys of that merchant. A second person decides on a request.
 * When the request ends, its keys are deleted. The CHECK constraints hold even if the code is wrong: one person alone
 * cannot put another merchant in use.
 */
const requests = `
CREATE TABLE payments.card_merchant_request (
  county_id text NOT NULL,
  id uuid NOT NULL,
  merchant text NOT NULL,
  merchant_before text NOT NULL,
  login_end text NOT NULL CHECK (length(login_end) <= 4),
  has_signature_key boolean NOT NULL,
  sealed text,
  asked_by text NOT NULL,
  asked_by_name text NOT NULL,
  asked_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('WAITING', 'APPROVED', 'REFUSED', 'WITHDRAWN', 'ENDED')),
  decided_by text,
  decided_at timestamptz,
  PRIMARY KEY (county_id, id),
  CONSTRAINT card_merchant_request_decided CHECK ((state = 'WAITING') = (decided_at IS NULL)),
  CONSTRAINT card_merchant_request_keys CHECK ((state = 'WAITING') = (sealed IS NOT NULL)),
  CONSTRAINT card_merchant_request_second_person CHECK (state <> 'APPROVED'
    OR (decided_by IS NOT NULL AND decided_by <> asked_by)),
  CONSTRAINT card_merchant_request_in_time CHECK (state <> 'APPROVED' OR decided_at < ends_at));
CREATE UNIQUE INDEX card_merchant_request_waiting ON payments.card_merchant_request (county_id)
  WHERE state = 'WAITING'`;

/**
 * Adds the provider's own id of the merchant account, which shows whether two pairs of keys belong to the same account.
 * Adds to the history of changes what was done with the keys, and which merchant the county had before.
 */
const known = `
ALTER TABLE payments.card_merchant ADD COLUMN provider_account text;
ALTER TABLE payments.card_merchant_change
  ADD COLUMN deed text NOT NULL DEFAULT 'CHANGED'
    CHECK (deed IN ('CHANGED', 'ASKED', 'APPROVED', 'REFUSED', 'WITHDRAWN')),
  ADD COLUMN merchant_before text NOT NULL DEFAULT ''`;

/** Adds the requests in which the keys of another card merchant wait for a second person. */
export class CardMerchantRequests202611240900 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [
      requests,
      known,
      sql.forceRowLevelSecurity('payments', 'card_merchant_request'),
      sql.grantTable('payments', 'card_merchant_request', 'app', 'SELECT, INSERT'),
      sql.grantTable(
        'payments',
        'card_merchant_request',
        'app',
        'UPDATE (state, decided_by, decided_at, sealed)',
      ),
    ])
      await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE payments.card_merchant_request');
    await db.query('ALTER TABLE payments.card_merchant DROP COLUMN provider_account');
    await db.query('ALTER TABLE payments.card_merchant_change DROP COLUMN deed, DROP COLUMN merchant_before');
  }
}
