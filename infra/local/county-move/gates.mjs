// The gates of the source: triggers that refuse changes of one county while a move holds the county's advisory lock. A
// killed command loses its locks with its connection, so the gates then open by themselves.
import { gatedOnly, movedTables } from './tables.mjs';
import { lockKeys, nameOf, quoted, SCHEMA, tableName } from './names.mjs';
import { patiently } from './sessions.mjs';
import { noteFiles } from './standing.mjs';

/**
 * The tables whose gates close first. People search while the county leaves, and each search writes a fact. While these
 * gates are open, some fact is always on its way, and the other gates close only when there is none.
 */
const EARLY = new Set(['search.outbox', 'search.search_history']);

/** The stage in which the gate of a table closes: `early` for the tables in EARLY, `late` for all others. */
const stageOf = ({ schema, name }) => (EARLY.has(`${schema}.${name}`) ? 'early' : 'late');

const gateName = (county, stage) => `${SCHEMA}."${nameOf(county)}_${stage}"`;

const gatedTables = [
  ...movedTables.map((table) => ({ ...table, insertsOnly: false })),
  // after the gates have closed, the relay may still mark rows as published
  ...gatedOnly.map((table) => ({ ...table, insertsOnly: true })),
  { schema: 'search', name: 'live_index', insertsOnly: false },
];

/**
 * The function of a gate. Transactions that write take the lock in shared mode, and the move takes it exclusively. So
 * the move waits for the transactions that have written, and the gate refuses those that write later.
 */
const gateFunction = (county, stage) => `
CREATE OR REPLACE FUNCTION ${gateName(county, stage)}() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $gate$
BEGIN
  IF NOT pg_try_advisory_xact_lock_shared(${lockKeys(county, stage)}) THEN
    RAISE EXCEPTION USING ERRCODE = '25006', MESSAGE = 'the county ${county} is moving to another installation';
  END IF;
  RETURN coalesce(NEW, OLD);
END $gate$`;

/**
 * The function that a gate runs after the switch. For stage `early`, its error (SQLSTATE 23514) means that the row is
 * wrong, not that the server is read-only. The search service therefore discards the rows that it has kept to write
 * later.
 */
const closedFunction = (county, stage) => `
CREATE OR REPLACE FUNCTION ${gateName(county, stage)}() RETURNS trigger LANGUAGE plpgsql AS $gate$
BEGIN
  RAISE EXCEPTION USING ERRCODE = '${stage === 'early' ? '23514' : '25006'}',
    MESSAGE = 'the county ${county} has moved to another installation';
END $gate$`;

