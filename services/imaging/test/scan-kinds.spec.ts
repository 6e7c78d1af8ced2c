import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { reverseBits } from '../src/ccitt/ccitt.codes.js';
import { decodeCcitt } from '../src/ccitt/ccitt.decoder.js';
import { verifyPages } from '../src/ingest/verify.js';
import { readJpegHeader } from '../src/jpeg/jpeg.header.js';
import { RunCollector } from '../src/runs/run-rows.js';
import { pageHash, type VerifiedPage } from '../src/stored-page.js';
import { tiffFile, type TiffDirectory } from './corpus/tiff-writer.js';
import { barPage, g4Strip } from './tiff-fixture.js';
import { bitmapOf } from './scans.js';

const [width, height] = [1_200, 1_600];
const rows = barPage(0b1011, width, height);
const bitmap = bitmapOf(rows);

/** Encodes bytes as PackBits, in runs of at most 128 equal bytes. */
function packed(bytes: Buffer): Buffer {
  const out: number[] = [];
  for (let at = 0; at < bytes.length;) {
    let run = 1;
    while (run < 128 && bytes[at + run] === bytes[at]) run += 1;
    out.push((257 - run) & 255, bytes[at] as number);
    at += run;
  }
  return Buffer.from(out);
}

const directory = (
  compression: number,
  pieces: readonly Uint8Array[],
  ...tags: TiffDirectory['tags'][number][]
): TiffDirectory => ({
  pieces,
  tags: [
    [256, 4, width],
    [257, 4, height],
    [258, 3, 1],
    [259, 3, compression],
    [262, 3, 0],
    [277, 3, 1],
    [278, 4, Math.ceil(height / pieces.length)],
    [282, 5, 200, 1],
    [283, 5, 200, 1],
    ...tags,
  ],
});

async function pagesOf(bytes: Uint8Array): Promise<VerifiedPage[]> {
  const pages: VerifiedPage[] = [];
  for await (const page of verifyPages(bytes)) pages.push(page);
  return pages;
}

function pixelsOf(page: VerifiedPage | undefined): Buffer {
  const collector = new RunCollector(width, height);
  decodeCcitt(page?.bytes ?? Buffer.alloc(0), { scheme: 'G4', width, rows: height }, collector.add);
  return bitmapOf(collector.finish());
}

describe('a TIFF file', () => {
  const half = bitmap.length / 2;
  const strips = [bitmap.subarray(0, half), bitmap.subarray(half)];

  test.each<[string, TiffDirectory]>([
    ['uncompressed', directory(1, [bitmap])],
    ['uncompressed, lowest bit first', directory(1, [reverseBits(bitmap)], [266, 3, 2])],
    ['PackBits', directory(32_773, [packed(bitmap)])],
    ['PackBits, lowest bit first', directory(32_773, [reverseBits(packed(bitmap))], [266, 3, 2])],
    ['G4, lowest bit first', directory(4, [reverseBits(g4Strip(rows))], [266, 3, 2])],
    ['uncompressed with sizes of 0', { ...directory(1, strips), counts: 'zero' }],
    ['uncompressed without sizes', { ...directory(1, strips), counts: 'none' }],
    ['G4 with a size of 0', { ...directory(4, [g4Strip(rows)]), counts: 'zero' }],
    ['PackBits with sizes of 0', { ...directory(32_773, strips.map(packed)), counts: 'zero' }],
  ])('of the kind %s is read with every pixel of the source', async (_what, source) => {
    const [page, ...others] = await pagesOf(tiffFile([source]));
    expect(others).toEqual([]);
    expect(page).toMatchObject({ kind: 'G4', width, height, xDpi: 200, damaged: false });
    expect(pixelsOf(page).equals(bitmap)).toBe(true);
  });

  test.each<[string, TiffDirectory['tags'][number]]>([
    ['a thumbnail', [254, 4, 1]],
    ['a mask', [254, 4, 4]],
    ['a thumbnail that the older tag SubfileType marks', [255, 3, 2]],
  ])('does not count %s as a page', async (_what, tag) => {
    const page = directory(4, [g4Strip(rows)], [254, 4, 2]);
    const small = directory(4, [g4Strip(barPage(1))], tag);
    const pages = await pagesOf(tiffFile([small, page, small, page]));
    expect(pages.map((found) => pixelsOf(found).equals(bitmap))).toEqual([true, true]);
    await expect(pagesOf(tiffFile([small]))).rejects.toMatchObject({ code: 'TIFF_DIRECTORY' });
  });
});

describe('the density of a page', () => {
  const jpeg = sharp({ create: { width: 60, height: 40, channels: 3, background: '#a52' } })
    .jpeg()
    .toBuffer();

  /** A JPEG whose JFIF segment has the given unit (0 none, 1 inch, 2 cm) and densities. */
  async function withDensity(unit: number, x: number, y: number): Promise<Buffer> {
    const source = await jpeg;
    const head = Buffer.from([
      0xff,
      0xd8,
      0xff,
      0xe0,
      0,
      16,
      ...Buffer.from('JFIF\0'),
      1,
      2,
      unit,
      0,
      0,
      0,
      0,
      0,
      0,
    ]);
    head.writeUInt16BE(x, 14);
    head.writeUInt16BE(y, 16);
    const segments = source.subarray(2);
    const own = segments[1] === 0xe0 ? segments.subarray(2 + segments.readUInt16BE(2)) : segments;
    return Buffer.concat([head, own]);
  }

  test.each([
    [1, 204, 98, 204, 98],
    [1, 300, 600, 300, 600],
    [2, 80, 40, 203.2, 101.6],
    [0, 1, 1, 300, 300],
    [0, 2, 1, 300, 150],
  ])(
    'is, for a JFIF segment with the unit %i and the densities %i and %i, %d by %d dots per inch',
    async (unit, x, y, xDpi, yDpi) => {
      const header = readJpegHeader(await withDensity(unit, x, y));
      expect(header.xDpi).toBeCloseTo(xDpi, 6);
      expect(header.yDpi).toBeCloseTo(yDpi, 6);
    },
  );

  test('has a value for each direction, which comes from Exif if there is no JFIF segment', async () => {
    expect(await pagesOf(await withDensity(1, 204, 98))).toMatchObject([{ xDpi: 204, yDpi: 98 }]);
    const exif = tiffFile([
      {
        pieces: [],
        tags: [
          [282, 5, 240, 1],
          [283, 5, 120, 1],
          [296, 3, 2],
        ],
      },
    ]);
    const segment = Buffer.concat([
      Buffer.from([0xff, 0xe1, 0, exif.length + 8]),
      Buffer.from('Exif\0\0'),
      exif,
    ]);
    const source = await jpeg;
    const bare = Buffer.concat([
      source.subarray(0, 2),
      segment,
      source.subarray(2 + 2 + source.readUInt16BE(4)),
    ]);
    expect(readJpegHeader(bare)).toMatchObject({ xDpi: 240, yDpi: 120 });
  });

  test('makes two pages different even if they have the same pixels', async () => {
    const [coarse] = await pagesOf(await withDensity(1, 100, 100));
    const [fine] = await pagesOf(await withDensity(1, 300, 300));
    if (!coarse || !fine) throw new Error('no page');
    expect(pageHash(fine, fine.bytes)).toBe(fine.sha256);
    expect(pageHash(coarse, fine.bytes)).not.toBe(fine.sha256);
    expect(coarse.sha256).not.toBe(fine.sha256);
  });
});
