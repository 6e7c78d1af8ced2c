import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes = [
  // finds all orders of a visit, including voided ones, when the visit is read or deleted
  ['download_order_visit', 'download_order (county_id, image_state_id, created_at)'],
  // all guests share one user, so the rows of one guest are found by the session
  ['payment_attempt_session', 'payment_attempt (county_id, session_id, created_at)'],
  ['card_authorization_session', `card_authorization (county_id, session_id) WHERE state = 'AUTHORIZED'`],
  // finds the open findings, which the next comparison may resolve
  [
    'reconciled_transaction_waiting',
    `reconciled_transaction (county_id, provider, merchant_ref, seen_at) WHERE state = 'OPEN'`,
  ],
] as const;

/**
 * Adds indexes for SQL statements about purchases. Without the indexes, the statements would read whole tables, which
 * keep growing.
 */
export class PurchaseIndexes202611222130 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const [name, on] of indexes)
      for (const statement of sql.createIndexConcurrently('payments', name, on)) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [name] of indexes) await db.query(`DROP INDEX payments.${name}`);
  }
}
