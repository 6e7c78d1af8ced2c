import { sql } from '@portal/infra/db';
import { outboxTables } from '@portal/infra/events';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const schema = 'identity';

const ACCOUNT = `CREATE TABLE account (
  county_id text NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN ('A', 'I')),
  account_type text NOT NULL,
  payment_method text NOT NULL,
  image_charge_method text NOT NULL,
  certificate_charge_method text NOT NULL,
  image_retrieval boolean NOT NULL,
  preview_retrieval boolean NOT NULL,
  certificate_retrieval boolean NOT NULL,
  certificate_preview_retrieval boolean NOT NULL,
  search_list text[],
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (county_id, id))`;

const APP_USER = `CREATE TABLE app_user (
  county_id text NOT NULL,
  id uuid NOT NULL,
  username text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('TRIMIN', 'COUNTY', 'ACCOUNT', 'USER', 'GUEST')),
  status text NOT NULL CHECK (status IN ('A', 'I', 'P', 'L')),
  language text NOT NULL,
  account_id uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (county_id, id),
  FOREIGN KEY (county_id, account_id) REFERENCES account (county_id, id))`;

const CREDENTIAL = `CREATE TABLE credential (
  county_id text NOT NULL,
  user_id uuid NOT NULL,
  hash text NOT NULL CHECK (hash LIKE '$argon2id$%'),
  failures integer NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (county_id, user_id),
  FOREIGN KEY (county_id, user_id) REFERENCES app_user (county_id, id))`;

const SESSION = `CREATE TABLE session (
  county_id text NOT NULL,
  id uuid NOT NULL,
  token_hash text NOT NULL,
  user_id uuid NOT NULL,
  language text NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text,
  PRIMARY KEY (county_id, id),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  FOREIGN KEY (county_id, user_id) REFERENCES app_user (county_id, id))`;

const LOGIN_ATTEMPT = `CREATE TABLE login_attempt (
  county_id text NOT NULL,
  id uuid NOT NULL,
  user_id uuid,
  address text NOT NULL,
  outcome text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (county_id, id))`;

const INDEXES = [
  'CREATE UNIQUE INDEX account_name ON account (county_id, lower(name))',
  'CREATE UNIQUE INDEX app_user_username ON app_user (county_id, lower(username))',
  'CREATE INDEX app_user_account ON app_user (county_id, account_id)',
  'CREATE UNIQUE INDEX session_token ON session (county_id, token_hash)',
  'CREATE INDEX session_live ON session (county_id, user_id) WHERE ended_at IS NULL',
  'CREATE INDEX session_ended ON session (county_id, ended_at) WHERE ended_at IS NOT NULL',
  `CREATE INDEX login_attempt_known ON login_attempt (county_id, user_id, address, at) WHERE outcome = 'SIGNED_IN'`,
  'CREATE INDEX login_attempt_at ON login_attempt (county_id, at)',
];

/**
 * Adds the tables of accounts, users, their passwords, sessions and attempts to sign in. Nothing in these tables is
 * visible across counties except which counties have live sessions.
 */
export class AccountsUsersSessions202611211700 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      ...[ACCOUNT, APP_USER, CREDENTIAL, SESSION, LOGIN_ATTEMPT, ...INDEXES],
      ...['account', 'app_user', 'credential', 'login_attempt'].map((name) =>
        sql.forceRowLevelSecurity(schema, name),
      ),
      sql.forceRowLevelSecurity(schema, 'session', { worker: true }),
      ...['account', 'app_user', 'credential'].map((name) =>
        sql.grantTable(schema, name, 'app', 'SELECT, INSERT, UPDATE'),
      ),
      sql.grantTable(schema, 'session', 'app', 'SELECT, INSERT, UPDATE, DELETE'),
      sql.grantTable(schema, 'login_attempt', 'app', 'SELECT, INSERT, DELETE'),
      // the job that ends sessions may only ask which counties have live sessions
      sql.grantTable(schema, 'session', 'worker', 'SELECT (county_id, ended_at)'),
      ...outboxTables(schema),
    ];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE login_attempt, session, credential, app_user, account');
  }
}
