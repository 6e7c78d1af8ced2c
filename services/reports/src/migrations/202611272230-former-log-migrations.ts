import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the time when the migration began that added a line of LandShark One. */
export class FormerLogMigrations202611272230 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE reports.activity ADD COLUMN IF NOT EXISTS migration_began_at timestamptz');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE reports.activity DROP COLUMN migration_began_at');
  }
}
