import { expect, test } from '@jest/globals';
import { decodeBilevel } from '../src/tiff/tiff.bilevel.js';
import type { TiffPage } from '../src/tiff/tiff.reader.js';

/** Two tiles side by side, coded in Modified Huffman. The page ends after two of the tiles' three rows. */
const page: TiffPage = {
  ...{ width: 32, height: 2, bitsPerSample: 1, samplesPerPixel: 1, compression: 2, photometric: 0 },
  ...{ fillOrder: 1, orientation: 1, rowsPerStrip: 2, xDpi: 300, yDpi: 300, t4Options: 0 },
  ...{ tile: { width: 16, height: 3 }, offsets: [0, 3], counts: [3, 3] },
};
/** A white row of 16 pixels, and a byte that begins no code word. */
const [white, broken] = [0xa8, 0x01];

const readTiles = (...tiles: number[][]) => {
  let rows = 0;
  const outcome = decodeBilevel(
    page,
    tiles.map((tile) => Uint8Array.from(tile)),
    () => (rows += 1),
  );
  return { ...outcome, passed: rows };
};

test('a page in tiles counts as complete if only rows below its end are damaged', () => {
  const tile = [white, white, broken, broken, broken];
  expect(readTiles(tile, tile)).toEqual({ rows: 2, damaged: false, passed: 2 });
});

test('a page in tiles is damaged if a row of one tile is damaged or missing', () => {
  const good = [white, white, white];
  expect(readTiles(good, [white, broken, broken, broken])).toEqual({ rows: 2, damaged: true, passed: 2 });
  expect(readTiles([white], good)).toEqual({ rows: 1, damaged: true, passed: 2 });
});
