// Writes the traces of a fault run that broke an invariant: the database, the logs, the history and the faults.
import { copyFileSync, createReadStream, createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { projectRoot } from '../../local/node-version.mjs';

const DATABASE = 'database.sql';
const AT_ONCE = 200;

/** The folder of a seed's traces, created if missing. */
function folderOf(seed) {
  const folder = path.join(projectRoot, '.data/faults', String(seed));
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * Stores everything needed for the analysis, and prints the folder. The name of the database dump begins with `prefix`.
 */
export async function keepTraces(stack, { seed, minutes, small, history, tally, broken, prefix = '' }, say) {
  const folder = folderOf(seed);
  const entries = history.entries.map((entry) => JSON.stringify(entry));
  writeFileSync(path.join(folder, 'history.jsonl'), `${entries.join('\n')}\n`);
  writeFileSync(path.join(folder, 'faults.txt'), `${tally.lines.join('\n')}\n`);
  writeFileSync(path.join(folder, 'broken.txt'), `${broken.join('\n')}\n`);
  copyFileSync(stack.logFile, path.join(folder, 'services.log'));
  const database = path.join(folder, `${prefix}${DATABASE}`);
  await dumpDatabase(stack.postgres.server.url, database).catch((error) =>
    say(`The database could not be written down: ${error.message}`),
  );
  const again = `--seed ${seed} --minutes ${minutes}${small ? ' --small' : ''}`;
  say(`The database, the logs of the services, what clients did and the faults are in ${folder}`);
  say(`Look at the database again:  npm run faults -- --look ${path.relative(projectRoot, database)}`);
  say(`Run the same seed again:     npm run faults -- ${again}`);
}

/** Dumps the database when an invariant is first found broken. */
export const dumpAtFirst = (stack, seed) =>
  dumpDatabase(stack.postgres.server.url, path.join(folderOf(seed), `first-${DATABASE}`)).catch(
    () => undefined,
  );

const userSchemas = `n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'public')`;

/**
 * Writes all rows of all services in one snapshot, as plain SQL with a statement per line. Load the file into a
 * database to which the migrations of the same commit were applied.
 */
export async function dumpDatabase(url, file) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  const out = createWriteStream(file);
  const write = async (line) => {
    if (!out.write(`${line}\n`)) await once(out, 'drain');
  };
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await write('SET session_replication_role = replica;');
    for (const line of await partitionsOf(client)) await write(line);
    const tables = await tablesOf(client);
    await write(`TRUNCATE ${tables.map(({ name }) => name).join(', ')} CASCADE;`);
    for (const table of tables) await writeRows(client, table, write);
    for (const line of await sequencesOf(client)) await write(line);
  } finally {
    out.end();
    await once(out, 'close');
    await client.end().catch(() => undefined);
  }
}

async function writeRows(client, { name, columns }, write) {
  await client.query(
    `DECLARE rows NO SCROLL CURSOR FOR SELECT to_json(t)::text AS row FROM ONLY ${name} AS t`,
  );
  for (;;) {
    const { rows } = await client.query(`FETCH ${AT_ONCE} FROM rows`);
    if (rows.length === 0) break;
    const list = client.escapeLiteral(`[${rows.map(({ row }) => row).join(',')}]`);
    await write(
      `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM json_populate_recordset(NULL::${name}, ${list});`,
    );
  }
  await client.query('CLOSE rows');
}

const linesOf = async (client, sql) => (await client.query(sql)).rows.map(({ line }) => line);

/** The statements that create the partitions of counties, which migrations do not create. */
const partitionsOf = (client) =>
  linesOf(
    client,
    `SELECT format('CREATE TABLE IF NOT EXISTS %s PARTITION OF %s %s;', c.oid::regclass, i.inhparent::regclass,
                   pg_get_expr(c.relpartbound, c.oid)) AS line
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_inherits i ON i.inhrelid = c.oid
      WHERE c.relispartition AND c.relkind = 'r' AND ${userSchemas} ORDER BY c.oid`,
  );

const sequencesOf = (client) =>
  linesOf(
    client,
    `SELECT format('SELECT setval(%L, %s);', format('%I.%I', schemaname, sequencename), last_value) AS line
       FROM pg_sequences WHERE last_value IS NOT NULL AND schemaname !~ '^pg_'`,
  );

async function tablesOf(client) {
  const { rows } = await client.query(
    `SELECT c.oid::regclass::text AS name,
            string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relkind = 'r' AND ${userSchemas} AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      GROUP BY c.oid ORDER BY 1`,
  );
  return rows;
}

/** Loads a file of `dumpDatabase`. */
export async function loadDatabase(url, file) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
      if (line !== '') await client.query(line);
  } finally {
    await client.end();
  }
}
