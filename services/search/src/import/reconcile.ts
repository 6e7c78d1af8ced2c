import { writeFile } from 'node:fs/promises';
import type pg from 'pg';
import type { BundleFile, Manifest } from './manifest.js';
import type { Rejects } from './rejects.js';

/**
 * Numbers that an office compares with its own system: rows per file and year; an empty year stands for the whole file.
 */
export interface ReconcileLine {
  readonly file: BundleFile;
  /** The year of the rows; empty for the whole file. */
  readonly year: string;
  /** Rows according to the manifest; not every manifest has counts by year. */
  readonly manifest: number | undefined;
  /** Imported rows of the bundle. */
  readonly loaded: number;
  /** Rejected rows; known only for a whole file, because an unreadable row has no year. */
  readonly rejected: number | undefined;
  /** Rows that are live now, including those of earlier imports. */
  readonly live: number;
}

interface Counted {
  readonly file: BundleFile;
  /** SQL for the day that determines a row's year, in days since 1800-01-01; codes have no year. */
  readonly day?: string;
  /** Rows of the bundle: a FROM clause on the staging tables. */
  readonly loaded: string;
  /** A FROM clause for the same rows in the read model; `$generation` stands for the live generation. */
  readonly live: string;
  readonly amount?: string;
}

const recordedDay = 'm.rec_key / 1440';
const shown = 'JOIN made_document m ON m.sk_doc = s.sk_doc WHERE NOT m.sealed';
const certified = `JOIN staged_certificate c ON c.sk_cert = s.sk_cert AND c.action = 'UPSERT'`;
const liened = 'JOIN lien_document m ON m.sk_doc = s.sk_doc WHERE NOT m.sealed';
const of = (table: string, alias = 'm'): string => `search.${table} ${alias}`;
const live = (alias = 'm'): string => `WHERE ${alias}.generation = $generation`;
const ofDocument = (table: string): string =>
  `${of(table, 's')} JOIN search.document m ON m.generation = s.generation AND m.sk_doc = s.sk_doc ${live('s')}`;

const counted: readonly Counted[] = [
  { file: 'instruments.csv', loaded: 'staged_instrument', live: `${of('instrument')} ${live()}` },
  { file: 'plats.csv', loaded: 'staged_plat', live: `${of('plat')} ${live()}` },
  { file: 'documents.csv', day: recordedDay, loaded: 'made_document m', live: `${of('document')} ${live()}` },
  {
    file: 'parties.csv',
    day: recordedDay,
    loaded: `staged_party s ${shown}`,
    live: `${of('party')} ${live()} AND NOT m.part`,
  },
  {
    file: 'legals.csv',
    day: recordedDay,
    loaded: `staged_legal s ${shown}`,
    live: `(SELECT generation, rec_key FROM search.legal_lb UNION ALL SELECT generation, rec_key FROM search.legal_mb) m ${live()}`,
  },
  {
    file: 'references.csv',
    day: recordedDay,
    loaded: `staged_reference s ${shown}`,
    live: ofDocument('doc_ref'),
  },
  {
    file: 'parcels.csv',
    day: recordedDay,
    loaded: `staged_parcel s ${shown}`,
    live: `${of('doc_parcel')} ${live()}`,
  },
  {
    file: 'addresses.csv',
    day: recordedDay,
    loaded: `staged_address s ${shown}`,
    live: `${of('doc_address')} ${live()}`,
  },
  {
    file: 'certificates.csv',
    day: 'm.cert_day',
    loaded: `staged_certificate m WHERE m.action = 'UPSERT'`,
    live: `${of('certificate')} ${live()}`,
  },
  {
    file: 'certificate_texts.csv',
    day: 'c.cert_day',
    loaded: `staged_certificate_text s ${certified}`,
    live: `${of('certificate_text', 'c')} ${live('c')}`,
  },
  {
    file: 'certificate_documents.csv',
    day: 'c.cert_day',
    loaded: `staged_certificate_document s ${certified}`,
    live: `${of('doc_certificate', 's')} JOIN search.certificate c ON c.generation = s.generation AND c.sk_cert = s.sk_cert ${live('s')}`,
  },
  {
    file: 'tax_liens.csv',
    day: recordedDay,
    loaded: `staged_tax_lien s ${liened} AND s.action = 'UPSERT'`,
    live: `${of('tax_lien')} ${live()}`,
  },
  {
    file: 'tax_lien_parties.csv',
    day: recordedDay,
    loaded: `staged_tax_lien_party s ${liened}`,
    live: `${of('tax_lien')} ${live()}`,
    amount: `coalesce(sum(json_array_length(m.display::json -> 'taxpayerSearchResults')), 0)`,
  },
  {
    file: 'tax_lien_releases.csv',
    day: recordedDay,
    loaded: `staged_tax_lien_release s ${liened}`,
    live: `${of('tax_lien')} ${live()}`,
    amount: `coalesce(sum(json_array_length(m.display::json -> 'releaseSearchResults')), 0)`,
  },
  {
    file: 'tax_lien_revisions.csv',
    day: recordedDay,
    loaded: `staged_tax_lien_revision s ${liened}`,
    live: `${of('tax_lien')} ${live()}`,
    amount: `coalesce(sum(json_array_length(m.display::json -> 'revisionSearchResults')), 0)`,
  },
  {
    file: 'gg_books.csv',
    day: 'm.from_day',
    loaded: `staged_gg_book m WHERE m.action = 'UPSERT'`,
    live: `${of('gg_book')} ${live()}`,
  },
  {
    file: 'tract_books.csv',
    day: recordedDay,
    loaded: `staged_tract_legal m WHERE m.action = 'UPSERT'`,
    live: `${of('tract_legal')} ${live()}`,
  },
];

