import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemClock } from '@portal/infra/clock';
import { openObjectStore } from '@portal/infra/storage';
import { testDatabase, type TestDatabase } from '@portal/infra/testing';
import { ImageImporter } from '../src/ingest/image-importer.js';
import { VerifySandbox } from '../src/ingest/verify-sandbox.js';
import { PageStore } from '../src/pages/page-store.js';
import { pageHash, type PageForm, type VerifiedPage } from '../src/stored-page.js';
import { tables } from '../src/tables.js';

let database: TestDatabase;
let bundle: string;
beforeAll(async () => {
  database = await testDatabase(tables);
  bundle = await mkdtemp(join(tmpdir(), 'turn-'));
}, 60_000);
afterAll(async () => {
  await database.close();
  await rm(bundle, { recursive: true });
});

type Work = (bytes: Uint8Array) => Promise<void> | void;

/** A verifier that first does the given work, and then accepts any file as one page with the file's bytes. */
class Slow extends VerifySandbox {
  constructor(private readonly before: Work) {
    super();
  }

  override async verify(bytes: Uint8Array): Promise<VerifiedPage[]> {
    await this.before(bytes);
    const size = { width: 8, height: 8, rows: 8, xDpi: 300, yDpi: 300 };
    const look = { kind: 'G4', orientation: 1, photometric: 0, components: 1, damaged: false } as const;
    const form: PageForm = { ...size, ...look };
    return [{ ...form, bytes: Buffer.from(bytes), sha256: pageHash(form, bytes) }];
  }
}

const storeOf = () => new PageStore(openObjectStore({ kind: 'folder', root: join(bundle, 'objects') }));
/** Imports a document, whose pages are these files. */
const importAs = async (
  documentKey: string,
  files: readonly string[],
  before: Work,
  turn = new AbortController().signal,
  store = storeOf(),
) => {
  for (const file of files) await writeFile(join(bundle, file), file);
  const parts = { bundle, county: 'lake', database: database.database, store, clock: systemClock, turn };
  const rows = files.map((file, at) => {
    const pages = { firstPage: at + 1, lastPage: at + 1, firstFilePage: 1 };
    return { line: at + 2, documentKey, file, ...pages };
  });
  return new ImageImporter({ ...parts, sandbox: new Slow(before) }).importDocument(rows);
};

test('an import that loses its turn during a long document does not replace what the next import has stored', async () => {
  const turn = new AbortController();
  const late = importAs(
    'A1',
    ['old.tif'],
    async () => {
      turn.abort(new Error('the turn is lost'));
      expect(await importAs('A1', ['new.tif'], () => undefined)).toBe('taken');
    },
    turn.signal,
  );
  await expect(late).rejects.toThrow('the turn is lost');
  expect(await database.asAdmin('SELECT version FROM imaging.document_images')).toEqual([{ version: 1 }]);
  expect(await database.asAdmin('SELECT file FROM imaging.ingest_log')).toEqual([{ file: 'new.tif' }]);
});

test('the pages of a file are stored before the next file of the document is read, so that memory holds one file', async () => {
  const steps: string[] = [];
  class Noted extends PageStore {
    override put(_county: string, { bytes }: VerifiedPage): Promise<void> {
      steps.push(`stored ${bytes.toString()}`);
      return Promise.resolve();
    }
  }
  const note = (bytes: Uint8Array) => void steps.push(`verified ${Buffer.from(bytes).toString()}`);
  const store = new Noted(openObjectStore({ kind: 'folder', root: join(bundle, 'objects') }));
  expect(await importAs('A2', ['1.tif', '2.tif'], note, undefined, store)).toBe('taken');
  expect(steps).toEqual(['verified 1.tif', 'stored 1.tif', 'verified 2.tif', 'stored 2.tif']);
});

test('a document is left out if one of its files changes while it is imported', async () => {
  const change = () => writeFile(join(bundle, '4.tif'), 'another page');
  await expect(importAs('A3', ['3.tif', '4.tif'], change)).rejects.toThrow(
    '4.tif has changed during the import',
  );
  expect(await database.asAdmin(`SELECT 1 FROM imaging.document_images WHERE document_key = 'A3'`)).toEqual(
    [],
  );
});
