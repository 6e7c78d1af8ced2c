import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds a column that says how an attempt's card page is reached, so that a session opens a page again instead of
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
