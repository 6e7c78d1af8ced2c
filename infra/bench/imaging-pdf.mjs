import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { verifyPages } from '../../services/imaging/dist/ingest/verify.js';
import { writePdf } from '../../services/imaging/dist/pdf/pdf.writer.js';
import { tiffFile } from '../local/demo/scan-file.mjs';
import { projectRoot } from '../local/node-version.mjs';
import { cacheFolder } from './cache.mjs';
import { compareCpu, round } from './figures.mjs';
import { img2pdfMs, prepareImg2pdf } from './img2pdf.mjs';
import { writeWithPdfLib } from './pdf-lib-writer.mjs';
import { formOf } from './scanned-pages.mjs';

const PAGES = [10, 30, 100, 200];

/** Page objects in the order of a document, each read when it is needed. */
function* sourcesOf(pages) {
  for (const page of pages) yield { form: formOf(page), bytes: readFileSync(`${page.file}.g4`) };
}

/** Writes the PDF and returns its number of bytes. Drops each piece at once, like a server that sends the pieces. */
async function ours(pages) {
  let bytes = 0;
  for await (const piece of writePdf('A1000001', sourcesOf(pages))) bytes += piece.length;
  return bytes;
}

export async function measurePdfs({ deeds, quick, notes, say }) {
  const { python, reason } = prepareImg2pdf();
  if (reason) notes.push(`img2pdf was not measured: ${reason}`);
  const figures = [];
  for (const count of quick ? PAGES.slice(0, 2) : PAGES) {
    const pages = Array.from({ length: count }, (_, nth) => deeds[nth % deeds.length]);
    const rounds = quick ? 5 : Math.ceil(400 / count) + 10;
    const ways = { ours: () => ours(pages), pdfLib: () => writeWithPdfLib(sourcesOf(pages)) };
    const ms = await compareCpu(ways, rounds);
    const theirs = python && img2pdfMs(python, fileOf(pages), Math.ceil(rounds / 2));
    say(
      `${count} pages: ${round(ms.ours)} ms, pdf-lib ${round(ms.pdfLib)} ms, img2pdf ${round(theirs?.ms ?? NaN)} ms`,
    );
    figures.push(against(count, '@cantoo/pdf-lib', ms.pdfLib, ms.ours, 6));
    if (theirs) figures.push(against(count, 'img2pdf', theirs.ms, ms.ours, 8));
  }
  const drawn = Array.from({ length: 200 }, (_, nth) => deeds[nth % deeds.length]);
  figures.push(await sizeFigure('drawn deeds', [...sourcesOf(drawn)]));
  const real = await realSources(200);
  if (real.length > 0) figures.push(await sizeFigure('pages of a real scan', real));
  return figures;
}

const against = (count, peer, theirMs, ourMs, atLeast) => ({
  what: `PDF of ${count} pages: CPU of ${peer} against ours`,
  measured: `${round(theirMs)} ms against ${round(ourMs)} ms`,
  value: theirMs / ourMs,
  goal: { atLeast },
});

function fileOf(pages) {
  const file = path.join(cacheFolder('pages-files'), `document-${pages.length}.tif`);
  writeFileSync(file, tiffFile(pages));
  return file;
}

/** The overhead of the file beyond its strips: about 500 bytes a page, whatever the size of the page. */
async function sizeFigure(name, sources) {
  const strips = sources.reduce((sum, { bytes }) => sum + bytes.length, 0);
  let written = 0;
  for await (const piece of writePdf('A1000001', sources)) written += piece.length;
  return {
    what: `PDF of ${sources.length} ${name}: bytes against those of its strips`,
    measured: `${written} against ${strips}, ${round((written - strips) / sources.length)} bytes a page`,
    value: written / strips,
    goal: { atMost: 1.01 },
  };
}

/** The sources of a PDF in which every page is the same real scan; none if the real scans are not available. */
async function realSources(count) {
  const file = path.resolve(projectRoot, process.env.SHARED_DIR ?? '../shared', 'data/scans/pport_g4.tif');
  if (!existsSync(file)) return [];
  for await (const page of verifyPages(readFileSync(file)))
    return Array(count).fill({ form: page, bytes: page.bytes });
  return [];
}
