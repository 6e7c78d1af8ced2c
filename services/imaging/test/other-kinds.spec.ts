import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { jbig2File, jbig2Of } from './corpus/jbig2-writer.js';
import { blackAndWhite, Dice, packedBits, shades, type Picture } from './corpus/pictures.js';
import { byOpenJpeg, hasProgram } from './corpus/readers.js';
import { directory, isPicture, pagesOf, wrongShare } from './corpus/taken-pages.js';
import { tiffFile, type TiffDirectory } from './corpus/tiff-writer.js';

const dice = new Dice(20_261_123);
const bilevel = blackAndWhite(dice);
const other = blackAndWhite(dice);
const grey = shades(dice, 1);
const color = shades(dice, 3);
const withOpenJpeg = hasProgram('opj_compress') || process.env['CI'] === 'true' ? test : test.skip;

/** A part of a picture. Where the part extends beyond the picture, it is white. */
function part(
  { width, channels, pixels, height }: Picture,
  left: number,
  top: number,
  w: number,
  h: number,
): Picture {
  const out = Buffer.alloc(w * h * channels, 255);
  for (let y = 0; y < Math.min(h, height - top); y += 1) {
    const from = ((top + y) * width + left) * channels;
    pixels.copy(out, y * w * channels, from, from + Math.min(w, width - left) * channels);
  }
  return { width: w, height: h, channels, pixels: out };
}

describe('a JBIG2 image', () => {
  test.each(['sequential', 'random access'] as const)(
    'keeps every dot in a %s file of two pages',
    async (order) => {
      const [first, second, ...more] = await pagesOf(jbig2File([bilevel, other], order));
      expect([isPicture(first, bilevel), isPicture(second, other), more]).toEqual([true, true, []]);
      expect(first?.xDpi).toBeCloseTo(200, 0);
    },
  );

  test.each<[string, TiffDirectory]>([
    ['one strip', directory(bilevel, jbig2Tiff(0), [jbig2Of(bilevel, 'arithmetic')])],
    ['one strip coded as T.6', directory(bilevel, jbig2Tiff(0), [jbig2Of(bilevel, 'MMR')])],
    [
      'one strip with the head of a file',
      directory(bilevel, jbig2Tiff(0), [jbig2File([bilevel], 'sequential')]),
    ],
    [
      'strips',
      directory(
        bilevel,
        jbig2Tiff(0),
        strips(bilevel, 100, (piece) => jbig2Of(piece, 'arithmetic')),
        [278, 4, 100],
      ),
    ],
  ])('keeps every dot in a TIFF of %s', async (_what, source) => {
    const pages = await pagesOf(tiffFile([source]));
    expect(pages.map((page) => [isPicture(page, bilevel), page.xDpi])).toEqual([[true, 200]]);
  });

  test('is inverted in a TIFF in which 0 is black', async () => {
    const negative = { ...bilevel, pixels: Buffer.from(bilevel.pixels.map((value) => 255 - value)) };
    const [page] = await pagesOf(
      tiffFile([directory(bilevel, jbig2Tiff(1), [jbig2Of(negative, 'arithmetic')])]),
    );
    expect(isPicture(page, bilevel)).toBe(true);
  });

  test('is refused with the reason if it ends early or has no page', async () => {
    const whole = jbig2File([bilevel], 'sequential');
    for (const broken of [whole.subarray(0, 20), whole.subarray(0, 60), whole.subarray(0, 13)])
      await expect(pagesOf(broken)).rejects.toMatchObject({ code: 'PAGE_UNDECODABLE' });
  });
});

function jbig2Tiff(photometric: number): { compression: number; photometric: number; bits: number } {
  return { compression: 34_715, photometric, bits: 1 };
}

function strips(picture: Picture, rows: number, code: (piece: Picture) => Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(picture.height / rows) }, (_, i) =>
    code(part(picture, 0, i * rows, picture.width, Math.min(rows, picture.height - i * rows))),
  );
}

