import type pg from 'pg';
import { foldName } from '../matching/name.rules.js';
import { lienHeadingSql } from '../read-model/document-texts.js';
import { standingTables, type GenerationTable } from '../read-model/tables.js';
import type { LoadTarget } from './generation-rows.js';
import { insertCodeValues, insertRecordRows, recordTables } from './record-rows.js';

/**
 * For each kind of record: the staging table with the delta's records, the key, and the tables with a record's rows.
 */
const records: readonly (readonly [staged: string, key: string, tables: readonly GenerationTable[]])[] = [
  ['staged_certificate', 'sk_cert', ['certificate', 'certificate_text', 'doc_certificate']],
  ['staged_tax_lien', 'sk_doc', ['tax_lien', 'tax_lien_party']],
  ['staged_gg_book', 'sk_entry', ['gg_book']],
  ['staged_tract_legal', 'sk_entry', ['tract_book', 'tract_legal']],
];

/** Documents that the delta seals or deletes. */
const hidden = `SELECT sk_doc FROM touched WHERE seals OR action = 'DELETE'`;

/**
 * Ordinals, without the type letter, of hidden Torrens documents, because memorials name these documents only by
 * number.
 */
const torrensNumbers = `SELECT sk_doc - 20 FROM touched WHERE (seals OR action = 'DELETE') AND sk_doc % 32 = 20`;

/**
 * Hides everything that names a sealed or deleted document: the document's lien, its entries on certificates, and the
 * memorials about the document (search/DESIGN.md#sealed-documents).
 */
export async function hideRecords(client: pg.Client, generation: number): Promise<void> {
  for (const table of standingTables) {
    await client.query(
      `DELETE FROM search.${table} WHERE generation = ${generation} AND sk_doc IN (${hidden})`,
    );
  }
  await client.query(
    `DELETE FROM search.certificate_text WHERE generation = ${generation} AND section = 'M'
        AND doc_sk IN (${torrensNumbers})`,
  );
  await hideNames(client, generation);
}

/** The number of an ordinal, without leading zeros. */
const numberOf = (ordinal: string): string =>
  `(${ordinal} / 1024)::text || CASE WHEN ${ordinal} / 32 % 32 = 0 THEN '' ELSE chr(64 + (${ordinal} / 32 % 32)::int) END`;

/** The number without leading zeros, as in `hidden_name`, because some offices write leading zeros and some do not. */
const bare = (number: string): string => `ltrim(${number}, '0')`;

/** A regular expression for the two members of a JSON text that name the record's document, by number and type. */
const namingMembers = `'"docNumber":"[^"]*","docType":"[^"]*"'`;

/**
 * Condition: the text of the row `t` names the hidden document `h`. The condition consists of equalities, so that
 * PostgreSQL can use a hash join.
 */
const namesHidden = `h.number = ${bare(`t.display::json ->> 'docNumber'`)} AND h.doc_type = t.display::json ->> 'docType'`;

/**
 * Removes the numbers of hidden documents from certificates and books. In the texts of liens, removes the releases and
 * revisions that name a hidden document.
 */
