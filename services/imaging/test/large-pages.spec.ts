import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PatientRpc, testActor } from '@portal/infra/testing';
import { openRendition, openTile } from '@portal/proto/rpc/imaging';
import sharp from 'sharp';
import { deflateSync } from 'node:zlib';
import { VerifySandbox } from '../src/ingest/verify-sandbox.js';
import { imagePdf } from '../src/pdf/pdf.single-image.js';
import { jbig2Around } from './corpus/jbig2-writer.js';
import { tiffFile, type TiffDirectory } from './corpus/tiff-writer.js';
import { bitmapOf } from './scans.js';
import { imagesCsv, startImaging, type ImagingUnderTest } from './imaging-under-test.js';
import { barPage, g4Strip, tiffOf } from './tiff-fixture.js';

const o = { actor: testActor() };
const [width, height] = [7_000, 7_500];

/** A colored sheet full of dots, like the sheets that a wide-format scanner makes. */
async function largeSheet(): Promise<Buffer> {
  const side = 1_000;
  const dots = Buffer.alloc(side * side * 3);
  for (let i = 0; i < dots.length; i += 1) dots[i] = (i * i * 31 + 49) % 251;
  const tile = sharp(dots, { raw: { width: side, height: side, channels: 3 } });
  const extended = tile.extend({ right: width - side, bottom: height - side, extendWith: 'repeat' });
  return extended.jpeg({ quality: 60 }).toBuffer();
}

/** Adds a JFIF header with this density. JPEGs with different densities are different pages despite equal pixels. */
function withDensity(jpeg: Buffer, density: number): Buffer {
  const dots = [density >> 8, density & 0xff];
  const header = Buffer.from([0xff, 0xe0, 0, 16, ...Buffer.from('JFIF\0'), 1, 1, 1, ...dots, ...dots, 0, 0]);
  return Buffer.concat([jpeg.subarray(0, 2), header, jpeg.subarray(2)]);
}

let imaging: ImagingUnderTest;
let rpc: PatientRpc;
beforeAll(async () => {
  imaging = await startImaging();
  rpc = new PatientRpc(imaging.rpc, 60_000);
  const sheet = await largeSheet();
  const outcome = await imaging.importBundle({
    'images.csv': imagesCsv(
      'A1000001,1,1,images/large.jpg,1',
      'A1000002,1,1,images/other.jpg,1',
      'A1000003,1,12,images/deed.tif,1',
    ),
    'images/large.jpg': withDensity(sheet, 300),
    'images/other.jpg': withDensity(sheet, 400),
    'images/deed.tif': tiffOf(Array.from({ length: 12 }, (_, i) => barPage(i + 1))),
  });
  expect(outcome).toMatchObject({ documents: 3, rejectedRows: 0 });
}, 240_000);
afterAll(() => imaging.close());

async function renditions(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of imaging.objects.list('lake/renditions/')) keys.push(key);
  return keys.sort();
}

describe('a page of 7,000 by 7,500 dots', () => {
  test('does not delay the previews of other pages while its own first preview is drawn', async () => {
    const open = (documentKey: string, page: number, size: 'thumbnail' | 'large') =>
      rpc.callOrThrow(openRendition, { documentKey, page, size }, o);
    // waits until both threads have started
    await Promise.all([open('A1000003', 1, 'large'), open('A1000003', 2, 'large')]);
    const done: string[] = [];
    const started = performance.now();
    const note = (what: string) => (): number =>
      done.push(`${what} after ${Math.round(performance.now() - started)} ms`);
    const large = [
      open('A1000001', 1, 'large').then(note('large sheet')),
      open('A1000002', 1, 'large').then(note('other sheet')),
    ];
    const others = Array.from({ length: 10 }, (_, i) =>
      open('A1000003', 3 + i, 'large').then(note(`page ${3 + i}`)),
    );
    await Promise.all([...large, ...others]);
    expect(done.slice(0, 10).join(', ')).not.toContain('sheet');
    expect(done).toHaveLength(12);
  }, 120_000);

  test('has previews of all sizes stored as soon as the first preview is drawn', async () => {
    const page = { documentKey: 'A1000001', page: 1 };
    await rpc.callOrThrow(openRendition, { ...page, size: 'large' }, o);
    const before = await renditions();
    await rpc.callOrThrow(openRendition, { ...page, size: 'thumbnail' }, o);
    expect(await renditions()).toEqual(before);
  });

  test('returns its first tile for the zoom as a JPEG', async () => {
    const place = { documentKey: 'A1000002', page: 1, level: 0, column: 0, row: 0 };
    const tile = await rpc.callOrThrow(openTile, place, o);
    expect(tile.contentType).toBe('image/jpeg');
  }, 120_000);
});

describe('a sheet of 24 by 36 inches with 600 dots per inch', () => {
  const [wide, high] = [14_400, 21_600];
  const rows = barPage(5, wide, high);
  const strip = g4Strip(rows);
  const sandbox = new VerifySandbox();
  afterAll(() => sandbox.close());

  const density: TiffDirectory['tags'] = [
    [282, 5, 600, 1],
    [283, 5, 600, 1],
  ];
  const tags = (compression: number): TiffDirectory['tags'] => [
    [256, 4, wide],
    [257, 4, high],
    [258, 3, 1],
    [259, 3, compression],
    [262, 3, 0],
    [277, 3, 1],
    [278, 4, high],
    ...density,
  ];
  const size = `/Width ${wide} /Height ${high} /BitsPerComponent 1 /ColorSpace /DeviceGray`;
  const inPdf = (filter: string, bytes: Buffer): Buffer =>
    imagePdf(`${size} /Filter ${filter}`, bytes, { width: 24 * 72, height: 36 * 72 });

  test.each<[string, () => Buffer]>([
    ['TIFF in G4', () => tiffFile([{ pieces: [strip], tags: tags(4) }])],
    ['TIFF without compression', () => tiffFile([{ pieces: [bitmapOf(rows)], tags: tags(1) }])],
    ['PDF in JBIG2', () => inPdf('/JBIG2Decode', jbig2Around(strip, wide, high))],
    [
      'PDF in Flate',
      () => inPdf('/FlateDecode', deflateSync(Buffer.from(bitmapOf(rows).map((byte) => 255 - byte)))),
    ],
  ])(
    'is accepted as %s within the limits of a file, and keeps every dot',
    async (_what, source) => {
      const [page, ...more] = await sandbox.verify(source());
      expect(more).toEqual([]);
      expect(page).toMatchObject({ kind: 'G4', width: wide, height: high, xDpi: 600, yDpi: 600 });
      expect(page?.bytes.equals(strip)).toBe(true);
    },
    60_000,
  );
});
