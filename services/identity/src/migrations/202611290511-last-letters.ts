import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const schema = 'identity';

/**
 * The cascade removes the e-mail address even if an earlier version of the portal, which does not know this table,
 * deletes the user.
 */
const LAST_LETTER = `CREATE TABLE ${schema}.last_letter (
  county_id text NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  email text NOT NULL,
  at timestamptz NOT NULL,
  outcome text NOT NULL,
  PRIMARY KEY (county_id, user_id),
  FOREIGN KEY (county_id, user_id) REFERENCES ${schema}.app_user (county_id, id) ON DELETE CASCADE)`;

/** Adds a table of the last e-mail to each user and its outcome, because users ask staff on the phone about e-mails. */
export class LastLetters202611290511 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [
      LAST_LETTER,
      sql.forceRowLevelSecurity(schema, 'last_letter'),
      sql.grantTable(schema, 'last_letter', 'app', 'SELECT, INSERT, UPDATE, DELETE'),
    ])
      await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE ${schema}.last_letter`);
  }
}
