// Pages like those from an office's scanner: pages of the demo county, slightly askew, with frayed edges and dirt.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { demoDocuments } from '../local/demo/documents.mjs';
import { Page } from '../local/demo/page.mjs';
import { firstPage, formPage, platPage, signaturePage } from '../local/demo/paper.mjs';
import { seededRandom } from '../local/demo/random.mjs';
import { g4Strip, tiffFile } from '../local/demo/scan-file.mjs';
import { cacheFolder } from './cache.mjs';

const VERSION = 2;
const FRAYED = 0.35;
const SPECKS_PER_PIXEL = [5e-6, 2.5e-5, 8e-5];

/** 1 for a black pixel of the page; 0 for a white pixel and beyond the borders. */
function isBlack({ bits, stride, width, height }, x, y) {
  if (x < 0 || y < 0 || x >= width || y >= height) return 0;
  return (bits[y * stride + (x >> 3)] >> (7 - (x & 7))) & 1;
}

/**
 * Turns the page by up to two thirds of a degree, flips a third of the dots at edges, and adds specks of dirt. A third
 * of the pages also get the dark border of a copier. Even so, the file of a real scan of this size (in the tests'
 * inputs) is three times as large.
 */
export function scanned(paper, seed) {
  const random = seededRandom(`scan ${seed}`);
  const slope = (random.next() - 0.5) * 0.024;
  const page = new Page(paper.width, paper.height);
  for (let y = 0; y < page.height; y += 1) {
    const across = Math.round((y - page.height / 2) * slope);
    let before = 0;
    for (let x = 0; x < page.width; x += 1) {
      const dot = isBlack(paper, x + across, Math.round(y - (x - page.width / 2) * slope));
      const frayed = dot !== before && random.next() < FRAYED;
      before = dot;
      if (dot !== Number(frayed)) page.dot(x, y);
    }
  }
  if (random.chance(0.35)) copierEdge(page, random);
  for (let specks = page.width * page.height * random.pick(SPECKS_PER_PIXEL); specks > 0; specks -= 1) {
    const [x, y, size] = [random.below(page.width), random.below(page.height), random.between(1, 3)];
    page.box(x, y, size, size);
  }
  return page;
}

/** A black right border that gets thinner toward the paper. */
function copierEdge(page, random) {
  const wide = random.between(8, 60);
  for (let y = 0; y < page.height; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      if (random.chance((1 - x / wide) ** 2)) page.dot(page.width - 1 - x, y);
    }
  }
}

const deedPapers = (county, documents) => {
  const deeds = documents.filter(({ plat }) => !plat).slice(0, 8);
  return deeds.flatMap((deed, at) => [
    firstPage(county, { ...deed, pages: 3 }),
    formPage(deed.instrument.code, at + 1, at % 3 === 2),
    signaturePage(county, { ...deed, pages: 3 }),
  ]);
};

const platPapers = (county, documents) => {
  const plat = documents.find((document) => document.plat);
  return ['NORTH', 'SOUTH', 'EAST'].map((side) =>
    platPage(county, { ...plat, plat: `${plat.plat} ${side}` }),
  );
};

/**
 * Page images at 300 dots per inch, drawn once and cached: `strip` is the G4 stream, `file` a TIFF of this one page.
 * @param {'deeds' | 'plats'} kind
 */
export function scannedPages(kind, count) {
  const { documents } = demoDocuments('lake', { documents: 40 });
  let papers;
  return Array.from({ length: count }, (_, nth) => {
    const file = path.join(cacheFolder(`pages-${VERSION}`), `${kind}-${nth}.tif`);
    const about = `${file}.json`;
    if (!existsSync(about)) {
      papers ??= (kind === 'deeds' ? deedPapers : platPapers)('lake', documents);
      const page = scanned(papers[nth % papers.length], `${kind} ${nth}`);
      const strip = g4Strip(page);
      const { width, height } = page;
      writeFileSync(`${file}.g4`, strip);
      writeFileSync(file, tiffFile([{ width, height, strip, compression: 4 }]));
      writeFileSync(about, JSON.stringify({ width, height }));
    }
    return {
      file,
      ...JSON.parse(readFileSync(about, 'utf8')),
      strip: readFileSync(`${file}.g4`),
      compression: 4,
    };
  });
}

/** The page in the form that the imaging service stores. */
export const formOf = ({ width, height }) => ({
  kind: 'G4',
  width,
  height,
  xDpi: 300,
  yDpi: 300,
  orientation: 1,
  photometric: 0,
  components: 1,
  rows: height,
  damaged: false,
});
