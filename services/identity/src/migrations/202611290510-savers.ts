import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['account', 'app_user'];

/**
 * Stores who last saved each account and each user, and when. The portal tells this to a colleague who saves the same
 * entry. Both columns are null if the last save was before this migration. `saved_by` is also null if the portal itself
 * made the last save.
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
