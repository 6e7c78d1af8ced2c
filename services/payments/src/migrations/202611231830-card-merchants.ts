import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The table of card merchants. `sealed` holds the encrypted keys; only the environment of the payments service has the
 * private key that opens them.
 */
const merchants = `
CREATE TABLE payments.card_merchant (
  county_id text PRIMARY KEY,
  merchant text NOT NULL,
  login_end text NOT NULL CHECK (length(login_end) <= 4),
  has_signature_key boolean NOT NULL,
  sealed text NOT NULL)`;

/** The table of changes of the keys: each row has the person and the time, but not the keys. */
const changes = `
CREATE TABLE payments.card_merchant_change (
  county_id text NOT NULL,
  id uuid NOT NULL,
  at timestamptz NOT NULL,
  by text NOT NULL,
  merchant text NOT NULL,
  PRIMARY KEY (county_id, id));
CREATE INDEX card_merchant_change_newest ON payments.card_merchant_change (county_id, at, id)`;

/** Adds the tables of the card merchants whose keys a county's office entered, and of the changes of these keys. */
export class CardMerchants202611231830 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [
      merchants,
      changes,
      sql.forceRowLevelSecurity('payments', 'card_merchant'),
      sql.forceRowLevelSecurity('payments', 'card_merchant_change'),
      sql.grantTable('payments', 'card_merchant', 'app', 'SELECT, INSERT, UPDATE'),
      sql.grantTable('payments', 'card_merchant_change', 'app', 'SELECT, INSERT'),
    ])
      await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE payments.card_merchant_change, payments.card_merchant');
  }
}
