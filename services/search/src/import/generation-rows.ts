import type pg from 'pg';
import type { GenerationTable } from '../read-model/tables.js';
import { hotNameDocuments } from '../read-model/tables.js';
import { documentTextsSql, type Relations } from '../read-model/document-texts.js';

/** Where the rows of a load go, and the generation that they belong to. */
export interface LoadTarget {
  readonly generation: number;
  /** Qualified name of the table, or of its partition. */
  readonly of: (table: GenerationTable) => string;
}

const keys = 'm.instr, m.grp, m.doc_type, m.rec_key, m.sk_doc, m.sk_book';
/** A sealed document has no rows but its own (search.md 14). */
const found = (staged: string): string =>
  `${staged} s JOIN made_document m ON m.sk_doc = s.sk_doc WHERE NOT m.sealed`;

/** Rows of the tables that belong to documents, from the staged rows and `made_document`. */
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
    'seq, plat_no, lot, lot_from, lot_to, block, sublot, other_code, other_lot, building, unit, garage, description, comment',
    `s.line, s.plat_no, s.lot, s.lot_from, s.lot_to, s.block, s.sublot, s.other_code, s.other_lot, s.building, s.unit,
     s.garage, s.description, s.comment, ${keys} FROM ${found('staged_legal')} AND s.kind = 'LB'`,
  ],
  [
    'legal_mb',
    'seq, section, township, range_no, base, meridian, municipality, q, qq, qqq, qqqq, qmask, other_code, other_lot, description, comment',
    `s.line, s.section, s.township, s.range_no, s.base, s.meridian, s.municipality, s.q, s.qq, s.qqq, s.qqqq, s.qmask,
     s.other_code, s.other_lot, s.description, s.comment, ${keys} FROM ${found('staged_legal')} AND s.kind = 'MB'`,
  ],
  ['doc_parcel', 'parcel_no', `s.parcel_no, ${keys} FROM ${found('staged_parcel')}`],
  [
    'doc_address',
    'house_no, street, city',
    `s.house_no, s.street, s.city, ${keys} FROM ${found('staged_address')}`,
  ],
];

const keyColumns = 'instr, grp, doc_type, rec_key, sk_doc, sk_book';

/** The staged documents with their instrument: what all other rows and the texts are made from. */
export async function makeDocuments(client: pg.Client, instrument: string): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE made_document AS
     SELECT i.instr, i.grp, d.doc_type, d.rec_key, d.sk_doc, d.sk_book, d.doc_number, d.sealed, d.instrument_code,
            d.book_type, d.book, d.page, d.instrument_date, d.sale_price, d.mortgage_amount, d.verified, d.display_only
       FROM staged_document d JOIN ${instrument} i ON i.code = d.instrument_code WHERE d.action = 'UPSERT'`,
  );
  await client.query('CREATE UNIQUE INDEX ON made_document (sk_doc)');
  await client.query('ANALYZE made_document');
}

/** Parties, legals, references, parcels and addresses of `made_document`. */
export async function insertDocumentRows(client: pg.Client, to: LoadTarget): Promise<void> {
  for (const [table, columns, select] of documentRows) {
    await client.query(
      `INSERT INTO ${to.of(table)} (generation, ${columns}, ${keyColumns}) SELECT ${to.generation}, ${select}`,
    );
  }
  await client.query(
    `INSERT INTO ${to.of('doc_ref')} (generation, sk_doc, seq, ref_sk, ref_type, ref_number)
     SELECT ${to.generation}, s.sk_doc, s.line, s.ref_sk, s.ref_type, s.ref_number FROM ${found('staged_reference')}`,
  );
}

export const documentColumns = `instr, grp, doc_type, rec_key, sk_doc, sk_book, doc_number, sealed, instrument_code,
  book_type, book, page, instrument_date, sale_price, mortgage_amount, verified, display_only`;

/** The documents themselves with their ready texts (search.md 'The read model'). */
export async function insertDocuments(
  client: pg.Client,
  to: LoadTarget,
  relations: Relations,
): Promise<void> {
  await client.query(
    `INSERT INTO ${to.of('document')} (generation, ${documentColumns}, display, details)
     SELECT ${to.generation}, ${documentColumns.replaceAll(/(\w+)/g, 'm.$1')}, t.display, t.details
       FROM made_document m JOIN (${documentTextsSql(relations)}) t ON t.sk_doc = m.sk_doc`,
  );
}

/** Counts per name, names by sound, and the ordered rows of the hot names, from the parties of the generation. */
export async function insertNames(client: pg.Client, to: LoadTarget): Promise<void> {
  await client.query(
    `INSERT INTO ${to.of('name_dict')} (generation, last_name, documents, hot)
     SELECT ${to.generation}, last_name, count(*), count(*) >= ${hotNameDocuments} FROM ${to.of('party')} GROUP BY last_name`,
  );
  await client.query(soundsSql(to, `SELECT last_name FROM ${to.of('name_dict')}`));
  await client.query(
    hotNamesSql(to, `p.last_name IN (SELECT last_name FROM ${to.of('name_dict')} WHERE hot)`),
  );
}

/** Daitch-Mokotoff codes of the names that a select gives (search.md 1). */
export const soundsSql = (to: LoadTarget, names: string): string =>
  `INSERT INTO ${to.of('name_sound')} (generation, code, last_name)
   SELECT DISTINCT ${to.generation}, code, n.last_name FROM (${names}) n
     CROSS JOIN LATERAL unnest(public.daitch_mokotoff(n.last_name)) AS code
   ON CONFLICT DO NOTHING`;

/** One row per document and name; `roles` is 1 for grantor, 2 for grantee, 3 for both. */
export const hotNamesSql = (to: LoadTarget, where: string): string =>
  `INSERT INTO ${to.of('name_hot')} (generation, last_name, roles, ${keyColumns})
   SELECT ${to.generation}, p.last_name, bit_or(CASE p.role WHEN 'R' THEN 1 ELSE 2 END), min(p.instr), min(p.grp),
          min(p.doc_type), min(p.rec_key), p.sk_doc, min(p.sk_book)
     FROM ${to.of('party')} p WHERE p.generation = ${to.generation} AND ${where} GROUP BY p.last_name, p.sk_doc`;
