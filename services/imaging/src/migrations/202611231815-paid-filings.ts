import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Records when a card has paid. A submission that was refused just before, because the payment was missing, is then not
 * given up.
 */
export class PaidFilings202611231815 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE imaging.filing ADD COLUMN paid_at timestamptz');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE imaging.filing DROP COLUMN paid_at');
  }
}
