import type pg from 'pg';
import { runInLanes } from './lanes.js';
import type { Rejects } from './rejects.js';
import { legalColumns } from './staged-legals.js';
import type { StagingArea } from './staging-area.js';
import type { Hiding } from './unhidden.js';

export interface Check {
  readonly file: string;
  readonly table: string;
  readonly column: string;
  readonly reason: string;
  /** Condition for rejected rows; `s` is the staged row. */
  readonly where: string;
}

/**
 * Rejects repeated rows of a record and keeps the first one in the order `first`. Rows are compared by a 64-bit hash of
 * the columns.
 */
const repeated = (
  check: Omit<Check, 'where'>,
  { of, columns = '', first = 'line' }: { of: string; columns?: string; first?: string },
): Check => ({
  ...check,
  where: `s.line IN (SELECT line FROM (SELECT line, row_number() OVER (PARTITION BY ${of}${
    columns === '' ? '' : `, hash_record_extended(ROW(${columns}), 0)`
  } ORDER BY ${first}) AS nth FROM ${check.table}) n WHERE nth > 1)`,
});

const sameKey = (file: string, table: string, key: string, column: string, what: string): Check =>
  repeated({ file, table, column, reason: `this ${what} is already in an earlier line` }, { of: key });

const sameRow = (file: string, table: string, of: string, columns: string, column: string): Check =>
  repeated({ file, table, column, reason: 'the same row is already in an earlier line' }, { of, columns });

/** A statement that changes staged rows between the checks. */
interface Change {
  readonly change: string;
}

/** Condition: the document of a staged row is live. */
const isLive = (row: string): string =>
  `EXISTS (SELECT 1 FROM known_document k WHERE k.sk_doc = ${row}.sk_doc)`;

/**
 * If one row of the bundle adds a document and another row seals it, marks the adding row as sealed, because there is
 * no live document to seal yet.
 */
const sealsNewDocument: Change = {
  change: `UPDATE staged_document s SET sealed = true
    WHERE s.action = 'UPSERT' AND NOT ${isLive('s')}
      AND s.sk_doc IN (SELECT sk_doc FROM staged_document WHERE action = 'SEAL')`,
};

/**
 * If a document has several rows, only one of them applies: a row that deletes the document, or else a row that seals
 * it. A wrong order of rows must not show a document that the county sealed or deleted. A row that does not mention
 * sealing keeps a live document sealed.
 */
const sameDocument = repeated(
  {
    file: 'documents.csv',
    table: 'staged_document',
    column: 'document_number',
    reason: 'another line of this document applies',
  },
  {
    of: 'sk_doc',
    first: `CASE WHEN action = 'DELETE' THEN 1 WHEN action = 'SEAL' AND ${isLive('staged_document')} THEN 2
       WHEN sealed THEN 3 WHEN action = 'SEAL' THEN 6 WHEN sealed IS NULL THEN 4 ELSE 5 END, line`,
  },
);

/** True for a row of a document whose instrument is neither in the bundle nor in the index. */
const withoutInstrument = `s.action = 'UPSERT' AND NOT EXISTS (SELECT 1 FROM staged_instrument i WHERE i.code = s.instrument_code)
            AND NOT EXISTS (SELECT 1 FROM known_instrument k WHERE k.code = s.instrument_code)`;

/**
 * Seals a live document whose row says that it is sealed but names an unknown instrument. The row itself is about to be
 * rejected.
 */
const sealsWithoutInstrument: Change = {
  change: `INSERT INTO staged_document (line, action, sk_doc, doc_type, doc_number, display_only, head, tail)
    SELECT -line, 'SEAL', sk_doc, doc_type, doc_number, '[]', '', '' FROM staged_document s
     WHERE s.sealed AND ${isLive('s')} AND ${withoutInstrument}`,
};

const orphaned = (file: string, table: string): Check => ({
  file,
  table,
  column: 'document_number',
  reason: 'its document is not in documents.csv, or was rejected',
  where: `NOT EXISTS (SELECT 1 FROM staged_document d WHERE d.sk_doc = s.sk_doc AND d.action = 'UPSERT')`,
});

