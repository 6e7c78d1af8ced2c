import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const schema = 'identity';

const FORMER_USER = `CREATE TABLE IF NOT EXISTS ${schema}.former_user (
  county_id text NOT NULL,
  id uuid NOT NULL,
  username text NOT NULL,
  account_id uuid,
  deleted_at timestamptz NOT NULL,
  PRIMARY KEY (county_id, id))`;

const indexes = [
  { name: 'app_user_status_key', on: 'app_user (county_id, status, username_key)' },
  { name: 'app_user_account_key', on: 'app_user (county_id, account_id, username_key)' },
  { name: 'app_user_county_staff', on: `app_user (county_id, id) WHERE role = 'COUNTY' AND status = 'A'` },
  { name: 'session_user', on: 'session (county_id, user_id)' },
  { name: 'ticket_user', on: 'ticket (county_id, user_id)' },
];

/**
 * Lets the service delete users, and keeps their names. Adds indexes for deletions and for the user manager, which
 * lists users by status and by account.
 */
export class FormerUsers202611230150 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const statement of [
      FORMER_USER,
      sql.forceRowLevelSecurity(schema, 'former_user'),
      sql.grantTable(schema, 'former_user', 'app', 'SELECT, INSERT'),
      sql.grantTable(schema, 'app_user', 'app', 'DELETE'),
      sql.grantTable(schema, 'credential', 'app', 'DELETE'),
    ])
      await db.query(statement);
    for (const { name, on } of indexes)
      for (const statement of sql.createIndexConcurrently(schema, name, on)) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const { name } of indexes) await db.query(`DROP INDEX CONCURRENTLY ${schema}.${name}`);
    for (const table of ['credential', 'app_user'])
      await db.query(`REVOKE DELETE ON ${schema}.${table} FROM identity_app`);
    await db.query(`DROP TABLE ${schema}.former_user`);
  }
}
