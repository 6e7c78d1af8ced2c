import { isBmp } from '../bmp/bmp.reader.js';
import { reverseBits } from '../ccitt/ccitt.codes.js';
import { isJbig2File } from '../jbig2/jbig2.file.js';
import { isJpeg2000 } from '../jpeg2000/jpeg2000.header.js';
import { readJpegHeader } from '../jpeg/jpeg.header.js';
import { isPng } from '../png/png.header.js';
import { ImageRefused, limits } from '../refusal.js';
import { storedPage, type VerifiedPage } from '../stored-page.js';
import { decodeBilevel, isBilevel, isSingleG4 } from '../tiff/tiff.bilevel.js';
import { TiffReader, type TiffPage } from '../tiff/tiff.reader.js';
import { decodable, encodeRows, formOf, ignoreRows, isComplete, pixelPage } from './encode-page.js';
import { jpegPage } from './verify-jpeg.js';
import { pdfPageImages, type PdfTerms } from './verify-pdf.js';
import { bmpPage, gifPage, pngPage } from './verify-bitmap.js';
import { jbig2Pages, jpeg2000Page, wrappedCodecs, wrappedTiffPage } from './verify-wrapped.js';

/** Allowed codecs of libtiff in the limited process: uncompressed, LZW, JPEG, Deflate, PackBits, old Deflate. */
const foreignCodecs = new Set([1, 5, 7, 8, 32773, 32946]);

/**
 * Codecs that this service cannot decode, with the names that scanning programs show. Offices may have such files.
 */
const otherCodecs: Readonly<Record<number, string>> = {
  6: 'old-style JPEG',
  9: 'JBIG (ITU-T T.85)',
  10: 'JBIG color (ITU-T T.43)',
  32_766: 'NeXT',
  32_771: 'CCITT RLE with words',
  32_809: 'ThunderScan',
  32_908: 'Pixar film',
  32_909: 'Pixar log',
  34_661: 'JBIG',
  34_676: 'SGI log',
  34_677: 'SGI log 24',
  34_718: 'MDI',
  34_925: 'LZMA',
  50_000: 'Zstandard',
  50_001: 'WebP',
};

const codecName = (compression: number): string =>
  `${otherCodecs[compression] ?? 'compression'} (TIFF compression ${compression})`;

export type FileKind = 'TIFF' | 'JPEG' | 'JPEG2000' | 'JBIG2' | 'PNG' | 'GIF' | 'BMP' | 'PDF';

/** The kind of a file by its first bytes; the file name is ignored. */
function sniff(bytes: Uint8Array): FileKind | undefined {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (/^(II[*+]\0|MM\0[*+])/.test(head)) return 'TIFF';
  if (head.startsWith('\xff\xd8\xff')) return 'JPEG';
  if (isJpeg2000(bytes)) return 'JPEG2000';
  if (isJbig2File(bytes)) return 'JBIG2';
  if (isPng(bytes)) return 'PNG';
  if (/^GIF8[79]a/.test(head)) return 'GIF';
  if (isBmp(bytes)) return 'BMP';
  return head.includes('%PDF-') ? 'PDF' : undefined;
}

/**
 * Decodes every page of an untrusted file once and yields the pages in the form that is stored and served. Runs only
 * inside the limited process (imaging/DESIGN.md#hostile-input).
 * @throws ImageRefused with the reason when the file or one of its pages cannot be served
 */
