import { checkDimensions, ImageRefused } from '../refusal.js';
import type { RawPicture } from '../rendition/pictures.js';
import { dpiOfMetre } from '../tiff/tiff.reader.js';

/** Where the rows of a BMP are in the file, and how their samples are coded. */
interface BmpForm {
  readonly width: number;
  readonly height: number;
  /** True if the file begins with the top row of the picture, false if it begins with the bottom row. */
  readonly topDown: boolean;
  readonly bits: 1 | 4 | 8 | 24 | 32;
  /** Three bytes for each index: red, green, blue. Empty for 24 and 32 bits. */
  readonly palette: Uint8Array;
  readonly firstRow: number;
  readonly stride: number;
  readonly xDpi: number;
  readonly yDpi: number;
}

const fileHeader = 14;
const infoHeader = 40;
const coreHeader = 12;
const compressions = [
  'none',
  'RLE8',
  'RLE4',
  'bit fields',
  'JPEG',
  'PNG',
  'bit fields with transparency',
] as const;
const [uncompressed, bitFields] = [0, 3];

/**
 * True if the bytes begin with "BM" and a header of a known size. The letters alone are not enough, because a text may
 * begin with them.
 */
export function isBmp(bytes: Uint8Array): boolean {
  if (bytes.length < fileHeader + 4 || bytes[0] !== 0x42 || bytes[1] !== 0x4d) return false;
  return [coreHeader, infoHeader, 52, 56, 64, 108, 124].includes(viewOf(bytes).getUint32(fileHeader, true));
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/**
 * Pixels and density of an uncompressed BMP of 1, 4, 8, 24 or 32 bits (Windows GDI, BITMAPINFOHEADER and later). The
 * fourth byte of a 32-bit pixel is ignored, because programs leave zeros in it.
 * @throws ImageRefused PAGE_UNDECODABLE, PAGE_TOO_LARGE, BMP_KIND
 */
export function readBmp(bytes: Uint8Array): { picture: RawPicture; xDpi: number; yDpi: number } {
  const form = readForm(bytes);
  const { width, height, topDown, firstRow, stride, xDpi, yDpi } = form;
  const channels = isGrey(form) ? 1 : 3;
  const pixels = new Uint8Array(width * height * channels);
  const copyRow = form.bits >= 24 ? copyColors : copyIndexed;
  for (let y = 0; y < height; y += 1) {
    const from = firstRow + (topDown ? y : height - 1 - y) * stride;
    const row = bytes.subarray(from, from + stride);
    copyRow(row, form, pixels.subarray(y * width * channels, (y + 1) * width * channels), channels);
  }
  return { picture: { width, height, channels, pixels }, xDpi, yDpi };
}

function readForm(bytes: Uint8Array): BmpForm {
  const view = viewOf(bytes);
  const size = view.getUint32(fileHeader, true);
  if (size < infoHeader) throw new ImageRefused('BMP_KIND', 'BMP of OS/2');
  if (bytes.length < fileHeader + size) throw new ImageRefused('PAGE_UNDECODABLE', 'no BMP header');
  const [width, rows] = [view.getInt32(18, true), view.getInt32(22, true)];
  const height = Math.abs(rows);
  checkDimensions(width, height);
  const bits = view.getUint16(28, true);
  const compression = view.getUint32(30, true);
  checkKind(view, bits, compression);
  const stride = Math.ceil((width * bits) / 32) * 4;
  const firstRow = view.getUint32(10, true);
  if (firstRow < fileHeader + size || firstRow + stride * height > bytes.length)
    throw new ImageRefused('PAGE_UNDECODABLE', `${bytes.length} bytes for ${width}x${height} pixels`);
  // the palette follows the header; bit masks follow the header only in 32-bit pictures, which have no palette
  const palette = paletteOf(bytes, bits, fileHeader + size, firstRow);
  const [xDpi, yDpi] = [dpiOfMetre(view.getInt32(38, true)), dpiOfMetre(view.getInt32(42, true))];
  const form = { width, height, topDown: rows < 0, palette, firstRow, stride, xDpi, yDpi };
  return { ...form, bits: bits as BmpForm['bits'] };
}

/** @throws ImageRefused BMP_KIND */
function checkKind(view: DataView, bits: number, compression: number): void {
  if (![1, 4, 8, 24, 32].includes(bits)) throw new ImageRefused('BMP_KIND', `BMP of ${bits} bits a pixel`);
  if (compression === uncompressed) return;
  const masks = compression === bitFields && bits === 32 && view.byteLength >= 66;
  const usual = [0xff0000, 0xff00, 0xff].every(
    (mask, i) => masks && view.getUint32(54 + i * 4, true) === mask,
  );
  if (!usual)
    throw new ImageRefused('BMP_KIND', `BMP with compression ${compressions[compression] ?? compression}`);
}

function paletteOf(bytes: Uint8Array, bits: number, from: number, end: number): Uint8Array {
  if (bits > 8) return new Uint8Array(0);
  const palette = new Uint8Array(3 << bits);
  for (let i = 0, at = from; i < 1 << bits && at + 4 <= end; i += 1, at += 4)
    palette.set([bytes[at + 2] as number, bytes[at + 1] as number, bytes[at] as number], i * 3);
  return palette;
}

/**
 * True if all colors of the palette are gray. The picture then has one sample per pixel, so it takes a third of the
 * memory.
 */
const isGrey = ({ bits, palette }: BmpForm): boolean =>
  bits <= 8 && palette.every((value, i) => value === palette[i - (i % 3)]);

/** Copies a row of colors, which a BMP stores as blue, green, red. */
function copyColors(row: Uint8Array, { width, bits }: BmpForm, out: Uint8Array): void {
  for (let x = 0; x < width; x += 1) {
    const at = (x * bits) >> 3;
    out[x * 3] = row[at + 2] as number;
    out[x * 3 + 1] = row[at + 1] as number;
    out[x * 3 + 2] = row[at] as number;
  }
}

/** Copies a row of indexes as the colors of the palette. */
function copyIndexed(
  row: Uint8Array,
  { width, bits, palette }: BmpForm,
  out: Uint8Array,
  channels: 1 | 3,
): void {
  for (let x = 0; x < width; x += 1) {
    const shift = 8 - bits - ((x * bits) & 7);
    const index = ((row[(x * bits) >> 3] as number) >> shift) & ((1 << bits) - 1);
    for (let c = 0; c < channels; c += 1) out[x * channels + c] = palette[index * 3 + c] as number;
  }
}
