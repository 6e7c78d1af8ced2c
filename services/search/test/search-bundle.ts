import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { writeBundle, type BundleTerms, type DocumentRow } from './bundle-maker.js';

/** Column → text; omitted columns are empty. */
export type CsvRow = Readonly<Record<string, string>>;

export interface SearchBundle {
  readonly documents: readonly DocumentRow[];
  /** Rows of files other than documents and parties. */
  readonly files: Readonly<Record<string, readonly CsvRow[]>>;
}

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const manifestOf = z.looseObject({ counts: z.record(z.string(), z.int()) });

/** A bundle with files of any kind, written into a temporary folder. */
export async function writeSearchBundle(bundle: SearchBundle, o: BundleTerms = {}): Promise<string> {
  const folder = await writeBundle(bundle.documents, o);
  const file = path.join(folder, 'manifest.json');
  const manifest = manifestOf.parse(JSON.parse(await readFile(file, 'utf8')));
  for (const [name, rows] of Object.entries(bundle.files)) {
    const header = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const lines = [header, ...rows.map((row) => header.map((column) => cell(row[column] ?? '')))];
    await writeFile(path.join(folder, name), `${lines.map((line) => line.join(',')).join('\n')}\n`);
    manifest.counts[name] = rows.length;
  }
  await writeFile(file, JSON.stringify(manifest));
  return folder;
}

/** The two columns that identify the document of a row. */
export const ofDocument = (key: string): CsvRow => ({
  document_type: key.slice(0, 1),
  document_number: key.slice(1),
});

/** Makes rows of a file; each row gets the two columns that identify its document. */
export const rowsOf = (rows: readonly (readonly [key: string, row: CsvRow])[]): CsvRow[] =>
  rows.map(([key, row]) => ({ ...ofDocument(key), ...row }));