/** Condition: there is no such document, neither in the bundle nor among the live documents that the bundle keeps. */
const noSuchDocument = (ordinal: string): string =>
  `NOT EXISTS (SELECT 1 FROM staged_document d WHERE d.sk_doc = ${ordinal} AND d.action <> 'DELETE')
   AND NOT EXISTS (SELECT 1 FROM known_document k WHERE k.sk_doc = ${ordinal}
     AND NOT EXISTS (SELECT 1 FROM staged_document d WHERE d.sk_doc = k.sk_doc AND d.action = 'DELETE'))`;

const absentDocument = (file: string, table: string, ordinal: string, column: string): Check => ({
  file,
  table,
  column,
  reason: 'there is no such document',
  where: noSuchDocument(ordinal),
});

/** Rejects rows that belong to a record, if the record itself has no accepted row. */
const withoutRecord = (
  check: Pick<Check, 'file' | 'table' | 'column'>,
  record: { file: string; table: string; key: string },
): Check => ({
  ...check,
  reason: `its record is not in ${record.file}, or was rejected`,
  where: `NOT EXISTS (SELECT 1 FROM ${record.table} r WHERE r.${record.key} = s.${record.key} AND r.action = 'UPSERT')`,
});

const nothingToDelete = (file: string, table: string, known: string, key: string, column: string): Check => ({
  file,
  table,
  column,
  reason: 'there is no such record to delete',
  where: `s.action = 'DELETE' AND NOT EXISTS (SELECT 1 FROM ${known} k WHERE k.${key} = s.${key})`,
});

/** The checks that run first: of codes and documents, to which the rows of all other files refer. */
const first: readonly (Check | Change)[] = [
  sameKey('instruments.csv', 'staged_instrument', 'code', 'code', 'code'),
  {
    file: 'instruments.csv',
    table: 'staged_instrument',
    column: 'description',
    reason: 'a delta cannot change an instrument: it needs a full import',
    where: `EXISTS (SELECT 1 FROM known_instrument k WHERE k.code = s.code AND
              (k.description, k.grp_code) IS DISTINCT FROM (s.description, s.grp_code))`,
  },
  sameKey('plats.csv', 'staged_plat', 'plat_no', 'plat_number', 'plat'),
  sealsNewDocument,
  sameDocument,
  sealsWithoutInstrument,
  {
    file: 'documents.csv',
    table: 'staged_document',
    column: 'instrument_code',
    reason: 'not in instruments.csv',
    where: withoutInstrument,
  },
  {
    file: 'documents.csv',
    table: 'staged_document',
    column: 'action',
    reason: 'there is no such document to seal or delete',
    where: `s.action <> 'UPSERT' AND NOT ${isLive('s')}`,
  },
];

/**
 * Condition: there is no record for the pages, neither in the bundle nor among the live records that the bundle keeps.
 */
const noSuchRecord = (
  [
    ['staged_document', 'known_document', 'sk_doc'],
    ['staged_certificate', 'known_certificate', 'sk_cert'],
    ['staged_gg_book', 'known_gg_book', 'sk_entry'],
    ['staged_tract_legal', 'known_tract_book', 'sk_entry'],
  ] as const
)
  .map(
    ([
      staged,
      known,
      key,
    ]) => `NOT EXISTS (SELECT 1 FROM ${staged} r WHERE r.${key} = s.ordinal AND r.action <> 'DELETE')
      AND NOT EXISTS (SELECT 1 FROM ${known} k WHERE k.${key} = s.ordinal
        AND NOT EXISTS (SELECT 1 FROM ${staged} r WHERE r.${key} = k.${key} AND r.action = 'DELETE'))`,
  )
  .join(' AND ');

/** The checks that run last, because they also reject the pages of records that earlier checks have rejected. */
const last: readonly Check[] = [
  {
    file: 'images.csv',
    table: 'staged_image',
    column: 'document_key',
    reason: 'there is no such document',
    where: noSuchRecord,
  },
];

