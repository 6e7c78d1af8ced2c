import { once } from 'node:events';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { parse } from 'csv-parse';
import type { Rejects } from './rejects.js';

interface Check {
  readonly file: string;
  readonly table: string;
  readonly column: string;
  readonly reason: string;
  /** Condition of the rows that are rejected; `s` is the staged row. */
  readonly where: string;
}

/** All but the first of rows that are equal in the given columns. */
const repeated = (file: string, table: string, columns: string, column: string, reason: string): Check => ({
  file,
  table,
  column,
  reason,
  where: `s.line IN (SELECT line FROM (SELECT line, row_number() OVER (PARTITION BY ${columns} ORDER BY line) AS nth
            FROM ${table}) n WHERE nth > 1)`,
});

const orphaned = (file: string, table: string): Check => ({
  file,
  table,
  column: 'document_number',
  reason: 'its document is not in documents.csv, or was rejected',
  where: `NOT EXISTS (SELECT 1 FROM staged_document d WHERE d.sk_doc = s.sk_doc AND d.action = 'UPSERT')`,
});

/** `known_instrument`, `known_plat` and `known_document` hold what the live generation has; a full import has none. */
const checks: readonly Check[] = [
  repeated('instruments.csv', 'staged_instrument', 'code', 'code', 'this code stands in an earlier line'),
  {
    file: 'instruments.csv',
    table: 'staged_instrument',
    column: 'description',
    reason: 'a delta cannot change an instrument: it needs a full import',
    where: `EXISTS (SELECT 1 FROM known_instrument k WHERE k.code = s.code AND
              (k.description, k.grp_code) IS DISTINCT FROM (s.description, s.grp_code))`,
  },
  repeated('plats.csv', 'staged_plat', 'plat_no', 'plat_number', 'this plat stands in an earlier line'),
  repeated(
    'documents.csv',
    'staged_document',
    'sk_doc',
    'document_number',
    'this document stands in an earlier line',
  ),
  {
    file: 'documents.csv',
    table: 'staged_document',
    column: 'instrument_code',
    reason: 'not in instruments.csv',
    where: `s.action = 'UPSERT' AND NOT EXISTS (SELECT 1 FROM staged_instrument i WHERE i.code = s.instrument_code)
            AND NOT EXISTS (SELECT 1 FROM known_instrument k WHERE k.code = s.instrument_code)`,
  },
  {
    file: 'documents.csv',
    table: 'staged_document',
    column: 'action',
    reason: 'there is no such document to seal or delete',
    where: `s.action <> 'UPSERT' AND NOT EXISTS (SELECT 1 FROM known_document k WHERE k.sk_doc = s.sk_doc)`,
  },
  ...(
    [
      ['parties.csv', 'staged_party', 'sk_doc, role, full_last, full_first, full_middle', 'last_name'],
      [
        'legals.csv',
        'staged_legal',
        'sk_doc, kind, description, comment, plat_no, lot, block, unit, qmask',
        'description',
      ],
      ['references.csv', 'staged_reference', 'sk_doc, ref_sk', 'reference_document_number'],
      ['parcels.csv', 'staged_parcel', 'sk_doc, parcel_no', 'parcel_id'],
      ['addresses.csv', 'staged_address', 'sk_doc, house_no, street, city', 'street'],
    ] as const
  ).flatMap(([file, table, columns, column]) => [
    orphaned(file, table),
    repeated(file, table, columns, column, 'the same row stands in an earlier line'),
  ]),
  {
    file: 'legals.csv',
    table: 'staged_legal',
    column: 'plat_number',
    reason: 'not in plats.csv',
    where: `s.kind = 'LB' AND NOT EXISTS (SELECT 1 FROM staged_plat p WHERE p.plat_no = s.plat_no)
            AND NOT EXISTS (SELECT 1 FROM known_plat k WHERE k.plat_no = s.plat_no)`,
  },
];

/** Takes out the staged rows that contradict others and names them; the order of the checks matters. */
export async function rejectUnrelatedRows(client: pg.Client, rejects: Rejects): Promise<void> {
  await client.query('CREATE TEMPORARY TABLE staged_reject (file text, line int, col text, reason text)');
  for (const { file, table, column, reason, where } of checks) {
    await client.query(
      `WITH gone AS (DELETE FROM ${table} s WHERE ${where} RETURNING s.line)
       INSERT INTO staged_reject SELECT $1, line, $2, $3 FROM gone`,
      [file, column, reason],
    );
  }
  await writeRejects(client, rejects);
}

/** Streams them, since a wrong bundle may have millions. */
async function writeRejects(client: pg.Client, rejects: Rejects): Promise<void> {
  const out = client.query(
    copyTo('COPY (SELECT * FROM staged_reject ORDER BY file, line) TO STDOUT (FORMAT csv)'),
  );
  const parser = out.pipe(parse());
  out.once('error', (error) => parser.destroy(error));
  for await (const row of parser) {
    const [file = '', line = '0', column = '', reason = ''] = Array.isArray(row) ? row.map(String) : [];
    await rejects.add(file, Number(line), column, reason);
  }
  if (!out.closed) await once(out, 'close');
}
