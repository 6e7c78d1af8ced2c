import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PatientRpc, testActor } from '@portal/infra/testing';
import { openRendition, openTile } from '@portal/proto/rpc/imaging';
import sharp from 'sharp';
import { deflateSync } from 'node:zlib';
import { VerifySandbox } from '../src/ingest/verify-sandbox.js';
import { imagePdf } from '../src/pdf/pdf.single-image.js';
import { jbig2Around } from './corpus/jbig2-writer.js';
import { tiffFile, type TiffDirectory } from './corpus/tiff-writer.js';
import { dotsOf, pagesOf } from './corpus/taken-pages.js';
import { bitmapOf } from './scans.js';
import { imagesCsv, startImaging, type ImagingUnderTest } from './imaging-under-test.js';
import type { VerifiedPage } from '../src/stored-page.js';
import { barPage, g4Strip, tiffOf } from './tiff-fixture.js';

const o = { actor: testActor() };
const [width, height] = [12_000, 13_000];

/** A colored sheet full of dots, like those of a wide-format scanner. */
async function largeSheet(): Promise<Buffer> {
  const side = 1_000;
  const dots = Buffer.alloc(side * side * 3);
  for (let i = 0; i < dots.length; i += 1) dots[i] = (i * i * 31 + 49) % 251;
  const tile = sharp(dots, { raw: { width: side, height: side, channels: 3 } });
  const extended = tile.extend({ right: width - side, bottom: height - side, extendWith: 'repeat' });
  return extended.jpeg({ quality: 60 }).toBuffer();
}

/** The JPEG with a JFIF header of this density. Another density makes it another page, even with the same pixels. */
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

