// Copies the county's search index. Only imports change the index, and the move keeps imports of the county out, so no
// replication is needed. Generations are numbered per database, so the target gives the copy a number of its own.
import { Problem } from '../problem.mjs';
import { importBuilt } from '../service-modules.mjs';
import { checksumOf } from './compare.mjs';
import { columnsOf, copyRows } from './copy-rows.mjs';
import { quoted } from './names.mjs';
import { indexTables } from './tables.mjs';

/** Takes the lock that imports of the county wait for, and so keeps them out until the session ends. */
export async function keepImportsOut({ ask }, county) {
  const [{ free }] = await ask(
    `SELECT pg_try_advisory_lock(hashtext('search import'), hashtext($1)) AS free`,
    [county],
  );
  if (!free) throw new Problem(`An import of ${county} is under way. Move the county when it has ended.`);
}

/**
 * @param {Record<'source' | 'target', import('./sessions.mjs').Session> & { county: string }} o the caller must have
 * called `keepImportsOut` for both sessions
 * @returns {Promise<{ rows: number, changes: string } | undefined>} undefined if the county has no index
 */
export async function copyIndex({ source, target, county }) {
  const { attachGeneration, indexPartition, openGeneration } = await importBuilt(
    'services/search/dist/import/generations.js',
  );
  const [live] = await source.ask(
    `SELECT l.generation, g.bundle FROM search.live_index l JOIN search.generation g USING (generation)
      WHERE l.county_id = $1`,
    [county],
  );
  if (!live) return undefined;
  const generation = await openGeneration(target.client, county, live.bundle);
  let rows = 0;
  for (const table of indexTables) {
    const part = { schema: 'search', name: `${table}_g${generation}` };
    rows += await copyPartition({
      source,
      target,
      part,
      from: `search.${table}_g${live.generation}`,
      generation,
    });
    await indexPartition(target.client, table, generation);
  }
  await target.ask('BEGIN');
  await target.ask(`SET LOCAL lock_timeout = '2s'`);
  await attachGeneration(target.client, generation);
  await target.ask(`UPDATE search.generation SET state = 'LIVE', live_at = now() WHERE generation = $1`, [
    generation,
  ]);
  await target.ask('COMMIT');
  return { rows, changes: await pointTo({ source, target, county, generation }) };
}

/**
 * Copies one table of a generation. If a later version of the portal added the table, the source's generation lacks it,
 * and in the copy it stays empty.
 */
async function copyPartition({ source, target, part, from, generation }) {
  const [{ exists }] = await source.ask('SELECT to_regclass($1) IS NOT NULL AS exists', [from]);
  if (!exists) return 0;
  const columns = (await columnsOf(target, part)).filter((name) => name !== 'generation');
  const list = columns.join(', ');
  await copyRows(
    source,
    `SELECT ${generation}, ${list} FROM ${from}`,
    target,
    `search.${part.name} (generation, ${list})`,
  );
  const [here, there] = await Promise.all([
    checksumOf(source, from, columns),
    checksumOf(target, `search.${part.name}`, columns),
  ]);
  if (here.rows === there.rows && here.sum === there.sum) return here.rows;
  throw new Problem(`The copy of ${from} differs: ${here.rows} rows here and ${there.rows} there.`);
}

/**
 * Copies the row that makes the generation the county's index. Its column `pairs_changes`, which says whether the pairs
 * of names are complete, is also right for the copy, because the copy has the same pairs.
 * @returns the text of `changesOf`, which shows later whether the source's index has changed
 */
async function pointTo({ source, target, county, generation }) {
  const columns = (await columnsOf(source, { schema: 'search', name: 'live_index' })).filter(
    (name) => name !== 'generation',
  );
  await copyRows(
    source,
    `SELECT ${generation}, ${columns.join(', ')} FROM search.live_index WHERE county_id = ${quoted(county)}`,
    target,
    `search.live_index (generation, ${columns.join(', ')})`,
  );
  return changesOf(source, county);
}

/** A text that changes with every change of the county's index. */
export async function changesOf({ ask }, county) {
  const [row] = await ask('SELECT l::text AS text FROM search.live_index l WHERE county_id = $1', [county]);
  return row?.text ?? '';
}

/** Takes the county's index out of use in this database. The search service later drops the generation's tables. */
export async function removeIndex({ ask }, county) {
  await ask('DELETE FROM search.live_index WHERE county_id = $1', [county]);
  await ask(
    `UPDATE search.generation SET state = 'RETIRED', retired_at = now()
      WHERE county_id = $1 AND state IN ('LIVE', 'LOADING')`,
    [county],
  );
}
