import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { jbig2Of } from './jbig2-writer.js';
import { blackAndWhite, g4Of, packedBits, shades, type Dice, type Picture } from './pictures.js';
import { byOpenJpeg } from './readers.js';
import { coded, type CorpusFile, type PixelBox } from './tiff-files.js';
import type { PointBox } from '../../src/pdf/pdf.geometry.js';

interface CodedImage {
  readonly name: string;
  readonly picture: Picture;
  readonly dict: string;
  readonly bytes: Buffer;
  readonly exact: boolean;
  /** The same picture in a coding that Poppler decodes correctly; undefined if Poppler decodes `bytes` correctly. */
  readonly twin?: CodedImage;
}

const inverse = (bits: Buffer): Buffer => Buffer.from(bits.map((byte) => 255 - byte));
const grey = '/ColorSpace /DeviceGray';
const jbig2 = `${grey} /Filter /JBIG2Decode`;

function withUpPrediction(rows: Buffer, stride: number): Buffer {
  const out: Buffer[] = [];
  for (let at = 0; at < rows.length; at += stride) {
    const row = rows.subarray(at, at + stride);
    const above = at === 0 ? Buffer.alloc(stride) : rows.subarray(at - stride, at);
    out.push(Buffer.from([2]), Buffer.from(row.map((byte, i) => byte - (above[i] as number))));
  }
  return Buffer.concat(out);
}

const runLength = (bytes: Buffer): Buffer => {
  const out: number[] = [];
  for (let at = 0; at < bytes.length; at += 100) {
    const part = bytes.subarray(at, at + 100);
    out.push(part.length - 1, ...part);
  }
  return Buffer.from([...out, 128]);
};

type Coder = (dice: Dice) => CodedImage | Promise<CodedImage>;

type BilevelCode = (picture: Picture) => [dict: string, bytes: Buffer];

function bilevelImage(name: string, picture: Picture, code: BilevelCode): CodedImage {
  const [dict, bytes] = code(picture);
  return { name, picture, dict: `/BitsPerComponent 1 ${dict}`, bytes, exact: true };
}

const bilevel =
  (name: string, code: BilevelCode, twin?: BilevelCode): Coder =>
  (dice) => {
    const picture = blackAndWhite(dice);
    const image = bilevelImage(name, picture, code);
    return twin ? { ...image, twin: bilevelImage(name, picture, twin) } : image;
  };

const shaded =
  (
    name: string,
    channels: 1 | 3,
    code: (picture: Picture) => [string, Buffer] | Promise<[string, Buffer]>,
  ): Coder =>
  async (dice) => {
    const picture = shades(dice, channels);
    const [dict, bytes] = await code(picture);
    const space = channels === 1 ? grey : '/ColorSpace /DeviceRGB';
    return { name, picture, dict: `/BitsPerComponent 8 ${space} ${dict}`, bytes, exact: false };
  };

const jpegOf = ({ width, height, channels, pixels }: Picture): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels } })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .jpeg({ quality: 95 })
    .toBuffer();

const fax = ({ width }: Picture, more = ''): string =>
  `${grey} /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${width} ${more} >>`;

