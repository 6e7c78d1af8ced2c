import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { systemActor } from '@portal/infra/rpc';
import { entitiesMatchMigrations, testActor } from '@portal/infra/testing';
import {
  describePages,
  describeZoom,
  getThumbnails,
  openRendition,
  openTile,
  renderPdf,
  updatePreviewSettings,
} from '@portal/proto/rpc/imaging';
import sharp from 'sharp';
import { tables } from '../src/tables.js';
import { imagesCsv, startImaging, type ImagingUnderTest } from './imaging-under-test.js';
import { pdfImages, plainBitmap } from './scans.js';
import { barPage, tiffOf } from './tiff-fixture.js';

const actor = testActor();
const o = { actor };
const twelve = Array.from({ length: 12 }, (_, i) => barPage(i + 1));
const settings = {
  documentType: 'A',
  documentNumber: '1000001',
  pageCount: 12,
  pageSelectionMethod: 'ENTIRE_DOCUMENT',
  selectedAsCsv: '',
} as const;

let imaging: ImagingUnderTest;
beforeAll(async () => {
  imaging = await startImaging();
  await imaging.importBundle({
    'images.csv': imagesCsv(
      'A1000001,1,9,images/a.tif,1',
      'A1000001,10,12,images/b.tif,2',
      'A1000003,1,1,images/plat.tif,1',
      'A1000005,1,2,images/a.tif,1',
    ),
    'images/a.tif': tiffOf(twelve.slice(0, 9)),
    'images/b.tif': tiffOf([barPage(99), ...twelve.slice(9)]),
    'images/plat.tif': tiffOf([barPage(77, 3_600, 5_400)]),
  });
}, 60_000);
afterAll(() => imaging.close());

test('the entities match the migrations', async () => {
  await expect(entitiesMatchMigrations({ ...tables, ignoreTables: ['ingest_log'] })).resolves.toEqual([]);
});

describe('thumbnails', () => {
  test('A9-37 A9-39 show five pages as JPEG, beginning with the requested page, and say which pages are selected', async () => {
    const answer = await imaging.rpc.callOrThrow(getThumbnails, { ...settings, page: 4 }, o);
    expect(answer.pageCount).toBe(12);
    expect(answer.thumbnails.map(({ page, selected }) => [page, selected])).toEqual(
      [4, 5, 6, 7, 8].map((page) => [page, true]),
    );
    const [first] = answer.thumbnails;
    const picture = await sharp(Buffer.from(first?.image ?? '', 'base64')).metadata();
    expect(picture).toMatchObject({ format: 'jpeg', width: 200, height: 267 });
    expect(first).toMatchObject({ width: 200, height: 267, damaged: false });
  });

  test('are fewer than five at the end of the document', async () => {
    const answer = await imaging.rpc.callOrThrow(getThumbnails, { ...settings, page: 11 }, o);
    expect(answer.thumbnails.map(({ page }) => page)).toEqual([11, 12]);
  });

  test('are refused for a page that the document does not have, and the page is named', async () => {
    const answer = await imaging.rpc.call(getThumbnails, { ...settings, page: 13 }, o);
    expect(answer).toMatchObject({ ok: false, code: 'NO_SUCH_PAGE', params: { entered: 13 } });
  });

  test('are an empty list, and not an error, for a document without images', async () => {
    const answer = await imaging.rpc.callOrThrow(
      getThumbnails,
      { ...settings, documentNumber: '1000002', page: 1 },
      o,
    );
    expect(answer).toEqual({
      pageCount: 0,
      pagesSelected: { pageSelectionMethod: 'ENTIRE_DOCUMENT', selectedAsCsv: '', selectedAsBoolean: [] },
      thumbnails: [],
    });
  });

  test('A9-01 are not shown without the right to retrieve or preview images', async () => {
    const terms = actor.terms && { ...actor.terms, imageRetrieval: false, previewRetrieval: false };
    for (const other of [
      testActor({ terms }),
      testActor({ terms: null }),
      testActor({ role: 'ANONYMOUS', terms: null }),
    ]) {
      const answer = await imaging.rpc.call(getThumbnails, { ...settings, page: 1 }, { actor: other });
      expect(answer).toMatchObject({ ok: false, code: 'IMAGES_NOT_ALLOWED' });
    }
  });

  test('are not shown in another county', async () => {
    const answer = await imaging.rpc.callOrThrow(
      getThumbnails,
      { ...settings, page: 1 },
      { actor: testActor({ county: 'saipan' }) },
    );
    expect(answer.pageCount).toBe(0);
  });
});

