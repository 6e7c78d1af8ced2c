import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds columns that keep the LandLink fields of deleted accounts, because the LandLink file with an account's last
 * payments is made on the next day.
 */
export class FormerLandLink202611280130 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.former_account
      ADD COLUMN IF NOT EXISTS land_link_account text NOT NULL DEFAULT '',
      ADD COLUMN IF NOT EXISTS post_to_land_link boolean NOT NULL DEFAULT true`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      'ALTER TABLE identity.former_account DROP COLUMN land_link_account, DROP COLUMN post_to_land_link',
    );
  }
}
