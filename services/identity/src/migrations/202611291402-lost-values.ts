import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds a column to the rows that a migration from LandShark One has read: the reasons why values of the row were left
 * out. The reasons are stored with the row, because they are reported only if the row is imported.
 */
export class LostValues202611291402 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.ls1_staged ADD COLUMN lost text[] NOT NULL DEFAULT '{}'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.ls1_staged DROP COLUMN lost');
  }
}
