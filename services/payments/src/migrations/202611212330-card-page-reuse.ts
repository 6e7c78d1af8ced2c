import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds a column for the data that open an attempt's card page, so that a session opens the same page again instead of
 * creating another.
 */
export class CardPageReuse202611212330 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE payments.payment_attempt ADD COLUMN hosted_session jsonb');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE payments.payment_attempt DROP COLUMN hosted_session');
  }
}
