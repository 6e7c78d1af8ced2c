import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { refusalText, type ImageRefused } from '../src/refusal.js';
import type { VerifiedPage } from '../src/stored-page.js';
import { blackAndWhite, Dice, shades, type Picture } from './corpus/pictures.js';
import { directory, isPicture, pagesOf, wrongShare } from './corpus/taken-pages.js';
import { tiffFile } from './corpus/tiff-writer.js';

const dice = new Dice(20_261_124);
const bilevel = blackAndWhite(dice);
const grey = shades(dice, 1);
const color = shades(dice, 3);

/** A BMP of 200 dots per inch. With up to 8 `bits`, the samples are indexes into a palette of grays. */
function bmpOf(
  picture: Picture,
  bits: 1 | 4 | 8 | 24 | 32,
  form: { topDown?: true; masks?: true } = {},
): Buffer {
  const { width, height, channels, pixels } = picture;
  const colors = bits <= 8 ? 1 << bits : 0;
  const firstRow = 54 + (form.masks ? 12 : colors * 4);
  const stride = Math.ceil((width * bits) / 32) * 4;
  const out = Buffer.alloc(firstRow + stride * height);
  out.write('BM', 'latin1');
  out.writeUInt32LE(out.length, 2);
  out.writeUInt32LE(firstRow, 10);
  out.writeUInt32LE(40, 14);
  out.writeInt32LE(width, 18);
  out.writeInt32LE(form.topDown ? -height : height, 22);
  out.writeUInt16LE(1, 26);
  out.writeUInt16LE(bits, 28);
  out.writeUInt32LE(form.masks ? 3 : 0, 30);
  for (const at of [38, 42]) out.writeInt32LE(7_874, at);
  if (form.masks) [0xff0000, 0xff00, 0xff].forEach((mask, i) => out.writeUInt32LE(mask, 54 + i * 4));
  // the palette is reversed, so that no index equals its shade
  for (let i = 0; i < colors; i += 1)
    out.fill(255 - Math.floor((i * 255) / (colors - 1)), 54 + i * 4, 57 + i * 4);
  for (let y = 0; y < height; y += 1) {
    const row = firstRow + (form.topDown ? y : height - 1 - y) * stride;
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * channels;
      const [r = 0, g = r, b = r] = pixels.subarray(from, from + channels);
      if (bits >= 24) out.set([b, g, r], row + (x * bits) / 8);
      else {
        const index = Math.round(((255 - r) * (colors - 1)) / 255);
        const at = row + ((x * bits) >> 3);
        out[at] = (out[at] as number) | (index << (8 - bits - ((x * bits) & 7)));
      }
    }
  }
  return out;
}

describe('a BMP file', () => {
  test.each<[string, Buffer]>([
    ['one bit', bmpOf(bilevel, 1)],
    ['four bits', bmpOf(bilevel, 4)],
    ['eight bits', bmpOf(bilevel, 8)],
    ['24 bits', bmpOf(bilevel, 24)],
    ['32 bits', bmpOf(bilevel, 32)],
    ['32 bits with the usual masks', bmpOf(bilevel, 32, { masks: true })],
    ['one bit, top row first', bmpOf(bilevel, 1, { topDown: true })],
  ])('keeps every dot of a black and white picture in %s', async (_what, bytes) => {
    const [page] = await pagesOf(bytes);
    expect(page?.xDpi).toBeCloseTo(200, 0);
    expect(isPicture(page, bilevel)).toBe(true);
  });

  test.each<[string, Picture, Buffer]>([
    ['shades in eight bits', grey, bmpOf(grey, 8)],
    ['shades in 24 bits', grey, bmpOf(grey, 24)],
    ['colors in 24 bits', color, bmpOf(color, 24)],
    ['colors in 32 bits, top row first', color, bmpOf(color, 32, { topDown: true })],
  ])('with %s is stored as a JPEG', async (_what, picture, bytes) => {
    const [page] = await pagesOf(bytes);
    expect(page).toMatchObject({ kind: 'JPEG', components: picture.channels });
    expect(await wrongShare(page, picture)).toBeLessThan(0.005);
  });

  test('with a palette of colors is stored as a color JPEG', async () => {
    const bytes = bmpOf(bilevel, 1);
    bytes.set([0, 200, 255], 54);
    expect((await pagesOf(bytes))[0]).toMatchObject({ kind: 'JPEG', components: 3 });
  });

  test('is refused with the reason if it ends early, claims an impossible size, or has a coding that we do not read', async () => {
    const changed = (change: (bytes: Buffer) => unknown): Promise<VerifiedPage[]> => {
      const bytes = bmpOf(grey, 8);
      change(bytes);
      return pagesOf(bytes);
    };
    await expect(pagesOf(bmpOf(grey, 8).subarray(0, 5_000))).rejects.toMatchObject({
      code: 'PAGE_UNDECODABLE',
    });
    await expect(pagesOf(bmpOf(grey, 8).subarray(0, 30))).rejects.toMatchObject({ code: 'PAGE_UNDECODABLE' });
    await expect(changed((bytes) => bytes.writeUInt32LE(3, 10))).rejects.toMatchObject({
      code: 'PAGE_UNDECODABLE',
    });
    await expect(changed((bytes) => bytes.writeInt32LE(60_000, 18))).rejects.toMatchObject({
      code: 'PAGE_TOO_LARGE',
    });
    await expect(changed((bytes) => bytes.writeInt32LE(-5, 18))).rejects.toMatchObject({
      code: 'PAGE_TOO_LARGE',
    });
    await expect(changed((bytes) => bytes.writeUInt32LE(1, 30))).rejects.toMatchObject({
      code: 'BMP_KIND',
      detail: 'BMP with compression RLE8',
    });
    await expect(changed((bytes) => bytes.writeUInt16LE(16, 28))).rejects.toMatchObject({
      code: 'BMP_KIND',
      detail: 'BMP of 16 bits a pixel',
    });
  });
});

