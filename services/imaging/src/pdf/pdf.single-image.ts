import { ImageRefused } from '../refusal.js';
import type { PdfFile } from './pdf.file.js';
import { isDict, isList, PdfName, PdfRef, PdfStreamObject, PdfString, type PdfValue } from './pdf.objects.js';

const maxDepth = 12;
const maxObjects = 64;
/** The dictionary entries that are copied with an image, because a decoder needs them to read the image's samples. */
const kept = [
  'Width',
  'Height',
  'BitsPerComponent',
  'ColorSpace',
  'Decode',
  'Filter',
  'DecodeParms',
] as const;
const abbreviations: Readonly<Record<string, string>> = {
  Width: 'W',
  Height: 'H',
  BitsPerComponent: 'BPC',
  ColorSpace: 'CS',
  Decode: 'D',
  Filter: 'F',
  DecodeParms: 'DP',
};

/**
 * Copies one image of a file into a PDF of one page, one pixel per point. A decoder that reads only PDFs then sees
 * nothing else of the file. A stencil becomes the black and white image that it paints.
 */
export function singleImagePdf(file: PdfFile, image: PdfStreamObject): Buffer {
  const writer = new ObjectWriter(file);
  const entries = kept.flatMap((key) => {
    const value = image.dict.get(key) ?? image.dict.get(abbreviations[key] as string);
    return value === undefined ? [] : [`/${key} ${writer.text(value, 0)}`];
  });
  if (file.resolve(image.dict.get('ImageMask') ?? image.dict.get('IM')) === true) {
    entries.push('/ColorSpace /DeviceGray');
    if (!image.dict.has('BitsPerComponent')) entries.push('/BitsPerComponent 1');
  }
  const [width, height] = [
    image.dict.get('Width') ?? image.dict.get('W'),
    image.dict.get('Height') ?? image.dict.get('H'),
  ];
  return imagePdf(entries.join(' '), file.raw(image), {
    width: file.number(width) ?? 1,
    height: file.number(height) ?? 1,
    others: writer.objects,
  });
}

/** The number of the first additional object of the image. */
export const firstOther = 10;

/**
 * A PDF of one page around an image's dictionary and bytes. The objects in `others` are numbered from `firstOther` on.
 */
export function imagePdf(
  dictionary: string,
  bytes: Uint8Array,
  page: { width: number; height: number; others?: readonly Buffer[] },
): Buffer {
  const { width, height, others = [] } = page;
  const stream = (head: string, body: Uint8Array): Buffer =>
    Buffer.concat([
      Buffer.from(`<< ${head} /Length ${body.length} >>\nstream\n`, 'latin1'),
      body,
      Buffer.from('\nendstream'),
    ]);
  const content = Buffer.from(`${width} 0 0 ${height} 0 0 cm /I Do`);
  const objects = new Map<number, Buffer>([
    [1, Buffer.from('<< /Type /Catalog /Pages 2 0 R >>')],
    [2, Buffer.from('<< /Type /Pages /Count 1 /Kids [3 0 R] >>')],
    [
      3,
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>`,
      ),
    ],
    [4, stream('', content)],
    [5, stream(`/Type /XObject /Subtype /Image ${dictionary}`, bytes)],
    ...others.map((object, i): [number, Buffer] => [firstOther + i, object]),
  ]);
  const chunks = [Buffer.from('%PDF-1.7\n')];
  let at = (chunks[0] as Buffer).length;
  const table: string[] = ['xref\n0 1\n0000000000 65535 f \n'];
  for (const [number, object] of objects) {
    table.push(`${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`);
    const whole = Buffer.concat([Buffer.from(`${number} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    chunks.push(whole);
    at += whole.length;
  }
  const trailer = `trailer\n<< /Size ${firstOther + others.length} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...chunks, Buffer.from(table.join('') + trailer)]);
}

/** Writes values together with everything that they refer to. Streams become separate objects. */
class ObjectWriter {
  readonly objects: Buffer[] = [];

  constructor(private readonly file: PdfFile) {}

  text(value: PdfValue, depth: number): string {
    if (depth > maxDepth) throw new ImageRefused('PDF_SYNTAX', 'an image needs too much');
    if (value instanceof PdfRef) return this.text(this.file.resolve(value), depth + 1);
    if (value instanceof PdfStreamObject) return this.stream(value, depth);
    if (value instanceof PdfName) return `/${value.name.replace(/[^A-Za-z0-9_-]/g, escaped)}`;
    if (value instanceof PdfString) return `<${Buffer.from(value.bytes).toString('hex')}>`;
    if (isList(value)) return `[${value.map((part) => this.text(part, depth + 1)).join(' ')}]`;
    if (isDict(value)) return this.dict(value, depth);
    return value === null || typeof value === 'object' ? 'null' : String(value);
  }

  private dict(dict: ReadonlyMap<string, PdfValue>, depth: number): string {
    const entries = [...dict].map(
      ([key, value]) => `/${key.replace(/[^A-Za-z0-9_-]/g, escaped)} ${this.text(value, depth + 1)}`,
    );
    return `<< ${entries.join(' ')} >>`;
  }

  private stream(stream: PdfStreamObject, depth: number): string {
    if (this.objects.length >= maxObjects) throw new ImageRefused('PDF_SYNTAX', 'an image needs too much');
    const at = this.objects.push(Buffer.alloc(0)) - 1;
    const bytes = this.file.raw(stream);
    const dict = new Map(stream.dict).set('Length', bytes.length);
    const head = Buffer.from(`${this.dict(dict, depth + 1)}\nstream\n`, 'latin1');
    this.objects[at] = Buffer.concat([head, bytes, Buffer.from('\nendstream')]);
    return `${firstOther + at} 0 R`;
  }
}

const escaped = (letter: string): string => `#${letter.charCodeAt(0).toString(16).padStart(2, '0')}`;
