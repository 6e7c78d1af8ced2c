import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the time zone in which a day was closed. With it, the file of the day has the same bytes however often the file
 * is written. Days that were closed before this migration have no time zone.
 */
export class LandLinkZone202611280250 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE payments.landlink_file ADD COLUMN time_zone text');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE payments.landlink_file DROP COLUMN time_zone');
  }
}
