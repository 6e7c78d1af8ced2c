import type { TestDatabase } from '@portal/infra/testing';

type Ask = TestDatabase['asAdmin'];

export interface CountyTable {
  readonly schema: string;
  readonly name: string;
}

/**
 * The tables of the search service's read model that have no row level security (search/DESIGN.md#generations), because
 * row level security would make text look-ups thousands of times slower. Each generation belongs to one county, and the
 * query builder reads only the generation of its county.
 */
const readModel = /^search\.(generation|live_index)$/;

export const countyTablesSql = `
  SELECT n.nspname AS schema, c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'county_id' AND NOT a.attisdropped
   WHERE c.relkind IN ('r', 'p') ORDER BY 1, 2`;

/** Tables with a county but without forced row level security. */
export async function unprotectedTables(ask: Ask): Promise<string[]> {
  const tables = await ask<CountyTable & { forced: boolean }>(countyTablesSql);
  return tables
    .filter(({ forced }) => !forced)
    .map(({ schema, name }) => `${schema}.${name}`)
    .filter((table) => !readModel.test(table));
}

/** Tables with a county and with forced row level security. */
export const protectedTables = async (ask: Ask): Promise<CountyTable[]> =>
  (await ask<CountyTable & { forced: boolean }>(countyTablesSql)).filter(({ forced }) => forced);

interface Column {
  readonly name: string;
  readonly type: string;
  readonly enum: string | null;
}

/**
 * Inserts a row of a county into any table, as the administrator and without checks, triggers and foreign keys, which
 * are not tested here.
 */
export async function addRow(ask: Ask, { schema, name }: CountyTable, county: string): Promise<void> {
  const table = `"${schema}"."${name}"`;
  const checks = await ask<{ conname: string }>(
    `SELECT conname FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c' AND coninhcount = 0`,
    [table],
  );
  for (const { conname } of checks) await ask(`ALTER TABLE ${table} DROP CONSTRAINT "${conname}"`);
  await ask(`SET session_replication_role = replica`);
  await makePartition(ask, table);
  const columns = (await neededColumns(ask, table)).filter((column) => column.name !== 'county_id');
  const names = ['county_id', ...columns.map((column) => column.name)].map((column) => `"${column}"`);
  const values = [`'${county}'`, ...columns.map(valueFor)];
  await ask(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${values.join(', ')})`);
  await ask(`SET session_replication_role = origin`);
}

/** Adds a default partition, because a partitioned table without one would refuse the row. */
async function makePartition(ask: Ask, table: string): Promise<void> {
  const [partitioned] = await ask<{ fallback: string }>(
    `SELECT partdefid::text AS fallback FROM pg_partitioned_table WHERE partrelid = $1::regclass`,
    [table],
  );
  if (partitioned?.fallback !== '0') return;
  await ask(`CREATE TABLE ${table.slice(0, -1)}_rest" PARTITION OF ${table} DEFAULT`);
}

const neededColumns = (ask: Ask, table: string): Promise<Column[]> =>
  ask<Column>(
    `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type,
            (SELECT enumlabel FROM pg_enum WHERE enumtypid = a.atttypid ORDER BY enumsortorder LIMIT 1) AS enum
       FROM pg_attribute a
      WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped
        AND a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AND a.attgenerated = ''`,
    [table],
  );

function valueFor({ type, enum: first }: Column): string {
  if (first !== null) return `'${first}'`;
  if (type.endsWith('[]')) return `'{}'`;
  const values: Record<string, string> = {
    boolean: 'false',
    bytea: `'\\x00'`,
    date: `'2026-11-21'`,
    json: `'{}'`,
    jsonb: `'{}'`,
    'timestamp with time zone': 'now()',
    uuid: 'gen_random_uuid()',
    inet: `'127.0.0.1'`,
    interval: `'1 day'`,
    tsvector: `''`,
  };
  return values[type] ?? (/int|numeric|double|real/.test(type) ? '1' : `'x'`);
}