describe('a change of the page selection', () => {
  const change = async (imagePreviewSettingChange: string, over: object, page = 1): Promise<unknown> => {
    const input = { imagePreviewSettingChange, imagePreviewSettings: { ...settings, ...over }, page };
    return imaging.rpc.call(updatePreviewSettings, input as never, o);
  };
  const csv = (selectedAsCsv: string): object => ({ pageSelectionMethod: 'CSV_PAGES', selectedAsCsv });

  test.each([
    ['PAGES_CHANGED', csv(' 9-7,3, 1,,3 '), 1, 'CSV_PAGES', '1, 3, 7-9'],
    [
      'PAGE_SELECTION_METHOD_CHANGED',
      { pageSelectionMethod: 'ENTIRE_DOCUMENT', selectedAsCsv: '1' },
      1,
      'ENTIRE_DOCUMENT',
      '1',
    ],
    ['PAGE_SELECTION_METHOD_CHANGED', csv(''), 1, 'CSV_PAGES', ''],
    ['PAGE_TOGGLED', csv('1, 3'), 3, 'CSV_PAGES', '1'],
    ['PAGE_TOGGLED', csv('1'), 2, 'CSV_PAGES', '1, 2'],
    ['PAGE_TOGGLED', {}, 2, 'CSV_PAGES', '1, 3-12'],
    ['KEEP_PAGE', csv('1'), 12, 'CSV_PAGES', '1, 12'],
    ['KEEP_PAGE', {}, 5, 'ENTIRE_DOCUMENT', ''],
    ['IGNORE_PAGE', {}, 12, 'CSV_PAGES', '1-11'],
    ['IGNORE_PAGE', csv('1'), 5, 'CSV_PAGES', '1'],
  ])(
    'A9-38 A9-40 of the kind %s, made to %j at page %i, gives %s %j',
    async (kind, over, page, pageSelectionMethod, selectedAsCsv) => {
      const answer = await change(kind, over, page);
      expect(answer).toMatchObject({ ok: true, value: { pageSelectionMethod, selectedAsCsv } });
      const { selectedAsBoolean } = (answer as { value: { selectedAsBoolean: boolean[] } }).value;
      expect(selectedAsBoolean).toHaveLength(12);
    },
  );

  test('A9-35 refuses a text in the pages box that is not a list of existing pages', async () => {
    for (const [entered, named] of [
      ['0', '0'],
      ['99', '99'],
      ['a-b', 'a-b'],
      ['3-', '3-'],
      ['1, 13', '13'],
    ]) {
      expect(await change('PAGES_CHANGED', csv(entered ?? ''))).toMatchObject({
        ok: false,
        code: 'NO_SUCH_PAGE',
        params: { entered: named },
      });
    }
  });
});