const coders: readonly Coder[] = [
  bilevel('CCITT', (picture) => [fax(picture), g4Of(picture)]),
  bilevel('CCITT, black is 1 and turned round', (picture) => [
    `${fax(picture, '/BlackIs1 true')} /Decode [1 0]`,
    g4Of(picture),
  ]),
  bilevel('CCITT stencil', (picture) => [fax(picture).replace(grey, '/ImageMask true'), g4Of(picture)]),
  bilevel('JBIG2', (picture) => [jbig2, jbig2Of(picture, 'arithmetic')]),
  // Poppler loses some dots of regions that are coded as T.6, but reads the other codings correctly
  bilevel(
    'JBIG2 of T.6',
    (picture) => [jbig2, jbig2Of(picture, 'MMR')],
    (picture) => [jbig2, jbig2Of(picture, 'arithmetic')],
  ),
  bilevel('Flate bilevel', (picture) => [
    `${grey} /Filter /FlateDecode`,
    deflateSync(inverse(packedBits(picture))),
  ]),
  bilevel('Flate bilevel with prediction', (picture) => [
    `${grey} /Filter /FlateDecode /DecodeParms << /Predictor 15 /BitsPerComponent 1 /Columns ${picture.width} >>`,
    deflateSync(withUpPrediction(inverse(packedBits(picture)), (picture.width + 7) >> 3)),
  ]),
  bilevel('Flate with a palette', (picture) => [
    '/ColorSpace [/Indexed /DeviceGray 1 <FF00>] /Filter /FlateDecode',
    deflateSync(packedBits(picture)),
  ]),
  bilevel('RunLength', (picture) => [
    `${grey} /Filter /RunLengthDecode`,
    runLength(inverse(packedBits(picture))),
  ]),
  bilevel('ASCIIHex', (picture) => [
    `${grey} /Filter [/ASCIIHexDecode /FlateDecode]`,
    Buffer.from(`${deflateSync(inverse(packedBits(picture))).toString('hex')}>`),
  ]),
  bilevel('no filter', (picture) => [grey, inverse(packedBits(picture))]),
  shaded('JPEG gray', 1, async (picture) => ['/Filter /DCTDecode', await jpegOf(picture)]),
  shaded('JPEG color', 3, async (picture) => ['/Filter /DCTDecode', await jpegOf(picture)]),
  shaded('JPEG negative', 1, async (picture) => ['/Filter /DCTDecode /Decode [1 0]', await jpegOf(picture)]),
  shaded('Flate gray', 1, ({ pixels }) => ['/Filter /FlateDecode', deflateSync(pixels)]),
  shaded('Flate color', 3, ({ pixels }) => ['/Filter /FlateDecode', deflateSync(pixels)]),
  shaded('Flate color with prediction', 3, ({ pixels, width }) => [
    `/Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors 3 /Columns ${width} >>`,
    deflateSync(withUpPrediction(pixels, width * 3)),
  ]),
  shaded('JPEG 2000 gray', 1, (picture) => ['/Filter /JPXDecode', byOpenJpeg(picture)]),
  shaded('JPEG 2000 color', 3, (picture) => ['/Filter /JPXDecode', byOpenJpeg(picture)]),
];

interface Look {
  readonly name: string;
  readonly content?: (paint: string, w: number, h: number) => string;
  readonly page?: (w: number, h: number) => string;
  /** Dots per inch of the page's finest image; 300 if not set. */
  readonly dpi?: number;
  /** The size of the page's unit in points; 1 if not set. */
  readonly unit?: number;
  /** The area that the addition covers, in points of the page. */
  readonly hides?: (w: number, h: number) => PointBox;
  /** The code with which the page is refused; set only if PDF viewers do not agree on how to draw the page. */
  readonly refused?: string;
  readonly broken?: (pdf: Buffer) => Buffer;
}

const notAScan = 'PDF_PAGE_NOT_A_SCAN';
const square = '/Rect [12 12 60 60] /F 4';

/** Additions on, around or under the image. Each must look the same in the sold file as in the source. */
const looks: readonly Look[] = [
  { name: 'nothing else' },
  { name: 'a whole clip', content: (paint, w, h) => `0 0 ${w} ${h} re W n ${paint}` },
  { name: 'a clip', content: (paint, w, h) => `q 12 18 ${w - 30} ${h - 36} re W n ${paint} Q` },
  { name: 'a crop box', page: (w, h) => `/CropBox [6 12 ${w - 12} ${h - 6}]` },
  { name: 'a unit of two points', unit: 2, dpi: 150 },
  {
    name: 'a crop box and a unit of half a point',
    page: (w, h) => `/CropBox [6 12 ${w - 12} ${h - 6}]`,
    unit: 0.5,
    dpi: 600,
  },
  {
    name: 'a crop box and a unit of two points',
    page: (w, h) => `/CropBox [6 12 ${w - 12} ${h - 6}]`,
    unit: 2,
    dpi: 150,
  },
  { name: 'a layer that is off', content: (paint) => `/OC /L BDC ${paint} EMC` },
  { name: 'alpha', content: (paint) => `/G gs ${paint}` },
  {
    name: 'half of it twice',
    content: (paint) => `${paint} q 0.5 0 0 0.5 0 0 cm ${paint} Q`,
    dpi: 600,
  },
  {
    name: 'no cross-reference',
    broken: (pdf) =>
      Buffer.from(pdf.toString('latin1').replace(/\nxref\n0[^]*?trailer/, '\ntrailer'), 'latin1'),
  },
  {
    name: 'a wrong cross-reference',
    broken: (pdf) => Buffer.from(pdf.toString('latin1').replace(/^0000000(\d)/gm, '0000001$1'), 'latin1'),
  },
];

