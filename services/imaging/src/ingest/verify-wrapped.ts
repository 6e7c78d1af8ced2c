import { readJbig2, type Jbig2Page } from '../jbig2/jbig2.file.js';
import { readJpeg2000Header } from '../jpeg2000/jpeg2000.header.js';
import { firstOther, imagePdf } from '../pdf/pdf.single-image.js';
import { ImageRefused } from '../refusal.js';
import type { RawPicture } from '../rendition/pictures.js';
import type { VerifiedPage } from '../stored-page.js';
import type { TiffPage } from '../tiff/tiff.reader.js';
import { pixelPage } from './encode-page.js';
import type { PdfiumFile } from './pdfium.js';

/** Opens a PDF with PDFium. PDFium is loaded on demand, because most files do not need it. */
export async function openPdfium(bytes: Uint8Array): Promise<PdfiumFile> {
  const { PdfiumFile } = await import('./pdfium.js');
  return PdfiumFile.open(bytes);
}

/**
 * The only image of a PDF.
 * @throws ImageRefused PAGE_UNDECODABLE if PDFium cannot decode the image, or if its size is not the expected size
 */
export async function pdfiumPixels(pdf: Uint8Array, width: number, height: number): Promise<RawPicture> {
  const file = await openPdfium(pdf);
  const picture = file.image();
  file.close();
  if (picture.width !== width || picture.height !== height)
    throw new ImageRefused(
      'PAGE_UNDECODABLE',
      `${picture.width}x${picture.height} pixels, not ${width}x${height}`,
    );
  return picture;
}

/** A JPEG 2000 file as a page. */
export async function jpeg2000Page(bytes: Uint8Array): Promise<VerifiedPage> {
  const header = readJpeg2000Header(bytes);
  return pixelPage(await jpeg2000Pixels(bytes), { ...header, orientation: 1 }, false);
}

function jpeg2000Pixels(bytes: Uint8Array): Promise<RawPicture> {
  const { width, height, components } = readJpeg2000Header(bytes);
  // a bare codestream does not describe its colors
  const space = bytes[0] === 0xff ? `/ColorSpace /Device${components >= 3 ? 'RGB' : 'Gray'} ` : '';
  const dictionary = `/Width ${width} /Height ${height} /BitsPerComponent 8 ${space}/Filter /JPXDecode`;
  return pdfiumPixels(imagePdf(dictionary, bytes, { width, height }), width, height);
}

/** The pages of a JBIG2 file. */
export async function* jbig2Pages(bytes: Uint8Array): AsyncGenerator<VerifiedPage> {
  for (const page of readJbig2(bytes))
    yield await pixelPage(await jbig2Pixels(page), { ...page, orientation: 1 }, true);
}

function jbig2Pixels({ width, height, globals, segments }: Jbig2Page): Promise<RawPicture> {
  const shared = Buffer.concat([
    Buffer.from(`<< /Length ${globals.length} >>\nstream\n`),
    globals,
    Buffer.from('\nendstream'),
  ]);
  const parameters = globals.length > 0 ? `/DecodeParms << /JBIG2Globals ${firstOther} 0 R >> ` : '';
  const dictionary = `/Width ${width} /Height ${height} /BitsPerComponent 1 /ColorSpace /DeviceGray ${parameters}/Filter /JBIG2Decode`;
  const others = globals.length > 0 ? [shared] : [];
  return pdfiumPixels(imagePdf(dictionary, segments, { width, height, others }), width, height);
}

const [jpeg2000, jbig2] = [34_712, 34_715];

/** TIFF codecs that PDFium decodes: JPEG 2000 and JBIG2. */
export const wrappedCodecs: ReadonlySet<number> = new Set([jpeg2000, jbig2]);

/** A page of a TIFF whose strips or tiles are JPEG 2000 codestreams or JBIG2. */
export async function wrappedTiffPage(page: TiffPage, pieces: readonly Uint8Array[]): Promise<VerifiedPage> {
  // a codestream itself can say that its colors are YCbCr; if only the TIFF says so, programs show different colors
  if (page.compression === jpeg2000 && page.photometric > 2)
    throw new ImageRefused(
      'TIFF_CODEC',
      `JPEG 2000 whose colors the TIFF alone tells (photometric ${page.photometric})`,
    );
  const pictures: RawPicture[] = [];
  for (const piece of pieces) pictures.push(await piecePixels(page, piece));
  const whole = assembled(page, pictures);
  const isDark = page.compression === jbig2 ? page.photometric === 1 : page.photometric === 0;
  if (isDark && whole.channels === 1) whole.pixels.forEach((value, i) => (whole.pixels[i] = 255 - value));
  return pixelPage(whole, page, page.compression === jbig2);
}

async function piecePixels(page: TiffPage, piece: Uint8Array): Promise<RawPicture> {
  if (page.compression === jpeg2000) return jpeg2000Pixels(piece);
  const [only, ...more] = readJbig2(piece);
  if (!only || more.length > 0) throw new ImageRefused('PAGE_UNDECODABLE', 'several JBIG2 pages in a strip');
  return jbig2Pixels(only);
}

/** Joins strips or tiles into one picture; the parts of tiles beyond the page's edge are cut off. */
function assembled(page: TiffPage, pieces: readonly RawPicture[]): RawPicture {
  const { width, height } = page;
  const [pieceWidth, pieceHeight] = [page.tile?.width ?? width, page.tile?.height ?? page.rowsPerStrip];
  const across = Math.ceil(width / pieceWidth);
  const channels = pieces.some((piece) => piece.channels === 3) ? 3 : 1;
  const pixels = new Uint8Array(width * height * channels).fill(255);
  for (const [i, piece] of pieces.entries()) {
    const left = (i % across) * pieceWidth;
    const top = Math.floor(i / across) * pieceHeight;
    const shown = Math.min(piece.width, width - left);
    for (let y = 0; y < Math.min(piece.height, pieceHeight, height - top); y += 1)
      copyRow(piece, y, { pixels, channels, at: ((top + y) * width + left) * channels, count: shown });
  }
  return { width, height, channels, pixels };
}

function copyRow(
  piece: RawPicture,
  y: number,
  to: { pixels: Uint8Array; channels: 1 | 3; at: number; count: number },
): void {
  const start = y * piece.width * piece.channels;
  if (piece.channels === to.channels) {
    to.pixels.set(piece.pixels.subarray(start, start + to.count * piece.channels), to.at);
    return;
  }
  for (let x = 0; x < to.count * 3; x += 1)
    to.pixels[to.at + x] = piece.pixels[start + Math.floor(x / 3)] as number;
}
