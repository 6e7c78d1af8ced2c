import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { blackAndWhite, g4Of, packedBits, shades, type Dice, type Picture } from './pictures.js';
import { byOpenJpeg } from './readers.js';
import { coded, type CorpusFile } from './tiff-files.js';

interface CodedImage {
  readonly name: string;
  readonly picture: Picture;
  readonly dict: string;
  readonly bytes: Buffer;
  readonly exact: boolean;
}

const inverse = (bits: Buffer): Buffer => Buffer.from(bits.map((byte) => 255 - byte));
const grey = '/ColorSpace /DeviceGray';

/** One generic region, coded as T.6 (ITU-T T.88 7.4.6), after the page's segment: the stream that PDFs embed. */
function jbig2Of(picture: Picture): Buffer {
  const segment = (number: number, type: number, data: Buffer): Buffer => {
    const head = Buffer.alloc(11);
    head.writeUInt32BE(number, 0);
    head[4] = type;
    head[6] = 1;
    head.writeUInt32BE(data.length, 7);
    return Buffer.concat([head, data]);
  };
  const page = Buffer.alloc(19);
  page.writeUInt32BE(picture.width, 0);
  page.writeUInt32BE(picture.height, 4);
  const region = Buffer.alloc(18);
  region.writeUInt32BE(picture.width, 0);
  region.writeUInt32BE(picture.height, 4);
  region[17] = 1;
  return Buffer.concat([segment(0, 48, page), segment(1, 38, Buffer.concat([region, g4Of(picture)]))]);
}

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

const bilevel =
  (name: string, code: (picture: Picture) => [dict: string, bytes: Buffer]): Coder =>
  (dice) => {
    const picture = blackAndWhite(dice);
    const [dict, bytes] = code(picture);
    return { name, picture, dict: `/BitsPerComponent 1 ${dict}`, bytes, exact: true };
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
  bilevel('JBIG2', (picture) => [`${grey} /Filter /JBIG2Decode`, jbig2Of(picture)]),
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
  shaded('JPEG grey', 1, async (picture) => ['/Filter /DCTDecode', await jpegOf(picture)]),
  shaded('JPEG colour', 3, async (picture) => ['/Filter /DCTDecode', await jpegOf(picture)]),
  shaded('JPEG negative', 1, async (picture) => ['/Filter /DCTDecode /Decode [1 0]', await jpegOf(picture)]),
  shaded('Flate grey', 1, ({ pixels }) => ['/Filter /FlateDecode', deflateSync(pixels)]),
  shaded('Flate colour', 3, ({ pixels }) => ['/Filter /FlateDecode', deflateSync(pixels)]),
  shaded('Flate colour with prediction', 3, ({ pixels, width }) => [
    `/Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors 3 /Columns ${width} >>`,
    deflateSync(withUpPrediction(pixels, width * 3)),
  ]),
  shaded('JPEG 2000 grey', 1, (picture) => ['/Filter /JPXDecode', byOpenJpeg(picture)]),
  shaded('JPEG 2000 colour', 3, (picture) => ['/Filter /JPXDecode', byOpenJpeg(picture)]),
];

interface Look {
  readonly name: string;
  readonly content?: (paint: string, w: number, h: number) => string;
  readonly page?: (w: number, h: number) => string;
  readonly image?: string;
  readonly broken?: (pdf: Buffer) => Buffer;
}

/** What lies on, around or under the image; each must be seen in the product's file as in the source. */
const looks: readonly Look[] = [
  { name: 'nothing else' },
  { name: 'a whole clip', content: (paint, w, h) => `0 0 ${w} ${h} re W n ${paint}` },
  { name: 'a clip', content: (paint, w, h) => `q 12 18 ${w - 30} ${h - 36} re W n ${paint} Q` },
  { name: 'a crop box', page: (w, h) => `/CropBox [6 12 ${w - 12} ${h - 6}]` },
  {
    name: 'a redaction square',
    page: () => '/Annots [<< /Type /Annot /Subtype /Square /Rect [12 12 60 60] /F 4 /AP << /N 6 0 R >> >>]',
  },
  { name: 'a covering form', content: (paint) => `${paint} q 1 0 0 1 18 24 cm /Fm Do Q` },
  { name: 'a layer that is off', content: (paint) => `/OC /L BDC ${paint} EMC` },
  { name: 'alpha', content: (paint) => `/G gs ${paint}` },
  { name: 'half of it twice', content: (paint) => `${paint} q 0.5 0 0 0.5 0 0 cm ${paint} Q` },
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

const turns = [0, 90, 180, 270];

/** Matrices that put the unit square onto a page of w by h in the eight ways of TIFF Orientation. */
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

/** A PDF of one coded image in one look, one way round. */
export async function pdfScan(dice: Dice, at: number): Promise<CorpusFile> {
  const image = await (coders[at % coders.length] as Coder)(dice);
  const look = looks[Math.floor(at / coders.length) % looks.length] as Look;
  const turn = turns[at % 4] as number;
  const way = at % 8;
  const points = (pixels: number): number => (pixels * 72) / 300;
  const [across, down] = [points(image.picture.width), points(image.picture.height)];
  const [w, h] = way >= 4 ? [down, across] : [across, down];
  const matrix = matrices[way]?.(w, h) ?? [];
  const paint = `q ${matrix.join(' ')} cm /Im Do Q`;
  const content = look.content?.(paint, w, h) ?? paint;
  const bytes = pdfOf({
    image: `${image.dict} /Width ${image.picture.width} /Height ${image.picture.height} ${look.image ?? ''}`,
    bytes: image.bytes,
    content,
    page: `/MediaBox [0 0 ${w} ${h}] /Rotate ${turn} ${look.page?.(w, h) ?? ''}`,
  });
  const name = `pdf ${image.name} with ${look.name}, way ${way + 1}, turned by ${turn}`;
  const plain = look.content === undefined && look.page === undefined;
  // Poppler itself loses a few dots of such JBIG2 regions, and every reader shrinks an image in its own way
  const codecShare = image.name === 'JBIG2' ? 0.005 : 0;
  const share = image.exact && plain ? codecShare : look.name === 'half of it twice' ? 0.05 : 0.02;
  const tolerance = image.exact && plain ? 0 : coded.tolerance;
  return { name, bytes: look.broken?.(bytes) ?? bytes, tolerance, share };
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