describe('a JPEG 2000 file', () => {
  withOpenJpeg('in gray or in color is accepted', async () => {
    for (const picture of [grey, color]) {
      const [page, ...more] = await pagesOf(byOpenJpeg(picture));
      expect(more).toEqual([]);
      expect(page).toMatchObject({ kind: 'JPEG', components: picture.channels, xDpi: 300 });
      expect(await wrongShare(page, picture)).toBeLessThan(0.005);
    }
  });

  withOpenJpeg('has the density that its header states', async () => {
    const file = byOpenJpeg(grey);
    const box = (type: string, body: Buffer): Buffer => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(8 + body.length);
      head.write(type, 4);
      return Buffer.concat([head, body]);
    };
    // 11,811 dots per meter vertically and 7,874 horizontally
    const density = Buffer.from([0x2e, 0x23, 0, 1, 0x1e, 0xc2, 0, 1, 0, 0]);
    const at = file.indexOf('jp2h') - 4;
    const length = file.readUInt32BE(at);
    const header = Buffer.concat([file.subarray(at + 8, at + length), box('res ', box('resd', density))]);
    const [page] = await pagesOf(
      Buffer.concat([file.subarray(0, at), box('jp2h', header), file.subarray(at + length)]),
    );
    expect(page?.xDpi).toBeCloseTo(200, 0);
    expect(page?.yDpi).toBeCloseTo(300, 0);
  });

  withOpenJpeg('is joined from strips or tiles in a TIFF', async () => {
    const codestream = (piece: Picture): Buffer => {
      const file = byOpenJpeg(piece);
      return file.subarray(file.indexOf('jp2c') + 4);
    };
    const form = { compression: 34_712, photometric: 2, bits: 8 };
    const tiles = [0, 200].flatMap((top) =>
      Array.from({ length: Math.ceil(color.width / 256) }, (_, column) =>
        part(color, column * 256, top, 256, 200),
      ),
    );
    const tall = part(color, 0, 0, color.width, 350);
    const sources: [Picture, TiffDirectory][] = [
      [color, directory(color, form, [codestream(color)])],
      [grey, directory(grey, { ...form, photometric: 1 }, strips(grey, 128, codestream), [278, 4, 128])],
      [tall, { ...directory(tall, form, tiles.map(codestream), [322, 3, 256], [323, 3, 200]), tiled: true }],
    ];
    for (const [picture, source] of sources) {
      const [page] = await pagesOf(tiffFile([source]));
      expect(page).toMatchObject({ kind: 'JPEG', width: picture.width, height: picture.height, xDpi: 200 });
      expect(await wrongShare(page, picture)).toBeLessThan(0.005);
    }
  });

  test('is refused before it is decoded if it claims an impossible size', async () => {
    const siz = Buffer.alloc(60);
    siz.writeUInt32BE(0xff4fff51);
    siz.writeUInt32BE(2 ** 31, 8);
    siz.writeUInt32BE(2 ** 31, 12);
    await expect(pagesOf(siz)).rejects.toMatchObject({ code: 'PAGE_TOO_LARGE' });
  });
});

/** A PNG of 200 dots per inch. `depth` 1 is for black and white pictures; `palette` sets their colors. */
function pngOf(picture: Picture, depth: 1 | 8, palette?: readonly number[]): Buffer {
  const { width, height, channels, pixels } = picture;
  const chunk = (type: string, body: Uint8Array): Buffer => {
    const named = Buffer.concat([Buffer.from(type), body]);
    const out = Buffer.alloc(named.length + 8);
    out.writeUInt32BE(body.length);
    named.copy(out, 4);
    out.writeUInt32BE(crc32(named), named.length + 4);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = depth;
  header[9] = palette ? 3 : channels === 3 ? 2 : 0;
  const bits = packedBits(picture);
  const samples = depth === 8 ? pixels : palette ? bits : bits.map((byte) => 255 - byte);
  const stride = samples.length / height;
  const rows = Array.from({ length: height }, (_, y) => [
    Buffer.from([0]),
    samples.subarray(y * stride, (y + 1) * stride),
  ]);
  const density = Buffer.from([0, 0, 0x1e, 0xc2, 0, 0, 0x1e, 0xc2, 1]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...[chunk('IHDR', header), chunk('pHYs', density)],
    ...(palette ? [chunk('PLTE', Buffer.from(palette))] : []),
    ...[chunk('IDAT', deflateSync(Buffer.concat(rows.flat()))), chunk('IEND', Buffer.alloc(0))],
  ]);
}

describe('a PNG file', () => {
  test.each<[string, Buffer]>([
    ['one bit', pngOf(bilevel, 1)],
    ['one bit with a palette', pngOf(bilevel, 1, [255, 255, 255, 0, 0, 0])],
    ['eight bits', pngOf(bilevel, 8)],
  ])('keeps every dot of a black and white picture in %s', async (_what, bytes) => {
    const [page] = await pagesOf(bytes);
    expect(page?.xDpi).toBeCloseTo(200, 0);
    expect(isPicture(page, bilevel)).toBe(true);
  });

  test('with shades or colors is stored as a JPEG', async () => {
    for (const picture of [grey, color]) {
      const [page] = await pagesOf(pngOf(picture, 8));
      expect(page).toMatchObject({ kind: 'JPEG', components: picture.channels });
      expect(await wrongShare(page, picture)).toBeLessThan(0.005);
    }
  });

  test('with a palette of colors is stored as a color JPEG', async () => {
    const [page] = await pagesOf(pngOf(bilevel, 1, [255, 255, 200, 0, 0, 90]));
    expect(page).toMatchObject({ kind: 'JPEG', components: 3 });
  });

  test('is refused with the reason if it claims an impossible size or ends early', async () => {
    const bytes = pngOf(grey, 8);
    await expect(pagesOf(bytes.subarray(0, 20))).rejects.toMatchObject({ code: 'PAGE_UNDECODABLE' });
    await expect(pagesOf(bytes.subarray(0, 5_000))).rejects.toMatchObject({ code: 'PAGE_UNDECODABLE' });
    bytes.writeUInt32BE(60_000, 16);
    await expect(pagesOf(bytes)).rejects.toMatchObject({ code: 'PAGE_TOO_LARGE' });
  });
});
