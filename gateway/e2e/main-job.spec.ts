import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { ThumbnailsAnswer } from '@portal/proto/http/imaging';
import type { DownloadOrder, ImageAnswer, PaymentAnswer } from '@portal/proto/http/orders';
import type { DocumentResult, SearchAnswer } from '@portal/proto/http/search-results';
import { hashesOfPdf, hashOfPixels } from './pixels.js';
import { contentOf, deed, orderOf, Visitor, type CountyHost } from './portal.js';

/** The pages that this test buys; other tests buy other pages of the same deed. */
const pages = [2, 4, 5, 6, 12];
const allDates = { fromRecordedDate: '01/01/1890', toRecordedDate: '11/01/2026' };

interface BoughtBy {
  readonly username: string;
  readonly county: CountyHost;
  /** Matches the text of the balance before the purchase. */
  readonly before: RegExp;
  /** By how much the purchase reduces the balance, in dollars or images. */
  readonly spent: number;
}

const buyers: BoughtBy[] = [
  { username: 'demo.escrow', county: 'lake', before: /^\$/, spent: 3 },
  { username: 'demo.flatfee', county: 'lake', before: /images$/, spent: 5 },
  { username: 'demo.invoice', county: 'lake', before: /^$/, spent: 0 },
  { username: 'demo.escrow', county: 'saipan', before: /^\$/, spent: 3 },
  { username: 'demo.flatfee', county: 'saipan', before: /image/, spent: 1 },
  { username: 'demo.invoice', county: 'saipan', before: /^$/, spent: 0 },
];

const amountIn = (text: string): number => Number(text.replace(/[^\d.]/g, '') || 0);

const balanceOf = async (visitor: Visitor): Promise<string> =>
  (await contentOf<{ usageBalance: string }>(visitor.post('currentUser/usageBalance'))).usageBalance;

/** Reads the grantor's last name from the details of the deed. */
const grantorOf = async (visitor: Visitor): Promise<string> => {
  const details = await contentOf<DocumentResult>(
    visitor.post('search/documentDetails', { docId: deed.key }),
  );
  return details.grantorSearchResults[0]?.lastName ?? '';
};

/** Hashes pages as the office scanned them, from the bundle of the demo county. */
const scannedPages = async (county: CountyHost, wanted: readonly number[]): Promise<string[]> => {
  const bundle = path.join(String(process.env.PORTAL_DATA), 'demo', county);
  const rows = readFileSync(path.join(bundle, 'images.csv'), 'utf8')
    .split('\n')
    .map((line) => line.split(','));
  const of = rows.filter(([key]) => key === deed.key);
  return Promise.all(
    wanted.map(async (page) => {
      const row = of.find(([, first, last]) => page >= Number(first) && page <= Number(last));
      if (!row) throw new Error(`the bundle has no page ${page} of ${deed.key}`);
      const [, first, , file = '', firstFilePage = '1'] = row;
      return hashOfPixels(
        readFileSync(path.join(bundle, file)),
        Number(firstFilePage) - 1 + page - Number(first),
      );
    }),
  );
};

test.each(buyers)(
  'A10-05 A10-08 A10-37 $username of $county finds the deed by its grantor, buys five pages once and gets the pixels of the scans',
  async ({ username, county, before, spent }) => {
    const visitor = await Visitor.signedIn(username, county);
    const found = await contentOf<SearchAnswer>(
      visitor.post('search/searchByName', { grantorGranteeLastName1: await grantorOf(visitor), ...allDates }),
    );
    expect(found.searchResults.searchResultList.map(({ docId }) => docId)).toContain(deed.key);
    const balance = await balanceOf(visitor);
    expect(balance).toMatch(before);

    const order = await contentOf<DownloadOrder>(
      visitor.post('imaging/computeDownloadOrder', orderOf('2, 4-6, 12')),
    );
    expect(order.feeSchedule.insufficientBalance).toBe(false);
    const reference = { imageStateGuid: order.imageState.guid };
    expect((await visitor.get(`imaging/download/${order.imageState.guid}`)).status).toBe(404);
    const paid = await contentOf<PaymentAnswer>(visitor.post('imaging/payDownloadOrder', reference));
    expect(paid.status).toBe('PAID');
    expect(amountIn(balance) - amountIn(paid.usageBalanceResult.usageBalance)).toBeCloseTo(spent, 2);

    const file = await visitor.get(`imaging/download/${order.imageState.guid}`);
    expect(file.headers['content-disposition']).toContain(`filename="${deed.key}.pdf"`);
    const pixels = await hashesOfPdf(file.body);
    expect(pixels).toEqual(await scannedPages(county, pages));
    const image = await contentOf<ImageAnswer>(visitor.post('imaging/getImage', reference));
    expect(Buffer.from(image.pdf, 'base64').equals(file.body)).toBe(true);
    expect(image.header.uiSaveAsImageName).toBe(`${deed.key}.pdf`);

    const again = await contentOf<DownloadOrder>(
      visitor.post('imaging/computeDownloadOrder', orderOf('2, 4-6, 12')),
    );
    expect(again.feeSchedule.alreadyPurchasedMessage).not.toBe('');
    const repaid = await contentOf<PaymentAnswer>(
      visitor.post('imaging/payDownloadOrder', { imageStateGuid: again.imageState.guid }),
    );
    expect(repaid).toEqual({ status: 'PAID', usageBalanceResult: paid.usageBalanceResult });
    expect(await balanceOf(visitor)).toBe(paid.usageBalanceResult.usageBalance);
  },
);

