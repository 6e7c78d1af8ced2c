import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decodeCcitt } from '../src/ccitt/ccitt.decoder.js';
import { blackLookup, blackWords, reverseBits, whiteLookup, whiteWords } from '../src/ccitt/ccitt.codes.js';
import { G4Encoder } from '../src/ccitt/g4.encoder.js';
import { forEachRow, inked, inverted, RunCollector, type RunRows } from '../src/runs/run-rows.js';
import { bitmapOf } from './scans.js';

const rowsOf = (width: number, rows: readonly (readonly number[])[]): RunRows => {
  const collector = new RunCollector(width, rows.length);
  for (const row of rows) collector.add(Int32Array.from(row), row.length);
  return collector.finish();
};

/** Pictures like scans: some rows repeat the previous one with small shifts, others are new. */
const pictures = fc
  .record({
    width: fc.integer({ min: 1, max: 6000 }),
    rows: fc.array(
      fc.record({
        fresh: fc.boolean(),
        cuts: fc.array(fc.nat(6000), { maxLength: 24 }),
        shift: fc.integer({ min: -4, max: 4 }),
      }),
      { minLength: 1, maxLength: 24 },
    ),
  })
  .map(({ width, rows }) => {
    let last: number[] = [];
    const made = rows.map(({ fresh, cuts, shift }) => {
      const wanted = fresh ? cuts : last.map((cut) => cut + shift);
      last = [...new Set(wanted)].filter((cut) => cut >= 0 && cut < width).sort((a, b) => a - b);
      return last;
    });
    return rowsOf(width, made);
  });

const encode = (picture: RunRows): Buffer => {
  const encoder = new G4Encoder(picture.width);
  forEachRow(picture, (row, count) => encoder.row(row, count));
  return encoder.finish();
};

const decode = (
  bytes: Uint8Array,
  width: number,
  height: number,
  lsbFirst = false,
): { rows: number; picture: RunRows } => {
  const collector = new RunCollector(width, height);
  const { rows } = decodeCcitt(bytes, { scheme: 'G4', width, rows: height, lsbFirst }, collector.add);
  return { rows, picture: collector.finish() };
};

describe('the CCITT codec', () => {
  test('decodes every picture that it has encoded, in both bit orders', () => {
    fc.assert(
      fc.property(pictures, fc.boolean(), (picture, lsbFirst) => {
        const bytes = encode(picture);
        const again = decode(lsbFirst ? reverseBits(bytes) : bytes, picture.width, picture.height, lsbFirst);
        expect(again.rows).toBe(picture.height);
        expect(bitmapOf(again.picture).equals(bitmapOf(picture))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('keeps the rows before a break in the data, and reports their number', () => {
    fc.assert(
      fc.property(pictures, fc.double({ min: 0, max: 1, noNaN: true }), (picture, share) => {
        const bytes = encode(picture);
        const { rows, picture: kept } = decode(
          bytes.subarray(0, Math.floor(bytes.length * share)),
          picture.width,
          picture.height,
        );
        const stride = (picture.width + 7) >> 3;
        const above = bitmapOf(picture).subarray(0, rows * stride);
        expect(
          bitmapOf(kept)
            .subarray(0, rows * stride)
            .equals(above),
        ).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  test.each(['G4', 'G3_1D', 'G3_2D', 'MH'] as const)(
    'decodes any bytes as %s without hanging or writing outside the page',
    (scheme) => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 600 }), fc.integer({ min: 1, max: 3000 }), (bytes, width) => {
          decodeCcitt(bytes, { scheme, width, rows: 500 }, (row, count) => {
            for (let i = 0; i < count; i += 1) {
              const [cut, before] = [row[i] as number, i === 0 ? -1 : (row[i - 1] as number)];
              if (cut <= before || cut >= width) throw new Error(`${cut} after ${before} in ${width} pixels`);
            }
          });
        }),
        { numRuns: 300 },
      );
    },
  );

  test('takes time in proportion to the bytes, not to the size that the header claims', () => {
    const started = performance.now();
    const { rows } = decode(Buffer.alloc(11_000, 0xff), 20_000, 8_000);
    expect(rows).toBe(8_000);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test.each([
    ['white', whiteLookup, whiteWords],
    ['black', blackLookup, blackWords],
  ] as const)(
    'knows all %s code words of T.4, and no code word is a prefix of another',
    (_colour, lookup, codes) => {
      const used = [...codes].reduce((sum, code) => sum + 2 ** (13 - (code & 15)), 0);
      expect(used).toBe(lookup.filter((entry) => entry !== 0).length);
      expect(codes.length).toBe(64 + 27 + 13);
    },
  );
});

describe('rows of pixels', () => {
  test('are unchanged after inverting twice, and have every pixel flipped after inverting once', () => {
    fc.assert(
      fc.property(pictures, (picture) => {
        const once = new RunCollector(picture.width, picture.height);
        const twice = new RunCollector(picture.width, picture.height);
        forEachRow(picture, inverted(picture.width, once.add));
        forEachRow(picture, inverted(picture.width, inverted(picture.width, twice.add)));
        expect(bitmapOf(twice.finish()).equals(bitmapOf(picture))).toBe(true);
        const stride = (picture.width + 7) >> 3;
        const last = 0xff << (stride * 8 - picture.width);
        const flipped = bitmapOf(picture).map((byte, i) => ~byte & (i % stride === stride - 1 ? last : 0xff));
        expect(bitmapOf(once.finish()).equals(flipped)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('keep their black pixels when a stamp is painted over them', () => {
    fc.assert(
      fc.property(pictures, fc.array(fc.nat(6000), { maxLength: 12 }), (picture, cuts) => {
        const marks = [...new Set(cuts)].filter((cut) => cut < picture.width).sort((a, b) => a - b);
        const even = marks.length % 2 === 0 ? marks : [...marks, picture.width];
        const ink = rowsOf(
          picture.width,
          Array.from({ length: picture.height }, () => even),
        );
        const painted = new RunCollector(picture.width, picture.height);
        forEachRow(picture, inked(ink, painted.add));
        const [a, b] = [bitmapOf(picture), bitmapOf(ink)];
        const both = a.map((byte, i) => byte | (b[i] as number));
        expect(bitmapOf(painted.finish()).equals(both)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