export async function* verifyPages(
  bytes: Uint8Array,
  terms: PdfTerms = { drawPages: false },
): AsyncGenerator<VerifiedPage> {
  if (bytes.length === 0) throw new ImageRefused('FILE_EMPTY');
  if (bytes.length > limits.fileBytes) throw new ImageRefused('FILE_TOO_LARGE', `${bytes.length} bytes`);
  const kind = sniff(bytes);
  if (kind === 'TIFF') yield* tiffPages(bytes);
  else if (kind === 'JPEG') yield await jpegPage(bytes);
  else if (kind === 'PDF') yield* pdfPageImages(bytes, terms);
  else if (kind === 'JPEG2000') yield await jpeg2000Page(bytes);
  else if (kind === 'JBIG2') yield* jbig2Pages(bytes);
  else if (kind === 'PNG') yield await pngPage(bytes);
  else if (kind === 'GIF') yield await gifPage(bytes);
  else if (kind === 'BMP') yield await bmpPage(bytes);
  else throw new ImageRefused('FILE_KIND', 'neither PDF, TIFF, JPEG, JPEG 2000, JBIG2, PNG, BMP nor GIF');
}

/**
 * One page of a TIFF, counted from 1; undefined when the TIFF has fewer pages. Runs only inside the limited process.
 * @throws ImageRefused
 */
export async function verifyTiffPage(bytes: Uint8Array, page: number): Promise<VerifiedPage | undefined> {
  for await (const found of tiffPages(bytes, page)) return found;
  return undefined;
}

/** All pages, or only the page with this number. */
async function* tiffPages(bytes: Uint8Array, only?: number): AsyncGenerator<VerifiedPage> {
  const reader = new TiffReader(bytes);
  const directories = reader.directories();
  const pages = directories.flatMap((directory, index) =>
    reader.isPage(directory) ? [{ directory, index }] : [],
  );
  if (pages.length === 0) throw new ImageRefused('TIFF_DIRECTORY', 'no pages, only thumbnails and masks');
  for (const { directory, index } of only === undefined ? pages : pages.slice(only - 1, only)) {
    const page = reader.page(directory);
    if (isBilevel(page)) yield bilevelPage(page, reader.pieces(page));
    else if (wrappedCodecs.has(page.compression)) yield await wrappedTiffPage(page, reader.pieces(page));
    else yield await foreignPage(bytes, { index, page, pieces: reader.pieces(page) });
  }
}

function bilevelPage(page: TiffPage, pieces: readonly Uint8Array[]): VerifiedPage {
  const photometric = page.photometric === 1 ? 1 : 0;
  const strip = pieces[0] as Uint8Array;
  if (isSingleG4(page) && isComplete(page.height, decodeBilevel(page, pieces, ignoreRows))) {
    const stored = page.fillOrder === 2 ? reverseBits(strip) : Buffer.from(strip);
    return storedPage({ ...formOf(page), kind: 'G4', photometric }, stored);
  }
  const { bytes, ...read } = encodeRows(page.width, page.height, (sink) => decodeBilevel(page, pieces, sink));
  return storedPage({ ...formOf(page), kind: 'G4', photometric, ...read }, bytes);
}

interface ForeignPage {
  readonly index: number;
  readonly page: TiffPage;
  readonly pieces: readonly Uint8Array[];
}

/** Converts a page in another codec: black and white becomes G4, gray and color JPEG. */
async function foreignPage(bytes: Uint8Array, { index, page, pieces }: ForeignPage): Promise<VerifiedPage> {
  if (!foreignCodecs.has(page.compression)) throw new ImageRefused('TIFF_CODEC', codecName(page.compression));
  if (page.compression === jpegCodec) for (const piece of pieces) checkJpegKind(piece);
  const { openPicture, rawPixels } = await import('../rendition/pictures.js');
  const components = page.samplesPerPixel >= 3 || page.photometric === palette ? 3 : 1;
  const picture = await decodable(rawPixels(openPicture(bytes, { page: index }), components));
  return pixelPage(picture, page, page.bitsPerSample === 1 && components === 1);
}

/** Refuses a strip in a kind of JPEG that nothing here decodes. Other faults are found when the strip is decoded. */
function checkJpegKind(piece: Uint8Array): void {
  try {
    readJpegHeader(piece);
  } catch (error) {
    if (error instanceof ImageRefused && error.code === 'JPEG_KIND')
      throw new ImageRefused('TIFF_CODEC', error.detail);
  }
}

const jpegCodec = 7;
const palette = 3;
