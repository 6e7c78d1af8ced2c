import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { freshDatabase } from '@portal/infra/testing';
import { fateOf, indexTables, listTables, unclassifiedTables } from '../local/county-move/tables.mjs';
import { everyService } from './every-service.js';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let admin: pg.Client;
const ask = async (sql: string, params: readonly unknown[] = []): Promise<object[]> =>
  (await admin.query<object>(sql, [...params])).rows;

beforeAll(async () => {
  fresh = await freshDatabase(...(await everyService()));
  admin = new pg.Client({ connectionString: fresh.adminUrl });
  await admin.connect();
}, 120_000);
afterAll(async () => {
  await admin.end();
  await fresh.drop();
});

test('the move of a county knows what to do with every table of every service', async () => {
  expect((await listTables(ask)).length).toBeGreaterThan(100);
  expect(await unclassifiedTables(ask)).toEqual({ unknown: [], missing: [] });
});

test('a table is reported if nobody has decided whether a move of a county copies it', async () => {
  await ask('CREATE TABLE payments.forgotten (county_id text NOT NULL)');
  expect((await unclassifiedTables(ask)).unknown).toEqual(['payments.forgotten']);
  await ask('DROP TABLE payments.forgotten');
});

test.each([
  ['whose rows are moved', 'payments.hold'],
  ['that is copied with the index', 'search.tract_book'],
  ['that stays, with a reason', 'search.live_index'],
  ['of facts, which stays', 'reports.outbox_sequence'],
])('a missing table is reported: a table %s', async (_, table) => {
  await ask(`ALTER TABLE ${table} RENAME TO gone`);
  const { missing } = await unclassifiedTables(ask);
  await ask(`ALTER TABLE ${table.replace(/\..*/, '.gone')} RENAME TO ${table.replace(/.*\./, '')}`);
  expect(missing).toEqual([table]);
});

test('the tables that are copied with the search index are exactly those that are partitioned by generation', async () => {
  const partitioned = await ask(
    `SELECT c.relname AS name FROM pg_class c WHERE relkind = 'p' AND relnamespace = 'search'::regnamespace`,
  );
  expect(partitioned.map((row) => 'name' in row && row.name).sort()).toEqual([...indexTables].sort());
});

test('each table whose rows are moved has the column county_id, and each other table has a reason to stay', async () => {
  const counties = new Set(
    (
      await ask(
        `SELECT attrelid::regclass::text AS name FROM pg_attribute WHERE attname = 'county_id' AND attnum > 0`,
      )
    ).map((row) => 'name' in row && row.name),
  );
  const tables = await listTables(ask);
  const moved = tables.filter((table) => fateOf(table) === 'moved');
  expect(moved.filter(({ schema, name }) => !counties.has(`${schema}.${name}`))).toEqual([]);
  const others = tables.map(fateOf).filter((fate) => fate !== 'moved' && fate !== 'index');
  expect(others.every((fate) => /^left: \w+ /.test(fate ?? ''))).toBe(true);
});

test('no moved row has only a generated number as its key, because the target may already use that number', async () => {
  const numbered = await ask(
    `SELECT a.attrelid::regclass::text AS name FROM pg_attribute a
       JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY (i.indkey)
      WHERE a.attidentity <> '' AND i.indnatts = 1`,
  );
  const names = new Set(numbered.map((row) => 'name' in row && row.name));
  const moved = (await listTables(ask)).filter((table) => fateOf(table) === 'moved');
  expect(moved.filter(({ schema, name }) => names.has(`${schema}.${name}`))).toEqual([]);
});