describe('previews', () => {
  test('are made once for pages with the same pixels, and have a maximum size', async () => {
    const at = { documentKey: 'A1000001', page: 2, size: 'large' } as const;
    const first = await imaging.rpc.callOrThrow(openRendition, at, o);
    expect(await imaging.rpc.callOrThrow(openRendition, at, o)).toEqual(first);
    expect(first.objectKey).toMatch(/^lake\/renditions\/[0-9a-f]{64}\/large-v\d+-stamped\.jpg$/);
    const picture = await sharp(await imaging.objects.get(first.objectKey)).metadata();
    expect([picture.width, picture.height]).toEqual([1_040, 1_387]);
    const same = await imaging.rpc.callOrThrow(openRendition, { ...at, documentKey: 'A1000005' }, o);
    expect(same).toEqual(first);
  });

  test('have the stamp in their pixels', async () => {
    const { objectKey } = await imaging.rpc.callOrThrow(
      openRendition,
      { documentKey: 'A1000001', page: 1, size: 'hover' },
      o,
    );
    const stamped = await sharp(await imaging.objects.get(objectKey)).stats();
    const withoutStamp = 255 * (1 - (40 * 1_399) / (1_200 * 1_600));
    expect(stamped.channels[0]?.mean).toBeLessThan(withoutStamp - 0.5);
  });

  test('S36 show an unpaid page at 130 dots per inch at most, and the paid PDF has every dot of the scan', async () => {
    // letter paper, an index card and a plat, scanned at 150 dots per inch
    const papers = { A1000041: [1_280, 1_648], A1000042: [1_000, 448], A1000043: [3_600, 5_400] } as const;
    const scans = Object.entries(papers).map(([key, [width, height]]) => ({
      key,
      page: barPage(500 + width, width, height),
    }));
    await imaging.importBundle({
      'images.csv': imagesCsv(...scans.map(({ key }) => `${key},1,1,${key}.tif,1`)),
      ...Object.fromEntries(scans.map(({ key, page }) => [`${key}.tif`, tiffOf([page])])),
    });
    for (const { key, page } of scans) {
      const at = { documentKey: key, page: 1 };
      const shown: { width: number; height: number }[] = [await imaging.rpc.callOrThrow(describeZoom, at, o)];
      for (const size of ['thumbnail', 'hover', 'large'] as const) {
        const { objectKey } = await imaging.rpc.callOrThrow(openRendition, { ...at, size }, o);
        shown.push(await sharp(await imaging.objects.get(objectKey)).metadata());
      }
      const finest = Math.max(
        ...shown.map(({ width, height }) => Math.max(width / page.width, height / page.height)),
      );
      expect(Math.round(finest * 150)).toBeLessThanOrEqual(130);
      const pdf = { documentKey: key, version: 1, pages: [1], title: 't' };
      const { objectKey } = await imaging.rpc.callOrThrow(renderPdf, pdf, {
        actor: systemActor('lake', 'payments'),
      });
      const [delivered] = pdfImages(await imaging.objects.get(objectKey));
      expect(delivered?.equals(plainBitmap(page))).toBe(true);
    }
  });

  test('let a user zoom a plat to 3,000 pixels in tiles, and no further', async () => {
    const at = { documentKey: 'A1000003', page: 1 };
    const zoom = await imaging.rpc.callOrThrow(describeZoom, at, o);
    expect(zoom).toMatchObject({ width: 2_000, height: 3_000, tileSize: 512, levels: 4 });
    const corner = await imaging.rpc.callOrThrow(openTile, { ...at, level: 0, column: 3, row: 5 }, o);
    const picture = await sharp(await imaging.objects.get(corner.objectKey)).metadata();
    expect([picture.width, picture.height]).toEqual([2_000 - 3 * 512, 3_000 - 5 * 512]);
    const outside = await imaging.rpc.call(openTile, { ...at, level: 0, column: 4, row: 0 }, o);
    expect(outside).toMatchObject({ ok: false, code: 'NO_SUCH_PAGE' });
  });

  test('let a user zoom a letter page no further than its large preview', async () => {
    const zoom = await imaging.rpc.callOrThrow(describeZoom, { documentKey: 'A1000001', page: 1 }, o);
    expect(zoom).toMatchObject({ width: 1_040, height: 1_387 });
  });
});

