import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { ThumbnailsAnswer } from '@portal/proto/http/imaging';
import type { DownloadOrder, PaymentAnswer } from '@portal/proto/http/orders';
import { DemoRows, type Row } from './demo-rows.js';
import { contentOf, orderOf, Visitor } from './portal.js';
import { hashesOfPdf, hashOfPixels } from './pixels.js';

const rows = new DemoRows('lake').of('images');

interface Scanned {
  readonly key: string;
  readonly pages: number;
  readonly row: Row;
}
/** Lists the scans of a register that begin with the first page of their record. */
const scanned = (letter: string): Scanned[] =>
  rows
    .filter(({ document_key: key = '', first_page: first }) => key.startsWith(letter) && first === '1')
    .map((row) => ({ key: row.document_key ?? '', pages: Number(row.last_page), row }));
const orderAll = (visitor: Visitor, { key, pages }: Scanned) =>
  contentOf<DownloadOrder>(
    visitor.post('imaging/computeDownloadOrder', { ...orderOf('', key), pageCount: pages }),
  );
/**
 * Returns the first record whose images the account has not bought yet. An account pays nothing for images that it has
 * bought before.
 */
async function unbought(
  visitor: Visitor,
  letter: string,
): Promise<{ wanted: Scanned; order: DownloadOrder }> {
  for (const wanted of scanned(letter)) {
    const order = await orderAll(visitor, wanted);
    if (order.feeSchedule.alreadyPurchasedMessage === '') return { wanted, order };
  }
  throw new Error(`all images of ${letter} are bought`);
}
const original = (row: Row): Promise<string> =>
  hashOfPixels(readFileSync(path.join(String(process.env.PORTAL_DATA), 'demo/lake', row.file ?? '')), 0);

/**
 * The price in Lake: a certificate costs 4.00 as a whole, any other record 1.00 for the first page and 0.50 for each
 * further page.
 */
const price = (letter: string, pages: number): string =>
  letter === 'C' ? '$4.00' : `$${(1 + 0.5 * (pages - 1)).toFixed(2)}`;

test.each([
  ['C', 'a Torrens certificate', 'Certificate'],
  ['G', 'an entry of the grantor/grantee books', 'Grantor grantee book'],
  ['B', 'an entry of the tract books', 'Tract book'],
])(
  '%s: images of %s are previewed, priced by their kind, bought and delivered',
  async (letter, _record, name) => {
    const visitor = await Visitor.signedIn('demo.invoice');
    const { wanted, order } = await unbought(visitor, letter);
    const { key, pages, row } = wanted;
    const preview = await contentOf<ThumbnailsAnswer>(
      visitor.post('imaging/getThumbnails', {
        documentType: letter,
        documentNumber: key.slice(1),
        pageSelectionMethod: 'ENTIRE_DOCUMENT',
        page: 1,
      }),
    );
    expect(preview.header).toMatchObject({ pageCount: pages, uiTitleBeginningOfSentence: `${name} ${key}` });
    expect(JSON.stringify(order.feeSchedule)).toContain(price(letter, pages));
    const reference = { imageStateGuid: order.imageState.guid };
    const paid = await contentOf<PaymentAnswer>(visitor.post('imaging/payDownloadOrder', reference));
    expect(paid.status).toBe('PAID');
    const file = await visitor.get(`imaging/download/${order.imageState.guid}`);
    expect(file.headers['content-disposition']).toContain(`filename="${key}.pdf"`);
    const pixels = await hashesOfPdf(file.body);
    expect(pixels).toHaveLength(pages);
    expect(pixels[0]).toBe(await original(row));
  },
);

test('a guest cannot order the images of a certificate, a book entry or a tract entry', async () => {
  const guest = await Visitor.signedIn('guest.user');
  for (const letter of ['C', 'G', 'B']) {
    const reply = await guest.post('imaging/computeDownloadOrder', orderOf('1', scanned(letter)[0]?.key));
    expect([letter, reply.status]).toEqual([letter, 404]);
  }
});

test('the images of a certificate, book entry or tract entry that does not exist cannot be ordered', async () => {
  const visitor = await Visitor.signedIn('demo.invoice');
  for (const letter of ['C', 'G', 'B']) {
    const reply = await visitor.post('imaging/computeDownloadOrder', orderOf('1', `${letter}99999999`));
    expect([letter, reply.status < 500, reply.envelope.ok]).toEqual([letter, true, false]);
  }
});
