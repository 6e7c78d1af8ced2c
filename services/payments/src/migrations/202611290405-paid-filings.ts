import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds a column that says which card payment has paid a fee, even after the payment has moved on to the fee of the
 * filing's correction. Fees that lost their payment before this migration have no value.
 */
export class PaidFilings202611290405 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE payments.filing_charge ADD COLUMN paid_with uuid');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE payments.filing_charge DROP COLUMN paid_with');
  }
}
