// Deletes the rows of a county.
import { tableName } from './names.mjs';
import { schemas } from './tables.mjs';

/** How many rows one statement deletes. */
const AT_ONCE = 10_000;

/**
 * The tables with a county, except two that the search service still needs: `generation` and `live_index` (see
 * `removeIndex`).
 */
const tablesOfCounties = async ({ ask }) =>
  ask(
    `SELECT n.nspname AS schema, c.relname AS name
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'county_id'
      WHERE c.relkind = 'r' AND n.nspname = ANY ($1)
        AND NOT (n.nspname = 'search' AND c.relname IN ('generation', 'live_index'))
      ORDER BY 1, 2`,
    [schemas],
  );

/**
 * Deletes the county's rows, a part at a time, without triggers and foreign keys.
 * @param {import('./sessions.mjs').Session} session opened with `replica`
 * @returns {Promise<number>} how many there were
 */
export async function deleteRows(session, county) {
  let total = 0;
  for (const table of await tablesOfCounties(session)) total += await deleteRowsOf(session, table, county);
  return total;
}

async function deleteRowsOf({ client }, table, county) {
  const name = tableName(table);
  for (let total = 0; ;) {
    const { rowCount } = await client.query(
      `DELETE FROM ${name} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${name} WHERE county_id = $1 LIMIT ${AT_ONCE}))`,
      [county],
    );
    total += rowCount ?? 0;
    if (rowCount === 0) return total;
  }
}
