// Page images: previews compared with sharp and libtiff, PDFs compared with pdf-lib and img2pdf, and all pixels
// compared with the scans.
import { mean, round } from './figures.mjs';
import { measurePdfs } from './imaging-pdf.mjs';
import { measureThumbnails } from './imaging-thumbnails.mjs';
import { countWrongPixels } from './imaging-pixels.mjs';
import { scannedPages } from './scanned-pages.mjs';

export const title = 'Page images (imaging)';
export const about = `The figures are medians of the CPU time of all threads, after a warm-up; the ways are measured in turn. Pages are the
demo county's paper as a scanner leaves it (askew, frayed, specks), CCITT G4 at 300 dots per inch: deeds of letter and
legal size, plats of 24 by 36 inches. sharp is tuned: gray, no optimized coding, one thread, no cache. Previews come
from the stored strip without the stamp, because sharp would not draw the stamp either. PDFs are written from page
objects that are read again each time.`;

export async function measurePart({ quick, say }) {
  const deeds = scannedPages('deeds', 24);
  const plats = scannedPages('plats', 3);
  say(`${deeds.length} deeds of ${kilobytes(deeds)} KB and ${plats.length} plats of ${kilobytes(plats)} KB`);
  const notes = [];
  const figures = [
    ...(await measureThumbnails({ deeds, plats, rounds: quick ? 1 : 5, notes, say })),
    ...(await measurePdfs({ deeds, quick, notes, say })),
    ...(await countWrongPixels({ deeds, plats, notes, say })),
  ];
  return { figures, notes };
}

const kilobytes = (pages) => round(mean(pages.map(({ strip }) => strip.length)) / 1024);
