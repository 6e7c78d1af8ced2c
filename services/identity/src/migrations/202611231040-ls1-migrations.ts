import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const schema = 'identity';
const ENDED = `('CHECKED', 'DONE', 'FAILED', 'CANCELED')`;

/** The table of migrations. `source_password` is encrypted, and null once the migration has ended. */
const MIGRATION = `CREATE TABLE ${schema}.ls1_migration (
  county_id text NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('ACCOUNTS_USERS', 'AUDIT_LOG')),
  state text NOT NULL CHECK (state IN ('COUNTING', 'ACCOUNTS', 'USERS', 'CHECKING', 'REPLACING', 'TELLING', 'DELETING',
    'COPYING', 'CHECKED', 'DONE', 'FAILED', 'CANCELED')),
  dry_run boolean NOT NULL,
  actor text NOT NULL,
  source_address text NOT NULL,
  source_name text NOT NULL,
  source_username text NOT NULL,
  source_password text,
  from_at timestamptz,
  until_at timestamptz,
  data_type text NOT NULL CHECK (data_type IN ('ALL', 'TRANSACTIONS')),
  batch_size integer NOT NULL CHECK (batch_size BETWEEN 1 AND 100000),
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  place bigint NOT NULL DEFAULT 0,
  found integer NOT NULL DEFAULT 0,
  read integer NOT NULL DEFAULT 0,
  taken integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  reasons jsonb NOT NULL DEFAULT '{}',
  removed integer NOT NULL DEFAULT 0,
  fault text,
  tries integer NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL DEFAULT '-infinity',
  lease_owner uuid,
  lease_until timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (county_id, id),
  CHECK (source_password IS NULL OR state NOT IN ${ENDED}));
CREATE UNIQUE INDEX ls1_migration_active ON ${schema}.ls1_migration (county_id) WHERE state NOT IN ${ENDED};
CREATE INDEX ls1_migration_newest ON ${schema}.ls1_migration (county_id, kind, started_at)`;

/**
 * Accounts and users of LS1 that a migration has read. They wait here until they replace the county's accounts and
 * users; then they are deleted from this table.
 */
const STAGED = `CREATE TABLE ${schema}.ls1_staged (
  county_id text NOT NULL,
  migration_id uuid NOT NULL,
  what text NOT NULL CHECK (what IN ('ACCOUNT', 'USER')),
  number bigint NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,
  account bigint,
  role text,
  status text NOT NULL,
  fields jsonb NOT NULL,
  PRIMARY KEY (county_id, migration_id, what, number),
  FOREIGN KEY (county_id, migration_id) REFERENCES ${schema}.ls1_migration (county_id, id) ON DELETE CASCADE);
CREATE INDEX ls1_staged_name ON ${schema}.ls1_staged (county_id, migration_id, what, name_key, number)`;

const REFUSAL = `CREATE TABLE ${schema}.ls1_refusal (
  county_id text NOT NULL,
  migration_id uuid NOT NULL,
  place bigint GENERATED ALWAYS AS IDENTITY,
  what text NOT NULL CHECK (what IN ('ACCOUNT', 'USER', 'ENTRY')),
  number text NOT NULL,
  name text NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (county_id, migration_id, place),
  FOREIGN KEY (county_id, migration_id) REFERENCES ${schema}.ls1_migration (county_id, id) ON DELETE CASCADE)`;

/** The accounts and users that a migration has removed or added, until the other services know all these changes. */
const CHANGE = `CREATE TABLE ${schema}.ls1_change (
  county_id text NOT NULL,
  migration_id uuid NOT NULL,
  place integer NOT NULL,
  what text NOT NULL CHECK (what IN ('USER_OUT', 'ACCOUNT_OUT', 'ACCOUNT_IN', 'USER_IN')),
  id uuid NOT NULL,
  told jsonb NOT NULL,
  PRIMARY KEY (county_id, migration_id, place),
  FOREIGN KEY (county_id, migration_id) REFERENCES ${schema}.ls1_migration (county_id, id) ON DELETE CASCADE)`;

/**
 * Maps users and accounts of LS1 to those of this portal. A migration of LS1's audit log uses this map to find the
 * users of the entries.
 */
const ORIGIN = `CREATE TABLE ${schema}.ls1_origin (
  county_id text NOT NULL,
  what text NOT NULL CHECK (what IN ('ACCOUNT', 'USER')),
  number bigint NOT NULL,
  id uuid NOT NULL,
  PRIMARY KEY (county_id, what, number))`;

/**
 * Adds the tables of migrations, which bring in accounts, users and the audit log of LandShark One. A migration
 * continues after a crash.
 */
export class Ls1Migrations202611231040 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [
      ...[MIGRATION, STAGED, REFUSAL, CHANGE, ORIGIN],
      sql.forceRowLevelSecurity(schema, 'ls1_migration', { worker: true }),
      ...['ls1_staged', 'ls1_refusal', 'ls1_change', 'ls1_origin'].map((table) =>
        sql.forceRowLevelSecurity(schema, table),
      ),
      ...['ls1_migration', 'ls1_origin'].map((table) =>
        sql.grantTable(schema, table, 'app', 'SELECT, INSERT, UPDATE, DELETE'),
      ),
      ...['ls1_staged', 'ls1_refusal', 'ls1_change'].map((table) =>
        sql.grantTable(schema, table, 'app', 'SELECT, INSERT, DELETE'),
      ),
      sql.grantTable(schema, 'ls1_migration', 'worker', 'SELECT (county_id, state, not_before, lease_until)'),
    ])
      await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    const tables = ['ls1_origin', 'ls1_change', 'ls1_refusal', 'ls1_staged', 'ls1_migration'];
    await db.query(`DROP TABLE ${tables.map((table) => `${schema}.${table}`).join(', ')}`);
  }
}
