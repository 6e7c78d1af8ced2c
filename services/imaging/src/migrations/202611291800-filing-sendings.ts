import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the number of times that the sender has begun to send a filing. */
export class FilingSendings202611291800 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE imaging.filing ADD COLUMN sendings integer NOT NULL DEFAULT 0');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE imaging.filing DROP COLUMN sendings');
  }
}
