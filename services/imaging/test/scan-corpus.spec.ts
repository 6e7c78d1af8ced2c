import { describe, expect, test } from '@jest/globals';
import { verifyPages } from '../src/ingest/verify.js';
import { ImageRefused } from '../src/refusal.js';
import { writePdf } from '../src/pdf/pdf.writer.js';
import { coveredScan, pdfScan } from './corpus/pdf-files.js';
import { Dice } from './corpus/pictures.js';
import { difference, hasProgram, seenByPoppler, showsThrough } from './corpus/readers.js';
import { tiffAndJpegKinds, type CorpusFile } from './corpus/tiff-files.js';

/** The test suite checks a few files of each kind; `npm run scans -- --seed 1` checks 240 files. */
const seed = Number(process.env['SCANS_SEED'] ?? '1');
const files = Number(process.env['SCANS_FILES'] ?? '24');
const figures = process.env['SCANS_FIGURES'] === '1';
const missing = ['pdftoppm', 'tiffcp', 'opj_compress'].filter((program) => !hasProgram(program));

const coveredKind = [0.1, coveredScan] as const;

/**
 * Returns the n-th file of the corpus. Fixed shares of the files are TIFFs, JPEGs and covered scans; all others are
 * PDFs.
 */
async function fileAt(n: number): Promise<CorpusFile> {
  const dice = new Dice(seed * 1_000_003 + n);
  let from = 0;
  for (const [share, make] of [...tiffAndJpegKinds, coveredKind]) {
    const count = Math.round(share * files);
    if (n < from + count) return make(dice, n - from);
    from += count;
  }
  // the stride 7 has no factor in common with the lengths of the lists, so that even a short run covers all codecs,
  // additions and rotations
  return pdfScan(dice, (n - from) * 7 + seed);
}

/** The PDF that the portal sells for a file. */
async function sold(bytes: Uint8Array): Promise<Buffer> {
  const pages = [];
  for await (const page of verifyPages(bytes, { drawPages: true }))
    pages.push({ form: page, bytes: page.bytes });
  const pieces: Buffer[] = [];
  for await (const piece of writePdf('scan', pages)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function fault(file: CorpusFile): Promise<string | undefined> {
  try {
    const pdf = await sold(file.bytes);
    if (file.refused !== undefined) return `${file.name}: sold`;
    const mine = seenByPoppler(pdf, file.dpi);
    const { hidden } = file;
    // looks at the page without annotations, because the covered part must be gone from the image itself
    if (
      hidden &&
      seenByPoppler(pdf, file.dpi, '-hide-annotations').some((page) => showsThrough(page, hidden))
    )
      return `${file.name}: what the source hides can be seen`;
    const source = file.seen ?? seenByPoppler(file.twin ?? file.bytes, file.sourceDpi ?? file.dpi);
    if (mine.length !== source.length) return `${file.name}: ${mine.length} pages of ${source.length}`;
    const shares = source.map((page, i) =>
      difference(page, mine[i] as (typeof mine)[number], file.tolerance, file.reach),
    );
    const worst = Math.max(...shares);
    if (figures) process.stdout.write(`${worst.toFixed(5)} ${file.name}\n`);
    return worst > file.share
      ? `${file.name}: ${(worst * 100).toFixed(2)} % of the samples differ`
      : undefined;
  } catch (error) {
    if (error instanceof ImageRefused && error.code === file.refused) return undefined;
    return `${file.name}: ${String(error)}`;
  }
}

if (missing.length > 0 && process.env['CI'] !== 'true') {
  test.skip(`the corpus of scans needs ${missing.join(', ')}: install poppler-utils, libtiff-tools, libopenjp2-tools`, () =>
    undefined);
} else {
  describe('a corpus of scans', () => {
    test(
      `${files} files of all kinds look the same to Poppler in the sold PDF as in the source`,
      async () => {
        expect(missing).toEqual([]);
        const faults: string[] = [];
        for (let n = 0; n < files; n += 1) {
          const found = await fault(await fileAt(n));
          if (found) faults.push(found);
        }
        expect(faults).toEqual([]);
      },
      // the whole corpus may run while other tests use the processor
      60_000 + files * (files > 24 ? 10_000 : 3_000),
    );
  });
}
