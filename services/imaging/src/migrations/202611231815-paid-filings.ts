import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a card has paid: a submission that was refused for want of the payment just before is not given up. */
export class PaidFilings202611231815 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE imaging.filing ADD COLUMN paid_at timestamptz');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE imaging.filing DROP COLUMN paid_at');
  }
}
