import type pg from 'pg';
import { documentTextsSql, headSql, liveRelations, tailSql } from '../read-model/document-texts.js';
import { documentTables, hasPairsSql, pairsChangesSql } from '../read-model/tables.js';
import {
  hotNamesSql,
  insertDocuments,
  insertPairs,
  insertRowsOf,
  makeDocuments,
  soundsSql,
  tablesOfDocuments,
  type LoadTarget,
  type StagedLoad,
} from './generation-rows.js';
import { emitSealings, sealingsOfDelta } from './import-events.js';
import { ImportRefused } from './import-refused.js';
import type { Manifest } from './manifest.js';
import { hideRecords, renewCodes, replaceRecords } from './delta-records.js';
import { emitPresenceOfDelta } from './removals.js';

/**
 * Creates the `known_…` tables, with which a bundle is checked. For a delta, they contain the keys of the live
 * generation. For a full import, which replaces that generation, they are empty.
 */
export async function knowLive(client: pg.Client, generation: number | undefined): Promise<void> {
  const none = generation === undefined ? 'WHERE false' : `WHERE generation = ${generation}`;
  await client.query(
    `CREATE TEMPORARY TABLE known_instrument AS SELECT code, description, grp_code, instr, grp FROM search.instrument ${none}`,
  );
  await client.query(`CREATE TEMPORARY TABLE known_plat AS SELECT plat_no FROM search.plat ${none}`);
  for (const [view, column, table] of knownRecords) {
    await client.query(`CREATE TEMPORARY VIEW ${view} AS SELECT ${column} FROM search.${table} ${none}`);
  }
}

const knownRecords = [
  ['known_document', 'sk_doc, sealed', 'document'],
  ['known_certificate', 'sk_cert', 'certificate'],
  ['known_tax_lien', 'sk_doc', 'tax_lien'],
  ['known_gg_book', 'sk_entry', 'gg_book'],
  ['known_tract_book', 'sk_entry', 'tract_book'],
] as const;

/**
 * Refuses a delta that is verified through an earlier day than the index: it could replace newer rows with older ones,
 * and even unseal documents.
 * @throws ImportRefused with the days of the delta and of the index
 */
export async function refuseOlder(
  client: pg.Client,
  { county, verifiedThrough }: Pick<Manifest, 'county' | 'verifiedThrough'>,
): Promise<void> {
  const { rows } = await client.query<Record<'abstract' | 'torrens', string | null>>(
    `SELECT verified_through::text AS abstract, torrens_verified_through::text AS torrens
       FROM search.live_index WHERE county_id = $1`,
    [county],
  );
  const older = (['abstract', 'torrens'] as const).flatMap((index) => {
    const own = verifiedThrough[index];
    const live = rows[0]?.[index];
    return own && live && own < live ? [`${index}: ${own}, the index has ${live}`] : [];
  });
  if (older.length === 0) return;
  throw new ImportRefused(
    `the delta is older than the index (${older.join('; ')}): it would put older rows back. Import a full bundle, or a delta that has the missing changes and is verified at least as far`,
  );
}

/**
 * Applies the staged rows to the live generation in one transaction. Documents are replaced entirely, sealed or
 * deleted; searches see all changes or none.
 * @param recordLive records the number of live documents in the same transaction
 * @returns number of changed documents
 */
export async function loadDelta(
  client: pg.Client,
  { area, manifest, generation, progress }: StagedLoad,
  recordLive: (documents: number) => Promise<void>,
): Promise<number> {
  const to: LoadTarget = { generation, of: (table) => `search.${table}` };
  progress.step('LOADING', 'applying');
  await client.query('BEGIN');
  await client.query(`SELECT set_config('app.county_id', $1, true)`, [manifest.county]);
  await addCodes(client, to);
  await makeDocuments(client, area, `(SELECT * FROM search.instrument WHERE generation = ${generation})`);
  await rememberTouched(client, generation);
  const changed = await replaceRows(client, to);
  await replaceRecords(client, to);
  await rewriteTexts(client, to);
  await renewCodes(client, to);
  await renameChanged(client, to);
  if (await hasPairs(client, manifest.county))
    await insertPairs(client, to, 'sk_doc IN (SELECT sk_doc FROM touched)');
  await emitSealings(client, manifest.county, await sealingsOfDelta(client));
  await emitPresenceOfDelta(client, manifest.county, generation);
  await advance(client, manifest, generation);
  await recordLive(changed);
  await client.query('COMMIT');
  return changed;
}

/**
 * Orders values so that they divide a gap evenly: first the middle value, then each half in the same way. In ascending
 * order, each value would take half of the remaining gap.
 */
const middleFirst = <T>(sorted: readonly T[]): T[] => {
  const middle = sorted.length >> 1;
  return sorted.length === 0
    ? []
    : [
        ...sorted.slice(middle, middle + 1),
        ...middleFirst(sorted.slice(0, middle)),
        ...middleFirst(sorted.slice(middle + 1)),
      ];
};

