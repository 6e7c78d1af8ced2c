import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const schema = 'identity';
const ACTIVE = `('CHECKING', 'ARCHIVING', 'DELETING', 'FINISHING')`;

/**
 * The table of each user's last sign-in. Purges look back years, but attempts to sign in are deleted after 400 days.
 */
const LAST_SIGN_IN = `CREATE TABLE ${schema}.last_sign_in (
  county_id text NOT NULL,
  user_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (county_id, user_id))`;

const PURGE = `CREATE TABLE ${schema}.user_purge (
  county_id text NOT NULL,
  id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('CHECKING', 'CHECKED', 'ARCHIVING', 'DELETING', 'FINISHING', 'DONE')),
  dry_run boolean NOT NULL,
  automatic boolean NOT NULL,
  actor text NOT NULL,
  since date NOT NULL,
  signed_in_before timestamptz NOT NULL,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  found integer NOT NULL,
  checked integer NOT NULL DEFAULT 0,
  deleted integer NOT NULL DEFAULT 0,
  kept jsonb NOT NULL DEFAULT '{}',
  archived integer,
  archive_hash text NOT NULL DEFAULT '',
  lease_owner uuid,
  lease_until timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (county_id, id));
CREATE UNIQUE INDEX user_purge_active ON ${schema}.user_purge (county_id) WHERE state IN ${ACTIVE};
CREATE INDEX user_purge_checked ON ${schema}.user_purge (county_id) WHERE state = 'CHECKED';
CREATE INDEX user_purge_newest ON ${schema}.user_purge (county_id, started_at)`;

/**
 * The table of the users whom a purge has found. `seen_at` is the user's `updated_at` at that time; a user who has
 * changed since then is kept.
 */
const SUBJECT = `CREATE TABLE ${schema}.user_purge_subject (
  county_id text NOT NULL,
  purge_id uuid NOT NULL,
  place integer NOT NULL,
  user_id uuid NOT NULL,
  account_id uuid NOT NULL,
  seen_at timestamptz NOT NULL,
  outcome text NOT NULL DEFAULT 'WAITING'
    CHECK (outcome IN ('WAITING', 'FREE', 'DELETED', 'MONEY', 'HOLDS', 'PAYING', 'OWES', 'CHANGED')),
  PRIMARY KEY (county_id, purge_id, place),
  FOREIGN KEY (county_id, purge_id) REFERENCES ${schema}.user_purge (county_id, id) ON DELETE CASCADE);
CREATE INDEX user_purge_subject_waiting ON ${schema}.user_purge_subject (county_id, purge_id, place)
  WHERE outcome IN ('WAITING', 'FREE')`;

const SCHEDULE = `CREATE TABLE ${schema}.user_purge_schedule (
  county_id text PRIMARY KEY,
  next_at timestamptz NOT NULL)`;

/**
 * Adds the tables of purges, which delete users who have not signed in for a long time. A purge continues after a
 * crash.
 */
export class UserPurges202611230735 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [
      ...[LAST_SIGN_IN, PURGE, SUBJECT, SCHEDULE],
      ...['last_sign_in', 'user_purge_subject', 'user_purge_schedule'].map((table) =>
        sql.forceRowLevelSecurity(schema, table),
      ),
      sql.forceRowLevelSecurity(schema, 'user_purge', { worker: true }),
      sql.grantTable(schema, 'last_sign_in', 'app', 'SELECT, INSERT, UPDATE, DELETE'),
      sql.grantTable(schema, 'user_purge', 'app', 'SELECT, INSERT, UPDATE, DELETE'),
      sql.grantTable(schema, 'user_purge_subject', 'app', 'SELECT, INSERT, UPDATE (outcome)'),
      sql.grantTable(schema, 'user_purge_schedule', 'app', 'SELECT, INSERT, UPDATE, DELETE'),
      sql.grantTable(schema, 'user_purge', 'worker', 'SELECT (county_id, state, lease_until)'),
    ])
      await db.query(statement);
    await fillLastSignIns(db);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      `DROP TABLE ${schema}.user_purge_schedule, ${schema}.user_purge_subject, ${schema}.user_purge, ${schema}.last_sign_in`,
    );
  }
}

/**
 * Fills `last_sign_in` from the sign-ins of the last 400 days. Forced row level security also binds the owner, so a
 * policy lets the migration read and write.
 */
async function fillLastSignIns(db: QueryRunner): Promise<void> {
  const tables = ['login_attempt', 'app_user', 'last_sign_in'];
  for (const table of tables)
    await db.query(
      `CREATE POLICY last_sign_ins ON ${schema}.${table} TO identity_owner USING (true) WITH CHECK (true)`,
    );
  await db.query(
    `INSERT INTO ${schema}.last_sign_in SELECT l.county_id, l.user_id, max(l.at)
       FROM ${schema}.login_attempt l JOIN ${schema}.app_user u ON u.county_id = l.county_id AND u.id = l.user_id
      WHERE l.outcome = 'SIGNED_IN' AND u.role <> 'GUEST' GROUP BY l.county_id, l.user_id`,
  );
  for (const table of tables) await db.query(`DROP POLICY last_sign_ins ON ${schema}.${table}`);
}
