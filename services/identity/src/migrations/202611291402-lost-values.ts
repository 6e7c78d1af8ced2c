import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds to the rows that a migration from LandShark One has read the reasons for which their values are left out, because
 * only values of rows that are imported are reported.
 */
export class LostValues202611291402 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.ls1_staged ADD COLUMN lost text[] NOT NULL DEFAULT '{}'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.ls1_staged DROP COLUMN lost');
  }
}