/** Gives new instruments ordinals in the gaps that the full import left between the old ordinals. */
async function addCodes(client: pg.Client, to: LoadTarget): Promise<void> {
  const { rows } = await client.query<{
    code: string;
    description: string;
    grp_code: string;
    grp_description: string;
  }>(
    `SELECT code, description, grp_code, grp_description FROM staged_instrument s
      WHERE NOT EXISTS (SELECT 1 FROM known_instrument k WHERE k.code = s.code) ORDER BY upper(description) COLLATE "C"`,
  );
  for (const added of middleFirst(rows)) {
    const { rowCount } = await client.query(
      `WITH near AS (
         SELECT max(instr) FILTER (WHERE upper(description) COLLATE "C" = upper($2)) AS same,
                coalesce(max(instr) FILTER (WHERE upper(description) COLLATE "C" < upper($2)), 0) AS below,
                min(instr) FILTER (WHERE upper(description) COLLATE "C" > upper($2)) AS above
           FROM search.instrument WHERE generation = $5),
       place AS (SELECT coalesce(same, (below + coalesce(above, 32767)) / 2) AS instr, below, same FROM near)
       INSERT INTO search.instrument (generation, instr, code, description, grp, grp_code, grp_description)
       SELECT $5, p.instr, $1, $2, coalesce(
           (SELECT min(grp) FROM search.instrument WHERE generation = $5 AND grp_code = $3),
           (SELECT coalesce(max(grp), 0) + 1 FROM search.instrument WHERE generation = $5)), $3, $4
         FROM place p WHERE p.same IS NOT NULL OR p.instr > p.below`,
      [added.code, added.description, added.grp_code, added.grp_description, to.generation],
    );
    if (rowCount === 0)
      throw new ImportRefused(`no place for instrument ${added.code}: it needs a full import`);
  }
  await client.query(
    `INSERT INTO search.plat (generation, plat_no, plat_name, name_key)
     SELECT $1, plat_no, plat_name, name_key FROM staged_plat
     ON CONFLICT (generation, plat_no) DO UPDATE SET plat_name = excluded.plat_name, name_key = excluded.name_key`,
    [to.generation],
  );
}

/**
 * Creates three temporary tables. `touched`: the delta's documents, and whether they were sealed before the delta;
 * `renamed`: names that gain or lose documents; `referring`: other documents whose texts name a touched one.
 */
