import type pg from 'pg';
import type { GenerationTable } from '../read-model/tables.js';
import { hotNameDocuments, mostPairedParties } from '../read-model/tables.js';
import { documentTextsSql, type Relations } from '../read-model/document-texts.js';
import type { Manifest } from './manifest.js';
import type { Progress } from './progress.js';
import type { StagingArea } from './staging-area.js';

/** Where a load inserts its rows: the generation and its tables. */
export interface LoadTarget {
  readonly generation: number;
  /** Qualified name of the table or its partition. */
  readonly of: (table: GenerationTable) => string;
}

/** A staged bundle, and the generation into which it is loaded. */
export interface StagedLoad {
  readonly area: StagingArea;
  readonly manifest: Manifest;
  readonly generation: number;
  readonly progress: Progress;
}

const keys = 'm.instr, m.grp, m.doc_type, m.rec_key, m.sk_doc, m.sk_book';
/**
 * The staged rows of documents that are not sealed, because a sealed document has only its own row
 * (search/DESIGN.md#sealed-documents).
 */
const found = (staged: string): string =>
  `${staged} s JOIN made_document m ON m.sk_doc = s.sk_doc WHERE NOT m.sealed`;

/**
 * For each table with rows about documents: its columns, and the SELECT that makes the rows from the staged rows and
 * `made_document`.
 */
const documentRows: readonly (readonly [table: GenerationTable, columns: string, select: string])[] = [
  [
    'party',
    'role, seq, part, last_name, first_name, mi, full_last, full_first, full_middle',
    `s.role, s.line, n.part, n.name, s.first_name, s.mi, s.full_last, s.full_first, s.full_middle, ${keys}
     FROM staged_party s JOIN made_document m ON m.sk_doc = s.sk_doc
     CROSS JOIN LATERAL (SELECT s.last_name AS name, false AS part UNION ALL SELECT unnest(s.parts), true) n
     WHERE NOT m.sealed`,
  ],
  [
    'party_word',
    'word, role, seq, first_name, mi',
    `w.word, s.role, s.line, s.first_name, s.mi, ${keys}
     FROM staged_party s JOIN made_document m ON m.sk_doc = s.sk_doc CROSS JOIN LATERAL unnest(s.words) AS w (word)
     WHERE NOT m.sealed`,
  ],
  [
    'legal_lb',
    'seq, plat_no, lot, lot_from, lot_to, block, sublot, other_code, other_lot, building, unit, garage, written, description, comment',
    `s.line, s.plat_no, s.lot, s.lot_from, s.lot_to, s.block, s.sublot, s.other_code, s.other_lot, s.building, s.unit,
     s.garage, s.written, s.description, s.comment, ${keys} FROM ${found('staged_legal')} AND s.kind = 'LB'`,
  ],
  [
    'legal_mb',
    'seq, section, township, range_no, base, meridian, municipality, q, qq, qqq, qqqq, qmask, other_code, other_lot, written, description, comment',
    `s.line, s.section, s.township, s.range_no, s.base, s.meridian, s.municipality, s.q, s.qq, s.qqq, s.qqqq, s.qmask,
     s.other_code, s.other_lot, s.written, s.description, s.comment, ${keys} FROM ${found('staged_legal')} AND s.kind = 'MB'`,
  ],
  [
    'doc_parcel',
    'seq, parcel_no, parcel_key, island, village_key',
    `s.line, s.parcel_no, s.parcel_key, s.island, s.village_key, ${keys} FROM ${found('staged_parcel')}`,
  ],
  [
    'doc_address',
    'house_no, street, city, street_key, city_key, house_written',
    `s.house_no, s.street, s.city, s.street_key, s.city_key, s.house_written, ${keys} FROM ${found('staged_address')}`,
  ],
];

const keyColumns = 'instr, grp, doc_type, rec_key, sk_doc, sk_book';

