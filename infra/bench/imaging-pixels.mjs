import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { verifyPages } from '../../services/imaging/dist/ingest/verify.js';
import { writePdf } from '../../services/imaging/dist/pdf/pdf.writer.js';
import { projectRoot } from '../local/node-version.mjs';
import { hasProgram } from './machine.mjs';

/** Every G3 and G4 variant of the real scans, if they are available. */
const realScans = [
  'g3_1d.tif',
  'g3_2d.tif',
  'g3_2d_fill_lsb.tif',
  'g4-fillorder-test.tif',
  'g4-multi.tiff',
  'g4_128_rows_a_strip.tif',
  'g4_tiled.tif',
  'mixed_5_pages_g4.tif',
  'pport_g4.tif',
];

/** Decodes a page of a TIFF with libtiff. Returns one byte for each pixel. */
const sourcePixels = (file, page) =>
  sharp(file, { page, limitInputPixels: 160e6 })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });

/** The images in a PDF, extracted by poppler's pdfimages. */
function pdfImages(pdf) {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-bench-'));
  try {
    writeFileSync(path.join(folder, 'a.pdf'), pdf);
    spawnSync('pdfimages', ['-tiff', path.join(folder, 'a.pdf'), path.join(folder, 'i')]);
    const names = readdirSync(folder).filter((name) => name.startsWith('i-'));
    return names.sort().map((name) => readFileSync(path.join(folder, name)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Imports a file, writes it as PDF with the product's code, and extracts the images with another program. */
async function compareFile(file) {
  const pages = [];
  for await (const page of verifyPages(readFileSync(file))) pages.push({ form: page, bytes: page.bytes });
  const pieces = [];
  for await (const piece of writePdf('scan', pages)) pieces.push(piece);
  let [wrong, pixels] = [0, 0];
  for (const [nth, image] of pdfImages(Buffer.concat(pieces)).entries()) {
    const source = await sourcePixels(file, nth);
    const { data, info } = await sourcePixels(image, 0);
    if (
      info.width !== source.info.width ||
      info.height !== source.info.height ||
      data.length !== source.data.length
    )
      throw new Error(`page ${nth + 1} of ${path.basename(file)} has another size in the PDF`);
    for (let at = 0; at < data.length; at += 1) if (data[at] !== source.data[at]) wrong += 1;
    pixels += data.length;
  }
  return { pages: pages.length, wrong, pixels };
}

export async function countWrongPixels({ deeds, plats, notes, say }) {
  if (!hasProgram('pdfimages')) {
    notes.push('pdfimages (poppler-utils) is not here: pixels were not compared.');
    return [];
  }
  const scans = path.resolve(projectRoot, process.env.SHARED_DIR ?? '../shared', 'data/scans');
  const real = realScans.map((name) => path.join(scans, name)).filter((file) => existsSync(file));
  if (real.length < realScans.length)
    notes.push(`${realScans.length - real.length} real scans are not here.`);
  const drawn = [...deeds.slice(0, 6), ...plats.slice(0, 1)].map(({ file }) => file);
  const sum = { pages: 0, wrong: 0, pixels: 0 };
  for (const file of [...drawn, ...real]) {
    const found = await compareFile(file);
    if (found.wrong > 0) say(`${path.basename(file)}: ${found.wrong} wrong pixels`);
    for (const key of Object.keys(sum)) sum[key] += found[key];
  }
  return [
    {
      what: `wrong pixels in the PDFs of ${drawn.length} drawn and ${real.length} real files (all G3 and G4 variants), by pdfimages`,
      measured: `${sum.wrong} of ${sum.pixels} in ${sum.pages} pages`,
      value: sum.wrong,
      unit: 'pixels',
      goal: { atMost: 0 },
    },
  ];
}
