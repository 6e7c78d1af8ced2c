import { ImageRefused } from '../refusal.js';
import type { VerifiedPage } from '../stored-page.js';
import type { FilingWork } from './filing-work.rules.js';

/** Dots per inch of a page that a clerk reads on the screen. */
const screenDpi = 120;

/**
 * A page as JPEG, or the document as PDF with the recording stamp. Runs only inside the limited process
 * (imaging/DESIGN.md#hostile-input).
 * @throws ImageRefused
 */
export const workOn = (bytes: Buffer, work: FilingWork): Promise<Buffer> =>
  work.make === 'PICTURE' ? picture(bytes, work) : endorsed(bytes, work);

async function picture(bytes: Buffer, { kind, page }: FilingWork & { make: 'PICTURE' }): Promise<Buffer> {
  const { openPdfium } = await import('../ingest/verify-wrapped.js');
  const [pdf, index] = kind === 'image/tiff' ? [await pdfOfPage(bytes, page), 0] : [bytes, page - 1];
  const opened = await openPdfium(pdf);
  // the page's own unit of length (UserUnit) is ignored, because a large unit would make the page too large to draw,
  // and a clerk must see every page
  const drawn = opened.draw({ index, unit: 1 }, screenDpi, 'nothing');
  opened.close();
  const { encodeJpeg } = await import('../rendition/pictures.js');
  return encodeJpeg(drawn.picture);
}

async function endorsed(
  bytes: Buffer,
  { kind, title, lines }: FilingWork & { make: 'COPY' },
): Promise<Buffer> {
  const { openPdfium } = await import('../ingest/verify-wrapped.js');
  const opened = await openPdfium(kind === 'image/tiff' ? await pdfOfTiff(bytes, title) : bytes);
  const stamped = opened.withStamp(lines);
  opened.close();
  return stamped;
}

async function pdfOfPage(bytes: Buffer, page: number): Promise<Buffer> {
  const { verifyTiffPage } = await import('../ingest/verify.js');
  const found = await verifyTiffPage(bytes, page);
  if (!found) throw new ImageRefused('PAGE_UNDECODABLE', `page ${page}`);
  return pdfOf([found], '');
}

async function pdfOfTiff(bytes: Buffer, title: string): Promise<Buffer> {
  const { verifyPages } = await import('../ingest/verify.js');
  return pdfOf(verifyPages(bytes), title);
}

async function pdfOf(
  pages: AsyncIterable<VerifiedPage> | Iterable<VerifiedPage>,
  title: string,
): Promise<Buffer> {
  const { writePdf } = await import('../pdf/pdf.writer.js');
  const chunks: Buffer[] = [];
  for await (const chunk of writePdf(title, sources(pages))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* sources(pages: AsyncIterable<VerifiedPage> | Iterable<VerifiedPage>) {
  for await (const page of pages) yield { form: page, bytes: page.bytes };
}
