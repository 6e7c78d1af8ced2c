import type pg from 'pg';
import { sqlState } from '../db/retry.js';
import { quoteName } from '../db/roles.js';
import type { RecordedStatement } from './recorded-statements.js';

/** The number of rows that the planner assumes for every growing table. */
const ROWS = 1_000_000;
const NOT_PERMITTED = '42501';

/**
 * Tables that do not grow with use, with their approximate number of rows. All others count as having a million rows.
 */
const bounded: ReadonlyMap<string, number> = new Map([
  ['outbox_epoch', 1],
  ['migration', 50],
  // an operator is notified of each dead fact, so there are never many
  ['dead_event', 10_000],
  // one row or a few for each county
  ['county', 50],
  ['section', 2_000],
  ['live_index', 50],
  ['card_merchant', 50],
  ['chain_head', 50],
  ['user_purge_schedule', 50],
  ['audit_purge_schedule', 50],
  ['activity_progress', 50],
  ['exchange_turn', 50],
  // the kinds of documents and the plats of each county
  ['instrument', 500],
  ['plat', 20_000],
  // lists that an office maintains
  ['code_value', 5_000],
  // one row an hour for each county
  ['reconciliation_run', 100_000],
  // one row a day for each county
  ['landlink_file', 100_000],
  // one row a night for each county
  ['user_purge', 20_000],
  ['audit_purge', 20_000],
  // two rows for each county
  ['ls1_migration', 100],
  // one row for each cover of a register book
  ['gg_book', 5_000],
]);

/** Name suffix of a generation's partition. */
const PARTITION = /_g\d+$/;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Presorted Key'?: readonly string[];
  readonly Plans?: readonly PlanNode[];
}