describe('the PDF of paid pages', () => {
  const request = { documentKey: 'A1000001', version: 1, pages: [1, 3, 7, 8, 9, 11], title: 'Deed A1000001' };
  const system = { actor: systemActor('lake', 'payments') };

  test('has exactly the requested pages, pixel by pixel, and is written once', async () => {
    const pdf = await imaging.rpc.callOrThrow(renderPdf, request, system);
    const bytes = await imaging.objects.get(pdf.objectKey);
    expect(bytes.length).toBe(pdf.size);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(pdf.sha256);
    const images = pdfImages(bytes);
    expect(images).toHaveLength(6);
    request.pages.forEach((page, i) => expect(images[i]?.equals(plainBitmap(barPage(page)))).toBe(true));
    expect(await imaging.rpc.callOrThrow(renderPdf, request, system)).toEqual(pdf);
  });

  test('is written again, with the same bytes, when its stored file is gone', async () => {
    const pdf = await imaging.rpc.callOrThrow(renderPdf, request, system);
    await imaging.objects.remove(pdf.objectKey);
    expect(await imaging.rpc.callOrThrow(renderPdf, request, system)).toEqual(pdf);
    expect(await imaging.objects.find(pdf.objectKey)).toBeDefined();
  });

  test('is refused for a page that the priced version does not have', async () => {
    const answer = await imaging.rpc.call(renderPdf, { ...request, pages: [1, 13] }, system);
    expect(answer).toMatchObject({ ok: false, code: 'NO_SUCH_PAGE', params: { entered: 13 } });
    const old = await imaging.rpc.call(renderPdf, { ...request, version: 7 }, system);
    expect(old).toMatchObject({ ok: false, code: 'NO_SUCH_PAGE' });
  });
});

describe('the delivery of pages', () => {
  test('reports a missing or changed page image, and never shows a white page instead', async () => {
    await imaging.importBundle({
      'images.csv': imagesCsv('A1000009,1,2,x.tif,1'),
      'x.tif': tiffOf([barPage(201), barPage(202)]),
    });
    const [lost, kept] = await imaging.database.asAdmin<{ sha256: string }>(
      `SELECT sha256 FROM imaging.document_page WHERE document_key = 'A1000009' ORDER BY page`,
    );
    await imaging.objects.remove(`lake/pages/${lost?.sha256}`);
    const at = { documentKey: 'A1000009', page: 1, size: 'hover' } as const;
    expect(await imaging.rpc.call(openRendition, at, o)).toMatchObject({
      ok: false,
      code: 'PAGE_IMAGE_MISSING',
    });
    const pdf = { documentKey: 'A1000009', version: 1, pages: [2, 1], title: 't' };
    const answer = await imaging.rpc.call(renderPdf, pdf, { actor: systemActor('lake', 'payments') });
    expect(answer).toMatchObject({ ok: false, code: 'PAGE_IMAGE_MISSING' });
    const shown = await imaging.rpc.callOrThrow(
      getThumbnails,
      { ...settings, documentNumber: '1000009', page: 1 },
      o,
    );
    expect(shown.thumbnails.map(({ damaged }) => damaged)).toEqual([true, false]);
    const stats = await sharp(Buffer.from(shown.thumbnails[0]?.image ?? '', 'base64')).stats();
    expect(stats.channels[0]?.mean).toBeLessThan(230);
    await imaging.objects.put(`lake/pages/${kept?.sha256}`, Buffer.from('something else'));
    expect(await imaging.rpc.call(openRendition, { ...at, page: 2 }, o)).toMatchObject({
      ok: false,
      code: 'PAGE_IMAGE_MISSING',
    });
  });

  test('shows the previews of a sealed document only to staff, and its PDF to nobody', async () => {
    await imaging.hear('search.document-sealed.v1', 'A1000005');
    const page = { ...settings, documentNumber: '1000005', page: 1 };
    expect(await imaging.rpc.call(getThumbnails, page, o)).toMatchObject({
      ok: false,
      code: 'DOCUMENT_SEALED',
    });
    const staff = await imaging.rpc.call(getThumbnails, page, {
      actor: testActor({ role: 'COUNTY', terms: null }),
    });
    expect(staff).toMatchObject({ ok: true });
    const system = { actor: systemActor('lake', 'payments') };
    expect(await imaging.rpc.call(describePages, { documentKey: 'A1000005' }, system)).toMatchObject({
      code: 'DOCUMENT_SEALED',
    });
    const pdf = { documentKey: 'A1000005', version: 1, pages: [1], title: 't' };
    expect(await imaging.rpc.call(renderPdf, pdf, system)).toMatchObject({
      ok: false,
      code: 'DOCUMENT_SEALED',
    });
    await imaging.hear('search.document-unsealed.v1', 'A1000005');
    expect(await imaging.rpc.call(getThumbnails, page, o)).toMatchObject({ ok: true });
  });
});