/**
 * Makes `made_document`: the staged documents, each with its instrument. All other rows and the texts are made from
 * it. A staged row that does not mention sealing keeps the sealing of the live document.
 */
export async function makeDocuments(client: pg.Client, area: StagingArea, instrument: string): Promise<void> {
  await area.create(
    client,
    'made_document',
    `AS SELECT i.instr, i.grp, d.doc_type, d.rec_key, d.sk_doc, d.sk_book, d.doc_number,
            coalesce(d.sealed, k.sealed, false) AS sealed, d.instrument_code,
            d.book_type, d.book, d.page, d.instrument_date, d.sale_price, d.mortgage_amount, d.verified, d.display_only,
            d.head, d.tail FROM staged_document d JOIN ${instrument} i ON i.code = d.instrument_code
            LEFT JOIN known_document k ON k.sk_doc = d.sk_doc WHERE d.action = 'UPSERT'`,
  );
  await client.query(`CREATE UNIQUE INDEX ON ${area.relation('made_document')} (sk_doc)`);
  await area.analyze(client, 'made_document');
}

/** Tables whose rows `insertRowsOf` makes from the staged rows and `made_document`. */
export const tablesOfDocuments = [...documentRows.map(([table]) => table), 'doc_ref'] as const;

/** Inserts the rows of one table of `tablesOfDocuments`. */
export async function insertRowsOf(client: pg.Client, to: LoadTarget, table: GenerationTable): Promise<void> {
  const rows = documentRows.find(([name]) => name === table);
  if (rows) {
    const [, columns, select] = rows;
    await client.query(
      `INSERT INTO ${to.of(table)} (generation, ${columns}, ${keyColumns}) SELECT ${to.generation}, ${select}`,
    );
    return;
  }
  await client.query(
    `INSERT INTO ${to.of('doc_ref')} (generation, sk_doc, seq, ref_sk, ref_type, ref_number)
     SELECT ${to.generation}, s.sk_doc, s.line, s.ref_sk, s.ref_type, s.ref_number FROM ${found('staged_reference')}`,
  );
}

export const documentColumns = `instr, grp, doc_type, rec_key, sk_doc, sk_book, doc_number, sealed, instrument_code,
  book_type, book, page, instrument_date, sale_price, mortgage_amount, verified, display_only`;

/** Inserts the documents themselves with their prepared texts (search/DESIGN.md#the-read-model). */
export async function insertDocuments(
  client: pg.Client,
  to: LoadTarget,
  relations: Relations,
): Promise<void> {
  await client.query(
    `INSERT INTO ${to.of('document')} (generation, ${documentColumns}, display, details)
     SELECT ${to.generation}, ${documentColumns.replaceAll(/(\w+)/g, 'm.$1')}, t.display, t.details
       FROM ${relations.made} m JOIN (${documentTextsSql(relations)}) t ON t.sk_doc = m.sk_doc`,
  );
}

/**
 * Inserts the counts per name, the names by sound, and the rows of `name_hot` for frequent names, from the parties of
 * the generation.
 */
export async function insertNames(client: pg.Client, to: LoadTarget): Promise<void> {
  await client.query(
    `INSERT INTO ${to.of('name_dict')} (generation, last_name, documents, hot, hot_no)
     SELECT ${to.generation}, last_name, documents, hot,
            CASE WHEN hot THEN row_number() OVER (PARTITION BY hot ORDER BY last_name) ELSE 0 END
       FROM (SELECT last_name, count(*) AS documents, count(*) >= ${hotNameDocuments} AS hot FROM ${to.of('party')}
              GROUP BY last_name) n`,
  );
  await client.query(soundsSql(to, `SELECT last_name FROM ${to.of('name_dict')}`));
  await client.query(
    hotNamesSql(to, `p.last_name IN (SELECT last_name FROM ${to.of('name_dict')} WHERE hot)`),
  );
}

