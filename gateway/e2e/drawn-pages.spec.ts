import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@portal/infra/testing';
import type { ThumbnailsAnswer } from '@portal/proto/http/imaging';
import PdfDocument from 'pdfkit';
import { DemoRows } from './demo-rows.js';
import { contentOf, Visitor } from './portal.js';

// the product keeps the images of deleted documents, so each run uses a new number
const number = `8${String(Date.now()).slice(-6)}`;
const bundle = mkdtempSync(path.join(tmpdir(), 'drawn-pages-'));
let staff: Visitor;

/** Imports a document whose page is a letter from a word processor. */
beforeAll(async () => {
  staff = await Visitor.signedIn('demo.county');
  mkdirSync(path.join(bundle, 'images'));
  const letter = new PdfDocument();
  const written = finished(letter.pipe(createWriteStream(path.join(bundle, 'images/letter.pdf'))));
  letter.fontSize(24).text('WARRANTY DEED');
  letter.end();
  await written;
  writeBundle('UPSERT', { 'images.csv': `document_key,last_page,file\nA${number},1,images/letter.pdf\n` });
});
/** Deletes the document, because other tests count the demo's documents. */
afterAll(async () => {
  await allow(false);
  rmSync(path.join(bundle, 'images.csv'));
  writeBundle('DELETE');
  const deleted = importBundle();
  rmSync(bundle, { recursive: true, force: true });
  expect(deleted).toMatchObject({ status: 0, output: expect.stringContaining('none rejected') });
  await eventually(async () => expect((await preview()).status).toBe(404), 10_000);
}, 120_000);

function writeBundle(action: 'UPSERT' | 'DELETE', more: Record<string, string> = {}): void {
  const [like = {}] = new DemoRows('lake').of('documents');
  const row = { ...like, document_type: 'A', document_number: number, action };
  const documents = `${Object.keys(row).join()}\n${Object.values(row).join()}\n`;
  const files = { 'documents.csv': documents, ...more };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(bundle, name), text);
  const counts = Object.fromEntries(Object.keys(files).map((name) => [name, 1]));
  const manifest = { county: 'lake', format: 1, kind: 'delta', name: `a letter: ${action}`, counts };
  writeFileSync(path.join(bundle, 'manifest.json'), JSON.stringify(manifest));
}

async function allow(drawPages: boolean): Promise<void> {
  const address = 'controlPanel/countyConfig/imageImport';
  const { version } = await contentOf<{ version: number }>(staff.get(address));
  const saved = await staff.post(address, { version, value: { drawPages } });
  expect(saved.envelope.ok).toBe(true);
}

/** Imports a bundle as an office does, while the product is running. */
function importBundle(): { status: number | null; output: string } {
  const env = { ...process.env, DATA_DIR: process.env.PORTAL_DATA, PORT: process.env.PORTAL_PORT };
  const command = ['infra/local/import.mjs', bundle, '--county', 'lake'];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

const preview = () =>
  staff.post('imaging/getThumbnails', {
    documentType: 'A',
    documentNumber: number,
    pageSelectionMethod: 'ENTIRE_DOCUMENT',
    page: 1,
  });
const pageCount = async (): Promise<number> =>
  (await contentOf<ThumbnailsAnswer>(preview())).header.pageCount;

test('a page that was drawn instead of scanned is refused with advice for the county, and accepted once the county allows it', async () => {
  const refused = importBundle();
  expect(refused).toMatchObject({ status: 0, output: expect.stringContaining('1 rejected') });
  expect(readFileSync(path.join(bundle, 'rejects.csv'), 'utf8')).toMatch(
    /^images\.csv,2,file,.*PDF_PAGE_NOT_A_SCAN: page 1: .*imageImport/m,
  );
  expect(await pageCount()).toBe(0);
  await allow(true);
  expect(importBundle()).toMatchObject({ status: 0, output: expect.stringContaining('none rejected') });
  expect(await pageCount()).toBe(1);
}, 120_000);
