import type pg from 'pg';
import { lienHeadingSql } from '../read-model/document-texts.js';
import { noDay, type GenerationTable } from '../read-model/tables.js';
import type { LoadTarget } from './generation-rows.js';

/**
 * Rows of the records that are not documents: certificates, liens, books. Their texts were made when the rows were
 * read; this module adds or removes the parts that depend on documents. `sealed_document` has the ordinals of all
 * sealed documents, `lien_document` has the documents that liens may refer to.
 */
type RecordTable = Extract<
  GenerationTable,
  | 'certificate'
  | 'certificate_text'
  | 'doc_certificate'
  | 'tax_lien'
  | 'tax_lien_party'
  | 'gg_book'
  | 'tract_book'
  | 'tract_legal'
>;

const isSealed = (ordinal: string): string =>
  `EXISTS (SELECT 1 FROM sealed_document x WHERE x.sk_doc = ${ordinal})`;

/**
 * The type letter T as it is stored in an ordinal. Memorials name documents without a type, and these are always
 * Torrens documents.
 */
const torrensLetter = 20;

const staged = (table: string): string => `FROM ${table} s WHERE s.action = 'UPSERT'`;
const certificateOf = (table: string): string =>
  `FROM ${table} s JOIN staged_certificate c ON c.sk_cert = s.sk_cert AND c.action = 'UPSERT'`;

/** For a table with rows of tax liens: the JSON texts of each lien's rows, joined with commas. */
const listed = (table: string, where: string): string =>
  `(SELECT sk_doc, string_agg(json, ',' ORDER BY line) AS list FROM ${table} s WHERE ${where} GROUP BY sk_doc)`;

const legalColumns = `kind, plat_no, lot, lot_from, lot_to, block, sublot, other_code, other_lot, building, unit, garage,
  section, township, range_no, base, meridian, municipality, q, qq, qqq, qqqq, qmask, written, description, comment`;

/** For each table: its columns after `generation`, and the SELECT that fills them. */
const rowsOf: Readonly<
  Record<RecordTable, (instrument: string) => readonly [columns: string, select: string]>
> = {
  certificate: () => [
    'sk_cert, cert_no, file_no, cert_day, sk_book, short_status, display, details',
    `s.sk_cert, s.cert_no, s.file_no, s.cert_day, s.sk_book, s.short_status, t.json, t.json
       FROM staged_certificate s CROSS JOIN LATERAL (SELECT '{' || s.head || ',' ||
         CASE WHEN ${isSealed('s.doc_sk')} THEN '"docNumber":"","docType":""' ELSE s.named END || ',' || s.tail || '}'
         AS json) t WHERE s.action = 'UPSERT'`,
  ],
  certificate_text: () => [
    'sk_cert, section, doc_sk, txt, cert_day, sk_book',
    `s.sk_cert, s.section, s.doc_sk, s.txt, c.cert_day, c.sk_book ${certificateOf('staged_certificate_text')}
      WHERE NOT (s.section = 'M' AND ${isSealed(`s.doc_sk + ${torrensLetter}`)})`,
  ],
  doc_certificate: () => [
    'sk_doc, sk_cert, cert_no, status',
    `s.sk_doc, s.sk_cert, c.cert_no, c.short_status ${certificateOf('staged_certificate_document')}
      WHERE NOT ${isSealed('s.sk_doc')}`,
  ],
  tax_lien: (instrument) => [
    'sk_doc, doc_type, num_sk, lien_no, lien_day, rec_key, expire_day, release_day, display',
    `s.sk_doc, s.doc_type, s.num_sk, s.lien_no, s.lien_day, m.rec_key, s.expire_day, coalesce(r.day, ${noDay}),
       '{' || ${lienHeadingSql} || ',' || s.tail || ',"taxpayerSearchResults":[' || coalesce(p.list, '') ||
       '],"releaseSearchResults":[' || coalesce(e.list, '') || '],"revisionSearchResults":[' || coalesce(v.list, '') || ']}'
     FROM staged_tax_lien s JOIN lien_document m ON m.sk_doc = s.sk_doc JOIN ${instrument} i ON i.code = m.instrument_code
     LEFT JOIN ${listed('staged_tax_lien_party', 'true')} p ON p.sk_doc = s.sk_doc
     LEFT JOIN ${listed('staged_tax_lien_release', `NOT ${isSealed('release_sk')} AND NOT ${isSealed('revoke_sk')}`)} e
       ON e.sk_doc = s.sk_doc
     LEFT JOIN ${listed('staged_tax_lien_revision', `NOT ${isSealed('revision_sk')}`)} v ON v.sk_doc = s.sk_doc
     LEFT JOIN (SELECT sk_doc, min(release_day) AS day FROM staged_tax_lien_release GROUP BY sk_doc) r ON r.sk_doc = s.sk_doc
     WHERE s.action = 'UPSERT' AND NOT m.sealed`,
  ],
  tax_lien_party: () => [
    'sk_doc, seq, last_name, first_name, mi',
    `s.sk_doc, s.line, n.name, s.first_name, s.mi FROM staged_tax_lien_party s
       JOIN lien_document m ON m.sk_doc = s.sk_doc AND NOT m.sealed
       CROSS JOIN LATERAL (SELECT s.last_name AS name UNION ALL SELECT unnest(s.parts)) n`,
  ],
  gg_book: () => [
    'sk_entry, type, from_name, to_name, from_day, to_day, display',
    `s.sk_entry, s.type, s.from_name, s.to_name, s.from_day, s.to_day, '{' || s.head || ',' ||
       CASE WHEN ${isSealed('s.doc_sk')} THEN s.unnamed ELSE s.named END || ',' || s.tail || '}' ${staged('staged_gg_book')}`,
  ],
  tract_book: () => [
    'sk_entry, rec_key, display, details',
    `s.sk_entry, min(s.rec_key),
       '{' || min(s.head) || ',"legalSearchResults":[' || (array_agg(s.json ORDER BY s.line))[1] || '],"legalCount":' || count(*) || '}',
       '{' || min(s.head) || ',"legalSearchResults":[' || string_agg(s.json, ',' ORDER BY s.line) || ']}'
     ${staged('staged_tract_legal')} GROUP BY s.sk_entry`,
  ],
  tract_legal: () => [
    `sk_entry, seq, rec_key, ${legalColumns}`,
    `sk_entry, line, rec_key, ${legalColumns} ${staged('staged_tract_legal')}`,
  ],
};