/** Ways to hide a part of a scan, as redaction and annotation programs write them. */
const coveringLooks: readonly Look[] = [
  {
    name: 'a redaction square',
    page: () => `/Annots [<< /Type /Annot /Subtype /Square ${square} /AP << /N 6 0 R >> >>]`,
    hides: () => ({ left: 12, bottom: 12, right: 60, top: 60 }),
  },
  {
    name: 'a redaction square without a look of its own',
    page: () => `/Annots [<< /Type /Annot /Subtype /Square ${square} /C [0 0 0] /IC [0 0 0] >>]`,
    hides: () => ({ left: 14, bottom: 14, right: 58, top: 58 }),
  },
  {
    name: 'a covering form',
    content: (paint) => `${paint} q 1 0 0 1 18 24 cm /Fm Do Q`,
    hides: () => ({ left: 18, bottom: 24, right: 66, top: 72 }),
  },
  {
    name: 'a mark for redaction that was not carried out',
    page: () => `/Annots [<< /Type /Annot /Subtype /Redact ${square} /AP << /N 6 0 R >> >>]`,
    refused: notAScan,
  },
];

const turns = [0, 90, 180, 270];

/** Matrices that place the unit square onto a page of w by h points in each of the eight TIFF orientations. */
const matrices: readonly ((w: number, h: number) => number[])[] = [
  (w, h) => [w, 0, 0, h, 0, 0],
  (w, h) => [-w, 0, 0, h, w, 0],
  (w, h) => [-w, 0, 0, -h, w, h],
  (w, h) => [w, 0, 0, -h, 0, h],
  (w, h) => [0, -h, -w, 0, w, h],
  (w, h) => [0, -h, w, 0, 0, h],
  (w, h) => [0, h, w, 0, 0, 0],
  (w, h) => [0, h, -w, 0, w, 0],
];

/**
 * A PDF of one scan. `at` selects how the image is coded, what surrounds it in the file (`looks`), and its orientation.
 */
export async function pdfScan(dice: Dice, at: number): Promise<CorpusFile> {
  const image = await (coders[at % coders.length] as Coder)(dice);
  return scanOf(image, looks[Math.floor(at / coders.length) % looks.length] as Look, at);
}

/** A PDF of one coded image that is partly covered. */
export async function coveredScan(dice: Dice, at: number): Promise<CorpusFile> {
  const image = await (coders[(at * 5) % coders.length] as Coder)(dice);
  return scanOf(image, coveringLooks[at % coveringLooks.length] as Look, dice.below(32));
}

