import type pg from 'pg';
import { generationTables, partitionName } from '../read-model/tables.js';
import { attachGeneration, indexPartition, openGeneration } from './generations.js';
import {
  insertDocumentRows,
  insertDocuments,
  insertNames,
  makeDocuments,
  type LoadTarget,
} from './generation-rows.js';
import { ImportRefused } from './import-refused.js';
import { emitSealings, emitSwap, sealingsOfSwap } from './import-events.js';
import type { Manifest } from './manifest.js';
import type { Progress } from './progress.js';

/** Instrument ordinals (smallint) are spread over this range, so that a delta finds room between them. */
const highestInstrument = 32_000;

/**
 * Loads the staged rows into a new generation beside the live one and then points to it in one transaction. Killed
 * at any moment before, the live generation is as it was.
 * @returns documents that went live
 */
export async function loadFull(client: pg.Client, manifest: Manifest, progress: Progress): Promise<number> {
  const generation = await openGeneration(client, manifest.county, manifest.name);
  const to: LoadTarget = { generation, of: (table) => `search.${partitionName(table, generation)}` };
  progress.step('loading');
  await insertCodes(client, to);
  await makeDocuments(client, to.of('instrument'));
  await insertDocumentRows(client, to);
  progress.step('writing results and details');
  await insertDocuments(client, to, {
    made: 'made_document',
    referenced: 'made_document',
    instrument: to.of('instrument'),
    party: to.of('party'),
    doc_ref: to.of('doc_ref'),
    legal_lb: to.of('legal_lb'),
    legal_mb: to.of('legal_mb'),
    doc_parcel: to.of('doc_parcel'),
    doc_address: to.of('doc_address'),
  });
  await insertNames(client, to);
  progress.step('indexing');
  for (const table of generationTables) await indexPartition(client, table, generation);
  return swap(client, manifest, generation, progress);
}

async function insertCodes(client: pg.Client, to: LoadTarget): Promise<void> {
  await client.query(
    `INSERT INTO ${to.of('instrument')} (generation, instr, code, description, grp, grp_code, grp_description)
     SELECT ${to.generation}, dense_rank() OVER (ORDER BY upper(description) COLLATE "C") *
              (${highestInstrument} / (SELECT count(DISTINCT upper(description)) + 1 FROM staged_instrument)), code, description,
            dense_rank() OVER (ORDER BY grp_code COLLATE "C"), grp_code, grp_description FROM staged_instrument`,
  );
  await client.query(
    `INSERT INTO ${to.of('plat')} (generation, plat_no, plat_name) SELECT ${to.generation}, plat_no, plat_name FROM staged_plat`,
  );
}

/** Attaches the new generation, points to it and says so, all or nothing. */
async function swap(
  client: pg.Client,
  manifest: Manifest,
  generation: number,
  progress: Progress,
): Promise<number> {
  const { rows } = await client.query<{ documents: number }>(
    'SELECT count(*)::int AS documents FROM made_document',
  );
  const documents = rows[0]?.documents ?? 0;
  if (documents === 0 && (manifest.counts['documents.csv'] ?? 0) > 0) {
    throw new ImportRefused('every document of the bundle was rejected; the live index stays');
  }
  progress.step('going live');
  await client.query('BEGIN');
  await client.query(`SELECT set_config('app.county_id', $1, true)`, [manifest.county]);
  await attachGeneration(client, generation);
  const live = await client.query<{ generation: number }>(
    'SELECT generation FROM search.live_index WHERE county_id = $1 FOR UPDATE',
    [manifest.county],
  );
  const before = live.rows[0]?.generation;
  await emitSealings(client, manifest.county, await sealingsOfSwap(client, before, generation));
  await point(client, manifest, generation, documents);
  await emitSwap(client, manifest.county, generation, documents);
  await client.query('COMMIT');
  return documents;
}

async function point(
  client: pg.Client,
  manifest: Manifest,
  generation: number,
  documents: number,
): Promise<void> {
  await client.query(
    `UPDATE search.generation SET state = 'RETIRED', retired_at = now() WHERE county_id = $1 AND state = 'LIVE'`,
    [manifest.county],
  );
  await client.query(`UPDATE search.generation SET state = 'LIVE', live_at = now() WHERE generation = $1`, [
    generation,
  ]);
  await client.query(
    `INSERT INTO search.live_index AS l
       (county_id, generation, index_begins, verified_through, torrens_verified_through, documents)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (county_id) DO UPDATE SET generation = excluded.generation, changes = l.changes + 1,
       sealings = l.sealings + 1, index_begins = excluded.index_begins, verified_through = excluded.verified_through,
       torrens_verified_through = excluded.torrens_verified_through, documents = excluded.documents, changed_at = now()`,
    [
      manifest.county,
      generation,
      manifest.indexBegins ?? null,
      manifest.verifiedThrough.abstract ?? null,
      manifest.verifiedThrough.torrens ?? null,
      documents,
    ],
  );
}
