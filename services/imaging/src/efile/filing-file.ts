import { activeContentOf } from '../pdf/pdf.active.js';
import { PdfFile } from '../pdf/pdf.file.js';
import { readPdfPages, type PdfPage } from '../pdf/pdf.scans.js';
import { ImageRefused } from '../refusal.js';
import { FilingRefused, type FilingFile, type LowPage } from './filing-file.rules.js';

/** A signature that every virus scanner knows. Testers send a file with it to check that uploads are scanned. */
const eicar = Buffer.from('EICAR-STANDARD-ANTIVIRUS-TEST-FILE');
const pdfEnd = Buffer.from('%%EOF');
const zipEnd = Buffer.from('PK\x05\x06', 'latin1');
/**
 * Viewers look for the header of a PDF in this many bytes at its beginning, and for the end marker in as many bytes at
 * its end.
 */
const LOOKED_AT = 1_024;
/** The report names at most this many pages below the recommended resolution. */
const mostLowPages = 100;

/**
 * Examines an uploaded document: its kind by its bytes, its pages by parsing it, and active content that could harm a
 * reader. Runs only inside the limited process (imaging/DESIGN.md#hostile-input).
 * @throws FilingRefused, ImageRefused
 */
export async function inspectFiling(
  bytes: Buffer,
  declared: string,
  warnBelowDpi: number,
): Promise<FilingFile> {
  const kind = kindOf(bytes);
  if (kind === undefined || declared !== kind) throw new FilingRefused('FILING_FORMAT');
  if (bytes.includes(eicar)) throw new FilingRefused('FILING_ACTIVE', 'EICAR');
  const dpis = kind === 'image/tiff' ? await tiffDpis(bytes) : await pdfDpis(bytes);
  return { kind, pages: dpis.length, lowResolution: lowPages(dpis, warnBelowDpi) };
}

/**
 * The kind of a file by the signature at its beginning. Undefined for other kinds, for a TIFF that is also a PDF, and
 * for a PDF that is also a ZIP archive.
 * @throws FilingRefused for a PDF without an end marker
 */
function kindOf(bytes: Buffer): FilingFile['kind'] | undefined {
  const head = bytes.toString('latin1', 0, LOOKED_AT);
  if (/^(II[*+]\0|MM\0[*+])/.test(head)) return head.includes('%PDF-') ? undefined : 'image/tiff';
  if (!head.startsWith('%PDF-')) return undefined;
  const end = bytes.lastIndexOf(pdfEnd);
  if (end < bytes.length - LOOKED_AT || end < 0) throw new FilingRefused('FILING_BROKEN', 'no end');
  return bytes.includes(zipEnd, end) ? undefined : 'application/pdf';
}

/** Returns the density of each page. Decodes every page, so that an unreadable document is not sent. */
async function tiffDpis(bytes: Buffer): Promise<number[]> {
  // each kind loads only its own modules, because loading modules takes most of the time that a small document needs
  const { verifyPages } = await import('../ingest/verify.js');
  const dpis: number[] = [];
  for await (const { damaged, xDpi, yDpi } of verifyPages(bytes)) {
    if (damaged) throw new FilingRefused('FILING_BROKEN', `page ${dpis.length + 1}`);
    dpis.push(Math.min(xDpi, yDpi));
  }
  return dpis;
}

async function pdfDpis(bytes: Buffer): Promise<number[]> {
  refuseActive(bytes);
  const pages = readPdfPages(bytes);
  const { openPdfium } = await import('../ingest/verify-wrapped.js');
  const opened = await openPdfium(bytes);
  const agree = opened.pageCount === pages.length;
  opened.close();
  // if our reader and PDFium count different numbers of pages, viewers could show other pages than those that were
  // priced
  if (!agree) throw new FilingRefused('FILING_BROKEN', 'pages');
  return pages.map(dpiOf);
}

/** Refuses active content, including content that only a viewer that repairs the file would find. */
function refuseActive(bytes: Buffer): void {
  for (const rebuild of [false, true]) {
    const found = activeContentOf(openOrRepair(bytes, rebuild));
    if (found !== undefined) throw new FilingRefused('FILING_ACTIVE', found);
  }
}

function openOrRepair(bytes: Buffer, rebuild: boolean): PdfFile {
  try {
    return new PdfFile(bytes, { rebuild });
  } catch (error) {
    if (rebuild || !(error instanceof ImageRefused) || error.code !== 'PDF_SYNTAX') throw error;
    return new PdfFile(bytes, { rebuild: true });
  }
}

/** The density of a page. Pages of text and drawings count as sharp, because they have no pixels. */
function dpiOf(page: PdfPage): number {
  if ('scan' in page) return Math.min(page.scan.xDpi, page.scan.yDpi);
  return page.drawing.scanned ? (page.drawing.dpi ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
}

const lowPages = (dpis: readonly number[], warnBelowDpi: number): LowPage[] =>
  dpis
    .map((dpi, index) => ({ page: index + 1, dpi: Math.round(dpi) }))
    .filter(({ dpi }) => dpi > 0 && dpi < warnBelowDpi)
    .slice(0, mostLowPages);
