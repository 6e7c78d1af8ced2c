import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the time at which the fee was paid by card. A submission whose payment was missing is not
 * abandoned if the fee has been paid in the meantime.
 */
export class PaidFilings202611231815 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE imaging.filing ADD COLUMN paid_at timestamptz');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE imaging.filing DROP COLUMN paid_at');
  }
}