/** Inserts the Daitch-Mokotoff codes of the names that a SELECT returns (search/DESIGN.md#name-matching). */
export const soundsSql = (to: LoadTarget, names: string): string =>
  `INSERT INTO ${to.of('name_sound')} (generation, code, last_name)
   SELECT DISTINCT ${to.generation}, code, n.last_name FROM (${names}) n
     CROSS JOIN LATERAL unnest(public.daitch_mokotoff(n.last_name)) AS code
   ON CONFLICT DO NOTHING`;

/** The role as a bit: 1 for grantor, 2 for grantee. */
const roleBit = (role: string): string => `CASE ${role} WHEN 'R' THEN 1 ELSE 2 END`;

/** Inserts one row per document and name; `roles` is 1 for grantor, 2 for grantee, 3 for both. */
export const hotNamesSql = (to: LoadTarget, where: string): string =>
  `INSERT INTO ${to.of('name_hot')} (generation, last_name, roles, ${keyColumns})
   SELECT ${to.generation}, p.last_name, bit_or(${roleBit('p.role')}), min(p.instr), min(p.grp),
          min(p.doc_type), min(p.rec_key), p.sk_doc, min(p.sk_book)
     FROM ${to.of('party')} p WHERE p.generation = ${to.generation} AND ${where} GROUP BY p.last_name, p.sk_doc`;

/**
 * Inserts pairs of names that are on the same document. At least one name of a pair is frequent. `roles` has each
 * role that both names have. A pair of two frequent names is stored once, with the lower number as `hot_no`. A crowded
 * document has no pairs: each of its names is stored alone, with 0 as `hot_no`.
 * @param where an SQL condition that limits the documents
 */
export async function insertPairs(client: pg.Client, to: LoadTarget, where = 'true'): Promise<void> {
  const ofDocuments = `generation = ${to.generation} AND ${where}`;
  await client.query(
    `CREATE TEMPORARY TABLE crowded AS SELECT sk_doc FROM ${to.of('party')} WHERE ${ofDocuments}
      GROUP BY sk_doc HAVING count(*) > ${mostPairedParties}`,
  );
  await client.query('ANALYZE crowded');
  const numbered = `SELECT n.hot_no, h.* FROM ${to.of('name_hot')} h
    JOIN ${to.of('name_dict')} n ON n.generation = h.generation AND n.last_name = h.last_name
   WHERE h.${ofDocuments} AND sk_doc NOT IN (SELECT sk_doc FROM crowded)`;
  const into = `INSERT INTO ${to.of('name_pair')} (generation, hot_no, other_no, other_name, roles, ${keyColumns})`;
  const keysOfHot = keyColumns.replaceAll(/(\w+)/g, 'h.$1');
  await client.query(
    `${into} SELECT ${to.generation}, h.hot_no, o.hot_no, '', h.roles & o.roles, ${keysOfHot}
       FROM (${numbered}) h JOIN (${numbered}) o ON o.sk_doc = h.sk_doc AND o.hot_no > h.hot_no`,
  );
  await client.query(
    `${into} SELECT ${to.generation}, h.hot_no, 0, o.last_name, h.roles & bit_or(${roleBit('o.role')}), ${keysOfHot}
       FROM (${numbered}) h JOIN ${to.of('party')} o ON o.generation = ${to.generation} AND o.sk_doc = h.sk_doc
      WHERE o.last_name IN
        (SELECT last_name FROM ${to.of('name_dict')} WHERE generation = ${to.generation} AND NOT hot)
      GROUP BY h.hot_no, o.last_name, h.roles, ${keysOfHot}`,
  );
  await client.query(
    `${into} SELECT ${to.generation}, 0, 0, last_name, bit_or(${roleBit('role')}), ${keyColumns}
       FROM ${to.of('party')} WHERE ${ofDocuments} AND sk_doc IN (SELECT sk_doc FROM crowded)
      GROUP BY last_name, ${keyColumns}`,
  );
}
