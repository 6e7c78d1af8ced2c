import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = [
  'monthly_fee integer NOT NULL DEFAULT 0',
  'flat_fee_rate_level smallint NOT NULL DEFAULT 0',
  ...['address', 'city', 'state', 'zip', 'phone', 'email', 'land_link_account'].map(
    (name) => `${name} text NOT NULL DEFAULT ''`,
  ),
  'post_to_land_link boolean NOT NULL DEFAULT true',
  "last_tasks date NOT NULL DEFAULT ('now'::text)::date",
];

const indexes = [
  { name: 'account_status_key', on: 'account (county_id, status, name_key)' },
  { name: 'account_type_key', on: 'account (county_id, account_type, name_key)' },
  { name: 'account_payment_key', on: 'account (county_id, payment_method, name_key)' },
  { name: 'account_fee_key', on: 'account (county_id, monthly_fee, name_key)' },
  {
    name: 'account_needs_billing',
    on: `account (county_id, last_tasks) WHERE status = 'A' AND monthly_fee > 0`,
  },
  {
    name: 'account_needs_renewal',
    on: `account (county_id, last_tasks)
          WHERE status = 'A' AND account_type = 'FLAT_FEE' AND flat_fee_rate_level > 0`,
  },
];

/**
 * Adds the data that the office keeps about an account in addition to the terms of the account. Adds a mark for users
 * who were deactivated together with their account.
 */
export class ManagedAccounts202611230400 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const column of columns)
      await db.query(`ALTER TABLE identity.account ADD COLUMN IF NOT EXISTS ${column}`);
    await db.query(
      'ALTER TABLE identity.app_user ADD COLUMN IF NOT EXISTS left_with_account boolean NOT NULL DEFAULT false',
    );
    for (const { name, on } of indexes)
      for (const statement of sql.createIndexConcurrently('identity', name, on)) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const { name } of indexes) await db.query(`DROP INDEX CONCURRENTLY identity.${name}`);
    await db.query('ALTER TABLE identity.app_user DROP COLUMN left_with_account');
    for (const column of columns)
      await db.query(`ALTER TABLE identity.account DROP COLUMN ${column.split(' ')[0]}`);
  }
}
