// The county's row in both databases says who serves it. See proto/src/rpc/admin-config.ts for the states.
import { Problem } from '../problem.mjs';
import { copyRows, columnsOf } from './copy-rows.mjs';
import { quoted, SCHEMA } from './names.mjs';

/** @throws {Problem} if there is no such county */
export async function findCounty({ ask }, county) {
  const [row] = await ask(
    'SELECT standing, moved_to AS "to", hosts, origin, name FROM admin_config.county WHERE id = $1',
    [county],
  );
  if (!row) throw new Problem(`<id>: there is no county ${county}. Nothing was changed.`);
  return row;
}

/** Stops people of the county from changing anything, at the latest until the time `until`. */
export const leave = ({ ask }, county, until) =>
  ask(`UPDATE admin_config.county SET standing = 'LEAVING', standing_until = $2 WHERE id = $1`, [
    county,
    until,
  ]);

/** Lets people of the county change things at the source again. */
export const stay = ({ ask }, county) =>
  ask(
    `UPDATE admin_config.county SET standing = 'OPEN', standing_until = NULL WHERE id = $1 AND standing = 'LEAVING'`,
    [county],
  );

/**
 * Opens the county on the target. `arrived_at` tells `portal verify` that the ledger entries before that time have no
 * facts on the target.
 */
export const arrive = ({ ask }, county) =>
  ask(
    `UPDATE admin_config.county SET standing = 'OPEN', arrived_at = clock_timestamp()
      WHERE id = $1 AND standing = 'ARRIVING'`,
    [county],
  );

/**
 * Records in the target's database that the county is arriving. If the move is killed, a later command may then remove
 * what the move left there.
 */
export async function markArrival({ ask }, county) {
  await ask(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
  await ask(`CREATE TABLE IF NOT EXISTS ${SCHEMA}.arrival (county text PRIMARY KEY)`);
  await ask(`INSERT INTO ${SCHEMA}.arrival VALUES ($1) ON CONFLICT DO NOTHING`, [county]);
}

/** True if a move that has not ended brings the county to this database. */
export const isArriving = (session, county) => isListed(session, 'arrival', county);

/**
 * Records at the source, in the transaction of the switch, whether the files of the county were copied to another
 * store. Replaces the record of an earlier move, which may have used other stores.
 */
export async function noteFiles({ ask }, county, areCopied) {
  await ask(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
  await ask(`CREATE TABLE IF NOT EXISTS ${SCHEMA}.copied_files (county text PRIMARY KEY)`);
  await ask(`DELETE FROM ${SCHEMA}.copied_files WHERE county = $1`, [county]);
  if (areCopied) await ask(`INSERT INTO ${SCHEMA}.copied_files VALUES ($1)`, [county]);
}

/** True if the move of the county from this installation has copied its files to another store. */
export const areFilesCopied = (session, county) => isListed(session, 'copied_files', county);

async function isListed({ ask }, table, county) {
  const [{ there }] = await ask('SELECT to_regclass($1) IS NOT NULL AS there', [`${SCHEMA}.${table}`]);
  if (!there) return false;
  return (await ask(`SELECT 1 FROM ${SCHEMA}.${table} WHERE county = $1`, [county])).length > 0;
}

/**
 * Adds the county to the target, where its pages can then be read, but nobody can write yet.
 * @param o.key the source sends this key with the requests that it passes on, so that the target trusts them
 */
export async function arriveAt(target, { county, from, key }) {
  const own = new Set(['standing', 'standing_until', 'moved_to', 'arrived_at', 'move_key']);
  const columns = (await columnsOf(from, { schema: 'admin_config', name: 'county' })).filter(
    (name) => !own.has(name),
  );
  const list = columns.join(', ');
  await copyRows(
    from,
    `SELECT ${list}, 'ARRIVING', ${quoted(key)} FROM admin_config.county WHERE id = ${quoted(county)}`,
    target,
    `admin_config.county (${list}, standing, move_key)`,
  );
}
