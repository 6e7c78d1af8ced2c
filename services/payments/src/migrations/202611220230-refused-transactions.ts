import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds a column for the ids of the transactions that were refused for an attempt, so that each is reported and counted
 * once, however often it is found.
 */
export class RefusedTransactions202611220230 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `ALTER TABLE payments.payment_attempt ADD COLUMN refused_txn_ids text[] NOT NULL DEFAULT '{}'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE payments.payment_attempt DROP COLUMN refused_txn_ids');
  }
}