/**
 * The columns that tell two legal descriptions apart. `written` is left out, because it only has other spellings of the
 * same values.
 */
const comparedLegal = legalColumns
  .split(',')
  .map((column) => column.trim().split(' ')[0])
  .filter((column) => column !== 'written')
  .join(', ');

const unknownPlat = (file: string, table: string): Check => ({
  file,
  table,
  column: 'plat_number',
  reason: 'not in plats.csv',
  where: `s.kind = 'LB' AND NOT EXISTS (SELECT 1 FROM staged_plat p WHERE p.plat_no = s.plat_no)
          AND NOT EXISTS (SELECT 1 FROM known_plat k WHERE k.plat_no = s.plat_no)`,
});

const ofDocument = (file: string, table: string, columns: string, column: string): readonly Check[] => [
  orphaned(file, table),
  sameRow(file, table, 'sk_doc', columns, column),
];

const certificate = 'certificate_number';
const lien = (file: string, table: string): Check =>
  withoutRecord(
    { file, table, column: 'document_number' },
    { file: 'tax_liens.csv', table: 'staged_tax_lien', key: 'sk_doc' },
  );
const ofCertificate = (file: string, table: string): Check =>
  withoutRecord(
    { file, table, column: certificate },
    { file: 'certificates.csv', table: 'staged_certificate', key: 'sk_cert' },
  );

/** Independent groups of checks; within a group the order matters. */
const groups: readonly (readonly Check[])[] = [
  ofDocument('parties.csv', 'staged_party', 'role, full_last, full_first, full_middle', 'last_name'),
  [
    ...ofDocument('legals.csv', 'staged_legal', comparedLegal, 'description'),
    unknownPlat('legals.csv', 'staged_legal'),
  ],
  [
    ...ofDocument('references.csv', 'staged_reference', 'ref_sk', 'reference_document_number'),
    absentDocument('references.csv', 'staged_reference', 's.ref_sk', 'reference_document_number'),
  ],
  ofDocument('parcels.csv', 'staged_parcel', 'parcel_no, island, village_key', 'parcel_id'),
  ofDocument('addresses.csv', 'staged_address', 'house_written, house_no, street, city', 'street'),
  [
    sameKey('certificates.csv', 'staged_certificate', 'sk_cert', certificate, 'certificate'),
    nothingToDelete('certificates.csv', 'staged_certificate', 'known_certificate', 'sk_cert', certificate),
    ofCertificate('certificate_texts.csv', 'staged_certificate_text'),
    ofCertificate('certificate_documents.csv', 'staged_certificate_document'),
    absentDocument('certificate_documents.csv', 'staged_certificate_document', 's.sk_doc', 'document_number'),
    sameRow(
      'certificate_documents.csv',
      'staged_certificate_document',
      'sk_cert, sk_doc',
      '',
      'document_number',
    ),
  ],
  [
    sameKey('tax_liens.csv', 'staged_tax_lien', 'sk_doc', 'document_number', 'lien'),
    nothingToDelete('tax_liens.csv', 'staged_tax_lien', 'known_tax_lien', 'sk_doc', 'document_number'),
    {
      ...absentDocument('tax_liens.csv', 'staged_tax_lien', 's.sk_doc', 'document_number'),
      where: `s.action = 'UPSERT' AND ${noSuchDocument('s.sk_doc')}`,
    },
    lien('tax_lien_parties.csv', 'staged_tax_lien_party'),
    lien('tax_lien_releases.csv', 'staged_tax_lien_release'),
    lien('tax_lien_revisions.csv', 'staged_tax_lien_revision'),
  ],
  [
    sameKey('gg_books.csv', 'staged_gg_book', 'sk_entry', 'entry_number', 'entry'),
    nothingToDelete('gg_books.csv', 'staged_gg_book', 'known_gg_book', 'sk_entry', 'entry_number'),
  ],
  [
    nothingToDelete('tract_books.csv', 'staged_tract_legal', 'known_tract_book', 'sk_entry', 'entry_number'),
    unknownPlat('tract_books.csv', 'staged_tract_legal'),
    {
      file: 'tract_books.csv',
      table: 'staged_tract_legal',
      column: 'recorded_date',
      reason: 'this entry has another action, number or time in an earlier line',
      where: `(s.action, s.rec_key, s.head) IS DISTINCT FROM (SELECT (t.action, t.rec_key, t.head) FROM staged_tract_legal t
                WHERE t.sk_entry = s.sk_entry ORDER BY line LIMIT 1)`,
    },
    sameRow('tract_books.csv', 'staged_tract_legal', 'sk_entry', comparedLegal, 'kind'),
  ],
];