describe('a GIF file', () => {
  const gifOf = (...pictures: Picture[]): Promise<Buffer> => {
    const [first] = pictures;
    const { width = 1, height = 1, channels = 1 } = first ?? {};
    const pixels = Buffer.concat(pictures.map((picture) => picture.pixels));
    const raw = { width, height: height * pictures.length, channels, pageHeight: height };
    return sharp(pixels, { raw }).gif({ dither: 0 }).toBuffer();
  };

  test('keeps every dot of a black and white picture, and is assumed to have 300 dots per inch', async () => {
    const [page] = await pagesOf(await gifOf(bilevel));
    expect(page).toMatchObject({ xDpi: 300, yDpi: 300 });
    expect(isPicture(page, bilevel)).toBe(true);
  });

  test('with shades of gray is stored as a JPEG', async () => {
    const [page] = await pagesOf(await gifOf(grey));
    expect(page).toMatchObject({ kind: 'JPEG', width: grey.width, height: grey.height });
    expect(await wrongShare(page, grey)).toBeLessThan(0.005);
  });

  test('is refused with the reason if it is animated, claims an impossible size, or ends early', async () => {
    const inverted = { ...bilevel, pixels: Buffer.from(bilevel.pixels.map((value) => 255 - value)) };
    await expect(pagesOf(await gifOf(bilevel, inverted))).rejects.toMatchObject({
      code: 'GIF_KIND',
      detail: 'GIF of 2 pictures',
    });
    const bytes = await gifOf(bilevel);
    await expect(pagesOf(bytes.subarray(0, 9))).rejects.toMatchObject({ code: 'PAGE_UNDECODABLE' });
    await expect(pagesOf(bytes.subarray(0, 400))).rejects.toMatchObject({ code: 'PAGE_UNDECODABLE' });
    bytes.writeUInt16LE(60_000, 6);
    await expect(pagesOf(bytes)).rejects.toMatchObject({ code: 'PAGE_TOO_LARGE' });
  });
});

describe('the message of a refusal names the kind of TIFF file and tells the office how to convert it', () => {
  const advice =
    'open it in the program that wrote it, save it as TIFF (G4 for black and white, LZW for shades and colors), and import it again';
  const refusal = async (bytes: Uint8Array): Promise<string> =>
    pagesOf(bytes).then(
      () => 'taken',
      (error: ImageRefused) => refusalText(error),
    );
  const coded = (compression: number, photometric: number): Buffer =>
    tiffFile([directory(grey, { compression, photometric, bits: 8 }, [Buffer.alloc(500, 7)])]);

  test.each<[string, Buffer]>([
    ['TIFF_CODEC: old-style JPEG (TIFF compression 6)', coded(6, 6)],
    ['TIFF_CODEC: JBIG (TIFF compression 34661)', coded(34_661, 0)],
    ['TIFF_CODEC: compression (TIFF compression 99)', coded(99, 0)],
    ['TIFF_CODEC: JPEG 2000 whose colors the TIFF alone tells (photometric 6)', coded(34_712, 6)],
  ])('%s', async (reason, bytes) => {
    expect(await refusal(bytes)).toBe(`${reason}; ${advice}`);
  });

  test.each<[number, number, string]>([
    [0xc9, 8, 'arithmetic JPEG (frame type 9)'],
    [0xca, 8, 'arithmetic JPEG (frame type 10)'],
    [0xc3, 8, 'lossless JPEG (frame type 3)'],
    [0xc5, 8, 'hierarchical JPEG (frame type 5)'],
    [0xc1, 12, 'JPEG of 12 bits a sample'],
  ])('a JPEG with frame marker %i and %i bits a sample: %s', async (marker, bits, kind) => {
    const { width, height, pixels } = grey;
    const bytes = await sharp(pixels, { raw: { width, height, channels: 1 } })
      .jpeg()
      .toBuffer();
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    bytes[frame + 1] = marker;
    bytes[frame + 4] = bits;
    expect(await refusal(bytes)).toBe(`JPEG_KIND: ${kind}; ${advice}`);
    // the same JPEG inside a TIFF
    const inTiff = tiffFile([directory(grey, { compression: 7, photometric: 1, bits: 8 }, [bytes])]);
    expect(await refusal(inTiff)).toBe(`TIFF_CODEC: ${kind}; ${advice}`);
  });
});
