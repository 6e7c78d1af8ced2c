import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@portal/infra/clock';
import type { Database } from '@portal/infra/db';
import type { PageStore } from '../pages/page-store.js';
import { ImageRefused, limits, refusalText } from '../refusal.js';
import type { KeptPage, VerifiedPage } from '../stored-page.js';
import {
  addPageImages,
  findSourceDigest,
  logOutcome,
  showPages,
  type LoggedOutcome,
} from './image-import.repository.js';
import { inPageOrder, RowRejected, type ImageRow } from './image-rows.js';
import type { VerifySandbox } from './verify-sandbox.js';

export interface ImporterParts {
  readonly bundle: string;
  readonly county: string;
  readonly database: Database;
  readonly store: PageStore;
  readonly sandbox: VerifySandbox;
  readonly clock: Clock;
  /** Signals that this import has lost its turn, and that another import of the county may begin (county-turn.ts). */
  readonly turn?: AbortSignal;
}

/** Increase this version when verification changes what it stores, so that the same files are imported again. */
const verifierVersion = 2;

export type DocumentOutcome = 'taken' | 'unchanged';

/** Imports the images of one document in each call; several calls may run in parallel. */
export class ImageImporter {
  constructor(private readonly parts: ImporterParts) {}

  /**
   * Verifies the files of a document's rows and stores their pages as the next version of the document, all or nothing.
   * Holds one file at a time in memory, because a document can have many large files. So each file is read twice: first
   * for its hash, and again for its pages.
   * @throws RowRejected naming the row at fault; the document keeps its previous images
   */
  async importDocument(rows: readonly ImageRow[]): Promise<DocumentOutcome> {
    const { county, database, clock } = this.parts;
    const ordered = inPageOrder(rows);
    const documentKey = (ordered[0] as ImageRow).documentKey;
    const files = await this.hashFiles(ordered);
    const digest = digestOf(ordered, files);
    if ((await database.withCounty(county, (tx) => findSourceDigest(tx, documentKey))) === digest)
      return 'unchanged';
    const pages = await this.keepPages(ordered, files);
    await database.withCounty(county, async (tx) => {
      const at = clock.now();
      await addPageImages(tx, pages);
      await showPages(tx, { documentKey, digest, pages, at });
      const file = ordered.map((row) => row.file).join(', ');
      await logOutcome(tx, { documentKey, file, ...outcomeOf(pages) }, at);
      // a long document is verified for minutes, and a later import may have replaced it meanwhile
      this.parts.turn?.throwIfAborted();
    });
    return 'taken';
  }

  /** Records why a document's images were left out. */
  async logRefusal(documentKey: string, file: string, code: string, detail: string): Promise<void> {
    const { county, database, clock } = this.parts;
    await database.withCounty(county, (tx) =>
      logOutcome(tx, { documentKey, outcome: 'REFUSED', file, code, detail }, clock.now()),
    );
  }

  /** Stores a few pages at a time, because a distant object store answers slowly but can take several at once. */
  private async storePages(pages: readonly VerifiedPage[]): Promise<void> {
    const unique = [...new Map(pages.map((page) => [page.sha256, page])).values()];
    for (let at = 0; at < unique.length; at += 8) {
      const some = unique.slice(at, at + 8);
      await Promise.all(some.map((page) => this.parts.store.put(this.parts.county, page)));
    }
  }

  /** Returns the hash of each file. */
  private async hashFiles(rows: readonly ImageRow[]): Promise<Map<string, string>> {
    const hashes = new Map<string, string>();
    for (const row of rows) if (!hashes.has(row.file)) hashes.set(row.file, hashOf(await this.read(row)));
    return hashes;
  }

  private async read(row: ImageRow): Promise<Buffer> {
    const root = await realpath(this.parts.bundle);
    const file = await realpath(path.join(root, row.file)).catch(() => undefined);
    if (!file) throw new RowRejected(row.line, 'file', `${row.file} is not in the bundle`);
    if (!file.startsWith(`${root}${path.sep}`))
      throw new RowRejected(row.line, 'file', 'the path leaves the bundle');
    const found = await stat(file);
    // a named pipe is refused here, because opening it would wait forever
    if (!found.isFile()) throw new RowRejected(row.line, 'file', `${row.file} is not a file`);
    if (found.size > limits.fileBytes)
      throw new RowRejected(
        row.line,
        'file',
        refusalText(new ImageRefused('FILE_TOO_LARGE', `${found.size} bytes`)),
      );
    return readFile(file).catch(() => {
      throw new RowRejected(row.line, 'file', `${row.file} cannot be read`);
    });
  }

  /** Verifies the files, and stores the pages of each file before the next file is read. */
  private async keepPages(
    rows: readonly ImageRow[],
    files: ReadonlyMap<string, string>,
  ): Promise<KeptPage[]> {
    const kept = new Map<string, KeptPage[]>();
    const pages: KeptPage[] = [];
    for (const row of rows) {
      const inFile = kept.get(row.file) ?? (await this.keepFile(row, rows, files.get(row.file)));
      kept.set(row.file, inFile);
      const wanted = pagesOf(row, inFile);
      if (wanted.length !== row.lastPage - row.firstPage + 1) {
        throw new RowRejected(row.line, 'last_page', `${row.file} has ${inFile.length} pages`);
      }
      pages.push(...wanted);
    }
    return pages;
  }

  /** Stores those pages of the row's file that the document has. @returns all pages of the file */
  private async keepFile(
    row: ImageRow,
    rows: readonly ImageRow[],
    hash: string | undefined,
  ): Promise<KeptPage[]> {
    const bytes = await this.read(row);
    if (hashOf(bytes) !== hash)
      throw new RowRejected(row.line, 'file', `${row.file} has changed during the import`);
    const pages = await this.verifyFile(row, bytes);
    const ofFile = rows.filter(({ file }) => file === row.file);
    await this.storePages(ofFile.flatMap((each) => pagesOf(each, pages)));
    return pages.map(({ bytes: content, ...page }) => ({ ...page, bytes: content.length }));
  }

  private async verifyFile(row: ImageRow, bytes: Buffer): Promise<VerifiedPage[]> {
    try {
      return await this.parts.sandbox.verify(bytes);
    } catch (error) {
      if (!(error instanceof ImageRefused)) throw error;
      throw new RowRejected(row.line, 'file', refusalText(error));
    }
  }
}

/** The pages of a file that a row names. */
const pagesOf = <P>({ firstFilePage, firstPage, lastPage }: ImageRow, inFile: readonly P[]): readonly P[] =>
  inFile.slice(firstFilePage - 1, firstFilePage + lastPage - firstPage);

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function digestOf(rows: readonly ImageRow[], files: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256').update(`verifier ${verifierVersion}\n`);
  for (const row of rows) {
    hash.update(`${row.firstPage} ${row.lastPage} ${row.firstFilePage} ${files.get(row.file)}\n`);
  }
  return hash.digest('hex');
}

function outcomeOf(pages: readonly KeptPage[]): Pick<LoggedOutcome, 'outcome' | 'code' | 'detail'> {
  const damaged = pages.flatMap((page, i) =>
    page.damaged ? [`page ${i + 1}: ${page.rows} of ${page.height} rows`] : [],
  );
  if (damaged.length === 0) return { outcome: 'TAKEN', code: '', detail: '' };
  return { outcome: 'DAMAGED', code: 'PAGE_DAMAGED', detail: damaged.join('; ').slice(0, 2_000) };
}
