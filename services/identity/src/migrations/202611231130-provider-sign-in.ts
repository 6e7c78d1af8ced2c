import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const schema = 'identity';

const PROVIDER_USER = `CREATE TABLE ${schema}.provider_user (
  county_id text NOT NULL,
  user_id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  left_groups boolean NOT NULL,
  PRIMARY KEY (county_id, user_id),
  FOREIGN KEY (county_id, user_id) REFERENCES ${schema}.app_user (county_id, id))`;

const PROVIDER_VISIT = `CREATE TABLE ${schema}.provider_visit (
  county_id text NOT NULL,
  state_hash text NOT NULL,
  browser_hash text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('SIGN_IN', 'PROOF')),
  session_id uuid,
  began_at timestamptz NOT NULL,
  PRIMARY KEY (county_id, state_hash))`;

const PROVIDER_LOGOUT = `CREATE TABLE ${schema}.provider_logout (
  county_id text NOT NULL,
  token_hash text NOT NULL,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (county_id, token_hash))`;

/**
 * Adds tables of the users who sign in at the county's identity provider, of the browsers that are on the provider's
 * page now, and of used logout tokens. Also adds the id that a session has at the identity provider.
 */
export class ProviderSignIn202611231130 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [
      ...[PROVIDER_USER, PROVIDER_VISIT, PROVIDER_LOGOUT],
      `CREATE UNIQUE INDEX provider_user_person ON ${schema}.provider_user (county_id, issuer, subject)`,
      `CREATE INDEX provider_visit_began ON ${schema}.provider_visit (county_id, began_at)`,
      `CREATE INDEX provider_logout_used ON ${schema}.provider_logout (county_id, used_at)`,
      ...['provider_user', 'provider_visit', 'provider_logout'].map((name) =>
        sql.forceRowLevelSecurity(schema, name),
      ),
      sql.grantTable(schema, 'provider_user', 'app', 'SELECT, INSERT, UPDATE, DELETE'),
      sql.grantTable(schema, 'provider_visit', 'app', 'SELECT, INSERT, DELETE'),
      sql.grantTable(schema, 'provider_logout', 'app', 'SELECT, INSERT, DELETE'),
      `ALTER TABLE ${schema}.session ADD COLUMN provider_sid text`,
    ])
      await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE ${schema}.session DROP COLUMN provider_sid`);
    for (const name of ['provider_logout', 'provider_visit', 'provider_user'])
      await db.query(`DROP TABLE ${schema}.${name}`);
  }
}
