import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds columns that say whether a county is moving to or from another installation (deploy/README.md#move-a-county).
 * The table has one row for each county, so adding the columns locks it only briefly.
 */
export class CountyStanding202611282210 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE admin_config.county
      ADD COLUMN standing text NOT NULL DEFAULT 'OPEN'
        CHECK (standing IN ('OPEN', 'LEAVING', 'ARRIVING', 'MOVED')),
      ADD COLUMN standing_until timestamptz,
      ADD COLUMN moved_to text,
      ADD COLUMN arrived_at timestamptz,
      ADD CONSTRAINT county_moved CHECK ((standing = 'MOVED') = (moved_to IS NOT NULL)) NOT VALID`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE admin_config.county
      DROP COLUMN standing, DROP COLUMN standing_until, DROP COLUMN moved_to, DROP COLUMN arrived_at`);
  }
}
