import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = [
  'view_id uuid',
  'view_account uuid',
  'view_began_at timestamptz',
  'view_until timestamptz',
] as const;

/**
 * Adds columns to `session` for an account view, in which staff see the portal as a user of that account would see it.
 */
export class AccountViews202611290400 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `ALTER TABLE identity.session ${columns.map((column) => `ADD COLUMN IF NOT EXISTS ${column}`).join(', ')}`,
    );
    const on = 'session (county_id, view_account) WHERE view_account IS NOT NULL';
    for (const statement of sql.createIndexConcurrently('identity', 'session_view', on))
      await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS identity.session_view');
    await db.query(
      `ALTER TABLE identity.session ${columns.map((column) => `DROP COLUMN IF EXISTS ${column.split(' ')[0]}`).join(', ')}`,
    );
  }
}
