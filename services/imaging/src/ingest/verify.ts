import { reverseBits } from '../ccitt/ccitt.codes.js';
import { decodeCcitt, type RowSink } from '../ccitt/ccitt.decoder.js';
import { G4Encoder } from '../ccitt/g4.encoder.js';
import { onlyPicture, readJpegHeader } from '../jpeg/jpeg.header.js';
import { pdfScans, type PdfScan } from '../pdf/pdf.scans.js';
import { ImageRefused, limits } from '../refusal.js';
import { rowsOfBitmap } from '../runs/run-rows.js';
import { storedPage, type PageForm, type VerifiedPage } from '../stored-page.js';
import { decodeBilevel, isBilevel, isSingleG4 } from '../tiff/tiff.bilevel.js';
import { plausibleDpi, TiffReader, type TiffPage } from '../tiff/tiff.reader.js';

/** libtiff codecs that are trusted inside the limited process: LZW, JPEG, Deflate, none, PackBits. */
const foreignCodecs = new Set([1, 5, 7, 8, 32773, 32946]);

export type FileKind = 'TIFF' | 'JPEG' | 'PDF';

/** Kind by the first bytes; a name's ending says nothing. */
function sniff(bytes: Uint8Array): FileKind | undefined {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (/^(II[*+]\0|MM\0[*+])/.test(head)) return 'TIFF';
  if (head.startsWith('\xff\xd8\xff')) return 'JPEG';
  return head.includes('%PDF-') ? 'PDF' : undefined;
}

/**
 * Decodes every page of an untrusted file once and gives the pages in the form in which they are stored and served.
 * Runs inside the limited process only (imaging.md 'Hostile input').
 * @throws ImageRefused with the reason when the file, or one of its pages, is not what can be served
 */
export async function* verifyPages(bytes: Uint8Array): AsyncGenerator<VerifiedPage> {
  if (bytes.length === 0) throw new ImageRefused('FILE_EMPTY');
  if (bytes.length > limits.fileBytes) throw new ImageRefused('FILE_TOO_LARGE', `${bytes.length} bytes`);
  const kind = sniff(bytes);
  if (kind === 'TIFF') yield* tiffPages(bytes);
  else if (kind === 'JPEG') yield await jpegPage(bytes);
  else if (kind === 'PDF') for (const scan of pdfScans(bytes)) yield await pdfPage(scan);
  else throw new ImageRefused('FILE_KIND', 'neither TIFF, JPEG nor PDF');
}

async function* tiffPages(bytes: Uint8Array): AsyncGenerator<VerifiedPage> {
  const reader = new TiffReader(bytes);
  const directories = reader.directories();
  for (const [index, directory] of directories.entries()) {
    const page = reader.page(directory);
    if (isBilevel(page)) yield bilevelPage(page, reader.pieces(page));
    else yield await foreignPage(bytes, index, page);
  }
}

function bilevelPage(page: TiffPage, pieces: readonly Uint8Array[]): VerifiedPage {
  const photometric = page.photometric === 1 ? 1 : 0;
  const strip = pieces[0] as Uint8Array;
  if (isSingleG4(page) && isComplete(page.height, decodeBilevel(page, pieces, ignore))) {
    const stored = page.fillOrder === 2 ? reverseBits(strip) : Buffer.from(strip);
    return storedPage({ ...formOf(page), kind: 'G4', photometric }, stored);
  }
  const { bytes, ...read } = encodeRows(page.width, page.height, (sink) => decodeBilevel(page, pieces, sink));
  return storedPage({ ...formOf(page), kind: 'G4', photometric, ...read }, bytes);
}

/** For a stream that is kept as it is: reading it to the end is the proof. */
const ignore: RowSink = () => undefined;

const isComplete = (height: number, read: { rows: number; damagedRows: number }): boolean =>
  read.rows === height && read.damagedRows === 0;

/** Runs a decoder into a fresh G4 stream. A page of which nothing can be read is no page. */
function encodeRows(
  width: number,
  height: number,
  decode: (sink: RowSink) => { rows: number; damagedRows: number },
): { bytes: Buffer; rows: number; damaged: boolean } {
  const encoder = new G4Encoder(width);
  let given = 0;
  const { rows, damagedRows } = decode((row, count) => {
    encoder.row(row, count);
    given += 1;
  });
  if (rows === 0) throw new ImageRefused('PAGE_UNDECODABLE', 'not one row can be read');
  const white = new Int32Array(8).fill(width);
  for (; given < height; given += 1) encoder.row(white, 0);
  return { bytes: encoder.finish(), rows: Math.min(rows, height), damaged: damagedRows > 0 || rows < height };
}

