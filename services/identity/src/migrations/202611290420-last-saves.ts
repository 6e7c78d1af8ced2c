import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['account', 'app_user'];

/**
 * Adds a column to accounts and users. It holds the key of the last save and the version that this save made, so that a
 * save whose answer was lost can be repeated.
 */
export class LastSaves202611290420 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const table of tables) await db.query(`ALTER TABLE identity.${table} ADD COLUMN last_save text`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of tables) await db.query(`ALTER TABLE identity.${table} DROP COLUMN last_save`);
  }
}
