import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const schema = 'identity';

const FORMER_ACCOUNT = `CREATE TABLE ${schema}.former_account (
  county_id text NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  deleted_at timestamptz NOT NULL,
  PRIMARY KEY (county_id, id))`;

/** Lets the service delete accounts, and keeps their names. */
export class FormerAccounts202611230720 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [
      FORMER_ACCOUNT,
      sql.forceRowLevelSecurity(schema, 'former_account'),
      sql.grantTable(schema, 'former_account', 'app', 'SELECT, INSERT'),
      sql.grantTable(schema, 'account', 'app', 'DELETE'),
    ])
      await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`REVOKE DELETE ON ${schema}.account FROM identity_app`);
    await db.query(`DROP TABLE ${schema}.former_account`);
  }
}