const formOf = (
  page: Pick<TiffPage, 'width' | 'height' | 'xDpi' | 'yDpi' | 'orientation'>,
): Omit<PageForm, 'kind'> => ({
  width: page.width,
  height: page.height,
  xDpi: page.xDpi,
  yDpi: page.yDpi,
  orientation: page.orientation >= 1 && page.orientation <= 8 ? page.orientation : 1,
  photometric: 0,
  components: 1,
  rows: page.height,
  damaged: false,
});

/** Pages in other codecs: bilevel ones become G4, grey and colour ones JPEG. */
async function foreignPage(bytes: Uint8Array, index: number, page: TiffPage): Promise<VerifiedPage> {
  if (!foreignCodecs.has(page.compression))
    throw new ImageRefused('TIFF_CODEC', `compression ${page.compression}`);
  const { encodeJpeg, openPicture, rawPixels } = await import('../rendition/pictures.js');
  const components = page.samplesPerPixel >= 3 ? 3 : 1;
  const picture = await decodable(rawPixels(openPicture(bytes, { page: index }), components));
  if (page.bitsPerSample === 1 && components === 1) {
    const bits = thresholded(picture.pixels, page.width, page.height);
    const stride = (page.width + 7) >> 3;
    const { bytes: g4 } = encodeRows(page.width, page.height, (sink) => {
      rowsOfBitmap(bits, page.width, page.height, stride, sink);
      return { rows: page.height, damagedRows: 0 };
    });
    return storedPage({ ...formOf(page), kind: 'G4' }, g4);
  }
  return storedPage({ ...formOf(page), kind: 'JPEG', components }, await encodeJpeg(picture, 90));
}

async function decodable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new ImageRefused('PAGE_UNDECODABLE', error instanceof Error ? error.message.split('\n')[0] : '');
  }
}

function thresholded(pixels: Uint8Array | Uint8ClampedArray, width: number, height: number): Uint8Array {
  const stride = (width + 7) >> 3;
  const bits = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((pixels[y * width + x] as number) >= 128) continue;
      const at = y * stride + (x >> 3);
      bits[at] = (bits[at] as number) | (128 >> (x & 7));
    }
  }
  return bits;
}

async function jpegPage(
  bytes: Uint8Array,
  placed?: Pick<PdfScan, 'xDpi' | 'yDpi' | 'orientation'>,
): Promise<VerifiedPage> {
  const header = readJpegHeader(bytes);
  const { encodeJpeg, openPicture, rawPixels } = await import('../rendition/pictures.js');
  const components = header.components === 1 ? 1 : 3;
  let damaged = false;
  let picture = await rawPixels(openPicture(bytes), components).catch(() => undefined);
  if (!picture) {
    damaged = true;
    picture = await decodable(rawPixels(openPicture(bytes, { tolerant: true }), components));
  }
  const stored = header.components === 4 ? await encodeJpeg(picture, 92) : onlyPicture(bytes);
  const { width, height } = header;
  const place = placed ?? { xDpi: header.dpi, yDpi: header.dpi, orientation: header.orientation };
  return storedPage({ ...formOf({ width, height, ...place }), kind: 'JPEG', components, damaged }, stored);
}

async function pdfPage(scan: PdfScan): Promise<VerifiedPage> {
  const place = {
    xDpi: plausibleDpi(scan.xDpi),
    yDpi: plausibleDpi(scan.yDpi),
    orientation: scan.orientation,
  };
  const { codec, width, height } = scan;
  if (codec.name === 'JPEG') {
    const header = readJpegHeader(scan.bytes);
    if (header.width !== width || header.height !== height)
      throw new ImageRefused('PDF_SYNTAX', 'size of a JPEG');
    return jpegPage(scan.bytes, place);
  }
  const form = { scheme: codec.scheme, width, rows: height, byteAligned: codec.byteAligned };
  const page = {
    ...formOf({ width, height, ...place }),
    kind: 'G4',
    photometric: codec.inverted ? 1 : 0,
  } as const;
  const mayKeep = codec.scheme === 'G4' && !codec.byteAligned;
  if (mayKeep && isComplete(height, decodeCcitt(scan.bytes, form, ignore))) {
    return storedPage(page, Buffer.from(scan.bytes));
  }
  const { bytes, ...read } = encodeRows(width, height, (sink) => decodeCcitt(scan.bytes, form, sink));
  return storedPage({ ...page, ...read }, bytes);
}
