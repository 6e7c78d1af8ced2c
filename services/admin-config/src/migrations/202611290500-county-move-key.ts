import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the key that the earlier installation of a county sends with the requests that it passes on. The table has one
 * row for each county, so adding the column locks the table only briefly.
 */
export class CountyMoveKey202611290500 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE admin_config.county ADD COLUMN move_key text');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE admin_config.county DROP COLUMN move_key');
  }
}