async function hideNames(client: pg.Client, generation: number): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE hidden_name AS SELECT chr(64 + (sk_doc % 32)::int) AS doc_type, ${bare(numberOf('sk_doc'))} AS number
       FROM (${hidden}) d`,
  );
  await client.query('CREATE UNIQUE INDEX ON hidden_name (number, doc_type)');
  await client.query('ANALYZE hidden_name');
  const { rowCount } = await client.query('SELECT 1 FROM hidden_name LIMIT 1');
  if (rowCount === 0) return;
  // a nested loop would read every text again for each hidden document
  await client.query('SET LOCAL enable_nestloop = off');
  const unnamed = `'"docNumber":"","docType":""'`;
  await client.query(
    `UPDATE search.certificate t SET display = regexp_replace(display, ${namingMembers}, ${unnamed}),
        details = regexp_replace(details, ${namingMembers}, ${unnamed})
       FROM hidden_name h WHERE t.generation = ${generation} AND ${namesHidden}`,
  );
  await client.query(
    `UPDATE search.gg_book t SET display = regexp_replace(display, ${namingMembers},
          '"docNumber":"' || ${numberOf('t.sk_entry')} || '","docType":"G"')
       FROM hidden_name h WHERE t.generation = ${generation} AND ${namesHidden}`,
  );
  await client.query(
    `UPDATE search.tax_lien l SET display = left(l.display, strpos(l.display, ',"releaseSearchResults":')) ||
          '"releaseSearchResults":' || ${keptOf('releaseSearchResults')} ||
          ',"revisionSearchResults":' || ${keptOf('revisionSearchResults')} || '}'
      WHERE l.generation = ${generation} AND l.sk_doc IN (${liensNamingHidden(generation)})`,
  );
  await client.query('SET LOCAL enable_nestloop = on');
}

/**
 * The lists of a lien, stored as JSON, whose entries name documents. Each prefix stands for the two members with the
 * number and the type of a document: for example, `releaseDoc` stands for `releaseDocNumber` and `releaseDocType`.
 */
const lienLists = {
  releaseSearchResults: ['releaseDoc', 'revokeDoc'],
  revisionSearchResults: ['doc'],
} as const;
type LienList = keyof typeof lienLists;

/** The documents that an entry `r` of the list names: one row each, with number and type. */
const namedIn = (list: LienList): string =>
  `(VALUES ${lienLists[list].map((prefix) => `(r ->> '${prefix}Number', r ->> '${prefix}Type')`).join(', ')}) v (number, doc_type)`;

const isHidden = `h.number = ${bare('v.number')} AND h.doc_type = v.doc_type`;

/**
 * Selects the liens that name a hidden document. Most liens have neither releases nor revisions; `strpos` skips them
 * without parsing their texts.
 */
const liensNamingHidden = (generation: number): string =>
  (['releaseSearchResults', 'revisionSearchResults'] as const)
    .map(
      (
        list,
      ) => `SELECT l.sk_doc FROM search.tax_lien l CROSS JOIN LATERAL json_array_elements(l.display::json -> '${list}') r
        CROSS JOIN LATERAL ${namedIn(list)} JOIN hidden_name h ON ${isHidden}
       WHERE l.generation = ${generation} AND strpos(l.display, '"${list}":[{') > 0`,
    )
    .join(' UNION ');

/** A list of the lien `l` without the entries that name a hidden document. */
const keptOf = (list: LienList): string =>
  `(SELECT '[' || coalesce(string_agg(r::text, ',' ORDER BY n), '') || ']'
      FROM json_array_elements(l.display::json -> '${list}') WITH ORDINALITY e (r, n) WHERE NOT EXISTS
        (SELECT 1 FROM ${namedIn(list)} JOIN hidden_name h ON ${isHidden}))`;

/**
 * Replaces the certificates, liens and books that the delta contains, each together with all its rows. Updates the
 * texts of liens whose document changed.
 */
export async function replaceRecords(client: pg.Client, to: LoadTarget): Promise<void> {
  for (const [staged, key, tables] of records) {
    for (const table of tables) {
      await client.query(
        `DELETE FROM search.${table} WHERE generation = ${to.generation} AND ${key} IN (SELECT ${key} FROM ${staged})`,
      );
    }
  }
  await client.query(
    `CREATE TEMPORARY TABLE sealed_document AS
     SELECT sk_doc FROM search.document WHERE generation = ${to.generation} AND sealed
     UNION SELECT sk_doc FROM made_document WHERE sealed`,
  );
  await client.query(
    `CREATE TEMPORARY TABLE lien_document AS
     SELECT ${lienColumns} FROM made_document WHERE sk_doc IN (SELECT sk_doc FROM staged_tax_lien)
     UNION ALL SELECT ${lienColumns} FROM search.document d WHERE generation = ${to.generation}
        AND sk_doc IN (SELECT sk_doc FROM staged_tax_lien) AND NOT EXISTS (SELECT 1 FROM made_document m WHERE m.sk_doc = d.sk_doc)`,
  );
  for (const table of recordTables) await insertRecordRows(client, to, table);
  await refreshLiens(client, to.generation);
}

const lienColumns =
  'sk_doc, doc_type, doc_number, rec_key, instrument_code, instrument_date, book, page, book_type, sealed';

/**
 * Updates the liens of the delta's documents. A lien's text begins with the members of its document, which are
 * replaced.
 */
async function refreshLiens(client: pg.Client, generation: number): Promise<void> {
  await client.query(
    `UPDATE search.tax_lien t SET rec_key = m.rec_key,
            display = '{' || ${lienHeadingSql} || substring(t.display FROM strpos(t.display, ',"lienNumber":'))
       FROM made_document m, search.instrument i
      WHERE t.generation = ${generation} AND t.sk_doc = m.sk_doc AND NOT m.sealed
        AND i.generation = ${generation} AND i.code = m.instrument_code`,
  );
}

/**
 * Adds new codes. If a document was hidden, removes the codes that occurred only in the hidden rows. The delta's
 * documents must already be in their tables, because the codes are read from there.
 */
export async function renewCodes(client: pg.Client, to: LoadTarget): Promise<void> {
  const { rowCount } = await client.query(`${hidden} LIMIT 1`);
  if (rowCount === 0) {
    const ofDocuments = 'sk_doc IN (SELECT sk_doc FROM touched)';
    const ofEntries = 'sk_entry IN (SELECT sk_entry FROM staged_tract_legal)';
    return insertCodeValues(client, to, { ofDocuments, ofEntries });
  }
  await client.query(
    `DELETE FROM search.code_value WHERE generation = ${to.generation} AND list <> 'island'`,
  );
  await removeEmptyIslands(client, to.generation);
  await insertCodeValues(client, to);
}

/**
 * Removes the islands without a parcel. Unlike other codes, islands are not collected anew, because the parcels keep
 * only the folded name of their island.
 */
async function removeEmptyIslands(client: pg.Client, generation: number): Promise<void> {
  const { rows } = await client.query<{ code: string }>(
    `SELECT code FROM search.code_value WHERE generation = ${generation} AND list = 'island'`,
  );
  const codes = rows.map(({ code }) => code);
  await client.query(
    `DELETE FROM search.code_value v USING unnest($1::text[], $2::text[]) AS i (code, folded)
      WHERE v.generation = ${generation} AND v.list = 'island' AND v.code = i.code AND NOT EXISTS
        (SELECT 1 FROM search.doc_parcel p WHERE p.generation = ${generation} AND p.island = i.folded)`,
    [codes, codes.map((code) => foldName(code))],
  );
}
