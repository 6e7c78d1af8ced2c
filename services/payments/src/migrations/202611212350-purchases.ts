import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The client for whom something was bought: a name that the buyer gives to a visit to the purchase windows. */
const references = `
CREATE TABLE payments.client_reference (
  county_id text NOT NULL,
  image_state_id uuid NOT NULL,
  reference text NOT NULL CHECK (reference <> '' AND length(reference) <= 60),
  set_by text NOT NULL,
  set_at timestamptz NOT NULL,
  PRIMARY KEY (county_id, image_state_id),
  FOREIGN KEY (county_id, image_state_id) REFERENCES payments.image_state (county_id, id))`;

/** Indexes for the lists in which users see their own or their account's purchases, newest first. */
const indexes = [
  `CREATE INDEX download_order_user ON payments.download_order (county_id, user_id, closed_at)
     WHERE state IN ('PAID', 'DELIVERED')`,
  `CREATE INDEX download_order_account ON payments.download_order (county_id, account_id, closed_at)
     WHERE state IN ('PAID', 'DELIVERED')`,
  `CREATE INDEX payment_attempt_account ON payments.payment_attempt (county_id, account_id, verified_at)
     WHERE purpose = 'DEPOSIT' AND provider_txn_id IS NOT NULL`,
  `CREATE INDEX add_on_account ON payments.add_on (county_id, account_id, closed_at) WHERE state = 'BOUGHT'`,
];

export class Purchases202611212350 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [references, ...indexes]) await db.query(statement);
    await db.query(sql.forceRowLevelSecurity('payments', 'client_reference'));
    await db.query(sql.grantTable('payments', 'client_reference', 'app', 'SELECT, INSERT, UPDATE, DELETE'));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE payments.client_reference');
    for (const name of [
      'download_order_user',
      'download_order_account',
      'payment_attempt_account',
      'add_on_account',
    ])
      await db.query(`DROP INDEX payments.${name}`);
  }
}
