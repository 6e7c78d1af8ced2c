// The tables of the peer (search-peer.mjs), designed as a team with an ORM would design them: plain, with keys and the
// usual indexes. They are filled from the read model.
const source = (table, generation) => `(SELECT * FROM search.${table} WHERE generation = ${generation})`;

const statementsFor = (generation) => [
  'DROP SCHEMA IF EXISTS bench_peer CASCADE',
  'CREATE SCHEMA bench_peer',
  `CREATE TABLE bench_peer.instrument AS SELECT code, description, instr::int AS ordinal
     FROM ${source('instrument', generation)} i`,
  `CREATE TABLE bench_peer.document AS SELECT sk_doc AS id, doc_type, doc_number, instrument_code,
     timestamp '1800-01-01' + rec_key * interval '1 minute' AS recorded_at, instrument_date, sk_book AS book_order,
     book_type, book, page, sale_price, mortgage_amount, verified FROM ${source('document', generation)} d`,
  `CREATE TABLE bench_peer.party AS SELECT row_number() OVER ()::int AS id, sk_doc AS document_id, role, seq, last_name,
     first_name, full_last, full_first, full_middle FROM ${source('party', generation)} p WHERE NOT part`,
  `CREATE TABLE bench_peer.legal AS SELECT row_number() OVER ()::int AS id, * FROM (
     SELECT sk_doc AS document_id, seq, description, comment FROM ${source('legal_lb', generation)} l
     UNION ALL SELECT sk_doc, seq, description, comment FROM ${source('legal_mb', generation)} l) x`,
  `CREATE TABLE bench_peer.reference AS SELECT row_number() OVER ()::int AS id, r.sk_doc AS document_id, r.seq,
     r.ref_sk AS target_id FROM ${source('doc_ref', generation)} r JOIN bench_peer.document t ON t.id = r.ref_sk`,
  'ALTER TABLE bench_peer.instrument ADD PRIMARY KEY (code)',
  ...['document', 'party', 'legal', 'reference'].map(
    (table) => `ALTER TABLE bench_peer.${table} ADD PRIMARY KEY (id)`,
  ),
  'CREATE INDEX ON bench_peer.party (last_name COLLATE "C", first_name COLLATE "C")',
  ...['party', 'legal', 'reference'].map((table) => `CREATE INDEX ON bench_peer.${table} (document_id)`),
  ...['recorded_at', 'book_order', 'instrument_code'].map(
    (column) => `CREATE INDEX ON bench_peer.document (${column})`,
  ),
  ...['instrument', 'document', 'party', 'legal', 'reference'].map((table) => `ANALYZE bench_peer.${table}`),
];

/** @param {import('pg').Client} db connected as administrator */
export async function fillPeerTables(db) {
  const { rows } = await db.query(`SELECT generation FROM search.live_index WHERE county_id = 'lake'`);
  for (const statement of statementsFor(Number(rows[0].generation))) await db.query(statement);
}