/**
 * Removes staged rows that contradict others, and reports them. The `known_…` tables have the live generation's keys;
 * for a full import they are empty.
 */
export async function rejectUnrelatedRows(
  lanes: readonly [pg.Client, ...pg.Client[]],
  area: StagingArea,
  rejects: Rejects,
): Promise<void> {
  const [client] = lanes;
  await area.create(
    client,
    'staged_reject',
    '(file text, line int, col text, reason text, hides boolean, ordinal bigint)',
  );
  for (const lane of lanes.slice(1)) await area.show(lane);
  await client.query('CREATE INDEX ON ' + area.relation('staged_tract_legal') + ' (sk_entry, line)');
  await rejectAll(client, first);
  const tasks = groups.map((checks, at) => ({
    name: String(at),
    run: (lane: pg.Client) => rejectAll(lane, checks),
  }));
  await runInLanes(lanes, tasks);
  await rejectAll(client, last);
  await writeRejects(client, rejects);
}

/** For each staging table with actions: SQL for the key of a row's record, and for whether the row hides the record. */
const ofActions: Readonly<Record<string, readonly [key: string, hides: string]>> = {
  staged_document: ['s.sk_doc', `s.action <> 'UPSERT' OR coalesce(s.sealed, false)`],
  staged_certificate: ['s.sk_cert', `s.action <> 'UPSERT'`],
  staged_tax_lien: ['s.sk_doc', `s.action <> 'UPSERT'`],
  staged_gg_book: ['s.sk_entry', `s.action <> 'UPSERT'`],
  staged_tract_legal: ['s.sk_entry', `s.action <> 'UPSERT'`],
};

async function rejectAll(client: pg.Client, checks: readonly (Check | Change)[]): Promise<void> {
  for (const check of checks) {
    if ('change' in check) {
      await client.query(check.change);
      continue;
    }
    const { file, table, column, reason, where } = check;
    const [key, hides] = ofActions[table] ?? ['NULL::bigint', 'false'];
    await client.query(
      `WITH gone AS (DELETE FROM ${table} s WHERE ${where} RETURNING s.line, ${hides} AS hides, ${key} AS ordinal)
       INSERT INTO staged_reject SELECT $1, line, $2, $3, hides, ordinal FROM gone`,
      [file, column, reason],
    );
  }
}

interface RejectRow {
  readonly file: string;
  readonly line: number;
  readonly col: string;
  readonly reason: string;
  readonly hides: boolean;
  readonly ordinal: string | null;
}

const hidingOf = ({ file, line, hides, ordinal }: RejectRow): Hiding | undefined =>
  hides && ordinal !== null ? { file, line, ordinal: BigInt(ordinal) } : undefined;

/**
 * Reports a thousand rejects at a time, because a wrong bundle may have millions. Leaves out rows with a negative line
 * number, because these were reported when they were read.
 */
async function writeRejects(client: pg.Client, rejects: Rejects): Promise<void> {
  await client.query('BEGIN');
  await client.query(
    `DECLARE rejected NO SCROLL CURSOR FOR
       SELECT file, line, col, reason, hides, ordinal FROM staged_reject WHERE line > 0 ORDER BY file, line`,
  );
  for (let last = false; !last;) {
    const { rows } = await client.query<RejectRow>('FETCH 1000 FROM rejected');
    for (const row of rows) await rejects.add(row.file, row.line, row.col, row.reason, hidingOf(row));
    last = rows.length === 0;
  }
  await client.query('COMMIT');
}
