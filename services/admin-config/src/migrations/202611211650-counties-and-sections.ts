import { outboxTables } from '@portal/infra/events';
import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const schema = 'admin_config';

/** Rows of counties are public (names and host names); rows of settings are bound to their county. */
export class CountiesAndSections202611211650 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      `CREATE TABLE county (
         id text PRIMARY KEY,
         name text NOT NULL,
         hosts text[] NOT NULL,
         origin text NOT NULL,
         time_zone text NOT NULL,
         state text NOT NULL,
         updated_at timestamptz NOT NULL)`,
      sql.grantTable(schema, 'county', 'app', 'SELECT, INSERT, UPDATE'),
      `CREATE TABLE section (
         county_id text NOT NULL REFERENCES county (id),
         name text NOT NULL,
         version integer NOT NULL CHECK (version > 0),
         value jsonb NOT NULL,
         updated_by text NOT NULL,
         updated_at timestamptz NOT NULL,
         PRIMARY KEY (county_id, name))`,
      sql.forceRowLevelSecurity(schema, 'section'),
      sql.grantTable(schema, 'section', 'app', 'SELECT, INSERT, UPDATE'),
      // versions prove who changed what, so the service may neither update nor delete them
      `CREATE TABLE section_version (
         county_id text NOT NULL REFERENCES county (id),
         name text NOT NULL,
         version integer NOT NULL CHECK (version > 0),
         value jsonb NOT NULL,
         updated_by text NOT NULL,
         updated_at timestamptz NOT NULL,
         PRIMARY KEY (county_id, name, version))`,
      sql.forceRowLevelSecurity(schema, 'section_version'),
      sql.grantTable(schema, 'section_version', 'app', 'SELECT, INSERT'),
      ...outboxTables(schema),
    ];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE section_version, section, county');
  }
}
