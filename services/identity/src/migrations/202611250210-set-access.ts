import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the time at which somebody else created the user or last changed how the user signs in (DECISIONS.md#panel-70).
 */
export class SetAccess202611250210 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.app_user ADD COLUMN IF NOT EXISTS access_set_at timestamptz');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.app_user DROP COLUMN access_set_at');
  }
}
