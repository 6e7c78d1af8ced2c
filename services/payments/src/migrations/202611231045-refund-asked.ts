import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a refund was asked for: one whose answer is lost must not be repeated before the provider would list it. */
export class RefundAsked202611231045 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE payments.filing_refund ADD COLUMN asked_at timestamptz');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE payments.filing_refund DROP COLUMN asked_at');
  }
}