test('A10-06 A10-07 a canceled order is closed and cannot be paid or downloaded', async () => {
  const visitor = await Visitor.signedIn('demo.invoice');
  const order = await contentOf<DownloadOrder>(visitor.post('imaging/computeDownloadOrder', orderOf('3')));
  const reference = { imageStateGuid: order.imageState.guid };
  const recomputed = await contentOf<DownloadOrder>(
    visitor.post('imaging/recomputeDownloadOrder', reference),
  );
  expect(recomputed.feeSchedule).toEqual(order.feeSchedule);
  expect((await visitor.post('imaging/cancelImageState', reference)).envelope.ok).toBe(true);
  expect((await visitor.post('imaging/payDownloadOrder', reference)).envelope.ok).toBe(false);
  expect((await visitor.post('imaging/getImage', reference)).envelope.ok).toBe(false);
  expect((await visitor.get(`imaging/download/${order.imageState.guid}`)).status).toBe(404);
});

test('a download that breaks off resumes where it stopped', async () => {
  const visitor = await Visitor.signedIn('demo.invoice');
  const order = await contentOf<DownloadOrder>(visitor.post('imaging/computeDownloadOrder', orderOf('2')));
  const path = `imaging/download/${order.imageState.guid}`;
  await visitor.post('imaging/payDownloadOrder', { imageStateGuid: order.imageState.guid });
  const whole = await visitor.get(path);
  const rest = await visitor.get(path, { range: 'bytes=1000-', 'if-range': String(whole.headers.etag) });
  expect(rest.status).toBe(206);
  expect(rest.body.equals(whole.body.subarray(1_000))).toBe(true);
});

test('A9-01 a user who may only preview images sees page images but cannot order', async () => {
  const guest = await Visitor.signedIn('guest.user', 'lake', '127.44.0.1');
  const { thumbnails } = await contentOf<ThumbnailsAnswer>(
    guest.post('imaging/getThumbnails', {
      ...{ documentType: 'A', documentNumber: deed.documentNumber, pageCount: 12 },
      ...{ pageSelectionMethod: 'ENTIRE_DOCUMENT', selectedAsCsv: '', page: 1 },
    }),
  );
  expect(thumbnails.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5]);
  for (const { image } of thumbnails) expect(Buffer.from(image, 'base64').readUInt16BE(0)).toBe(0xffd8);
  expect((await guest.post('imaging/computeDownloadOrder', orderOf('1'))).status).toBe(404);
});

test('A9-37 A9-39 A9-40 five thumbnails are returned with the header and the page selection', async () => {
  const visitor = await Visitor.signedIn('demo.invoice');
  const answer = await contentOf<{
    header: object;
    pagesSelected: { selectedAsBoolean: boolean[] };
    thumbnails: { page: number; image: string; selected: boolean }[];
  }>(
    visitor.post('imaging/getThumbnails', {
      documentType: 'A',
      documentNumber: deed.documentNumber,
      pageCount: 12,
      pageSelectionMethod: 'CSV_PAGES',
      selectedAsCsv: '9, 7',
      page: 6,
    }),
  );
  expect(answer.header).toEqual({
    documentNumber: deed.documentNumber,
    documentType: 'A',
    pageCount: 12,
    uiTitle: `document A${deed.documentNumber}`,
    uiTitleBeginningOfSentence: `Document A${deed.documentNumber}`,
  });
  expect(answer.thumbnails.map(({ page, selected }) => [page, selected])).toEqual([
    [6, false],
    [7, true],
    [8, false],
    [9, true],
    [10, false],
  ]);
  for (const { image } of answer.thumbnails)
    expect(Buffer.from(image, 'base64').readUInt16BE(0)).toBe(0xffd8);
  expect(answer.pagesSelected.selectedAsBoolean.filter(Boolean)).toHaveLength(2);
});

test('A9-38 toggling a page adds it to the page selection', async () => {
  const visitor = await Visitor.signedIn('demo.invoice');
  const imagePreviewSettings = {
    documentType: 'A',
    documentNumber: deed.documentNumber,
    pageCount: 12,
    pageSelectionMethod: 'CSV_PAGES',
    selectedAsCsv: '1, 3',
  };
  const selected = await contentOf<{ pageSelectionMethod: string; selectedAsCsv: string }>(
    visitor.post('imaging/updateImagePreviewSettings', {
      imagePreviewSettingChange: 'PAGE_TOGGLED',
      imagePreviewSettings,
      page: 2,
    }),
  );
  expect(selected).toMatchObject({ pageSelectionMethod: 'CSV_PAGES', selectedAsCsv: '1-3' });
});
