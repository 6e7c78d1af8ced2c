import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const schema = 'identity';

/** Fields of registration and profile besides name and e-mail; users created by the office may lack them. */
const PROFILE = `ALTER TABLE app_user
  ADD COLUMN company text NOT NULL DEFAULT '',
  ADD COLUMN address text NOT NULL DEFAULT '',
  ADD COLUMN city text NOT NULL DEFAULT '',
  ADD COLUMN state text NOT NULL DEFAULT '',
  ADD COLUMN zip text NOT NULL DEFAULT '',
  ADD COLUMN phone_format text NOT NULL DEFAULT 'STANDARD' CHECK (phone_format IN ('STANDARD', 'INTERNATIONAL')),
  ADD COLUMN phone text NOT NULL DEFAULT '',
  ADD COLUMN registered_at timestamptz`;

const TICKET = `CREATE TABLE ticket (
  county_id text NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('REGISTRATION', 'PASSWORD')),
  ticket_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (county_id, id),
  FOREIGN KEY (county_id, user_id) REFERENCES app_user (county_id, id))`;

const LETTER = `CREATE TABLE letter (
  county_id text NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  email text NOT NULL,
  username text NOT NULL,
  user_id uuid,
  language text NOT NULL,
  registration jsonb,
  requested_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  tries integer NOT NULL,
  PRIMARY KEY (county_id, id),
  FOREIGN KEY (county_id, user_id) REFERENCES app_user (county_id, id))`;

const INDEXES = [
  // a new ticket ends the previous one: a user has at most one usable ticket for a purpose
  'CREATE UNIQUE INDEX ticket_live ON ticket (county_id, user_id, purpose) WHERE used_at IS NULL',
  'CREATE UNIQUE INDEX ticket_hash ON ticket (county_id, ticket_hash)',
  'CREATE INDEX ticket_expired ON ticket (county_id, expires_at)',
  'CREATE INDEX letter_due ON letter (due_at)',
  'CREATE INDEX app_user_email ON app_user (county_id, lower(email))',
];

/**
 * Adds the tables of mailed links (`ticket`) and of e-mails (`letter`) for registration and recovery, and the fields of
 * profiles.
 */
export class RegistrationRecoveryProfile202611212000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      ...[PROFILE, TICKET, LETTER, ...INDEXES],
      sql.forceRowLevelSecurity(schema, 'ticket'),
      sql.forceRowLevelSecurity(schema, 'letter', { worker: true }),
      sql.grantTable(schema, 'ticket', 'app', 'SELECT, INSERT, UPDATE, DELETE'),
      sql.grantTable(schema, 'letter', 'app', 'SELECT, INSERT, UPDATE, DELETE'),
      // the job that sends e-mails may only ask which counties have due e-mails
      sql.grantTable(schema, 'letter', 'worker', 'SELECT (county_id, due_at)'),
    ];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE letter, ticket');
    await runner.query(
      `ALTER TABLE app_user DROP COLUMN company, DROP COLUMN address, DROP COLUMN city, DROP COLUMN state,
         DROP COLUMN zip, DROP COLUMN phone_format, DROP COLUMN phone, DROP COLUMN registered_at`,
    );
  }
}
