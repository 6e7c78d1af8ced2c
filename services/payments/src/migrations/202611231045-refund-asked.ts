import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the time at which a refund was requested. If the provider's answer is lost, the request must not be repeated
 * until the provider has had time to list the refund.
 */
export class RefundAsked202611231045 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE payments.filing_refund ADD COLUMN asked_at timestamptz');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE payments.filing_refund DROP COLUMN asked_at');
  }
}
