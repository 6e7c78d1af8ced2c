import { expect } from '@jest/globals';
import { deflateSync } from 'node:zlib';
import { dotsOf } from './taken-pages.js';
import type { VerifiedPage } from '../../src/stored-page.js';

export interface LinedImage {
  readonly wide: number;
  readonly high: number;
  /** Width of the image's lines in dots; 1 if absent. */
  readonly thick?: number;
  /** The share of black dots in an image that is a pattern of dots; absent for an image of lines. */
  readonly shade?: 0.25 | 0.75;
  /** Place of the image on the page in points: left, bottom, width, height. */
  readonly place: readonly [number, number, number, number];
  /** How often the page paints the image; 1 if absent. */
  readonly times?: number;
}

const everyLine = 45;
export const linesOf = ({ wide }: { wide: number }): number[] =>
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

/** An image of vertical lines or, if `shade` is given, of a pattern of dots. */
function imageObject(image: LinedImage, number: number): Buffer {
  const { wide, high } = image;
  const bytes = deflateSync(image.shade === undefined ? linedRows(image) : shadedRows(image));
  const dict = `/Subtype /Image /Width ${wide} /Height ${high} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /FlateDecode`;
  const head = `${number} 0 obj\n<< ${dict} /Length ${bytes.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream\nendobj\n')]);
}

/**
 * A page of images. The crop box makes the importer draw the page instead of copying its image.
 * @param paper the sides of the page, in units of `unit` points; `unit` is 1 if absent
 */
export function croppedPage(
  paper: { width: number; height: number; unit?: number },
  images: readonly LinedImage[],
): Buffer {
  const content = images.flatMap(({ place: [x, y, w, h], times = 1 }, i) =>
    Array<string>(times).fill(`q ${w} 0 0 ${h} ${x} ${y} cm /Im${i} Do Q`),
  );
  const names = images.map((_, i) => `/Im${i} ${i + 5} 0 R`);
  const { width: across, height: up, unit = 1 } = paper;
  return Buffer.concat([
    Buffer.from(`%PDF-1.4
1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj
2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj
3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${up}] /CropBox [0 0 ${across} ${up - 6}] /UserUnit ${unit}
/Contents 4 0 R /Resources << /XObject << ${names.join(' ')} >> >> >>\nendobj
4 0 obj\n<< /Length ${content.join('\n').length} >>\nstream\n${content.join('\n')}\nendstream\nendobj\n`),
    ...images.map((image, i) => imageObject(image, i + 5)),
    Buffer.from(`trailer\n<< /Size ${images.length + 5} /Root 1 0 R >>\n%%EOF\n`),
  ]);
}

/** Makes a PDF of one page with a crop box; one image of vertical lines fills the whole page. */
export function coveredPage(wide: number, high: number, dpi: number, { thick = 1, unit = 1 } = {}): Buffer {
  const [width, height] = [(wide * 72) / dpi / unit, (high * 72) / dpi / unit];
  return croppedPage({ width, height, unit }, [{ wide, high, thick, place: [0, 0, width, height] }]);
}

/** The positions of the black dots in row `y` of a stored black and white page. */
export function blackColumns(page: VerifiedPage | undefined, y: number): Set<number> {
  expect(page?.kind).toBe('G4');
  const across = page?.width ?? 0;
  const stride = (across + 7) >> 3;
  const row = dotsOf(page).subarray(y * stride, (y + 1) * stride);
  const columns = Array.from({ length: across }, (_, x) => x);
  return new Set(columns.filter((x) => ((row[x >> 3] ?? 0) & (0x80 >> (x & 7))) !== 0));
}
