import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWithShared, writeAcrisBundle } from '@portal/infra/testing';
import type { ThumbnailsAnswer } from '@portal/proto/http/imaging';
import type { DownloadOrder } from '@portal/proto/http/orders';
import type { SearchAnswer } from '@portal/proto/http/search-results';
import { contentOf, orderOf, Visitor } from './portal.js';
import { hashesOfPdf, hashOfPixels } from './pixels.js';

/** Files from scanners that a county may import, with their numbers of pages. */
const scanned = [
  { file: 'pport_g4.tif', pages: 1 },
  { file: 'g3_1d.tif', pages: 1 },
  { file: 'g3_2d.tif', pages: 1 },
  { file: 'g3_2d_fill_lsb.tif', pages: 1 },
  { file: 'g4_128_rows_a_strip.tif', pages: 1 },
  { file: 'g4_tiled.tif', pages: 1 },
  { file: 'mixed_5_pages_g4.tif', pages: 5 },
  { file: 'g4-multi.tiff', pages: 3 },
  { file: 'jpeg_gray.jpg', pages: 1 },
  { file: 'ccitt.pdf', pages: 1 },
];
/** Files that the import refuses. The import lists each of them in the rejects file and continues. */
const refused = [
  'hugemono.pdf',
  'invalid.pdf',
  'hostile/libtiff_segfault.tif',
  'hostile/multipage_single_frame_loop.tiff',
  'hostile/seek_too_large.tif',
];
const files = [...scanned, ...refused.map((file) => ({ file, pages: 1 }))];

describeWithShared('a register and scans from elsewhere', ['data/acris', 'data/scans'], (acris, scans) => {
  const bundle = mkdtempSync(path.join(tmpdir(), 'register-'));
  let keys: string[];
  let visitor: Visitor;

  /** Imports the files into a county of the running product, with the command that an office uses. */
  beforeAll(async () => {
    keys = await writeAcrisBundle(acris, bundle, { county: 'lake', kind: 'delta', scans, files });
    const environment = { ...process.env, DATA_DIR: process.env.PORTAL_DATA, PORT: process.env.PORTAL_PORT };
    execFileSync(process.execPath, ['infra/local/import.mjs', bundle, '--county', 'lake'], {
      env: environment,
    });
    visitor = await Visitor.signedIn('demo.invoice');
  }, 180_000);
  afterAll(() => rmSync(bundle, { recursive: true, force: true }));

  test.each(scanned.map((each, at) => ({ ...each, at })))(
    '$file is found, previewed, bought and delivered with the pixels of its $pages page(s)',
    async ({ file, pages, at }) => {
      const key = keys[at] ?? '';
      const found = await contentOf<SearchAnswer>(
        visitor.post('search/searchByDocumentNumber', { fromDocumentNumber: key.slice(1) }),
      );
      expect(found.searchResults.searchResultList.map(({ docId }) => docId)).toContain(key);
      const preview = {
        documentType: 'A',
        documentNumber: key.slice(1),
        pageSelectionMethod: 'ENTIRE_DOCUMENT',
      };
      const shown = await contentOf<ThumbnailsAnswer>(
        visitor.post('imaging/getThumbnails', { ...preview, page: 1 }),
      );
      expect([shown.header.pageCount, shown.thumbnails.some(({ damaged }) => damaged)]).toEqual([
        pages,
        false,
      ]);
      const order = await contentOf<DownloadOrder>(
        visitor.post('imaging/computeDownloadOrder', orderOf('', key)),
      );
      const { guid } = order.imageState;
      expect(
        await contentOf(visitor.post('imaging/payDownloadOrder', { imageStateGuid: guid })),
      ).toMatchObject({ status: 'PAID' });
      const { body } = await visitor.get(`imaging/download/${guid}`);
      expect(await hashesOfPdf(body)).toEqual(await sourcePixels(path.join(scans, file), pages));
    },
  );

  test('each refused file is listed with its reason, and its document has no pages', async () => {
    const rejects = readFileSync(path.join(bundle, 'rejects.csv'), 'utf8');
    for (const [nth, file] of refused.entries()) {
      const line = 2 + scanned.length + nth;
      expect(rejects).toMatch(new RegExp(`^images\\.csv,${line},file,[A-Z_]+: .+`, 'm'));
      const key = keys[scanned.length + nth] ?? '';
      const preview = {
        documentType: 'A',
        documentNumber: key.slice(1),
        pageSelectionMethod: 'ENTIRE_DOCUMENT',
      };
      const shown = await contentOf<ThumbnailsAnswer>(
        visitor.post('imaging/getThumbnails', { ...preview, page: 1 }),
      );
      expect([file, shown.header.pageCount]).toEqual([file, 0]);
    }
  });

  test('a search for a name, typed as a person would type it, finds documents', async () => {
    const criteria = {
      grantorGranteeLastName1: 'mers as nominee',
      fromRecordedDate: '01/01/1900',
      toRecordedDate: '11/01/2026',
    };
    const found = await contentOf<SearchAnswer>(visitor.post('search/searchByName', criteria));
    expect(found.searchResults.totalRecordCount).toBeGreaterThan(0);
  });
});

const sourcePixels = async (file: string, pages: number): Promise<string[]> => {
  const source = readFileSync(file);
  if (file.endsWith('.pdf')) return hashesOfPdf(source);
  return Promise.all(Array.from({ length: pages }, (_, page) => hashOfPixels(source, page)));
};
