import { checkDimensions, ImageRefused } from '../refusal.js';
import { plausibleDpi, TiffReader } from '../tiff/tiff.reader.js';

export interface JpegHeader {
  readonly width: number;
  readonly height: number;
  /** 1 gray, 3 YCbCr or RGB, 4 CMYK. */
  readonly components: number;
  /** Pixels per inch; 300 if the file does not state a density. */
  readonly xDpi: number;
  readonly yDpi: number;
  /** Exif orientation; 1 for a file without orientation. */
  readonly orientation: number;
}

interface Segment {
  readonly marker: number;
  readonly start: number;
  readonly end: number;
}

const startOfScan = 0xda;
const endOfImage = 0xd9;
const app = (n: number): number => 0xe0 + n;
const frames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/**
 * True for a start-of-frame marker. The markers of Huffman tables, the JPEG extension and arithmetic conditioning are
 * in the same range, but do not start a frame.
 */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * Names a kind of JPEG that is neither baseline nor progressive, by its start-of-frame marker (ITU-T T.81 Table B.1).
 */
function frameName(marker: number): string {
  const type = marker - 0xc0;
  if (type >= 9) return `arithmetic JPEG (frame type ${type})`;
  return `${type === 3 ? 'lossless' : 'hierarchical'} JPEG (frame type ${type})`;
}

/** Segments before the entropy-coded data; the last one is the start of scan. */
function* segments(bytes: Uint8Array): Generator<Segment> {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) throw new ImageRefused('JPEG_HEADER', 'no start of image');
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) throw new ImageRefused('JPEG_HEADER', `no marker at ${at}`);
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = ((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number);
    if (length < 2 || at + 2 + length > bytes.length)
      throw new ImageRefused('JPEG_HEADER', `segment at ${at}`);
    yield { marker, start: at, end: at + 2 + length };
    if (marker === startOfScan) return;
    at += 2 + length;
  }
  throw new ImageRefused('JPEG_HEADER', 'no scan');
}

const startsWith = (bytes: Uint8Array, at: number, text: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(text.length, bytes.length - at)).toString(
    'latin1',
  ) === text;

/**
 * Reads the header of a baseline or progressive JPEG with 8 bits per sample.
 * @throws ImageRefused JPEG_HEADER, JPEG_KIND, PAGE_TOO_LARGE
 */
export function readJpegHeader(bytes: Uint8Array): JpegHeader {
  let frame: { width: number; height: number; components: number } | undefined;
  let jfif: Densities | undefined;
  let exif: ReturnType<typeof readExif> | undefined;
  for (const { marker, start, end } of segments(bytes)) {
    const payload = bytes.subarray(start + 4, end);
    if (marker === app(0) && payload.length >= 12 && startsWith(payload, 0, 'JFIF\0'))
      jfif = jfifDensities(payload);
    if (marker === app(1) && startsWith(payload, 0, 'Exif\0\0')) exif = readExif(payload.subarray(6));
    if (isFrame(marker)) {
      if (!frames.has(marker)) throw new ImageRefused('JPEG_KIND', frameName(marker));
      if (payload.length < 6 || payload[0] !== 8)
        throw new ImageRefused('JPEG_KIND', `JPEG of ${payload[0]} bits a sample`);
      const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
      frame = { height: view.getUint16(1), width: view.getUint16(3), components: view.getUint8(5) };
    }
  }
  if (!frame) throw new ImageRefused('JPEG_HEADER', 'no frame');
  if (![1, 3, 4].includes(frame.components))
    throw new ImageRefused('JPEG_KIND', `JPEG of ${frame.components} components`);
  checkDimensions(frame.width, frame.height);
  const said = jfif?.absolute ? jfif : (exif?.densities ?? jfif);
  return { ...frame, ...dpiOf(said), orientation: exif?.orientation ?? 1 };
}

/** The densities in pixels per inch; if `absolute` is false, only their ratio is known. */
interface Densities {
  readonly x: number;
  readonly y: number;
  readonly absolute: boolean;
}

/** Both densities in dots per inch. If only their ratio is known, the finer density is set to that of office scans. */
function dpiOf(said: Densities | undefined): { xDpi: number; yDpi: number } {
  if (!said || !(said.x > 0 && said.y > 0)) return { xDpi: plausibleDpi(0), yDpi: plausibleDpi(0) };
  if (said.absolute) return { xDpi: plausibleDpi(said.x), yDpi: plausibleDpi(said.y) };
  const scale = plausibleDpi(0) / Math.max(said.x, said.y);
  return { xDpi: plausibleDpi(said.x * scale), yDpi: plausibleDpi(said.y * scale) };
}

function jfifDensities(payload: Uint8Array): Densities {
  const density = (at: number): number => ((payload[at] as number) << 8) | (payload[at + 1] as number);
  const unit = payload[7];
  const inch = unit === 2 ? 2.54 : 1;
  return { x: density(8) * inch, y: density(10) * inch, absolute: unit === 1 || unit === 2 };
}

/** Reads Exif data, which is a TIFF directory. Unreadable data are ignored. */
function readExif(payload: Uint8Array): { orientation: number; densities: Densities | undefined } {
  try {
    const exif = new TiffReader(payload);
    const value = (tag: number): number | undefined => exif.firstValue(exif.firstDirectory, tag);
    const orientation = value(274) ?? 1;
    const [x, y] = [value(282), value(283)];
    const inch = value(296) === 3 ? 2.54 : 1;
    return {
      orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
      densities: x && y ? { x: x * inch, y: y * inch, absolute: true } : undefined,
    };
  } catch {
    return { orientation: 1, densities: undefined };
  }
}

/**
 * The same picture without other data: no comments, Exif, thumbnails, segments of other applications or bytes after the
 * end of the image. Color markers (JFIF, Adobe) stay, and the pixels do not change.
 */
export function onlyPicture(bytes: Uint8Array): Buffer {
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let scan = 0;
  for (const { marker, start, end } of segments(bytes)) {
    scan = end;
    const isApplication = marker >= app(0) && marker <= app(15);
    const jfif = marker === app(0) && startsWith(bytes, start + 4, 'JFIF\0');
    const adobe = marker === app(14) && startsWith(bytes, start + 4, 'Adobe');
    if (marker === 0xfe || (isApplication && !jfif && !adobe)) continue;
    kept.push(bytes.subarray(start, end));
  }
  kept.push(bytes.subarray(scan, endOfPicture(bytes, scan)));
  return Buffer.concat(kept);
}

/** The position after the end-of-image marker; progressive pictures have several scans with tables between them. */
function endOfPicture(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    if (bytes[at + 1] === endOfImage) return at + 2;
  }
  return bytes.length;
}
