import { checkDimensions, ImageRefused } from '../refusal.js';
import { dpiOfMetre } from '../tiff/tiff.reader.js';

export interface Jpeg2000Header {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** Pixels per inch; 300 if the file does not state a density. */
  readonly xDpi: number;
  readonly yDpi: number;
}

interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const maxBoxes = 1_000;
const maxDepth = 4;
const [startOfCodestream, sizeMarker] = [0xff4f, 0xff51];

/** True if the bytes start like a JP2 file (ITU-T T.800 I.5.1) or a bare codestream. */
export function isJpeg2000(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('hex');
  return head === '0000000c6a5020200d0a870a' || head.startsWith('ff4fff51');
}

/** Size and density of a JP2 file or of a codestream. @throws ImageRefused PAGE_UNDECODABLE, PAGE_TOO_LARGE */
export function readJpeg2000Header(bytes: Uint8Array): Jpeg2000Header {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length > 2 && view.getUint16(0) === startOfCodestream)
    return { ...sizeOf(view, 0), xDpi: 300, yDpi: 300 };
  let size: ReturnType<typeof sizeOf> | undefined;
  let dpi = { xDpi: 300, yDpi: 300 };
  let displayed = false;
  for (const { type, start, end } of boxes(view, { start: 0, end: bytes.length }, { left: maxBoxes }, 0)) {
    if (type === 'jp2c') size ??= sizeOf(view, start);
    // the display density takes precedence over the capture density
    const tells = type === 'resd' || (type === 'resc' && !displayed);
    if (tells && end - start >= 10) dpi = densityOf(view, start);
    displayed ||= type === 'resd';
  }
  if (!size) throw new ImageRefused('PAGE_UNDECODABLE', 'no JPEG 2000 codestream');
  return { ...size, ...dpi };
}

/** Boxes, including those inside the header box, in their order (T.800 I.4). */
function* boxes(
  view: DataView,
  within: { start: number; end: number },
  budget: { left: number },
  depth: number,
): Generator<Box> {
  let at = within.start;
  while (at + 8 <= within.end) {
    budget.left -= 1;
    if (budget.left < 0 || depth > maxDepth)
      throw new ImageRefused('PAGE_UNDECODABLE', 'too many JPEG 2000 boxes');
    const told = view.getUint32(at);
    const type = String.fromCharCode(...[4, 5, 6, 7].map((i) => view.getUint8(at + i)));
    const long = told === 1 && at + 16 <= within.end;
    const length = long ? Number(view.getBigUint64(at + 8)) : told;
    const start = at + (long ? 16 : 8);
    const end = length === 0 ? within.end : at + length;
    if (end < start || end > within.end)
      throw new ImageRefused('PAGE_UNDECODABLE', `JPEG 2000 box at ${at} leaves the file`);
    if (type === 'jp2h' || type === 'res ') yield* boxes(view, { start, end }, budget, depth + 1);
    else yield { type, start, end };
    at = end;
  }
}

/** The SIZ marker, the first one of a codestream (T.800 A.5.1). */
function sizeOf(view: DataView, at: number): { width: number; height: number; components: number } {
  const fits = at + 42 <= view.byteLength;
  if (!fits || view.getUint16(at) !== startOfCodestream || view.getUint16(at + 2) !== sizeMarker)
    throw new ImageRefused('PAGE_UNDECODABLE', 'no JPEG 2000 codestream');
  const width = view.getUint32(at + 8) - view.getUint32(at + 16);
  const height = view.getUint32(at + 12) - view.getUint32(at + 20);
  checkDimensions(width, height);
  return { width, height, components: view.getUint16(at + 40) };
}

/**
 * Reads a density: dots per meter as a fraction and a power of ten, first vertical, then horizontal (T.800 I.5.3.7).
 */
function densityOf(view: DataView, at: number): { xDpi: number; yDpi: number } {
  const dpi = (fraction: number, power: number): number =>
    dpiOfMetre((view.getUint16(fraction) / (view.getUint16(fraction + 2) || 1)) * 10 ** view.getInt8(power));
  return { xDpi: dpi(at + 4, at + 9), yDpi: dpi(at, at + 8) };
}
