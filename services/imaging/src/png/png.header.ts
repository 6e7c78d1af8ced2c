import { checkDimensions, ImageRefused } from '../refusal.js';
import { dpiOfMetre } from '../tiff/tiff.reader.js';

export interface PngHeader {
  readonly width: number;
  readonly height: number;
  /** Bits per sample. 1 means black and white unless the picture has a palette. */
  readonly depth: number;
  /** 0 is gray, 2 color, 3 palette, 4 gray with transparency, 6 color with transparency. */
  readonly colorType: number;
  /** Pixels per inch; 300 if the file does not state a density. */
  readonly xDpi: number;
  readonly yDpi: number;
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const maxChunks = 10_000;

export const isPng = (bytes: Uint8Array): boolean => signature.equals(bytes.subarray(0, 8));

/** Size and density of a PNG (ISO/IEC 15948). @throws ImageRefused PAGE_UNDECODABLE, PAGE_TOO_LARGE */
export function readPngHeader(bytes: Uint8Array): PngHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const typeAt = (at: number): string => Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1');
  if (bytes.length < 33 || typeAt(8) !== 'IHDR') throw new ImageRefused('PAGE_UNDECODABLE', 'no PNG header');
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  checkDimensions(width, height);
  const form = { width, height, depth: view.getUint8(24), colorType: view.getUint8(25) };
  for (let at = 33, chunks = 0; at + 21 <= bytes.length && chunks < maxChunks; chunks += 1) {
    const type = typeAt(at);
    if (type === 'IDAT') break;
    if (type === 'pHYs' && view.getUint8(at + 16) === 1) {
      return { ...form, xDpi: dpiOfMetre(view.getUint32(at + 8)), yDpi: dpiOfMetre(view.getUint32(at + 12)) };
    }
    at += 12 + view.getUint32(at);
  }
  return { ...form, xDpi: 300, yDpi: 300 };
}