describe('a page of 12,000 by 13,000 dots', () => {
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
    const before = await renditions();
    await rpc.callOrThrow(openRendition, { documentKey: 'A1000001', page: 1, size: 'thumbnail' }, o);
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

interface LinedImage {
  readonly wide: number;
  readonly high: number;
  /** Width of its lines in dots; 1 if absent. */
  readonly thick?: number;
  /** Share of black dots in the pattern of dots that shades the image instead of lines. */
  readonly shade?: 0.25 | 0.75;
  /** Place on the page in points: left, bottom, width, height. */
  readonly place: readonly [number, number, number, number];
}

const everyLine = 45;
const linesOf = ({ wide }: { wide: number }): number[] =>
  Array.from({ length: Math.floor(wide / everyLine) - 2 }, (_, at) => (at + 2) * everyLine);

/** The dots of an image of vertical lines. */
function linedRows({ wide, high, thick = 1 }: LinedImage): Buffer {
  const row = Buffer.alloc(wide / 8, 0xff);
  for (const line of linesOf({ wide }))
    for (let x = line; x < line + thick; x += 1) row[x >> 3] = (row[x >> 3] ?? 0) & ~(0x80 >> (x & 7));
  return Buffer.alloc(row.length * high, row);
}

/** The dots of an image in which every fourth dot differs from the others. */
function shadedRows({ wide, high, shade }: LinedImage): Buffer {
  const [plain, mixed] = shade === 0.25 ? [0xff, 0x55] : [0x00, 0xaa];
  const rows = Buffer.concat([Buffer.alloc(wide / 8, plain), Buffer.alloc(wide / 8, mixed)]);
  return Buffer.alloc((wide / 8) * high, rows);
}

/** An image of vertical lines, or one that is shaded. */
function imageObject(image: LinedImage, number: number): Buffer {
  const { wide, high } = image;
  const bytes = deflateSync(image.shade === undefined ? linedRows(image) : shadedRows(image));
  const dict = `/Subtype /Image /Width ${wide} /Height ${high} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /FlateDecode`;
  const head = `${number} 0 obj\n<< ${dict} /Length ${bytes.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream\nendobj\n')]);
}

/** A page of images. The crop box makes the importer draw the page instead of copying its image. */
function croppedPage(paper: { width: number; height: number }, images: readonly LinedImage[]): Buffer {
  const content = images.map(({ place: [x, y, w, h] }, i) => `q ${w} 0 0 ${h} ${x} ${y} cm /Im${i} Do Q`);
  const names = images.map((_, i) => `/Im${i} ${i + 5} 0 R`);
  const { width: across, height: up } = paper;
  return Buffer.concat([
    Buffer.from(`%PDF-1.4
1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj
2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj
3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${up}] /CropBox [0 0 ${across} ${up - 6}]
/Contents 4 0 R /Resources << /XObject << ${names.join(' ')} >> >> >>\nendobj
4 0 obj\n<< /Length ${content.join('\n').length} >>\nstream\n${content.join('\n')}\nendstream\nendobj\n`),
    ...images.map((image, i) => imageObject(image, i + 5)),
    Buffer.from(`trailer\n<< /Size ${images.length + 5} /Root 1 0 R >>\n%%EOF\n`),
  ]);
}

/** Makes a PDF of one page with a crop box; one image of vertical lines fills the whole page. */
function coveredPage(wide: number, high: number, dpi: number, thick = 1): Buffer {
  const [width, height] = [(wide * 72) / dpi, (high * 72) / dpi];
  return croppedPage({ width, height }, [{ wide, high, thick, place: [0, 0, width, height] }]);
}

/** The columns of a stored black and white page that are black in a row. */
function blackColumns(page: VerifiedPage | undefined, y: number): Set<number> {
  expect(page?.kind).toBe('G4');
  const across = page?.width ?? 0;
  const stride = (across + 7) >> 3;
  const row = dotsOf(page).subarray(y * stride, (y + 1) * stride);
  const columns = Array.from({ length: across }, (_, x) => x);
  return new Set(columns.filter((x) => ((row[x >> 3] ?? 0) & (0x80 >> (x & 7))) !== 0));
}

describe('a black and white page with more dots than a drawn page can have', () => {
  const [wide, high] = [2_400, 1_200];
  const lines = linesOf({ wide });
  const isNear = (black: Set<number>, x: number): boolean => [-1, 0, 1].some((by) => black.has(x + by));

  test('stays black and white if only rounding of its paper size makes it finer than 600 dots an inch', async () => {
    const [page] = await pagesOf(coveredPage(wide, high, 600.2));
    expect(page).toMatchObject({ kind: 'G4', xDpi: 600 });
  });

  test.each([650, 900, 1_200, 2_400])('keeps every line of one dot at %i dots per inch', async (dpi) => {
    const [page] = await pagesOf(coveredPage(wide, high, dpi));
    expect(page).toMatchObject({ width: Math.round((wide * 600) / dpi), xDpi: 600 });
    const black = blackColumns(page, 100);
    expect(lines.filter((x) => !isNear(black, Math.floor((x * 600) / dpi)))).toEqual([]);
    expect(black.size).toBeLessThanOrEqual(lines.length * 2);
  });

  test('does not make thicker lines bold at 2,400 dots per inch', async () => {
    const [page] = await pagesOf(coveredPage(wide, high, 2_400, 9));
    const share = blackColumns(page, 100).size / lines.length;
    // 9 dots are 2.25 pixels
    expect(share).toBeGreaterThan(2);
    expect(share).toBeLessThan(2.6);
  });

  test('stays black and white as a sheet of 24 by 36 inches, within the limits of a file', async () => {
    const sandbox = new VerifySandbox();
    const [page] = await sandbox.verify(coveredPage(9_600, 14_400, 400)).finally(() => sandbox.close());
    expect(page).toMatchObject({ kind: 'G4', xDpi: 340 });
    const black = blackColumns(page, 6_000);
    const lost = linesOf({ wide: 9_600 }).filter((x) => !isNear(black, Math.floor(x * 0.85)));
    expect(lost).toEqual([]);
  }, 120_000);

  test.each([0.25, 0.75] as const)(
    'becomes gray if it has a shaded area, in which %s of all dots are black',
    async (shade) => {
      const lined: LinedImage = { wide, high, place: [0, 0, 144, 72] };
      const shaded: LinedImage = { wide: 480, high: 480, shade, place: [36, 18, 28.8, 28.8] };
      const [page] = await pagesOf(croppedPage({ width: 144, height: 72 }, [lined, shaded]));
      expect(page?.kind).toBe('JPEG');
      const area = sharp(page?.bytes).extract({ left: 320, top: 180, width: 200, height: 200 });
      const shades = await area.raw().toBuffer();
      const mean = shades.reduce((sum, one) => sum + one, 0) / shades.length;
      expect(mean / 255).toBeCloseTo(1 - shade, 1);
    },
  );
});
