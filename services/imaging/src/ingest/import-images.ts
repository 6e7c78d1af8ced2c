import { existsSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inTurn } from './county-turn.js';
import { csvRecords } from './csv.js';
import { ImageImporter, type ImporterParts } from './image-importer.js';
import { documentKeyOf, readImageRow, requiredColumns, RowRejected, type ImageRow } from './image-rows.js';
import { ImageRun } from './image-run.js';
import { ImportProgress } from './import-progress.js';

export interface ImportOptions extends Omit<ImporterParts, 'turn'> {
  /**
   * Default: rejects.csv in the bundle. The import of the index creates the file, and the import of images extends it.
   */
  readonly rejects?: string;
  readonly out?: NodeJS.WriteStream;
  /** Number of documents imported in parallel. */
  readonly width?: number;
  /** The id under which the page Monitoring shows the import; without an id, the page does not show it. */
  readonly run?: string;
  /** The database URL of the administrator; without it, the import does not wait for other imports of the county. */
  readonly adminUrl?: string;
}

export interface ImportOutcome {
  readonly documents: number;
  readonly unchanged: number;
  readonly rejectedRows: number;
  /** Rows that the index import has rejected, mostly because their record is missing. */
  readonly leftOut: number;
  readonly rejects: string;
  readonly seconds: number;
}

const imagesFile = 'images.csv';
const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Imports the page images that a bundle lists in images.csv. A bundle without that file has no page images. Each
 * document is imported completely or not at all, so the import that follows a killed one continues where that one
 * stopped. Imports of a county run one after another.
 */
export async function importImages(options: ImportOptions): Promise<ImportOutcome> {
  const rejects = options.rejects ?? path.join(options.bundle, 'rejects.csv');
  const leftOut = await rejectedByIndex(rejects);
  const { documents, rejected } = await readDocuments(options.bundle, leftOut);
  const progress = new ImportProgress(documents.size, options.out);
  const counts = { taken: 0, unchanged: 0 };
  const all = [...documents.values()].reduce((sum, rows) => sum + pagesOf(rows), 0);
  await ImageRun.recorded(options, all, (run) =>
    inTurn(
      options,
      () => progress.wait(),
      (turn) => importDocuments(options, { documents, rejected, counts, progress, run, turn }),
    ),
  );
  const faults = [...rejected.values()].sort((a, b) => a.line - b.line);
  await writeRejects(rejects, faults);
  const seconds = progress.finish();
  return {
    documents: counts.taken,
    unchanged: counts.unchanged,
    rejectedRows: faults.length,
    leftOut: leftOut.size,
    rejects,
    seconds,
  };
}

const pagesOf = (rows: readonly ImageRow[]): number =>
  rows.reduce((sum, { firstPage, lastPage }) => sum + lastPage - firstPage + 1, 0);

interface Documents {
  readonly documents: ReadonlyMap<string, readonly ImageRow[]>;
  /**
   * The fault of each rejected document. At the start these are faults of rows; the import adds those of refused
   * images.
   */
  readonly rejected: Map<string, RowRejected>;
  readonly counts: { taken: number; unchanged: number };
  readonly progress: ImportProgress;
  readonly run: ImageRun;
  /** Signals that this import has lost its turn, and that another import of the county may begin (county-turn.ts). */
  readonly turn: AbortSignal;
}

async function importDocuments(
  options: ImportOptions,
  { documents, rejected, counts, progress, run, turn }: Documents,
): Promise<void> {
  const importer = new ImageImporter({ ...options, turn });
  // all workers share one iterator, so that each takes the next document
  const waiting = documents.entries();
  const worker = async (): Promise<void> => {
    for (const [documentKey, rows] of waiting) {
      turn.throwIfAborted();
      const fault = rejected.get(documentKey) ?? (await attempt(importer, rows, counts));
      if (fault) {
        rejected.set(documentKey, fault);
        const [code = ''] = fault.reason.split(':');
        await importer.logRefusal(
          documentKey,
          rows[0]?.file ?? '',
          /^[A-Z_]+$/.test(code) ? code : 'ROW',
          fault.reason,
        );
      }
      run.count(pagesOf(rows), fault !== undefined);
      progress.advance();
    }
  };
  await Promise.all(Array.from({ length: options.width ?? 2 }, worker));
}

/** The document's fault, or undefined when its images are imported. */
async function attempt(
  importer: ImageImporter,
  rows: readonly ImageRow[],
  counts: { taken: number; unchanged: number },
): Promise<RowRejected | undefined> {
  try {
    counts[await importer.importDocument(rows)] += 1;
    return undefined;
  } catch (error) {
    if (error instanceof RowRejected) return error;
    throw error;
  }
}

/** Line numbers of images.csv that the index import has already written to rejects.csv. */
async function rejectedByIndex(rejects: string): Promise<Set<number>> {
  const text = existsSync(rejects) ? await readFile(rejects, 'utf8') : '';
  const lines = new Set<number>();
  for (const { values } of csvRecords(text)) {
    if (values['file'] === imagesFile) lines.add(Number(values['line']));
  }
  return lines;
}

/**
 * Reads the rows by document. A wrong row, or one that the index import has rejected, rejects the whole document,
 * because the document would otherwise be sold as complete without some of its pages.
 */
async function readDocuments(
  bundle: string,
  leftOut: ReadonlySet<number>,
): Promise<{ documents: Map<string, ImageRow[]>; rejected: Map<string, RowRejected> }> {
  const documents = new Map<string, ImageRow[]>();
  const rejected = new Map<string, RowRejected>();
  const file = path.join(bundle, imagesFile);
  if (!existsSync(file)) return { documents, rejected };
  const incomplete = new Map<string, number>();
  for (const record of csvRecords(await readFile(file, 'utf8'))) {
    const documentKey = documentKeyOf(record);
    if (leftOut.has(record.line)) {
      incomplete.set(documentKey, record.line);
      continue;
    }
    try {
      const row = readImageRow(record);
      const rows = documents.get(row.documentKey);
      if (rows) rows.push(row);
      else documents.set(row.documentKey, [row]);
    } catch (error) {
      if (!(error instanceof RowRejected)) throw error;
      const missing = requiredColumns.filter((name) => !(name in record.values));
      const whole = missing.length > 0 ? new RowRejected(1, '', `no column ${missing.join(', ')}`) : error;
      rejected.set(error.column === 'document_key' ? `line ${error.line}` : documentKey, whole);
    }
  }
  for (const [documentKey, [first]] of documents) {
    const line = incomplete.get(documentKey);
    if (first && line !== undefined && !rejected.has(documentKey))
      rejected.set(
        documentKey,
        new RowRejected(first.line, '', `line ${line} of this document was rejected`),
      );
  }
  return { documents, rejected };
}

async function writeRejects(file: string, faults: readonly RowRejected[]): Promise<void> {
  if (!existsSync(file)) await writeFile(file, 'file,line,column,reason\n');
  const lines = faults.map(({ line, column, reason }) =>
    [imagesFile, String(line), column, reason].map(cell).join(','),
  );
  if (lines.length > 0) await appendFile(file, `${lines.join('\n')}\n`);
}