/** Statements that are meant to read many rows. */
const readMuch: readonly { readonly statement: RegExp; readonly why: string }[] = [
  { statement: /^UPDATE outbox SET published_at = NULL/, why: 'tells the facts of a week again' },
  {
    statement: /FROM \w+\s+WHERE generation = \$1 (?:AND hot|AND NOT sealed)/,
    why: 'read once when an import goes live, and kept',
  },
  {
    statement: /^WITH m AS MATERIALIZED|^SELECT count\(\*\)::int AS total FROM \(SELECT DISTINCT id/,
    why: 'a search: what it reads depends on the names of a county, which these statistics are not; `npm run bench` measures it',
  },
  {
    statement:
      /FROM \(SELECT \* FROM activity a WHERE|JOIN LATERAL \(SELECT \* FROM activity a|^(WITH a AS MATERIALIZED \(\s+)?SELECT .* FROM activity a? ?WHERE/s,
    why: 'a report of at most a year; `npm run bench -- reports` measures it',
  },
  { statement: /^DELETE FROM outbox_sequence/, why: 'walks through the table once a day, in steps' },
  {
    statement: /^INSERT INTO user_purge_subject/,
    why: 'names every inactive user of a county, once a night',
  },
  { statement: /NOT IN \(SELECT id FROM app_user WHERE role/, why: 'shuts a county for maintenance' },
  {
    statement:
      /\bls1_staged s\b|^INSERT INTO ls1_change|NOT role IN \('TRIMIN', 'GUEST'\)|^DELETE FROM ls1_(?:staged|change|origin|refusal)\b|FROM account a WHERE a.county_id = \$1 AND NOT EXISTS/,
    why: 'exchanges the accounts and users of a county, once in its life',
  },
];

/**
 * False for a PostgreSQL server older than version 18. Only test runs with `--containers` may have such an old server;
 * all other runs check the plans.
 */
async function canRestoreStatistics(admin: pg.Client): Promise<boolean> {
  const { rows } = await admin.query<{ server_version_num: string }>('SHOW server_version_num');
  return Number(rows[0]?.server_version_num) >= 180_000;
}

/**
 * Explains statements as if every growing table of the schema had a million rows. Only statistics change, in a
 * transaction that is rolled back; the test's rows stay as they are.
 * @param admin connected as the administrator, who may write statistics
 * @returns a line for each statement that scans a growing table or reads a large part of it
 */
export async function costlyStatements(
  admin: pg.Client,
  schema: string,
  statements: readonly RecordedStatement[],
): Promise<string[]> {
  if (!(await canRestoreStatistics(admin))) return [];
  await admin.query('BEGIN');
  try {
    await pretendMillions(admin, schema);
    const tables = await readTables(admin, schema);
    const found: string[] = [];
    for (const statement of statements) {
      if (readMuch.some((exempt) => exempt.statement.test(statement.text))) continue;
      const problem = await problemOf(admin, schema, tables, statement);
      if (problem) found.push(`${problem}: ${statement.text.replace(/\s+/g, ' ').slice(0, 400)}`);
    }
    return found;
  } finally {
    await admin.query('ROLLBACK');
  }
}

/**
 * Gives each empty table its first page. A row creates the page, and the page stays when the row is rolled back. The
 * template of test databases gets the pages once; otherwise every test file would spend half a second on them.
 */
export async function reservePages(admin: pg.Client, schema: string): Promise<void> {
  await admin.query('BEGIN');
  await giveEmptyTablesAPage(admin, schema);
  await admin.query('ROLLBACK');
}

async function problemOf(
  admin: pg.Client,
  schema: string,
  tables: Tables,
  { text, values, role }: RecordedStatement,
): Promise<string | undefined> {
  await admin.query('SAVEPOINT explaining');
  try {
    await admin.query(`SET LOCAL ROLE ${quoteName(role)}; SET LOCAL search_path = ${quoteName(schema)}, public;
      SELECT set_config('app.county_id', 'lake', true)`);
    const { rows } = await admin.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (FORMAT JSON) ${text}`,
      [...values],
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    return plan ? wideRead(plan, tables, false) : 'no plan';
  } catch (error) {
    // a statement that the role may not run reads nothing
    if (sqlState(error) === NOT_PERMITTED) return undefined;
    return `cannot be explained (${error instanceof Error ? error.message : String(error)})`;
  } finally {
    await admin.query('ROLLBACK TO SAVEPOINT explaining');
  }
}

/** What must be known about the tables to judge a plan. */
interface Tables {
  /** Columns with many different values: all except the county, states and kinds. */
  readonly manyValued: ReadonlySet<string>;
  /** Indexes that cover only a part of their table, such as the waiting rows. */
  readonly partial: ReadonlySet<string>;
  /** Partitions without a page on disk. A plan may read them whole, because that costs nothing. */
  readonly empty: ReadonlySet<string>;
}

async function readTables(admin: pg.Client, schema: string): Promise<Tables> {
  const { rows: columns } = await admin.query<{ name: string }>(
    `SELECT DISTINCT a.attname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
      WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') AND NOT ${FEW_VALUES}`,
    [schema],
  );
  const { rows: indexes } = await admin.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relnamespace = $1::regnamespace AND i.indpred IS NOT NULL`,
    [schema],
  );
  const { rows: empty } = await admin.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = $1::regnamespace AND relkind = 'r' AND pg_relation_size(oid) = 0`,
    [schema],
  );
  return {
    empty: new Set(empty.map(({ name }) => name)),
    manyValued: new Set(columns.map(({ name }) => name)),
    partial: new Set(indexes.map(({ name }) => name)),
  };
}

/** Kinds of plan nodes that pass on one row at a time, so that a LIMIT above them also limits what they read. */
const STREAMING = ['Limit', 'LockRows', 'Nested Loop', 'Subquery Scan', 'Append', 'Merge Append', 'Result'];

/**
 * Says where a plan reads too much of a growing table: it scans the whole table, or it uses an index with a condition
 * that many rows may meet, such as all rows of a county. Undefined if the plan does neither.
 */
function wideRead(node: PlanNode, tables: Tables, limited: boolean): string | undefined {
  const type = node['Node Type'];
  const table = node['Relation Name'];
  const grows =
    table === undefined || !(bounded.has(table.replace(PARTITION, '')) || table.startsWith('pg_'));
  if (type === 'Seq Scan' && grows && !tables.empty.has(table ?? '')) return `reads all of ${table}`;
  const index = node['Index Name'];
  if (index !== undefined && grows && !limited && isWide(node, index, tables))
    return `reads much by ${index} (${node['Index Cond'] ?? 'no condition'})`;
  const below = type === 'Limit' || (limited && (STREAMING.includes(type) || sortsInParts(node, tables)));
  for (const part of node.Plans ?? []) {
    const found = wideRead(part, tables, below);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * True for an incremental sort whose input is already sorted by a column with many values. Such a sort passes on the
 * rows of one value before it reads the rows of the next value.
 */
const sortsInParts = ({ 'Presorted Key': keys = [] }: PlanNode, { manyValued }: Tables): boolean =>
  keys.some((key) => manyValued.has(key.split('.').at(-1) ?? ''));

/** True if an index scan may read a large part of its table: no condition on a column with many values limits it. */
function isWide(node: PlanNode, index: string, { manyValued, partial }: Tables): boolean {
  if (partial.has(index)) return false;
  const words = (node['Index Cond'] ?? '').replace(/'[^']*'|::[\w ]+/g, '').match(/\w+/g) ?? [];
  return !words.some((word) => manyValued.has(word));
}

async function giveEmptyTablesAPage(admin: pg.Client, schema: string): Promise<void> {
  await admin.query('SET LOCAL session_replication_role = replica');
  const { rows: tables } = await admin.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = $1::regnamespace AND relkind = 'r' AND NOT relispartition AND pg_relation_size(oid) = 0`,
    [schema],
  );
  for (const { name } of tables) await giveAPage(admin, schema, name);
}

async function pretendMillions(admin: pg.Client, schema: string): Promise<void> {
  await giveEmptyTablesAPage(admin, schema);
  // statistics of the test's own rows, above all the most common values, say nothing about a million other rows
  await admin.query(
    `DELETE FROM pg_statistic WHERE starelid IN (SELECT oid FROM pg_class WHERE relnamespace = '${quoteName(schema)}'::regnamespace)`,
  );
  await admin.query(STATISTICS_OF_TABLES, [schema, ROWS, [...bounded.keys()], [...bounded.values()]]);
  await admin.query(STATISTICS_OF_COLUMNS, [schema]);
}

/** The planner treats a table without a page as empty, whatever its statistics say. */
async function giveAPage(admin: pg.Client, schema: string, table: string): Promise<void> {
  const name = `${quoteName(schema)}.${quoteName(table)}`;
  const { rows: constraints } = await admin.query<{ name: string }>(
    `SELECT conname AS name FROM pg_constraint
      WHERE conrelid = $1::regclass AND contype IN ('c', 'n') AND coninhcount = 0
        AND NOT (contype = 'n' AND EXISTS (SELECT 1 FROM pg_index i
                  WHERE i.indrelid = conrelid AND i.indisprimary AND conkey[1] = ANY (i.indkey::int2[])))`,
    [name],
  );
  for (const constraint of constraints)
    await admin.query(`ALTER TABLE ${name} DROP CONSTRAINT ${quoteName(constraint.name)}`);
  const { rows: columns } = await admin.query<{ name: string; type: string }>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type FROM pg_attribute a
      WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND a.attnotnull AND NOT a.atthasdef AND a.attidentity = ''`,
    [name],
  );
  const values = columns.map(({ type }) => valueOf(type));
  await admin.query(
    columns.length === 0
      ? `INSERT INTO ${name} DEFAULT VALUES`
      : `INSERT INTO ${name} (${columns.map((column) => quoteName(column.name)).join(', ')}) VALUES (${values.join(', ')})`,
  );
}

function valueOf(type: string): string {
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type.startsWith('timestamp') || type === 'date') return 'now()';
  if (type === 'boolean') return 'false';
  if (type === 'jsonb') return `'{}'`;
  if (type.endsWith('[]')) return `'{}'`;
  return /int|numeric|double|real/.test(type) ? '1' : `'1'`;
}

/**
 * The planner multiplies rows per page by the pages of the file, so the number of rows is scaled to the existing pages.
 */
const STATISTICS_OF_TABLES = `
  SELECT pg_restore_relation_stats('schemaname', $1::text, 'relname', c.relname::text,
           'relpages', greatest(pg_relation_size(c.oid) / current_setting('block_size')::int, 1)::int,
           'reltuples', (coalesce(few.rows, $2::int) * CASE WHEN i.indpred IS NULL THEN 1 ELSE 0.01 END)::real)
    FROM pg_class c
    LEFT JOIN pg_index i ON i.indexrelid = c.oid
    LEFT JOIN pg_class t ON t.oid = i.indrelid
    LEFT JOIN unnest($3::text[], $4::int[]) AS few (name, rows) ON few.name = regexp_replace(coalesce(t.relname, c.relname), '_g\\d+$', '')
   WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'i')`;

/** SQL: true if the column `a` of the table `c` has only a few different values. */
const FEW_VALUES = `(a.atttypid = 'bool'::regtype
  OR a.attname IN ('county_id', 'generation', 'state', 'kind', 'provider', 'merchant_ref', 'op_type', 'asset')
  OR EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c'
              AND k.conkey = ARRAY[a.attnum] AND pg_get_constraintdef(k.oid) LIKE '%ARRAY[%'))`;

/** Columns of counties, states and kinds have few distinct values; all other columns have ten rows for each value. */
const STATISTICS_OF_COLUMNS = `
  SELECT pg_restore_attribute_stats('schemaname', $1::text, 'relname', c.relname::text, 'attname', a.attname::text,
           'inherited', c.relkind = 'p', 'null_frac', 0::real, 'avg_width', 16,
           'n_distinct', (CASE WHEN ${FEW_VALUES} THEN 4 ELSE -0.1 END)::real)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
   WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p')`;
