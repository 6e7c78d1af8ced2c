import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const schema = 'identity';

const SECOND_FACTOR = `CREATE TABLE second_factor (
  county_id text NOT NULL,
  user_id uuid NOT NULL,
  sealed_key text NOT NULL,
  confirmed_at timestamptz,
  last_step bigint NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (county_id, user_id),
  FOREIGN KEY (county_id, user_id) REFERENCES app_user (county_id, id))`;

const RECOVERY_CODE = `CREATE TABLE recovery_code (
  county_id text NOT NULL,
  user_id uuid NOT NULL,
  code_hash text NOT NULL,
  PRIMARY KEY (county_id, user_id, code_hash),
  FOREIGN KEY (county_id, user_id) REFERENCES second_factor (county_id, user_id))`;

/** Adds the tables of the second factor: staff may require a code of an authenticator besides their password. */
export class SecondFactor202611220010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      ...[SECOND_FACTOR, RECOVERY_CODE],
      sql.forceRowLevelSecurity(schema, 'second_factor'),
      sql.forceRowLevelSecurity(schema, 'recovery_code'),
      sql.grantTable(schema, 'second_factor', 'app', 'SELECT, INSERT, UPDATE, DELETE'),
      sql.grantTable(schema, 'recovery_code', 'app', 'SELECT, INSERT, DELETE'),
    ];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE recovery_code, second_factor');
  }
}
