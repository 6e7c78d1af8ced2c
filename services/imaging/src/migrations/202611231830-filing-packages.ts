import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const schema = 'imaging';

/** The packages that went to the office's land system, and the answers of that system. */
const statements = [
  `CREATE TABLE filing_package (
     county_id text NOT NULL,
     id uuid NOT NULL,
     made_by text NOT NULL,
     made_name text NOT NULL,
     made_at timestamptz NOT NULL,
     PRIMARY KEY (county_id, id))`,
  `CREATE TABLE filing_package_item (
     county_id text NOT NULL,
     package uuid NOT NULL,
     filing uuid NOT NULL,
     answer jsonb,
     answered_at timestamptz,
     PRIMARY KEY (county_id, package, filing),
     FOREIGN KEY (county_id, package) REFERENCES filing_package,
     CHECK ((answer IS NULL) = (answered_at IS NULL)))`,
  `CREATE TABLE exchange_answer (
     county_id text NOT NULL,
     id uuid NOT NULL,
     file_name text NOT NULL,
     arrived_at timestamptz NOT NULL,
     refused boolean NOT NULL,
     why text[] NOT NULL,
     PRIMARY KEY (county_id, id))`,
  'CREATE INDEX exchange_answer_told ON exchange_answer (county_id, arrived_at DESC) WHERE cardinality(why) > 0',
];

const rights = {
  filing_package: 'SELECT, INSERT',
  filing_package_item: 'SELECT, INSERT, UPDATE',
  exchange_answer: 'SELECT, INSERT',
} as const;

export class FilingPackages202611231830 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of statements) await db.query(statement);
    for (const [table, privileges] of Object.entries(rights)) {
      await db.query(sql.forceRowLevelSecurity(schema, table));
      await db.query(sql.grantTable(schema, table, 'app', privileges));
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE exchange_answer, filing_package_item, filing_package');
  }
}
