// The fastest possible import: writes the rows of the live generation to files and loads them again with COPY.
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/**
 * @param {{ databaseUrl: string, folder: string }} o `folder`: where the rows are kept between writing and loading
 * @returns {Promise<{ copySeconds: number, indexSeconds: number }>}
 */
export async function loadBare({ databaseUrl, folder }) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: '-c search_path=search,public -c maintenance_work_mem=256MB -c synchronous_commit=off',
  });
  await client.connect();
  try {
    const tables = await writeRows(client, folder);
    // the import changed many database pages; they are written to disk now, outside the measured time
    await client.query('CHECKPOINT');
    const copySeconds = await timed(async () => {
      for (const table of tables) await copyRows(client, table, path.join(folder, table));
    });
    const indexSeconds = await timed(async () => {
      for (const table of tables) await indexRows(client, table);
    });
    return { copySeconds, indexSeconds };
  } finally {
    await client.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timed(work) {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

async function writeRows(client, folder) {
  const live = await client.query('SELECT generation FROM live_index');
  const { rows } = await client.query(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'p' AND relnamespace = 'search'::regnamespace`,
  );
  for (const { name } of rows) {
    const select = `SELECT * FROM ${name} WHERE generation = ${live.rows[0].generation}`;
    await pipeline(
      client.query(copyTo(`COPY (${select}) TO STDOUT`)),
      createWriteStream(path.join(folder, name)),
    );
  }
  return rows.map(({ name }) => name);
}

async function copyRows(client, table, file) {
  await client.query('BEGIN');
  await client.query(`CREATE TABLE bare_${table} (LIKE ${table})`);
  const into = client.query(copyFrom(`COPY bare_${table} FROM STDIN WITH (FREEZE)`));
  await pipeline(createReadStream(file, { highWaterMark: 262_144 }), into);
  await client.query('COMMIT');
}

async function indexRows(client, table) {
  const { rows } = await client.query(
    'SELECT pg_get_indexdef(indexrelid) AS definition FROM pg_index WHERE indrelid = $1::regclass',
    [`search.${table}`],
  );
  for (const [nth, { definition }] of rows.entries()) {
    await client.query(
      definition.replace(/INDEX \S+ ON ONLY (search\.)?\S+/, `INDEX bare_${table}_${nth} ON bare_${table}`),
    );
  }
  await client.query(`VACUUM (ANALYZE) bare_${table}`);
}
