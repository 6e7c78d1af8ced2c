import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { freshDatabase, testDatabase } from '@portal/infra/testing';
import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { costlyStatements } from '../src/testing/statement-plans.js';

class Orders202611222140 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE trial_plans.sale (id uuid PRIMARY KEY, county_id text NOT NULL, visit uuid NOT NULL,
      owner uuid, state text NOT NULL CHECK (state IN ('OPEN', 'PAID')), due_at timestamptz NOT NULL,
      UNIQUE NULLS NOT DISTINCT (county_id, owner))`);
    await runner.query(`CREATE INDEX sale_open ON trial_plans.sale (visit) WHERE state = 'OPEN'`);
    await runner.query(`CREATE INDEX sale_due ON trial_plans.sale (due_at) WHERE state = 'OPEN'`);
    await runner.query(sql.forceRowLevelSecurity('trial_plans', 'sale'));
    await runner.query(sql.grantTable('trial_plans', 'sale', 'app', 'SELECT, INSERT'));
  }

  async down(): Promise<void> {}
}

const tables = { service: 'trial-plans', migrations: [Orders202611222140], entities: [] };
const guid = '00000000-0000-4000-8000-000000000001';

let fresh: { adminUrl: string; drop(): Promise<void> };
let admin: pg.Client;
beforeAll(async () => {
  fresh = await freshDatabase(tables);
  admin = new pg.Client({ connectionString: fresh.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await fresh.drop();
});

const problemsOf = (text: string, values: readonly unknown[]): Promise<string[]> =>
  costlyStatements(admin, 'trial_plans', [{ text, values, role: 'trial_plans_app' }]);

test.each([
  ['SELECT * FROM sale WHERE county_id = $1 AND id = $2', ['lake', guid]],
  [`SELECT * FROM sale WHERE county_id = $1 AND visit = $2 AND state = 'OPEN'`, ['lake', guid]],
  ['SELECT * FROM sale WHERE county_id = $1 AND owner = $2', ['lake', guid]],
  [`SELECT id FROM sale WHERE state = 'OPEN' AND due_at < $1 ORDER BY due_at LIMIT 8`, [new Date()]],
  ['SELECT id FROM sale WHERE county_id = $1 ORDER BY owner, id LIMIT 8', ['lake']],
  [`INSERT INTO sale VALUES ($1, 'lake', $1, $1, 'OPEN', now())`, [guid]],
])('a statement that uses an index is allowed: %s', async (text, values) => {
  expect(await problemsOf(text, values)).toEqual([]);
});

test.each([
  // the partial index covers only open rows, so this statement cannot use it
  ['SELECT * FROM sale WHERE county_id = $1 AND visit = $2', ['lake', guid], /reads all of sale|sale_/],
  ['SELECT * FROM sale WHERE county_id = $1 AND owner IS NOT DISTINCT FROM $2', ['lake', guid], /sale/],
  ['SELECT count(*) FROM sale WHERE county_id = $1', ['lake'], /sale/],
  ['SELECT id FROM sale WHERE county_id = $1 ORDER BY visit, id LIMIT 8', ['lake'], /sale/],
  ['SELECT * FROM sale WHERE state = $1', ['PAID'], /sale/],
  ['SELECT missing FROM sale WHERE id = $1', [guid], /cannot be explained/],
])('a statement that scans a growing table is reported: %s', async (text, values, problem) => {
  expect(await problemsOf(text, values)).toEqual([expect.stringMatching(problem)]);
});

test('the statements of a service are checked when its database closes', async () => {
  const db = await testDatabase(tables);
  const find = 'SELECT id FROM sale WHERE county_id = $1 AND visit = $2';
  await db.database.withCounty('lake', (tx) => tx.rows(find, ['lake', guid]));
  await expect(db.close()).rejects.toThrow(find);
});

test('the check of a statement leaves no simulated rows behind', async () => {
  await problemsOf('SELECT * FROM sale WHERE id = $1', [guid]);
  const { rows } = await admin.query('SELECT * FROM trial_plans.sale');
  expect(rows).toEqual([]);
});
