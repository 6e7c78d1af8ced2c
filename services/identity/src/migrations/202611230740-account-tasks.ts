import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = [
  'needs_billing boolean NOT NULL DEFAULT false',
  'needs_image_renewal boolean NOT NULL DEFAULT false',
  "last_tasks_at timestamptz NOT NULL DEFAULT '2000-01-01T00:00:00Z'",
];

const indexes = [
  { name: 'account_to_bill', on: `account (county_id, name_key) WHERE status = 'A' AND needs_billing` },
  {
    name: 'account_to_renew',
    on: `account (county_id, name_key) WHERE status = 'A' AND needs_image_renewal`,
  },
];
const before = ['account_needs_billing', 'account_needs_renewal'];

/**
 * Adds columns for what the billing service reports: whether an account waits for a monthly task. Until now, this was
 * derived from the day of the account's last tasks.
 */
export class AccountTasks202611230740 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const column of columns)
      await db.query(`ALTER TABLE identity.account ADD COLUMN IF NOT EXISTS ${column}`);
    for (const { name, on } of indexes)
      for (const statement of sql.createIndexConcurrently('identity', name, on)) await db.query(statement);
    for (const name of before) await db.query(`DROP INDEX CONCURRENTLY IF EXISTS identity.${name}`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const { name } of indexes) await db.query(`DROP INDEX CONCURRENTLY identity.${name}`);
    for (const column of columns)
      await db.query(`ALTER TABLE identity.account DROP COLUMN ${column.split(' ')[0]}`);
  }
}