/** `at` selects one of the eight orientations and one of the four turns. */
function scanOf(image: CodedImage, look: Look, at: number): CorpusFile {
  const turn = turns[Math.floor(at / 8) % 4] as number;
  const way = at % 8;
  const points = (pixels: number): number => (pixels * 72) / 300;
  const [across, down] = [points(image.picture.width), points(image.picture.height)];
  const [w, h] = way >= 4 ? [down, across] : [across, down];
  const matrix = matrices[way]?.(w, h) ?? [];
  const paint = `q ${matrix.join(' ')} cm /Im Do Q`;
  const fileOf = (coded: CodedImage): Buffer =>
    pdfOf({
      image: `${coded.dict} /Width ${coded.picture.width} /Height ${coded.picture.height}`,
      bytes: coded.bytes,
      content: look.content?.(paint, w, h) ?? paint,
      page: `/MediaBox [0 0 ${w} ${h}] /Rotate ${turn} /UserUnit ${look.unit ?? 1} ${look.page?.(w, h) ?? ''}`,
    });
  const bytes = fileOf(image);
  // Poppler applies a stencil's opacity of 0.5 once, PDFium twice
  const refused = look.name === 'alpha' && image.name === 'CCITT stencil' ? notAScan : look.refused;
  const hidden = look.hides && turned(look.hides(w, h), { w, h, turn });
  return {
    name: `pdf ${image.name} with ${look.name}, way ${way + 1}, turned by ${turn}`,
    bytes: look.broken?.(bytes) ?? bytes,
    ...toleranceOf(image, look),
    ...(look.dpi !== undefined && { dpi: look.dpi, sourceDpi: look.dpi * (look.unit ?? 1) }),
    ...(hidden && { hidden }),
    ...(image.twin && { twin: fileOf(image.twin) }),
    ...(refused !== undefined && { refused }),
  };
}

/** A box of the page after a clockwise turn, in pixels at 300 dots per inch from the top left. */
function turned(box: PointBox, page: { w: number; h: number; turn: number }): PixelBox {
  const { w, h, turn } = page;
  const [left, right] = [Math.max(0, box.left), Math.min(w, box.right)];
  const [top, bottom] = [h - Math.min(h, box.top), h - Math.max(0, box.bottom)];
  const [x0, y0, x1, y1] = {
    0: [left, top, right, bottom],
    90: [h - bottom, left, h - top, right],
    180: [w - right, h - bottom, w - left, h - top],
    270: [top, w - right, bottom, w - left],
  }[turn] as [number, number, number, number];
  const pixels = (points: number): number => (points * 300) / 72;
  return { left: pixels(x0), top: pixels(y0), right: pixels(x1), bottom: pixels(y1) };
}

/**
 * An image without additions is sold unchanged. An image with additions is drawn by PDFium and compared by Poppler, and
 * the two may round differently: an edge between two dots may move to either dot, and an image of 450 dots that begins
 * just before a dot may get 451 dots. Nothing moves by more than one dot.
 */
function toleranceOf({ exact }: CodedImage, look: Look): Pick<CorpusFile, 'tolerance' | 'share' | 'reach'> {
  const plain = look.content === undefined && look.page === undefined;
  if (plain) return exact ? { tolerance: 0, share: 0 } : coded;
  return { ...coded, reach: 1 };
}

function pdfOf(parts: { image: string; bytes: Buffer; content: string; page: string }): Buffer {
  const stream = (dict: string, bytes: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`<< ${dict} /Length ${bytes.length} >>\nstream\n`),
      bytes,
      Buffer.from('\nendstream'),
    ]);
  const resources =
    '/XObject << /Im 5 0 R /Fm 6 0 R >> /ExtGState << /G << /ca 0.5 >> >> /Properties << /L 7 0 R >>';
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [7 0 R] /D << /OFF [7 0 R] >> >> >>'),
    Buffer.from('<< /Type /Pages /Count 1 /Kids [3 0 R] >>'),
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << ${resources} >> ${parts.page} >>`,
    ),
    stream('', Buffer.from(parts.content)),
    stream(`/Type /XObject /Subtype /Image ${parts.image}`, parts.bytes),
    stream('/Type /XObject /Subtype /Form /BBox [0 0 48 48]', Buffer.from('0 g 0 0 48 48 re f')),
    Buffer.from('<< /Type /OCG /Name (Layer) >>'),
  ];
  const chunks: Buffer[] = [Buffer.from('%PDF-1.6\n')];
  let at = 9;
  const table = objects.map((object, i) => {
    const whole = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    const line = `${String(at).padStart(10, '0')} 00000 n \n`;
    chunks.push(whole);
    at += whole.length;
    return line;
  });
  const xref = `xref\n0 8\n0000000000 65535 f \n${table.join('')}`;
  return Buffer.concat([
    ...chunks,
    Buffer.from(`${xref}trailer\n<< /Size 8 /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`),
  ]);
}