/** Installs the gates; they let everything pass until the move takes its locks. */
export async function installGates(session, county) {
  await session.ask(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
  for (const stage of ['early', 'late']) await session.ask(gateFunction(county, stage));
  for (const table of gatedTables) {
    const gate = gateName(county, stageOf(table));
    const events = table.insertsOnly ? ['INSERT'] : ['INSERT', 'UPDATE OR DELETE'];
    for (const event of events) await patiently(session, triggerOf(county, table, event, gate));
  }
}

function triggerOf(county, table, event, gate) {
  const [suffix, row] = event === 'INSERT' ? ['i', 'NEW'] : ['u', 'OLD'];
  return `CREATE OR REPLACE TRIGGER "a_${nameOf(county)}_${suffix}" BEFORE ${event} ON ${tableName(table)}
    FOR EACH ROW WHEN (${row}.county_id = ${quoted(county)}) EXECUTE FUNCTION ${gate}()`;
}

/** Removes the gates, and the rest of what a move has created in the schema. */
export async function removeGates(session, county) {
  for (const { schema, name } of gatedTables)
    for (const suffix of ['i', 'u'])
      await patiently(
        session,
        `DROP TRIGGER IF EXISTS "a_${nameOf(county)}_${suffix}" ON ${tableName({ schema, name })}`,
      );
  for (const stage of ['early', 'late'])
    await session.ask(`DROP FUNCTION IF EXISTS ${gateName(county, stage)}()`).catch(ignoreMissingSchema);
}

const ignoreMissingSchema = (error) => {
  if (error.code !== '3F000') throw error;
};

/**
 * Closes the gates of a stage (`early`, `late`), or hides the county from work across counties, for example from
 * sweepers (`workers`). Waits for the transactions that are under way.
 * @param {number} mostMs
 */
export async function closeGates({ ask }, county, stage, mostMs) {
  await ask(`SET lock_timeout = ${mostMs}`);
  try {
    await ask(`SELECT pg_advisory_lock(${lockKeys(county, stage)})`);
  } finally {
    await ask(`SET lock_timeout = '200ms'`);
  }
}

export const openGates = ({ ask }, county, stage) =>
  ask(`SELECT pg_advisory_unlock(${lockKeys(county, stage)})`);

/**
 * Records that the installation at `to` serves the county from now on. The session holds the locks, so if its
 * connection is lost, this call fails and changes nothing.
 * @param {{ to: string, key: string, areFilesCopied: boolean }} where `key`: proves to the other installation that this
 * one passed a request on. `areFilesCopied`: false if both installations use the same files
 */
export async function switchOver({ ask }, county, { to, key, areFilesCopied }) {
  await ask('BEGIN');
  try {
    for (const stage of ['early', 'late']) await ask(closedFunction(county, stage));
    await ask(hereFunction(county, 'false'));
    await ask(
      `UPDATE admin_config.county SET standing = 'MOVED', standing_until = NULL, moved_to = $2, move_key = $3
        WHERE id = $1`,
      [county, to, key],
    );
    await noteFiles({ ask }, county, areFilesCopied);
    await ask('COMMIT');
  } catch (error) {
    await ask('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Tables of facts, which the relays must see until the county's last fact is published. */
const FACTS = ['outbox', 'outbox_sequence', 'inbox', 'dead_event'];

/**
 * The tables in which a service's worker role sees the rows of all counties. `hidden`: the table already has the policy
 * that can hide this county's rows from the worker role.
 */
const tablesOfWorkers = ({ ask }, county) =>
  ask(
    `SELECT DISTINCT n.nspname AS schema, c.relname AS name, r.rolname AS worker,
            EXISTS (SELECT 1 FROM pg_policy h WHERE h.polrelid = c.oid AND h.polname = $1) AS hidden
       FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'county_id'
       JOIN pg_roles r ON r.rolname = n.nspname || '_worker' AND r.oid = ANY (p.polroles)
      WHERE p.polpermissive ORDER BY 1, 2`,
    [nameOf(county)],
  );

const hereName = (county) => `${SCHEMA}."${nameOf(county)}_here"`;

/** SQL that creates the function that the policies call. The function returns `answer`, an expression of SQL. */
const hereFunction = (county, answer) => `
CREATE OR REPLACE FUNCTION ${hereName(county)}() RETURNS boolean LANGUAGE sql VOLATILE PARALLEL RESTRICTED
  AS $here$ SELECT ${answer} $here$`;

/** Whether work across counties sees the county: yes, unless a move holds the lock. */
export const UNLESS_LEAVING = (county) =>
  `pg_catalog.pg_try_advisory_xact_lock_shared(${lockKeys(county, 'workers')})`;

/** Changes whether work across counties sees the county. @param {string} answer an expression of SQL */
export async function answerWorkers({ ask }, county, answer) {
  await ask(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
  await ask(`GRANT USAGE ON SCHEMA ${SCHEMA} TO PUBLIC`);
  await ask(hereFunction(county, answer));
}

/**
 * Creates policies that hide the county's rows from all work across counties (the sweepers, relays and timers of the
 * services) while the function `hereName` returns false.
 * @param {{ facts: boolean }} o `facts`: true if the rows are hidden from the relays of facts too
 */
export async function askBeforeWork(session, county, { facts }) {
  for (const table of await tablesOfWorkers(session, county))
    if (!table.hidden && (facts || !FACTS.includes(table.name)))
      await patiently(
        session,
        `CREATE POLICY "${nameOf(county)}" ON ${tableName(table)} AS RESTRICTIVE TO "${table.worker}"
           USING (county_id <> ${quoted(county)} OR ${hereName(county)}()) WITH CHECK (true)`,
      );
}

/** Removes the policies that hide the county from work across counties, and the function that these policies call. */
export async function showToWorkers(session, county) {
  for (const table of await tablesOfWorkers(session, county))
    if (table.hidden) await patiently(session, `DROP POLICY "${nameOf(county)}" ON ${tableName(table)}`);
  await session.ask(`DROP FUNCTION IF EXISTS ${hereName(county)}()`).catch(ignoreMissingSchema);
}
