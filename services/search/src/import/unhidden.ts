import type pg from 'pg';
import { documentKeyAt } from '../matching/document-number.rules.js';
import type { BundleFile } from './manifest.js';
import { RowRejected, type BundleRow } from './row.rules.js';
import type { StagedFile } from './staged-file.js';

/** A rejected row that says, or may have been meant to say, that its record must not be visible. */
export interface Hiding {
  readonly file: string;
  readonly line: number;
  /** The ordinal of the record; undefined if the row does not name a record. */
  readonly ordinal: bigint | undefined;
}

/** The message names at most this many rows; rejects.csv has all of them. */
const mostNamed = 20;

/** True if a cell is not empty and contains none of the harmless words. */
const isOther = (cell: string | undefined, ...harmless: readonly string[]): boolean =>
  !['', ...harmless].includes((cell ?? '').trim().toUpperCase());

/**
 * Finds the record that a wrong row may have been meant to hide. Such a row has an action other than UPSERT, or a value
 * other than N in `sealed`. Returns undefined for a row that was not meant to hide anything.
 * @param row undefined if the line cannot be parsed; the record that the line names is then unknown
 */
export function hidingOf(
  { file, ordinalOf }: StagedFile,
  line: number,
  row: BundleRow | undefined,
): Hiding | undefined {
  if (!ordinalOf) return undefined;
  if (!row) return { file, line, ordinal: undefined };
  if (!isOther(row['action'], 'UPSERT') && !isOther(row['sealed'], 'N')) return undefined;
  try {
    return { file, line, ordinal: ordinalOf(row) };
  } catch (error) {
    if (!(error instanceof RowRejected)) throw error;
    return { file, line, ordinal: undefined };
  }
}

/** For each file: the live table of its records, and the SQL condition for records that everybody may see. */
const liveRecords: Readonly<Partial<Record<BundleFile, readonly [table: string, visible: string]>>> = {
  'documents.csv': ['document', 'sk_doc = ANY ($2) AND NOT sealed'],
  'certificates.csv': ['certificate', 'sk_cert = ANY ($2)'],
  'tax_liens.csv': ['tax_lien', 'sk_doc = ANY ($2)'],
  'gg_books.csv': ['gg_book', 'sk_entry = ANY ($2)'],
  'tract_books.csv': ['tract_book', 'sk_entry = ANY ($2)'],
};

/**
 * Returns the rejected rows whose record is still visible in the live generation. A row that does not name its record
 * counts too, because nobody knows whether that record is hidden.
 */
export async function stillVisible(
  client: pg.Client,
  generation: number,
  hidings: readonly Hiding[],
): Promise<Hiding[]> {
  const visible = hidings.filter(({ ordinal }) => ordinal === undefined);
  for (const [file, [table, condition]] of Object.entries(liveRecords)) {
    const named = hidings.filter((row) => row.file === file && row.ordinal !== undefined);
    if (named.length === 0) continue;
    const key = condition.split(' ')[0];
    const { rows } = await client.query<{ ordinal: string }>(
      `SELECT ${key} AS ordinal FROM search.${table} WHERE generation = $1 AND ${condition}`,
      [generation, named.map(({ ordinal }) => String(ordinal))],
    );
    const live = new Set(rows.map(({ ordinal }) => ordinal));
    visible.push(...named.filter(({ ordinal }) => live.has(String(ordinal))));
  }
  return visible;
}

/** The message that tells an operator which records are still visible; empty if no record is. */
export function visibleText(visible: readonly Hiding[]): string {
  if (visible.length === 0) return '';
  const named = visible.slice(0, mostNamed).map(({ file, line, ordinal }) => {
    const place = `${file} line ${line}`;
    return ordinal === undefined ? `an unknown record (${place})` : `${documentKeyAt(ordinal)} (${place})`;
  });
  const more = visible.length - named.length;
  if (more > 0) named.push(`${more} more in the rejects`);
  return `STILL VISIBLE, because a wrong row that may hide it was rejected: ${named.join(', ')}; correct these rows and import them again`;
}