async function rememberTouched(client: pg.Client, generation: number): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE touched AS SELECT s.sk_doc, s.action, s.line, k.sealed AS sealed_before,
            (s.action = 'SEAL' OR coalesce(m.sealed, false)) AS seals
       FROM staged_document s LEFT JOIN known_document k ON k.sk_doc = s.sk_doc LEFT JOIN made_document m ON m.sk_doc = s.sk_doc`,
  );
  await client.query('CREATE UNIQUE INDEX ON touched (sk_doc)');
  await client.query('ANALYZE touched');
  await client.query(
    `CREATE TEMPORARY TABLE renamed AS
     SELECT p.last_name FROM search.party p JOIN touched t ON t.sk_doc = p.sk_doc WHERE p.generation = ${generation}
     UNION SELECT last_name FROM staged_party UNION SELECT unnest(parts) FROM staged_party`,
  );
  await client.query(
    `CREATE TEMPORARY TABLE referring AS
     SELECT DISTINCT f.sk_doc FROM search.doc_ref f JOIN touched t ON t.sk_doc = f.ref_sk
      WHERE f.generation = ${generation} AND NOT EXISTS (SELECT 1 FROM touched o WHERE o.sk_doc = f.sk_doc)
     UNION SELECT c.sk_doc FROM search.doc_certificate c JOIN staged_certificate s ON s.sk_cert = c.sk_cert
      WHERE c.generation = ${generation} AND NOT EXISTS (SELECT 1 FROM touched o WHERE o.sk_doc = c.sk_doc)
     UNION SELECT d.sk_doc FROM staged_certificate_document d
      WHERE NOT EXISTS (SELECT 1 FROM touched o WHERE o.sk_doc = d.sk_doc)`,
  );
}

async function replaceRows(client: pg.Client, to: LoadTarget): Promise<number> {
  const ofTouched = `generation = ${to.generation} AND sk_doc IN (SELECT sk_doc FROM touched)`;
  for (const table of documentTables) await client.query(`DELETE FROM search.${table} WHERE ${ofTouched}`);
  await hideRecords(client, to.generation);
  await client.query(
    `DELETE FROM search.document WHERE ${ofTouched} AND sk_doc NOT IN (SELECT sk_doc FROM touched WHERE action = 'SEAL')`,
  );
  await client.query(
    `UPDATE search.document SET sealed = true, display = '', details = '' WHERE generation = ${to.generation}
        AND sk_doc IN (SELECT sk_doc FROM touched WHERE action = 'SEAL')`,
  );
  for (const table of tablesOfDocuments) await insertRowsOf(client, to, table);
  const { rows } = await client.query<{ changed: number }>('SELECT count(*)::int AS changed FROM touched');
  return rows[0]?.changed ?? 0;
}

/** Inserts the delta's documents with their texts, and renews the texts of other documents that refer to them. */
async function rewriteTexts(client: pg.Client, to: LoadTarget): Promise<void> {
  const referenced = `(SELECT sk_doc, instrument_code, rec_key, sealed FROM made_document
     UNION ALL SELECT d.sk_doc, d.instrument_code, d.rec_key, d.sealed FROM search.document d
      WHERE d.generation = ${to.generation} AND NOT EXISTS (SELECT 1 FROM made_document m WHERE m.sk_doc = d.sk_doc))`;
  await insertDocuments(client, to, { ...liveRelations(to.generation, 'made_document'), referenced });
  await client.query(
    `CREATE TEMPORARY TABLE made_again AS SELECT sk_doc, sealed, instrument_code, display_only, ${headSql} AS head,
        ${tailSql} AS tail FROM search.document m
      WHERE generation = ${to.generation} AND sk_doc IN (SELECT sk_doc FROM referring)`,
  );
  await client.query(
    `UPDATE search.document d SET display = t.display, details = t.details
       FROM (${documentTextsSql({ ...liveRelations(to.generation, 'made_again'), referenced })}) t
      WHERE d.generation = ${to.generation} AND d.sk_doc = t.sk_doc`,
  );
}

/**
 * Updates the names that gained or lost documents: their counts, their sound codes and their rows in `name_hot`. Only
 * a full import adds a name to `name_hot` or removes one, because a search may still use a list of frequent names that
 * is two deltas old.
 */
async function renameChanged(client: pg.Client, to: LoadTarget): Promise<void> {
  const ofRenamed = `generation = ${to.generation} AND last_name IN (SELECT last_name FROM renamed)`;
  await client.query(
    `WITH counted AS (SELECT last_name, count(*) AS documents FROM search.party WHERE ${ofRenamed} GROUP BY last_name)
     INSERT INTO search.name_dict AS n (generation, last_name, documents, hot)
     SELECT ${to.generation}, last_name, documents, false FROM counted
     ON CONFLICT (generation, last_name) DO UPDATE SET documents = excluded.documents`,
  );
  await client.query(
    `UPDATE search.name_dict n SET documents = 0 WHERE ${ofRenamed} AND NOT EXISTS
       (SELECT 1 FROM search.party p WHERE p.generation = n.generation AND p.last_name = n.last_name)`,
  );
  await client.query(`DELETE FROM search.name_dict WHERE ${ofRenamed} AND documents = 0 AND NOT hot`);
  await client.query(soundsSql(to, `SELECT last_name FROM search.name_dict WHERE ${ofRenamed}`));
  await client.query(
    hotNamesSql(
      to,
      `p.sk_doc IN (SELECT sk_doc FROM touched) AND p.last_name IN
         (SELECT last_name FROM search.name_dict WHERE generation = ${to.generation} AND hot)`,
    ),
  );
}

/** Whether `name_pair` has the names of every document; if it lacks some, it stays unused until the next full import. */
async function hasPairs(client: pg.Client, county: string): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(
    `SELECT ${hasPairsSql} AS has FROM search.live_index WHERE county_id = $1`,
    [county],
  );
  return rows[0]?.has === true;
}

/** SELECT of the delta's records that disappear from hit lists. */
const removals = [
  `SELECT 1 FROM touched WHERE seals OR action = 'DELETE'`,
  ...['staged_certificate', 'staged_tax_lien', 'staged_gg_book', 'staged_tract_legal'].map(
    (table) => `SELECT 1 FROM ${table} WHERE action = 'DELETE'`,
  ),
].join(' UNION ALL ');

/**
 * Updates the row of the live index. `changes` tells readers that codes or counts have changed. `sealings` tells them
 * that hit lists may contain records that were sealed or deleted.
 */
async function advance(client: pg.Client, manifest: Manifest, generation: number): Promise<void> {
  await client.query(
    `UPDATE search.live_index SET changes = changes + 1, changed_at = now(),
       pairs_changes = CASE WHEN ${hasPairsSql} THEN ${pairsChangesSql('changes + 1')} ELSE pairs_changes END,
       sealings = sealings + (SELECT CASE WHEN EXISTS (${removals}) THEN 1 ELSE 0 END),
       verified_through = coalesce($2, verified_through), torrens_verified_through = coalesce($3, torrens_verified_through),
       dates = jsonb_build_object('abstract', (dates->'abstract') || ($5::jsonb->'abstract'),
         'torrens', (dates->'torrens') || ($5::jsonb->'torrens'), 'lien', (dates->'lien') || ($5::jsonb->'lien')),
       documents = (SELECT count(*) FROM search.document WHERE generation = $4)
     WHERE county_id = $1`,
    [
      manifest.county,
      manifest.verifiedThrough.abstract ?? null,
      manifest.verifiedThrough.torrens ?? null,
      generation,
      manifest.dates,
    ],
  );
}
