import { reverseBits } from '../ccitt/ccitt.codes.js';
import { isJbig2File } from '../jbig2/jbig2.file.js';
import { isJpeg2000 } from '../jpeg2000/jpeg2000.header.js';
import { isPng } from '../png/png.header.js';
import { ImageRefused, limits } from '../refusal.js';
import { storedPage, type VerifiedPage } from '../stored-page.js';
import { decodeBilevel, isBilevel, isSingleG4 } from '../tiff/tiff.bilevel.js';
import { TiffReader, type TiffPage } from '../tiff/tiff.reader.js';
import { decodable, encodeRows, formOf, ignoreRows, isComplete, pixelPage } from './encode-page.js';
import { jpegPage } from './verify-jpeg.js';
import { pdfPageImages, type PdfTerms } from './verify-pdf.js';
import { pngPage } from './verify-png.js';
import { jbig2Pages, jpeg2000Page, wrappedCodecs, wrappedTiffPage } from './verify-wrapped.js';

/** libtiff codecs that are trusted inside the limited process: LZW, JPEG, Deflate, none, PackBits. */
const foreignCodecs = new Set([1, 5, 7, 8, 32773, 32946]);

export type FileKind = 'TIFF' | 'JPEG' | 'JPEG2000' | 'JBIG2' | 'PNG' | 'PDF';

/** Kind by the first bytes; a name's ending says nothing. */
function sniff(bytes: Uint8Array): FileKind | undefined {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (/^(II[*+]\0|MM\0[*+])/.test(head)) return 'TIFF';
  if (head.startsWith('\xff\xd8\xff')) return 'JPEG';
  if (isJpeg2000(bytes)) return 'JPEG2000';
  if (isJbig2File(bytes)) return 'JBIG2';
  if (isPng(bytes)) return 'PNG';
  return head.includes('%PDF-') ? 'PDF' : undefined;
}

/**
 * Decodes every page of an untrusted file once and gives the pages in the form in which they are stored and served.
 * Runs inside the limited process only (imaging/DESIGN.md#hostile-input).
 * @throws ImageRefused with the reason when the file, or one of its pages, is not what can be served
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
  else throw new ImageRefused('FILE_KIND', 'neither PDF, TIFF, JPEG, JPEG 2000, JBIG2 nor PNG');
}

async function* tiffPages(bytes: Uint8Array): AsyncGenerator<VerifiedPage> {
  const reader = new TiffReader(bytes);
  const directories = reader.directories();
  const pages = directories.flatMap((directory, index) =>
    reader.isPage(directory) ? [{ directory, index }] : [],
  );
  if (pages.length === 0) throw new ImageRefused('TIFF_DIRECTORY', 'no pages, only thumbnails and masks');
  for (const { directory, index } of pages) {
    const page = reader.page(directory);
    if (isBilevel(page)) yield bilevelPage(page, reader.pieces(page));
    else if (wrappedCodecs.has(page.compression)) yield await wrappedTiffPage(page, reader.pieces(page));
    else yield await foreignPage(bytes, index, page);
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

/** Pages in other codecs: bilevel ones become G4, grey and colour ones JPEG. */
async function foreignPage(bytes: Uint8Array, index: number, page: TiffPage): Promise<VerifiedPage> {
  if (!foreignCodecs.has(page.compression))
    throw new ImageRefused('TIFF_CODEC', `compression ${page.compression}`);
  const { openPicture, rawPixels } = await import('../rendition/pictures.js');
  const components = page.samplesPerPixel >= 3 || page.photometric === palette ? 3 : 1;
  const picture = await decodable(rawPixels(openPicture(bytes, { page: index }), components));
  return pixelPage(picture, page, page.bitsPerSample === 1 && components === 1);
}

const palette = 3;