export const recordTables = Object.keys(rowsOf) as readonly RecordTable[];

export async function insertRecordRows(client: pg.Client, to: LoadTarget, table: RecordTable): Promise<void> {
  const [columns, select] = rowsOf[table](
    `(SELECT * FROM ${to.of('instrument')} WHERE generation = ${to.generation})`,
  );
  await client.query(
    `INSERT INTO ${to.of(table)} (generation, ${columns}) SELECT ${to.generation}, ${select}`,
  );
}

/** For each list of codes: its name, its column, and the tables with that column. */
const codeColumns = [
  ['otherLotCode', 'other_code', ['legal_lb', 'legal_mb', 'tract_legal']],
  ['base', 'base', ['legal_mb', 'tract_legal']],
  ['meridian', 'meridian', ['legal_mb', 'tract_legal']],
  ['municipality', 'municipality', ['legal_mb', 'tract_legal']],
] as const;

/**
 * Adds to `code_value` every code that the generation's rows contain.
 * @param only conditions on `sk_doc` and on `sk_entry` that limit the rows
 */
export async function insertCodeValues(
  client: pg.Client,
  to: LoadTarget,
  only = { ofDocuments: 'true', ofEntries: 'true' },
): Promise<void> {
  const add = (list: string, code: string, rows: string): Promise<unknown> =>
    client.query(
      `INSERT INTO ${to.of('code_value')} (generation, list, code)
       SELECT DISTINCT ${to.generation}, '${list}', ${code} FROM ${rows} ON CONFLICT DO NOTHING`,
    );
  const within = (table: GenerationTable, where: string): string =>
    `${to.of(table)} t WHERE generation = ${to.generation} AND ${where}`;
  for (const [list, column, tables] of codeColumns) {
    for (const table of tables) {
      const narrowed = table === 'tract_legal' ? only.ofEntries : only.ofDocuments;
      const code = `coalesce(nullif(written, '')::json ->> '${column}', ${column})`;
      await add(list, code, within(table, `${column} <> '' AND ${narrowed}`));
    }
  }
  // the last letter of the book ordinal `sk_book` is the book type; this column has an index
  const lettered = `sk_book < 9223372036854775807 AND sk_book % 32 > 0 AND NOT sealed AND ${only.ofDocuments}`;
  await add('bookType', 'chr(64 + (sk_book % 32)::int)', within('document', lettered));
  await add(
    'island',
    's.island_code',
    `staged_parcel s JOIN made_document m ON m.sk_doc = s.sk_doc WHERE s.island_code <> '' AND NOT m.sealed`,
  );
}
