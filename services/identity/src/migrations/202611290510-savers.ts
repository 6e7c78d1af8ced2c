import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['account', 'app_user'];

/**
 * Adds columns for who made the last save of each entry and when, which the message to a colleague who saves the same
 * entry names. Both are null for saves before this migration; `saved_by` is also null for saves by the portal itself.
 */
export class Savers202611290510 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const table of tables)
      await db.query(
        `ALTER TABLE identity.${table} ADD COLUMN saved_by uuid, ADD COLUMN saved_at timestamptz`,
      );
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of tables)
      await db.query(`ALTER TABLE identity.${table} DROP COLUMN saved_by, DROP COLUMN saved_at`);
  }
}
