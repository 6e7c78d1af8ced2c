import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds `migration_began_at`: for a line from LandShark One, the time at which the migration that added the line began.
 */
export class FormerLogMigrations202611272230 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE reports.activity ADD COLUMN IF NOT EXISTS migration_began_at timestamptz');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE reports.activity DROP COLUMN migration_began_at');
  }
}
