// Carries the rows of one county to another database: a copy of one moment, then every later change, by the logical
// replication of PostgreSQL with row filters.
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../problem.mjs';
import { copyRows, columnsOf } from './copy-rows.mjs';
import { nameOf, quoted, tableName } from './names.mjs';
import { openSession, patiently } from './sessions.mjs';
import { movedTables } from './tables.mjs';

/** How many tables are copied at the same time. */
const LANES = 2;
const LOOK_MS = 50;

/**
 * Lists the tables whose primary key lacks the county. PostgreSQL logs only the key of a row that is changed or
 * deleted, so a publication cannot filter the changes of these tables by county. While a publication filters such a
 * table, PostgreSQL refuses to change or delete its rows.
 */
const tablesWithoutCountyInKey = async ({ ask }) => {
  const rows = await ask(
    `SELECT n.nspname AS schema, c.relname AS name
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'county_id'
       LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
      WHERE c.relkind = 'r' AND (i.indexrelid IS NULL OR NOT a.attnum = ANY (i.indkey))`,
  );
  const without = new Set(rows.map(tableName));
  return movedTables.filter((table) => without.has(tableName(table)));
};

/**
 * Publishes the county's rows. For tables whose key lacks the county, PostgreSQL then logs the whole old row.
 * @param {import('./sessions.mjs').Session} source
 */
export async function publish(source, county) {
  for (const table of await tablesWithoutCountyInKey(source))
    await patiently(source, `ALTER TABLE ${tableName(table)} REPLICA IDENTITY FULL`);
  const tables = movedTables.map((table) => `${tableName(table)} WHERE (county_id = ${quoted(county)})`);
  await source.ask(
    `CREATE PUBLICATION ${nameOf(county)} FOR TABLE ${tables.join(', ')} WITH (publish = 'insert, update, delete')`,
  );
}

/** Drops the publication. Unless another county is moving too, PostgreSQL then logs only the keys of old rows again. */
export async function unpublish(source, county) {
  await source.ask(`DROP PUBLICATION IF EXISTS ${nameOf(county)}`);
  const [{ others }] = await source.ask(
    `SELECT count(*)::int AS others FROM pg_publication WHERE pubname LIKE 'county\\_move\\_%'`,
  );
  if (others > 0) return;
  for (const table of await tablesWithoutCountyInKey(source))
    await patiently(source, `ALTER TABLE ${tableName(table)} REPLICA IDENTITY DEFAULT`);
}

/**
 * Opens a replication slot, copies the rows as they are at that moment, and lets the target follow all later changes.
 * @param {object} o
 * @param {string} o.county
 * @param {string} o.sourceUrl of the source's administrator
 * @param {string} o.targetUrl of the target's administrator
 * @param {string} o.sourceFromTarget the source's address for the server of the target
 * @param {import('./sessions.mjs').Session} o.target
 * @returns {Promise<{ rows: number, bytes: number }>}
 */
export async function copyAndFollow({ county, sourceUrl, targetUrl, sourceFromTarget, target }) {
  const name = nameOf(county);
  const walsender = new pg.Client({ connectionString: sourceUrl, replication: 'database' });
  walsender.on('error', () => undefined);
  await walsender.connect();
  try {
    // the snapshot ends with the next command of this connection, so the connection sends nothing until all tables are
    // copied
    const { rows } = await walsender.query(
      `CREATE_REPLICATION_SLOT ${name} LOGICAL pgoutput (SNAPSHOT 'export')`,
    );
    const copied = await copyTables({ county, sourceUrl, targetUrl, snapshot: rows[0].snapshot_name });
    for (const table of movedTables) await patiently(target, `ANALYZE ${tableName(table)}`);
    await target.ask(
      `CREATE SUBSCRIPTION ${name} CONNECTION ${quoted(sourceFromTarget)} PUBLICATION ${name}
         WITH (create_slot = false, slot_name = '${name}', copy_data = false, run_as_owner = true,
               synchronous_commit = 'local', disable_on_error = true)`,
    );
    return copied;
  } finally {
    await walsender.end();
  }
}

