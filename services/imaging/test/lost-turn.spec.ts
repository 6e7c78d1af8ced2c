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

/** A verifier that first does the given work, and then accepts any file as one page with the file's bytes. */
class Slow extends VerifySandbox {
  constructor(private readonly before: () => Promise<void> | void) {
    super();
  }

  override async verify(bytes: Uint8Array): Promise<VerifiedPage[]> {
    await this.before();
    const size = { width: 8, height: 8, rows: 8, xDpi: 300, yDpi: 300 };
    const look = { kind: 'G4', orientation: 1, photometric: 0, components: 1, damaged: false } as const;
    const form: PageForm = { ...size, ...look };
    return [{ ...form, bytes: Buffer.from(bytes), sha256: pageHash(form, bytes) }];
  }
}

const importAs = async (file: string, before: () => Promise<void> | void, turn: AbortSignal) => {
  await writeFile(join(bundle, file), file);
  const store = new PageStore(openObjectStore({ kind: 'folder', root: join(bundle, 'objects') }));
  const parts = { bundle, county: 'lake', database: database.database, store, clock: systemClock, turn };
  const row = { line: 2, documentKey: 'A1', firstPage: 1, lastPage: 1, file, firstFilePage: 1 };
  return new ImageImporter({ ...parts, sandbox: new Slow(before) }).importDocument([row]);
};

test('an import that loses its turn during a long document does not replace what the next import has stored', async () => {
  const turn = new AbortController();
  const late = importAs(
    'old.tif',
    async () => {
      turn.abort(new Error('the turn is lost'));
      expect(await importAs('new.tif', () => undefined, new AbortController().signal)).toBe('taken');
    },
    turn.signal,
  );
  await expect(late).rejects.toThrow('the turn is lost');
  expect(await database.asAdmin('SELECT version FROM imaging.document_images')).toEqual([{ version: 1 }]);
  expect(await database.asAdmin('SELECT file FROM imaging.ingest_log')).toEqual([{ file: 'new.tif' }]);
});
