import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes = [
  { name: 'app_user_person', on: 'app_user (county_id, last_name_key, first_name_key, username_key)' },
  { name: 'app_user_account_order', on: 'app_user (county_id, account_id, username_key)' },
  { name: 'app_user_role', on: 'app_user (county_id, role, username_key)' },
];

/** Indexes that the new ones make unnecessary, because two of the new indexes begin with the same columns. */
const replaced = [
  { name: 'app_user_last_name_key', on: 'app_user (county_id, last_name_key)' },
  { name: 'app_user_account', on: 'app_user (county_id, account_id)' },
];

/** Adds indexes for each way of sorting the user list, and drops two that are no longer needed. */
export class UserOrders202611290300 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const { name, on } of indexes)
      for (const statement of sql.createIndexConcurrently('identity', name, on)) await db.query(statement);
    for (const { name } of replaced) await db.query(`DROP INDEX CONCURRENTLY IF EXISTS identity.${name}`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const { name, on } of replaced)
      for (const statement of sql.createIndexConcurrently('identity', name, on)) await db.query(statement);
    for (const { name } of indexes) await db.query(`DROP INDEX CONCURRENTLY identity.${name}`);
  }
}