async function copyTables({ county, sourceUrl, targetUrl, snapshot }) {
  const waiting = [...movedTables];
  const total = { rows: 0, bytes: 0 };
  const lane = async () => {
    const from = await openSession(sourceUrl);
    const to = await openSession(targetUrl, { replica: true });
    try {
      await from.ask('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await from.ask(`SET TRANSACTION SNAPSHOT ${quoted(snapshot)}`);
      for (let table = waiting.shift(); table; table = waiting.shift()) {
        const columns = (await columnsOf(to, table)).join(', ');
        const rows = `SELECT ${columns} FROM ${tableName(table)} WHERE county_id = ${quoted(county)}`;
        const copied = await copyRows(from, rows, to, `${tableName(table)} (${columns})`);
        total.rows += copied.rows;
        total.bytes += copied.bytes;
      }
    } finally {
      await Promise.all([from.close(), to.close()]);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return total;
}

/**
 * Waits until the target has everything that the source has written until now.
 * @param {Record<'source' | 'target', import('./sessions.mjs').Session> & { county: string, until: number }} o `until`:
 * the time at which to give up, in milliseconds
 * @throws {Problem} when the target does not follow
 */
export async function catchUp({ source, target, county, until }) {
  const name = nameOf(county);
  // returns a position of the log after all committed changes, even after those that the server has not flushed yet
  // (synchronous_commit=off)
  const [{ here }] = await source.ask(
    `SELECT pg_logical_emit_message(true, 'county_move', $1)::text AS here`,
    [county],
  );
  for (;;) {
    const [slot] = await source.ask(
      'SELECT confirmed_flush_lsn >= $2::pg_lsn AS there FROM pg_replication_slots WHERE slot_name = $1',
      [name, here],
    );
    if (slot?.there) return;
    await refuseStopped(target, name);
    if (Date.now() > until) throw new Problem('The target did not follow the source in time.');
    await sleep(LOOK_MS);
  }
}

async function refuseStopped({ ask }, name) {
  const [subscription] = await ask('SELECT subenabled AS works FROM pg_subscription WHERE subname = $1', [
    name,
  ]);
  if (subscription?.works) return;
  throw new Problem(
    'PostgreSQL of the target could not apply a change of the source and has stopped to follow. Its log says why.',
  );
}

/** Advances the sequences of the moved tables, so that no new row of the target gets a number of a moved row. */
export async function advanceSequences(target) {
  const numbered = await target.ask(
    `SELECT name, attname AS column, pg_get_serial_sequence(name, attname) AS sequence
       FROM unnest($1::text[]) AS name JOIN pg_attribute ON attrelid = name::regclass AND attidentity <> ''`,
    [movedTables.map(tableName)],
  );
  for (const { name, column, sequence } of numbered)
    await target.ask(
      `SELECT setval($1::regclass, greatest(coalesce(max("${column}"), 0) + 1, nextval($1::regclass)), false) FROM ${name}`,
      [sequence],
    );
}

/** Drops the subscription, even if the source cannot be reached. Its slot at the source is dropped by `dropSlot`. */
export async function unsubscribe(target, county) {
  const name = nameOf(county);
  const [found] = await target.ask(
    `SELECT 1 FROM pg_subscription WHERE subname = $1
        AND subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [name],
  );
  if (found) {
    await target.ask(`ALTER SUBSCRIPTION ${name} DISABLE`);
    await target.ask(`ALTER SUBSCRIPTION ${name} SET (slot_name = NONE)`);
    await target.ask(`DROP SUBSCRIPTION ${name}`);
  }
}

/** True if the move has not ended, so the target may still copy what changes in this database. */
export async function isFollowed({ ask }, county) {
  const [{ followed }] = await ask(
    `SELECT EXISTS (SELECT 1 FROM pg_publication WHERE pubname = $1)
         OR EXISTS (SELECT 1 FROM pg_replication_slots WHERE slot_name = $1 AND database = current_database()) AS followed`,
    [nameOf(county)],
  );
  return followed;
}

/** Drops the slot, so that the source no longer keeps its write-ahead log for the target. */
export async function dropSlot({ ask }, county) {
  const name = nameOf(county);
  for (let tried = 1; ; tried += 1) {
    const [slot] = await ask(
      'SELECT active_pid AS pid FROM pg_replication_slots WHERE slot_name = $1 AND database = current_database()',
      [name],
    );
    if (!slot) return;
    if (slot.pid !== null) await ask('SELECT pg_terminate_backend($1)', [slot.pid]);
    try {
      await ask('SELECT pg_drop_replication_slot($1)', [name]);
    } catch (error) {
      // the process that sends the log to the target is still ending
      if (error.code !== '55006' || tried === 100) throw error;
      await sleep(LOOK_MS);
    }
  }
}