describe('the import of images', () => {
  const versionOf = async (documentKey: string): Promise<{ version: number; pageCount: number }> =>
    imaging.rpc.callOrThrow(describePages, { documentKey }, { actor: systemActor('lake', 'payments') });

  test('changes nothing if it is repeated; different pages make a new version, and the old version can still be sold', async () => {
    const files = {
      'images.csv': imagesCsv('A1000020,1,2,a.tif,1'),
      'a.tif': tiffOf([barPage(301), barPage(302)]),
    };
    expect(await imaging.importBundle(files)).toMatchObject({ documents: 1, unchanged: 0, rejectedRows: 0 });
    expect(await imaging.importBundle(files)).toMatchObject({ documents: 0, unchanged: 1 });
    await imaging.importBundle({ ...files, 'images.csv': imagesCsv('A1000020,1,1,a.tif,2') });
    expect(await versionOf('A1000020')).toEqual({ version: 2, pageCount: 1 });
    const priced = { documentKey: 'A1000020', version: 1, pages: [2], title: 't' };
    const pdf = await imaging.rpc.callOrThrow(renderPdf, priced, { actor: systemActor('lake', 'payments') });
    const [image] = pdfImages(await imaging.objects.get(pdf.objectKey));
    expect(image?.equals(plainBitmap(barPage(302)))).toBe(true);
    const facts = await imaging.database.asAdmin(
      `SELECT payload FROM imaging.outbox WHERE aggregate = 'document:A1000020' ORDER BY sequence`,
    );
    expect(facts).toHaveLength(2);
  });

  test('lists wrong rows with line and reason, and imports the other rows', async () => {
    const done = await imaging.importBundle({
      'images.csv': imagesCsv(
        'A1000030,1,1,good.tif,1',
        'A1000031,1,1,gone.tif,1',
        'A1000032,1,1,../secret.tif,1',
        'A1000033,1,1,bad.tif,1',
        'A1000034,2,2,good.tif,1',
        'A1000035,1,3,good.tif,1',
        'A1000036,x,1,good.tif,1',
        'lower case,1,1,good.tif,1',
      ),
      'good.tif': tiffOf([barPage(401)]),
      'bad.tif': Buffer.from('no picture'),
    });
    expect(done).toMatchObject({ documents: 1, rejectedRows: 7 });
    expect(await readFile(done.rejects, 'utf8')).toBe(
      [
        'file,line,column,reason',
        'images.csv,3,file,gone.tif is not in the bundle',
        'images.csv,4,file,the path must lie below the bundle',
        'images.csv,5,file,"FILE_KIND: neither PDF, TIFF, JPEG, JPEG 2000, JBIG2, PNG, BMP nor GIF; save it as PDF or as TIFF in G4 and import it again"',
        'images.csv,6,first_page,page 1 is missing',
        'images.csv,7,last_page,good.tif has 1 pages',
        "images.csv,8,first_page,'x' is not a page number",
        'images.csv,9,document_key,no document key',
        '',
      ].join('\n'),
    );
    expect(await versionOf('A1000030')).toEqual({ version: 1, pageCount: 1 });
    expect(await versionOf('A1000033')).toEqual({ version: 0, pageCount: 0 });
  });

  test('accepts a damaged page, marks it and logs it', async () => {
    const file = tiffOf([barPage(501, 2_000, 2_000)]);
    file.fill(0, 150, 160);
    await imaging.importBundle({ 'images.csv': imagesCsv('A1000040,1,1,d.tif,1'), 'd.tif': file });
    const [logged] = await imaging.database.asAdmin<{ outcome: string; detail: string }>(
      `SELECT outcome, detail FROM imaging.ingest_log WHERE document_key = 'A1000040'`,
    );
    expect(logged).toMatchObject({
      outcome: 'DAMAGED',
      detail: expect.stringMatching(/^page 1: \d+ of 2000 rows$/),
    });
    const shown = await imaging.rpc.callOrThrow(
      getThumbnails,
      { ...settings, documentNumber: '1000040', page: 1 },
      o,
    );
    expect(shown.thumbnails[0]?.damaged).toBe(true);
  });
});
