import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemActor } from '@portal/infra/rpc';
import { testActor } from '@portal/infra/testing';
import {
  describePages,
  describeZoom,
  getThumbnails,
  openRendition,
  openTile,
  renderPdf,
} from '@portal/proto/rpc/imaging';
import { imagesCsv, startImaging, type ImagingUnderTest } from './imaging-under-test.js';
import { barPage, tiffOf } from './tiff-fixture.js';

const o = { actor: testActor() };
const payments = { actor: systemActor('lake', 'payments') };
const settings = {
  documentType: 'A',
  documentNumber: '1000005',
  pageCount: 1,
  pageSelectionMethod: 'ENTIRE_DOCUMENT',
  selectedAsCsv: '',
} as const;

let imaging: ImagingUnderTest;
beforeAll(async () => {
  imaging = await startImaging();
  await imaging.importBundle({
    'images.csv': imagesCsv('A1000005,1,1,a.tif,1'),
    'a.tif': tiffOf([barPage(1)]),
  });
});
afterAll(() => imaging.close());

test('a document that an import removed is hidden from everyone, even staff, until an import restores it', async () => {
  await imaging.hear('search.document-removed.v1', 'A1000005');
  const settled = { ...settings, page: 1 };
  const at = { documentKey: 'A1000005', page: 1 };
  const staff = { actor: testActor({ role: 'COUNTY', terms: null }) };
  const answers = async (actor: typeof o): Promise<unknown[]> => [
    await imaging.rpc.call(getThumbnails, settled, actor),
    await imaging.rpc.call(openRendition, { ...at, size: 'large' }, actor),
    await imaging.rpc.call(openTile, { ...at, level: 0, column: 0, row: 0 }, actor),
    await imaging.rpc.call(describeZoom, at, actor),
    await imaging.rpc.call(describePages, { documentKey: 'A1000005' }, payments),
  ];
  for (const answer of [...(await answers(o)), ...(await answers(staff))]) {
    expect(answer).toMatchObject({ ok: false, code: 'DOCUMENT_SEALED' });
  }
  const pdf = { documentKey: 'A1000005', version: 1, pages: [1], title: 't' };
  const rendered = await imaging.rpc.call(renderPdf, pdf, payments);
  expect(rendered).toMatchObject({ ok: false, code: 'DOCUMENT_SEALED' });
  await imaging.hear('search.document-restored.v1', 'A1000005');
  for (const answer of await answers(o)) expect(answer).toMatchObject({ ok: true });
});

test('the import of images leaves out and counts rows that the index import rejected, and rejects a named pipe without reading it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'images-'));
  const pipe = path.join(folder, 'pipe.tif');
  execFileSync('mkfifo', [pipe]);
  const done = await imaging.importBundle(
    {
      'images.csv': imagesCsv('A1000060,1,1,a.tif,1', 'A1000061,1,1,a.tif,1', 'A1000062,1,1,pipe.tif,1'),
      'rejects.csv': 'file,line,column,reason\nimages.csv,3,document_key,there is no such document\n',
      'a.tif': tiffOf([barPage(5)]),
    },
    (bundle) => rename(pipe, path.join(bundle, 'pipe.tif')),
  );
  expect(done).toMatchObject({ documents: 1, leftOut: 1, rejectedRows: 1 });
  const rejects = await readFile(path.join(done.folder, 'rejects.csv'), 'utf8');
  expect(rejects.trim().split('\n').slice(1)).toEqual([
    'images.csv,3,document_key,there is no such document',
    'images.csv,4,file,pipe.tif is not a file',
  ]);
  const left = await imaging.rpc.callOrThrow(describePages, { documentKey: 'A1000061' }, payments);
  expect(left).toEqual({ version: 0, pageCount: 0 });
});

/** The rows that an import has rejected, without the header. */
const rejectsOf = async (rejects: string): Promise<string[]> =>
  (await readFile(rejects, 'utf8')).trim().split('\n').slice(1);

const countOf = async (documentKey: string): Promise<number> =>
  (await imaging.rpc.callOrThrow(describePages, { documentKey }, payments)).pageCount;

test('a row with broken quotes or a lone carriage return is rejected, and the other documents are imported', async () => {
  const done = await imaging.importBundle({
    'images.csv': imagesCsv(
      'A1000063,1,1,"a\n.tif"x,1',
      'A1000064,1,1,a"b.tif,1',
      'A1000065,1,1,a\rb.tif,1',
      'A1000066,1,1,"a.tif",1',
    ),
    'a.tif': tiffOf([barPage(6)]),
  });
  expect(done).toMatchObject({ documents: 1, rejectedRows: 3 });
  expect(await rejectsOf(done.rejects)).toEqual([
    'images.csv,2,,the quotes of this line are broken',
    'images.csv,4,,the quotes of this line are broken',
    'images.csv,5,file,"a\rb.tif is not in the bundle"',
  ]);
  expect(await countOf('A1000066')).toBe(1);
});

