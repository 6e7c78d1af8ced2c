import type pg from 'pg';
import { addressOrder, parcelOrder, type Relations } from '../read-model/document-texts.js';
import {
  generationTables,
  pairsChangesSql,
  partitionName,
  type GenerationTable,
} from '../read-model/tables.js';
import { attachGeneration, indexPartition } from './generations.js';
import {
  insertDocuments,
  insertNames,
  insertPairs,
  insertRowsOf,
  makeDocuments,
  tablesOfDocuments,
  type LoadTarget,
  type StagedLoad,
} from './generation-rows.js';
import { runInLanes, type LaneTask } from './lanes.js';
import { insertCodeValues, insertRecordRows, recordTables } from './record-rows.js';
import type { StagingArea } from './staging-area.js';
import { ImportRefused } from './import-refused.js';
import { emitSealings, emitSwap, sealingsOfSwap } from './import-events.js';
import type { Manifest } from './manifest.js';
import type { Progress } from './progress.js';
import { emitPresenceOfSwap } from './removals.js';

/** Instrument ordinals (smallint) are spread over this range, so that a delta finds gaps between them. */
const highestInstrument = 32_000;

/** Ordinals from `from` up to but not including `below`; a missing end is open. */
interface DocumentRange {
  readonly from?: string;
  readonly below?: string;
}

/**
 * The staged rows of a range of documents, with the JSON texts that were made when the rows were read. The rows come
 * from the staging tables, because the generation may be only half loaded.
 */
function stagedRelations(instrument: string, { from, below }: DocumentRange): Relations {
  const limits = [from && `sk_doc >= ${from}`, below && `sk_doc < ${below}`].filter(Boolean);
  const within = limits.length === 0 ? 'true' : limits.join(' AND ');
  return {
    made: `(SELECT * FROM made_document WHERE ${within})`,
    referenced: 'made_document',
    instrument,
    party: `(SELECT sk_doc, line AS seq, role, json FROM staged_party s WHERE ${within})`,
    legal: `(SELECT sk_doc, line AS seq, json FROM staged_legal s WHERE ${within})`,
    additional: `(SELECT sk_doc, ${parcelOrder('min(line)')} AS seq, json FROM staged_parcel s WHERE ${within}
      GROUP BY sk_doc, json
     UNION ALL SELECT sk_doc, ${addressOrder}, json FROM staged_address a WHERE ${within})`,
    doc_ref: `(SELECT s.*, line AS seq FROM staged_reference s WHERE ${within})`,
    doc_certificate: `(SELECT d.sk_doc, d.sk_cert, c.cert_no, c.short_status AS status FROM staged_certificate_document d
     JOIN staged_certificate c ON c.sk_cert = d.sk_cert AND c.action = 'UPSERT' WHERE ${within})`,
  };
}

/** Functions of the import that the load calls. */
export interface LoadMoments {
  /** May refuse the staged rows before they are loaded. */
  readonly check: () => Promise<void>;
  /** Records the number of live documents in the transaction that makes the generation live. */
  readonly recordLive: (documents: number) => Promise<void>;
}

/** Number of documents that are sorted and assembled at a time in a session's memory. */
const documentsAtOnce = 100_000;

/**
 * Ranges with about the same number of documents. Bundles are in document order, so a block range index finds the rows
 * of a range.
 */
async function documentRanges(client: pg.Client, area: StagingArea): Promise<DocumentRange[]> {
  for (const table of [
    'staged_party',
    'staged_legal',
    'staged_reference',
    'staged_parcel',
    'staged_address',
  ]) {
    await client.query(`CREATE INDEX ON ${area.relation(table)} USING brin (sk_doc)`);
  }
  const { rows } = await client.query<{ start: string }>(
    `SELECT sk_doc AS start FROM (SELECT sk_doc, row_number() OVER (ORDER BY sk_doc) AS nth FROM made_document) d
      WHERE nth % ${documentsAtOnce} = 0 ORDER BY sk_doc`,
  );
  const starts = rows.map(({ start }) => start);
  return [undefined, ...starts].map((from, at) => {
    const below = starts[at];
    return { ...(from !== undefined && { from }), ...(below !== undefined && { below }) };
  });
}

