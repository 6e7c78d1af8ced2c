import { decodeCcitt } from '../ccitt/ccitt.decoder.js';
import { readJpegHeader } from '../jpeg/jpeg.header.js';
import type { ImageCodec } from '../pdf/pdf.image.js';
import { readPdfPages, type PdfDrawing, type PdfPage, type PdfScan } from '../pdf/pdf.scans.js';
import { ImageRefused } from '../refusal.js';
import { storedPage, type VerifiedPage } from '../stored-page.js';
import { plausibleDpi } from '../tiff/tiff.reader.js';
import { drawnPage } from './drawn-page.js';
import { encodeRows, formOf, ignoreRows, isComplete, pixelPage, type Placed } from './encode-page.js';
import type { PdfiumFile } from './pdfium.js';
import { jpegPage } from './verify-jpeg.js';
import { openPdfium, pdfiumPixels } from './verify-wrapped.js';

export interface PdfTerms {
  /** True if the county accepts pages of text and drawings, and not only scans. Such pages become 300 dpi pictures. */
  readonly drawPages: boolean;
}

/**
 * The pages of a PDF in their stored form.
 * @throws ImageRefused with the page's number
 */
export async function* pdfPageImages(source: Uint8Array, terms: PdfTerms): AsyncGenerator<VerifiedPage> {
  const { bytes, pages } = await openedPages(source);
  const refused = pages.findIndex((page) => 'drawing' in page && !mayDraw(page.drawing, terms));
  const found = pages[refused];
  if (found && 'drawing' in found)
    throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', `page ${refused + 1}: ${whyNot(found.drawing)}`);
  const drawn = pages.some((page) => 'drawing' in page) ? await openDrawn(bytes, pages.length) : undefined;
  for (const page of pages) {
    if ('scan' in page) yield await scannedPage(page.scan);
    else if (drawn) yield await drawnPage(drawn, page.drawing);
  }
  drawn?.close();
}

/** Opens a PDF. The protection of a file that anybody may open is removed; a file that needs a password is refused. */
async function openedPages(source: Uint8Array): Promise<{ bytes: Uint8Array; pages: PdfPage[] }> {
  try {
    return { bytes: source, pages: readPdfPages(source) };
  } catch (error) {
    if (!(error instanceof ImageRefused) || error.code !== 'PDF_ENCRYPTED') throw error;
  }
  const file = await openPdfium(source);
  const bytes = file.withoutProtection();
  file.close();
  return { bytes, pages: readPdfPages(bytes) };
}

/** The reason why a page is refused, and how the office can fix it. */
const whyNot = ({ reason, unclear }: PdfDrawing): string =>
  unclear
    ? `${reason}; viewers show it differently: print the page to a PDF or scan it again`
    : `${reason}; it is taken as a picture when the county's section imageImport has drawPages`;

const mayDraw = ({ scanned, unclear }: PdfDrawing, { drawPages }: PdfTerms): boolean =>
  !unclear && (scanned || drawPages);

/** Opens a PDF that has to be drawn. Refuses a file in which our reader and PDFium count different numbers of pages. */
async function openDrawn(bytes: Uint8Array, pages: number): Promise<PdfiumFile> {
  const opened = await openPdfium(bytes);
  if (opened.pageCount !== pages)
    throw new ImageRefused('PDF_SYNTAX', `${opened.pageCount} or ${pages} pages`);
  return opened;
}

async function scannedPage(scan: PdfScan): Promise<VerifiedPage> {
  const { codec, width, height, orientation } = scan;
  const placed = { width, height, xDpi: plausibleDpi(scan.xDpi), yDpi: plausibleDpi(scan.yDpi), orientation };
  if (codec.name === 'CCITT') return ccittPage(codec, placed);
  if (codec.name === 'JPEG') {
    const header = readJpegHeader(codec.bytes);
    if (header.width !== width || header.height !== height)
      throw new ImageRefused('PDF_SYNTAX', 'size of a JPEG');
    return jpegPage(codec.bytes, placed);
  }
  const picture = await pdfiumPixels(codec.pdf, width, height);
  return pixelPage(picture, placed, codec.bilevel);
}

function ccittPage(codec: ImageCodec & { name: 'CCITT' }, placed: Placed): VerifiedPage {
  const { width, height } = placed;
  const { bytes, scheme, byteAligned } = codec;
  const form = { scheme, width, rows: height, byteAligned };
  const page = { ...formOf(placed), kind: 'G4', photometric: codec.inverted ? 1 : 0 } as const;
  const mayKeep = scheme === 'G4' && !byteAligned;
  if (mayKeep && isComplete(height, decodeCcitt(bytes, form, ignoreRows)))
    return storedPage(page, Buffer.from(bytes));
  const { bytes: encoded, ...read } = encodeRows(width, height, (sink) => decodeCcitt(bytes, form, sink));
  return storedPage({ ...page, ...read }, encoded);
}
