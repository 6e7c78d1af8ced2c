import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { migrate, sql } from '@portal/infra/db';
import { eventually, testDatabase, type TestDatabase } from '@portal/infra/testing';
import { lockingStatements } from './migration-locks.js';

const services = resolve(import.meta.dirname, '../../services');
/** The first migration that is checked. Earlier ones ran on empty tables, because the product was not released yet. */
const FIRST_CHECKED = '202611222300';

const migrationFiles = readdirSync(services).flatMap((service) => {
  const folder = join(services, service, 'src/migrations');
  return readdirSync(folder)
    .filter((name) => /^\d{12}-/.test(name) && name >= FIRST_CHECKED)
    .map((name) => ({ name: `${service}/${name}`, text: readFileSync(join(folder, name), 'utf8') }));
});

test('no migration of a released product locks a table that grows', () => {
  const found = migrationFiles.flatMap(({ name, text }) =>
    lockingStatements(text).map((statement) => `${name}: ${statement}`),
  );
  expect(found).toEqual([]);
});

describe('the search for statements that block writers', () => {
  test.each([
    'CREATE INDEX by_day ON journal_entry (day)',
    'create unique index by_day on payments.journal_entry (day)',
    'ALTER TABLE journal_entry ADD CONSTRAINT positive CHECK (amount > 0)',
    'ALTER TABLE journal_entry ADD FOREIGN KEY (account) REFERENCES account (id)',
    'ALTER TABLE journal_entry ALTER COLUMN amount TYPE numeric',
    'ALTER TABLE journal_entry ALTER amount SET NOT NULL',
    'ALTER TABLE journal_entry ADD COLUMN at timestamptz DEFAULT clock_timestamp()',
    'DROP INDEX by_day',
    'REINDEX TABLE journal_entry',
    'VACUUM FULL journal_entry',
    'CLUSTER journal_entry',
    'LOCK TABLE journal_entry',
  ])('finds %s', (statement) => {
    expect(lockingStatements(`await db.query(\`${statement}\`);`)).toHaveLength(1);
  });

  test.each([
    'CREATE INDEX CONCURRENTLY by_day ON journal_entry (day)',
    'DROP INDEX CONCURRENTLY IF EXISTS by_day',
    // with ONLY, the statement reads no row of the partitions; each partition gets its own index later
    'CREATE INDEX by_day ON ONLY journal_entry (day)',
    'ALTER TABLE journal_entry ADD CONSTRAINT positive CHECK (amount > 0) NOT VALID',
    'ALTER TABLE journal_entry VALIDATE CONSTRAINT positive',
    'ALTER TABLE journal_entry ADD COLUMN note text',
    'ALTER TABLE journal_entry ADD COLUMN again boolean NOT NULL DEFAULT false',
    'CREATE TABLE fresh (id int PRIMARY KEY, day date CHECK (day IS NOT NULL))',
  ])('does not find %s', (statement) => {
    expect(lockingStatements(`await db.query(\`${statement}\`);`)).toEqual([]);
  });

  test('finds nothing on a table that the same migration creates', () => {
    const text =
      "await db.query('CREATE TABLE x.fresh (id int)'); await db.query('CREATE INDEX i ON x.fresh (id)');";
    expect(lockingStatements(text)).toEqual([]);
  });
});

class Entries202611222300 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('CREATE TABLE entry (id int PRIMARY KEY, day date)');
    await db.query(sql.grantTable('trial_load', 'entry', 'app', 'SELECT, INSERT'));
  }

  async down(): Promise<void> {}
}

class EntriesByDay202611222301 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const statement of sql.createIndexConcurrently('trial_load', 'entry_by_day', 'entry (day)'))
      await db.query(statement);
  }

  async down(): Promise<void> {}
}

describe('an index that is built while other clients write', () => {
  const first = { service: 'trial-load', migrations: [Entries202611222300], entities: [] };
  let tables: TestDatabase;
  beforeAll(async () => {
    tables = await testDatabase(first);
  });
  afterAll(() => tables.close());

  test('lets others write while it waits for an open transaction, and is valid after that transaction has ended', async () => {
    await tables.asAdmin('BEGIN');
    await tables.asAdmin(`INSERT INTO trial_load.entry VALUES (1, '2026-11-22')`);
    const migrations = [Entries202611222300, EntriesByDay202611222301];
    const migrating = migrate(tables.adminUrl, { service: 'trial-load', migrations });
    // the index exists and waits for the open transaction that has written; new writers do not wait for the index
    await eventually(async () =>
      expect(await tables.asAdmin(`SELECT FROM pg_class WHERE relname = 'entry_by_day'`)).toHaveLength(1),
    );
    await tables.asAdmin(`INSERT INTO trial_load.entry VALUES (2, '2026-11-23')`);
    await tables.asAdmin('COMMIT');
    expect(await migrating).toEqual(['EntriesByDay2026112223010']);
    expect(
      await tables.asAdmin(
        `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'trial_load.entry_by_day'::regclass`,
      ),
    ).toEqual([{ valid: true }]);
  });
});