/** The tables that one task builds together from the rows of `party`. */
const nameTables: readonly GenerationTable[] = ['name_dict', 'name_sound', 'name_hot'];
const tasksOfTables: Partial<Record<GenerationTable, string>> = {
  ...Object.fromEntries(nameTables.map((table) => [table, 'names'])),
  name_pair: 'pairs',
};
/** Small tables that the load itself reads, so their indexes are created first. */
const codeTables: readonly GenerationTable[] = ['instrument', 'plat', 'code_value'];

/**
 * Runs `work` without merge joins. A merge join would read whole tables in the order of an index, which takes longer
 * than reading them from start to end.
 */
async function hashed(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('SET enable_mergejoin = off');
  await work();
  await client.query('RESET enable_mergejoin');
}

/** The tasks of a load, longest first, so that the connections finish at about the same time. */
function loadTasks(to: LoadTarget, ranges: readonly DocumentRange[]): LaneTask[] {
  const documents = ranges.map((range, at): LaneTask => ({
    name: `document ${at + 1}/${ranges.length}`,
    run: (client) => insertDocuments(client, to, stagedRelations(to.of('instrument'), range)),
  }));
  const index = (table: GenerationTable): LaneTask => ({
    name: `indexes of ${table}`,
    after: table === 'document' ? documents.map(({ name }) => name) : [tasksOfTables[table] ?? table],
    run: (client) => indexPartition(client, table, to.generation),
  });
  const rows = (table: GenerationTable): LaneTask => ({
    name: table,
    run: (client) => insertRowsOf(client, to, table),
  });
  const names: LaneTask = { name: 'names', after: ['party'], run: (client) => insertNames(client, to) };
  const pairs: LaneTask = {
    name: 'pairs',
    // these tasks also collect statistics; without them, PostgreSQL would compare each row with every other row
    after: ['party', 'name_dict', 'name_hot'].map((table) => `indexes of ${table}`),
    run: (client) => hashed(client, () => insertPairs(client, to)),
  };
  const records = recordTables.map((table): LaneTask => ({
    name: table,
    run: (client) => insertRecordRows(client, to, table),
  }));
  const codes: LaneTask = {
    name: 'codes',
    after: ['indexes of document', 'legal_lb', 'legal_mb', 'tract_legal'],
    run: (client) => insertCodeValues(client, to),
  };
  const others = tablesOfDocuments.filter((table) => table !== 'party').map(rows);
  const indexes = generationTables.filter((table) => !codeTables.includes(table)).map(index);
  return [rows('party'), names, pairs, ...documents, ...others, ...records, ...indexes, codes];
}

/**
 * Loads the staged rows into a new generation beside the live one, then makes the new generation live in one
 * transaction. If the process is killed before that transaction, the live generation is unchanged.
 * @param lanes connections that load side by side
 * @returns number of documents that went live
 */
export async function loadFull(
  lanes: readonly [pg.Client, ...pg.Client[]],
  { area, manifest, generation, progress }: StagedLoad,
  { check, recordLive }: LoadMoments,
): Promise<number> {
  const [client] = lanes;
  const to: LoadTarget = { generation, of: (table) => `search.${partitionName(table, generation)}` };
  progress.step('LOADING', 'loading');
  await insertCodes(client, to);
  for (const table of codeTables) await indexPartition(client, table, generation);
  await makeDocuments(client, area, to.of('instrument'));
  await refuseEmpty(client, manifest);
  await check();
  await area.create(client, 'sealed_document', 'AS SELECT sk_doc FROM made_document WHERE sealed');
  for (const lane of lanes) {
    if (lane !== client) await area.show(lane);
    await lane.query('CREATE TEMPORARY VIEW lien_document AS SELECT * FROM made_document');
  }
  const tasks = loadTasks(to, await documentRanges(client, area));
  let done = 0;
  await runInLanes(lanes, tasks, ({ name }) => progress.task(name, (done += 1), tasks.length));
  return swap(client, manifest, generation, progress, recordLive);
}

