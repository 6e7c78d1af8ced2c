import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { describeWithShared } from '@portal/infra/testing';
import { G4Encoder } from '../src/ccitt/g4.encoder.js';
import { writePdf, type PdfPageSource } from '../src/pdf/pdf.writer.js';
import { burnInk } from '../src/rendition/render.js';
import { pagesOf, pdfImages, pdfInfo, plainBitmap, tiffRows } from './scans.js';

async function pdfOf(pages: Iterable<PdfPageSource>, title = 'Deed'): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of writePdf(title, pages)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const whitePage = (orientation = 1): PdfPageSource => {
  const encoder = new G4Encoder(600);
  for (let y = 0; y < 300; y += 1) encoder.row(Int32Array.of(0, 10), 2);
  return {
    form: {
      kind: 'G4',
      width: 600,
      height: 300,
      xDpi: 300,
      yDpi: 300,
      orientation,
      photometric: 0,
      components: 1,
    },
    bytes: encoder.finish(),
  };
};

describe('the PDF writer', () => {
  test('writes the title, the producer and the size of the paper, and the same bytes for the same pages', async () => {
    const pdf = await pdfOf([whitePage(), whitePage(6)], 'Deed (1) – Ñ');
    expect(pdf.equals(await pdfOf([whitePage(), whitePage(6)], 'Deed (1) – Ñ'))).toBe(true);
    const info = pdfInfo(pdf);
    expect(info).toMatch(/Title: +Deed \(1\) – Ñ\n/);
    expect(info).toMatch(/Producer: +Land Records Portal\n/);
    expect(info).toMatch(/Page size: +144 x 72 pts/);
    expect(info).toMatch(/Pages: +2\n/);
  });

  test('adds less than 380 bytes per page, because pages of one size share the placement of the image', async () => {
    const pages = Array.from({ length: 200 }, () => whitePage());
    const strips = pages.reduce((sum, { bytes }) => sum + bytes.length, 0);
    expect(((await pdfOf(pages)).length - strips) / pages.length).toBeLessThan(380);
  });

  test('keeps the size of each page when the sizes differ', async () => {
    const wide = { ...whitePage(), form: { ...whitePage().form, xDpi: 150 } };
    const info = execFileSync('pdfinfo', ['-l', '3', '-'], {
      input: await pdfOf([whitePage(), wide, whitePage()]),
      encoding: 'utf8',
    });
    const sizes = [...info.matchAll(/Page +\d+ size: +(\S+ x \S+) pts/g)].map(([, size]) => size);
    expect(sizes).toEqual(['144 x 72', '288 x 72', '144 x 72']);
  });

  test('produces no further pages until its output is read', async () => {
    let made = 0;
    const endless = function* (): Generator<PdfPageSource> {
      for (;;) {
        made += 1;
        yield { ...whitePage(), bytes: Buffer.alloc(64 * 1024) };
      }
    };
    const stream = Readable.from(writePdf('Endless', endless()), {
      objectMode: false,
      highWaterMark: 16 * 1024,
    });
    stream.read(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(made).toBeLessThan(4);
    stream.destroy();
  });

  test('writes nothing active: no scripts, actions or attachments', async () => {
    const pdf = (await pdfOf([whitePage()])).toString('latin1');
    expect(pdf).not.toMatch(/\/(JS|JavaScript|Launch|AA|OpenAction|EmbeddedFile)\b/);
  });
});

describeWithShared('when PDFs are made of real scans', ['data/scans'], (scans) => {
  const tiffs = readdirSync(scans).filter((name) => /\.tiff?$/.test(name) && !name.startsWith('old-style'));

  test.each(tiffs)('%s has the source’s pixels on every page', async (name) => {
    const file = join(scans, name);
    const pages = await pagesOf(file);
    const images = pdfImages(await pdfOf(pages.map((page) => ({ form: page, bytes: page.bytes }))));
    expect(images).toHaveLength(pages.length);
    images.forEach((image, n) => expect(image.equals(plainBitmap(tiffRows(file, n)))).toBe(true));
  });

  test.each(tiffs)('%s becomes at most one percent larger when it is stored', async (name) => {
    const pages = await pagesOf(join(scans, name));
    const stored = pages.reduce((sum, page) => sum + page.bytes.length, 0);
    expect(stored).toBeLessThanOrEqual(readFileSync(join(scans, name)).length * 1.01);
  });

  test.each(['ccitt.pdf', 'kcs.pdf', 'c02-22.pdf'])(
    '%s gives the same pictures as its source file',
    async (name) => {
      const pages = await pagesOf(join(scans, name));
      const mine = pdfImages(await pdfOf(pages.map((page) => ({ form: page, bytes: page.bytes }))), '-png');
      const source = pdfImages(readFileSync(join(scans, name)), '-png');
      expect(mine.length).toBe(source.length);
      expect(mine.every((image, n) => image.equals(source[n] as Buffer))).toBe(true);
    },
  );

  test('a JBIG2 page has the same pixels as in another decoder', async () => {
    const file = join(scans, 'linn.pdf');
    const pages = await pagesOf(file);
    expect(pages).toMatchObject([{ kind: 'G4', width: 2550, height: 3300, xDpi: 300, damaged: false }]);
    const [mine] = pdfImages(await pdfOf(pages.map((page) => ({ form: page, bytes: page.bytes }))));
    const [source] = pdfImages(readFileSync(file));
    expect(mine?.equals(source as Buffer)).toBe(true);
  });

  test('a JPEG page is copied into the PDF byte for byte', async () => {
    const [page] = await pagesOf(join(scans, 'jpeg_gray.jpg'));
    if (!page) throw new Error('no page');
    const [image] = pdfImages(await pdfOf([{ form: page, bytes: page.bytes }]), '-j');
    expect(image?.equals(page.bytes)).toBe(true);
  });

  test('redactions and stamps are in the pixels, and no other pixel changes', async () => {
    const [page] = await pagesOf(join(scans, 'pport_g4.tif'));
    if (!page) throw new Error('no page');
    const box = { x: 400, y: 600, width: 300, height: 40 };
    const burned = await burnInk(page, page.bytes, { stamp: false, redactions: [box] });
    const [image] = pdfImages(await pdfOf([burned]));
    const source = plainBitmap(tiffRows(join(scans, 'pport_g4.tif')));
    const head = source.length - 319 * 3296;
    const wrong = source.findIndex((byte, i) => {
      const y = Math.floor((i - head) / 319);
      const x = (i - head) % 319;
      const inside = i >= head && y >= 600 && y < 640 && x >= 50 && x < 87;
      const edge = x === 87 && y >= 600 && y < 640 ? 0xf0 : 0;
      return image?.[i] !== (inside ? 0xff : byte | edge);
    });
    expect(wrong).toBe(-1);
    const stamped = await burnInk(page, page.bytes, { stamp: true, redactions: [] });
    const [marked] = pdfImages(await pdfOf([stamped]));
    const lost = source.findIndex((byte, i) => i >= head && (byte & ~(marked?.[i] as number)) !== 0);
    expect(lost).toBe(-1);
    expect(marked?.equals(source)).toBe(false);
  });
});
