import { describe, expect, test } from '@jest/globals';
import PdfDocument from 'pdfkit';
import sharp from 'sharp';
import { verifyPages } from '../src/ingest/verify.js';
import type { VerifiedPage } from '../src/stored-page.js';
import { Dice, shades } from './corpus/pictures.js';
import { difference } from './corpus/readers.js';

const picture = shades(new Dice(7), 3);

/** RC4 with 40 and 128 bits, AES with 128 and 256. */
const versions = ['1.3', '1.4', '1.7', '1.7ext3'] as const;

/** A PDF of one scan, encrypted with these passwords. */
async function scanWith(
  version: (typeof versions)[number],
  passwords: { userPassword?: string; ownerPassword?: string },
): Promise<{ pdf: Buffer; jpeg: Buffer }> {
  const { width, height, channels, pixels } = picture;
  const jpeg = await sharp(pixels, { raw: { width, height, channels } }).jpeg({ quality: 95 }).toBuffer();
  const size = [(width * 72) / 300, (height * 72) / 300];
  const document = new PdfDocument({ size, margin: 0, pdfVersion: version, ...passwords });
  document.image(jpeg, 0, 0, { width: size[0] as number, height: size[1] as number });
  document.end();
  const chunks: Buffer[] = [];
  for await (const chunk of document) chunks.push(chunk as Buffer);
  return { pdf: Buffer.concat(chunks), jpeg };
}

async function pagesOf(bytes: Uint8Array): Promise<VerifiedPage[]> {
  const pages: VerifiedPage[] = [];
  for await (const page of verifyPages(bytes)) pages.push(page);
  return pages;
}

describe('an encrypted PDF', () => {
  test.each(versions)(
    'of version %s is read with its scan unchanged if it is protected only against changes',
    async (version) => {
      const { pdf, jpeg } = await scanWith(version, { ownerPassword: 'county clerk' });
      expect(pdf.includes('/Encrypt')).toBe(true);
      expect(pdf.includes(jpeg.subarray(700, 800))).toBe(false);
      const [page, ...more] = await pagesOf(pdf);
      expect(more).toEqual([]);
      expect(page).toMatchObject({ kind: 'JPEG', width: picture.width, height: picture.height });
      const { data } = await sharp(page?.bytes).raw().toBuffer({ resolveWithObject: true });
      expect(difference(picture, { ...picture, pixels: data }, 40)).toBeLessThan(0.005);
    },
  );

  test.each(versions)(
    'of version %s is refused with the reason if it needs a password to open',
    async (version) => {
      const { pdf } = await scanWith(version, { userPassword: 'secret', ownerPassword: 'county clerk' });
      await expect(pagesOf(pdf)).rejects.toMatchObject({
        code: 'PDF_ENCRYPTED',
        detail: expect.stringContaining('password'),
      });
    },
  );
});