test('the images of a document are left out if the index import has rejected one of their rows', async () => {
  const done = await imaging.importBundle({
    'images.csv': imagesCsv(
      'A1000067,1,1,a.tif,1',
      'A1000067,2,3,scans,2,a.tif,1',
      'A1000068,1,2,a.tif,1',
      'A1000069,1,1,a.tif,1',
      'A1000069,2,2,"a"b.tif,1',
    ),
    'rejects.csv':
      'file,line,column,reason\nimages.csv,3,,7 values where the header has 5\nimages.csv,6,,the quotes of this line are broken\n',
    'a.tif': tiffOf([barPage(7), barPage(8)]),
  });
  expect(done).toMatchObject({ documents: 1, leftOut: 2, rejectedRows: 2 });
  expect((await rejectsOf(done.rejects)).slice(2)).toEqual([
    'images.csv,2,,line 3 of this document was rejected',
    'images.csv,5,,line 6 of this document was rejected',
  ]);
  expect(await Promise.all(['A1000067', 'A1000068', 'A1000069'].map(countOf))).toEqual([0, 2, 0]);
});

test('a document key with leading zeros names the same document as the key without them', async () => {
  const page = tiffOf([barPage(9)]);
  const rows = imagesCsv('a0001000073,1,1,a.tif,1', 'A1000073,2,2,a.tif,1', 'A0,1,1,a.tif,1');
  const done = await imaging.importBundle({ 'images.csv': rows, 'a.tif': page });
  expect(done).toMatchObject({ documents: 2, rejectedRows: 0 });
  expect(await Promise.all(['A1000073', 'A0001000073', 'A0'].map(countOf))).toEqual([2, 0, 1]);
});

test('the images of a document are left out if one of its rows has a quote in the middle of a quoted value', async () => {
  const done = await imaging.importBundle({
    'images.csv': imagesCsv('"A1000074","1","1","a.tif","1"', '"A1000074","2","2","a"b.tif","1"'),
    'rejects.csv': 'file,line,column,reason\nimages.csv,3,,the quotes of this line are broken\n',
    'a.tif': tiffOf([barPage(7)]),
  });
  expect(done).toMatchObject({ documents: 0, leftOut: 1, rejectedRows: 1 });
  expect(await rejectsOf(done.rejects)).toEqual([
    'images.csv,3,,the quotes of this line are broken',
    'images.csv,2,,line 3 of this document was rejected',
  ]);
  expect(await countOf('A1000074')).toBe(0);
});

test('a document key with a space before the number names the same document as the key without it', async () => {
  const rows = imagesCsv('A1000075,1,1,a.tif,1', 'A 1000075,2,2,a.tif,2', 'A\u00a00001000075,3,3,a.tif,1');
  const done = await imaging.importBundle({ 'images.csv': rows, 'a.tif': tiffOf([barPage(7), barPage(8)]) });
  expect(done).toMatchObject({ documents: 1, rejectedRows: 0 });
  expect(await countOf('A1000075')).toBe(3);
});

test('only the document with a NUL character or a very long value is rejected, and a long reason is cut off', async () => {
  const page = tiffOf([barPage(9)]);
  const long = 'x'.repeat(100_000);
  const rows = ['A1000076,1,1,a.tif,1', 'A1000076,2,\u00002,a.tif,1', `A1000077,1,1,${long},1`];
  const done = await imaging.importBundle({
    'images.csv': imagesCsv(...rows, 'A1000078,1,1,a.tif,1'),
    'a.tif': page,
  });
  expect(done).toMatchObject({ documents: 1, rejectedRows: 2 });
  expect(await rejectsOf(done.rejects)).toEqual([
    "images.csv,3,last_page,'2' is not a page number",
    `images.csv,4,file,${long.slice(0, 500)}`,
  ]);
  expect(await countOf('A1000078')).toBe(1);
});

test('a document of 60,000 rows is read in seconds', async () => {
  const rows = Array.from({ length: 60_000 }, (_, at) => `A1000079,${at + 2},${at + 2},a.tif,1`);
  const started = performance.now();
  const done = await imaging.importBundle({
    'images.csv': imagesCsv(...rows),
    'a.tif': tiffOf([barPage(9)]),
  });
  expect(performance.now() - started).toBeLessThan(15_000);
  expect(await rejectsOf(done.rejects)).toEqual(['images.csv,2,first_page,page 1 is missing']);
}, 60_000);