type ByYear = ReadonlyMap<string, number>;

async function countByYear(
  client: pg.Client,
  from: string,
  day: string | undefined,
  amount = 'count(*)',
): Promise<ByYear> {
  const year = day === undefined ? `''` : `extract(year FROM DATE '1800-01-01' + ${day})::text`;
  const { rows } = await client.query<{ year: string; amount: number }>(
    `SELECT ${year} AS year, (${amount})::int AS amount FROM ${from} GROUP BY 1`,
  );
  return new Map(rows.map((row) => [row.year, row.amount]));
}

const total = (counts: ByYear): number => [...counts.values()].reduce((sum, amount) => sum + amount, 0);

/** Counts the imported rows and the live rows of every file in the manifest; runs after going live. */
export async function reconcile(
  client: pg.Client,
  manifest: Manifest,
  generation: number,
  rejects: Rejects,
): Promise<ReconcileLine[]> {
  const lines: ReconcileLine[] = [];
  for (const part of counted) {
    const { file } = part;
    if (manifest.counts[file] === undefined) continue;
    const loaded = await countByYear(client, part.loaded, part.day);
    const from = part.live.replaceAll('$generation', String(generation));
    const now = await countByYear(client, from, part.day, part.amount);
    const said = manifest.countsByYear[file];
    const years = new Set([...loaded.keys(), ...now.keys(), ...Object.keys(said ?? {})]);
    lines.push({
      file,
      year: '',
      manifest: manifest.counts[file],
      loaded: total(loaded),
      rejected: rejects.countOf(file),
      live: total(now),
    });
    for (const year of [...years].filter(Boolean).sort()) {
      const [went, stands] = [loaded.get(year) ?? 0, now.get(year) ?? 0];
      lines.push({ file, year, manifest: said?.[year], loaded: went, rejected: undefined, live: stands });
    }
  }
  return lines;
}

/** Writes reconcile.csv: a line for each file, then one for each of its years. */
export async function writeReconcile(file: string, lines: readonly ReconcileLine[]): Promise<void> {
  const text = lines.map((line) =>
    [line.file, line.year, line.manifest ?? '', line.loaded, line.rejected ?? '', line.live].join(','),
  );
  await writeFile(file, `${['file,year,manifest,loaded,rejected,live', ...text].join('\n')}\n`);
}

/** The reconciliation as a table for a terminal: one line for each file as a whole, without the lines for its years. */
export function reconcileTable(lines: readonly ReconcileLine[]): string {
  const rows = lines
    .filter(({ year }) => year === '')
    .map((line) => [line.file, line.manifest, line.loaded, line.rejected, line.live].map(String));
  const heads = ['file', 'manifest', 'loaded', 'rejected', 'live'];
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  return [heads, ...rows]
    .map((row) =>
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  '),
    )
    .join('\n');
}
