import { checkDimensions, ImageRefused } from '../refusal.js';
import { dpiOfMetre } from '../tiff/tiff.reader.js';

/**
 * A page of JBIG2 in the form that PDFs embed: segments without the file header, and the shared segments separately.
 */
export interface Jbig2Page {
  readonly width: number;
  readonly height: number;
  readonly xDpi: number;
  readonly yDpi: number;
  readonly globals: Buffer;
  readonly segments: Buffer;
}

interface Segment {
  readonly type: number;
  readonly page: number;
  /** The segment's header, with its page number replaced by 1. */
  readonly head: Buffer;
  readonly length: number;
  body: Uint8Array;
}

const signature = Buffer.from('974a42320d0a1a0a', 'hex');
const maxSegments = 65_536;
const maxPages = 2_000;
const [pageInformation, endOfPage, endOfFile] = [48, 49, 51];
const unknownLength = 0xffffffff;

export const isJbig2File = (bytes: Uint8Array): boolean => signature.equals(bytes.subarray(0, 8));

/**
 * Pages of a JBIG2 file, or of the bare segments in a TIFF (ITU-T T.88 7.2 and Annex D). Nothing is decoded.
 * @throws ImageRefused PAGE_UNDECODABLE, PAGE_TOO_LARGE
 */
export function readJbig2(bytes: Uint8Array): Jbig2Page[] {
  const segments = isJbig2File(bytes) ? segmentsOfFile(bytes) : sequential(bytes, 0);
  const globals = Buffer.concat(segments.filter(({ page }) => page === 0).flatMap(written));
  const numbers = [...new Set(segments.map(({ page }) => page))].filter((page) => page !== 0);
  if (numbers.length === 0) throw new ImageRefused('PAGE_UNDECODABLE', 'no JBIG2 page');
  if (numbers.length > maxPages) throw new ImageRefused('PAGE_UNDECODABLE', `over ${maxPages} JBIG2 pages`);
  return numbers.map((number) => {
    const own = segments.filter(({ page }) => page === number);
    return { ...formOf(own), globals, segments: Buffer.concat(own.flatMap(written)) };
  });
}

const isMark = ({ type }: Segment): boolean => type === endOfPage || type === endOfFile;
const written = (segment: Segment): Uint8Array[] => (isMark(segment) ? [] : [segment.head, segment.body]);

function formOf(segments: readonly Segment[]): Pick<Jbig2Page, 'width' | 'height' | 'xDpi' | 'yDpi'> {
  const body = Buffer.from(segments.find(({ type }) => type === pageInformation)?.body ?? []);
  if (body.length < 19) throw new ImageRefused('PAGE_UNDECODABLE', 'no JBIG2 page size');
  const [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
  checkDimensions(width, height);
  const dpi = (at: number): number => dpiOfMetre(body.readUInt32BE(at));
  return { width, height, xDpi: dpi(8), yDpi: dpi(12) };
}

function segmentsOfFile(bytes: Uint8Array): Segment[] {
  const flags = bytes[8] ?? 0;
  const start = (flags & 2) === 0 ? 13 : 9;
  return (flags & 1) === 1 ? sequential(bytes, start) : headsFirst(bytes, start);
}

/** Reads segments in which each header is directly followed by its data. */
function sequential(bytes: Uint8Array, start: number): Segment[] {
  const segments: Segment[] = [];
  for (let at = start; at < bytes.length;) {
    const segment = readHead(bytes, at, segments.length);
    at += segment.head.length;
    at = takeBody(bytes, at, segment);
    segments.push(segment);
    if (segment.type === endOfFile) break;
  }
  return segments;
}

/** Reads segments whose headers all come first, followed by all data in the same order (random access). */
function headsFirst(bytes: Uint8Array, start: number): Segment[] {
  const segments: Segment[] = [];
  let at = start;
  while (at < bytes.length && segments.at(-1)?.type !== endOfFile) {
    const segment = readHead(bytes, at, segments.length);
    at += segment.head.length;
    segments.push(segment);
  }
  for (const segment of segments) at = takeBody(bytes, at, segment);
  return segments;
}

function takeBody(bytes: Uint8Array, at: number, segment: Segment): number {
  const end = at + segment.length;
  if (end > bytes.length) throw new ImageRefused('PAGE_UNDECODABLE', 'JBIG2 data end early');
  segment.body = bytes.subarray(at, end);
  return end;
}

/** A segment's header (T.88 7.2): number, flags, referred segments, page, length of its data. */
function readHead(bytes: Uint8Array, at: number, before: number): Segment {
  if (before >= maxSegments) throw new ImageRefused('PAGE_UNDECODABLE', 'too many JBIG2 segments');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const number = view.getUint32(at);
    const flags = view.getUint8(at + 4);
    const short = view.getUint8(at + 5) >> 5;
    const references = short === 7 ? view.getUint32(at + 5) & 0x1fffffff : short;
    const counted = at + 5 + (short === 7 ? 4 + Math.ceil((references + 1) / 8) : 1);
    const pageAt = counted + references * (number <= 256 ? 1 : number <= 65_536 ? 2 : 4);
    const wide = (flags & 0x40) !== 0;
    const page = wide ? view.getUint32(pageAt) : view.getUint8(pageAt);
    const lengthAt = pageAt + (wide ? 4 : 1);
    const length = view.getUint32(lengthAt);
    if (length === unknownLength) throw new ImageRefused('PAGE_UNDECODABLE', 'JBIG2 data without a length');
    const head = Buffer.from(bytes.subarray(at, lengthAt + 4));
    if (page !== 0) head.fill(0, pageAt - at, lengthAt - at - 1).writeUInt8(1, lengthAt - at - 1);
    return { type: flags & 0x3f, page, head, length, body: new Uint8Array() };
  } catch (error) {
    if (error instanceof RangeError) throw new ImageRefused('PAGE_UNDECODABLE', 'JBIG2 data end early');
    throw error;
  }
}
