import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One row for each line of the reports. `charged`, `credited` and `escrow` are cents; `escrow` is the change of the
 * escrow.
 */
const activity = `
CREATE TABLE reports.activity (
  county_id text NOT NULL,
  fact uuid NOT NULL,
  part smallint NOT NULL,
  at timestamptz(3) NOT NULL,
  log text NOT NULL CHECK (log IN ('SIGN_IN', 'SEARCHES', 'PURCHASES', 'ADMINISTRATION')),
  kind text NOT NULL,
  source text NOT NULL CHECK (source IN ('FIVE', 'ONE')),
  user_id text NOT NULL,
  account_id text NOT NULL,
  subject text NOT NULL,
  pages int NOT NULL,
  charged bigint NOT NULL,
  credited bigint NOT NULL,
  images bigint NOT NULL,
  escrow bigint NOT NULL,
  PRIMARY KEY (county_id, fact, part))`;

/**
 * Each index has the rows in the order in which reports read them: for the county, for a user, for an account, and for
 * statements, which read only purchases.
 */
const indexes = [
  'CREATE INDEX activity_time ON reports.activity (county_id, at, fact, part)',
  'CREATE INDEX activity_user ON reports.activity (county_id, user_id, at, fact, part)',
  'CREATE INDEX activity_account ON reports.activity (county_id, account_id, at, fact, part)',
  `CREATE INDEX activity_purchase ON reports.activity (county_id, at, fact, part) WHERE log = 'PURCHASES'`,
];

/**
 * Names of users; lists are in the order of `name_key`. The empty id stands for the county's office and the portal.
 */
const person = `
CREATE TABLE reports.person (
  county_id text NOT NULL,
  user_id text NOT NULL,
  username text NOT NULL,
  name_key text NOT NULL GENERATED ALWAYS AS (lower(username)) STORED,
  account_id text NOT NULL,
  at timestamptz(3) NOT NULL,
  fact uuid NOT NULL,
  PRIMARY KEY (county_id, user_id))`;

const customer = `
CREATE TABLE reports.customer (
  county_id text NOT NULL,
  account_id text NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,
  account_type text NOT NULL,
  payment_method text NOT NULL,
  at timestamptz(3) NOT NULL,
  fact uuid NOT NULL,
  PRIMARY KEY (county_id, account_id))`;

/** For each county, the last row of its audit log up to which the tables are known to be complete. */
const progress = `
CREATE TABLE reports.activity_progress (
  county_id text PRIMARY KEY,
  seq bigint NOT NULL)`;

/**
 * The tables that reports read. They are derived from events alone, so that the audit log can fill them again
 * (reports/README.md).
 */
export class Activity202611230810 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of [activity, ...indexes, person, customer, progress]) await db.query(statement);
    await db.query('CREATE INDEX person_name ON reports.person (county_id, name_key, user_id)');
    await db.query('CREATE INDEX customer_name ON reports.customer (county_id, name_key, account_id)');
    for (const table of ['activity', 'person', 'customer', 'activity_progress']) {
      await db.query(sql.forceRowLevelSecurity('reports', table));
      await db.query(sql.grantTable('reports', table, 'app', 'SELECT, INSERT, UPDATE, DELETE'));
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      'DROP TABLE reports.activity, reports.person, reports.customer, reports.activity_progress',
    );
  }
}