async function refuseEmpty(client: pg.Client, manifest: Manifest): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM made_document LIMIT 1');
  if (rowCount === 0 && (manifest.counts['documents.csv'] ?? 0) > 0) {
    throw new ImportRefused('every document of the bundle was rejected; the live index stays');
  }
}

async function insertCodes(client: pg.Client, to: LoadTarget): Promise<void> {
  await client.query(
    `INSERT INTO ${to.of('instrument')} (generation, instr, code, description, grp, grp_code, grp_description)
     SELECT ${to.generation}, dense_rank() OVER (ORDER BY upper(description) COLLATE "C") *
              (${highestInstrument} / (SELECT count(DISTINCT upper(description)) + 1 FROM staged_instrument)), code, description,
            dense_rank() OVER (ORDER BY grp_code COLLATE "C"), grp_code, grp_description FROM staged_instrument`,
  );
  await client.query(
    `INSERT INTO ${to.of('plat')} (generation, plat_no, plat_name, name_key) SELECT ${to.generation}, plat_no, plat_name, name_key FROM staged_plat`,
  );
}

/** Attaches the new generation, makes it live and emits the events about this, all in one transaction. */
async function swap(
  client: pg.Client,
  manifest: Manifest,
  generation: number,
  progress: Progress,
  recordLive: LoadMoments['recordLive'],
): Promise<number> {
  const { rows } = await client.query<{ documents: number }>(
    'SELECT count(*)::int AS documents FROM made_document',
  );
  const documents = rows[0]?.documents ?? 0;
  progress.step('LOADING', 'going live');
  await client.query('BEGIN');
  // a power cut must not undo this transaction; the steps before it can be repeated
  await client.query('SET LOCAL synchronous_commit = on');
  await client.query(`SELECT set_config('app.county_id', $1, true)`, [manifest.county]);
  await attachGeneration(client, generation);
  const live = await client.query<{ generation: number }>(
    'SELECT generation FROM search.live_index WHERE county_id = $1 FOR UPDATE',
    [manifest.county],
  );
  const before = live.rows[0]?.generation;
  await emitSealings(client, manifest.county, await sealingsOfSwap(client, before, generation));
  await emitPresenceOfSwap(client, manifest.county, before, generation);
  await point(client, manifest, generation, documents);
  await emitSwap(client, manifest.county, generation, documents);
  await recordLive(documents);
  await client.query('COMMIT');
  return documents;
}

async function point(
  client: pg.Client,
  manifest: Manifest,
  generation: number,
  documents: number,
): Promise<void> {
  // the current time, not the start of the transaction, because searches have read the old generation until now
  await client.query(
    `UPDATE search.generation SET state = 'RETIRED', retired_at = clock_timestamp() WHERE county_id = $1 AND state = 'LIVE'`,
    [manifest.county],
  );
  await client.query(`UPDATE search.generation SET state = 'LIVE', live_at = now() WHERE generation = $1`, [
    generation,
  ]);
  await client.query(
    `INSERT INTO search.live_index AS l
       (county_id, generation, index_begins, verified_through, torrens_verified_through, documents, dates, pairs_changes)
     VALUES ($1, $2, $3, $4, $5, $6, $7, ${pairsChangesSql('0')})
     ON CONFLICT (county_id) DO UPDATE SET generation = excluded.generation, changes = l.changes + 1,
       pairs_changes = ${pairsChangesSql('l.changes + 1')}, sealings = l.sealings + 1, index_begins = excluded.index_begins, verified_through = excluded.verified_through,
       torrens_verified_through = excluded.torrens_verified_through, documents = excluded.documents, dates = excluded.dates,
       changed_at = now()`,
    [
      manifest.county,
      generation,
      manifest.indexBegins ?? null,
      manifest.verifiedThrough.abstract ?? null,
      manifest.verifiedThrough.torrens ?? null,
      documents,
      manifest.dates,
    ],
  );
}
