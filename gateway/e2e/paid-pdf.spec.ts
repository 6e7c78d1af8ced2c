import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { DownloadOrder, ImageAnswer, PaymentAnswer } from '@portal/proto/http/orders';
import { contentOf, orderOf, Visitor } from './portal.js';

const objects = path.join(String(process.env.PORTAL_DATA), 'objects');
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Finds the PDF that consists of exactly these bytes, and returns its path in the object store. */
function fileOf(bytes: Buffer): string {
  const found = readdirSync(objects, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.pdf'))
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .find((file) => readFileSync(file).equals(bytes));
  if (found === undefined) throw new Error('the PDF lies nowhere');
  return found;
}

describe('a paid PDF', () => {
  let buyer: Visitor;
  let guid: string;
  let pdf: Buffer;
  let file: string;
  const download = (headers?: Record<string, string>) => buyer.get(`imaging/download/${guid}`, headers);

  beforeAll(async () => {
    buyer = await Visitor.signedIn('demo.escrow');
    const order = await contentOf<DownloadOrder>(buyer.post('imaging/computeDownloadOrder', orderOf('8-10')));
    ({ guid } = order.imageState);
    const paid = buyer.post('imaging/payDownloadOrder', { imageStateGuid: guid });
    expect((await contentOf<PaymentAnswer>(paid)).status).toBe('PAID');
    const { status, body, headers } = await download();
    expect([status, headers.etag]).toEqual([200, `"${sha256(body)}"`]);
    pdf = body;
    file = fileOf(pdf);
  });

  const altered = (): Buffer => {
    const bytes = Buffer.from(pdf);
    bytes.write('another deed', 1_000);
    return bytes;
  };
  const damages = {
    'altered, of the same length': () => writeFileSync(file, altered()),
    'cut short': () => truncateSync(file, 1_500),
    empty: () => truncateSync(file, 0),
    'longer than it was': () => writeFileSync(file, Buffer.concat([pdf, pdf])),
    gone: () => rmSync(file),
  };

  test.each(Object.entries(damages))(
    'is written again if it is damaged in the object store (%s), and the buyer gets the pages that were paid for',
    async (_, damage) => {
      damage();
      const whole = await download();
      expect([whole.status, sha256(whole.body)]).toEqual([200, sha256(pdf)]);
      expect(sha256(readFileSync(file))).toBe(sha256(pdf));

      damage();
      const rest = await download({ range: 'bytes=500-' });
      expect([rest.status, sha256(rest.body)]).toEqual([206, sha256(pdf.subarray(500))]);

      damage();
      const image = await buyer.post('imaging/getImage', { imageStateGuid: guid });
      expect(image.status).toBe(200);
      const content = image.envelope.content as ImageAnswer;
      expect(sha256(Buffer.from(content.pdf, 'base64'))).toBe(sha256(pdf));
    },
  );

  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=100-199', 100, 199],
    ['bytes=-200', -200, undefined],
  ])('is sent in part when the request names the range %s', async (range, start, last) => {
    const { status, headers, body } = await download({ range });
    const expected = pdf.subarray(start, last === undefined ? undefined : last + 1);
    expect([status, body.equals(expected)]).toEqual([206, true]);
    const first = start < 0 ? pdf.length + start : start;
    expect(headers['content-range']).toBe(`bytes ${first}-${last ?? pdf.length - 1}/${pdf.length}`);
  });

  test.each(['bytes=9-3', 'bytes=-0', 'bytes=99999999-', 'lines=1-2', 'bytes=1-2,5-6'])(
    'is sent as a whole if the range %s is not a single range within the file',
    async (range) => {
      const { status, body } = await download({ range });
      expect([status, sha256(body)]).toEqual([200, sha256(pdf)]);
    },
  );

  test('is written again free of charge if its file is gone', async () => {
    const balance = async (): Promise<string> =>
      (await contentOf<{ usageBalance: string }>(buyer.post('currentUser/usageBalance'))).usageBalance;
    const before = await balance();
    rmSync(file);
    expect((await download()).status).toBe(200);
    expect(await balance()).toBe(before);
  });
});
