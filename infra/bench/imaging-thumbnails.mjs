import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { renderPreviews } from '../../services/imaging/dist/rendition/render.js';
import { tiffFile } from '../local/demo/scan-file.mjs';
import { cacheFolder } from './cache.mjs';
import { compareCpu, median, round } from './figures.mjs';
import { endedChildrenCpuSeconds, hasProgram } from './machine.mjs';
import { formOf } from './scanned-pages.mjs';

const WIDTHS = [200, 400, 1000];
const plain = { stamp: false, redactions: [] };
const stamped = { stamp: true, redactions: [] };

const ours = (pages, width, ink) => async () => {
  for (const page of pages) {
    await renderPreviews(formOf(page), page.strip, [{ width, height: page.height }], ink);
  }
};

const tunedSharp = (pages, width) => async () => {
  for (const { bytes } of pages) {
    const picture = sharp(bytes, { limitInputPixels: 160e6 }).resize(width).toColourspace('b-w');
    await picture.jpeg({ quality: 80, optimiseCoding: false }).toBuffer();
  }
};

/**
 * The processor time, in milliseconds, that libtiff needs to decode one page; undefined if tiffinfo is not installed.
 */
function libtiffMs(kind, pages) {
  if (!hasProgram('tiffinfo')) return undefined;
  const repeated = Array.from({ length: kind === 'deeds' ? 10 : 8 }, () => pages).flat();
  const file = path.join(cacheFolder('pages-files'), `${kind}.tif`);
  writeFileSync(file, tiffFile(repeated));
  const taken = Array.from({ length: 5 }, () => {
    const before = endedChildrenCpuSeconds();
    spawnSync('tiffinfo', ['-D', file], { stdio: ['ignore', 'ignore', 'ignore'] });
    return ((endedChildrenCpuSeconds() - before) / repeated.length) * 1000;
  });
  return median(taken);
}

/** @returns figures that compare our previews with tuned sharp, and with libtiff, which only decodes the page */
export async function measureThumbnails({ deeds, plats, rounds, notes, say }) {
  const figures = [];
  for (const [kind, list] of Object.entries({ deeds, plats })) {
    const pages = list.map((page) => ({ ...page, bytes: readFileSync(page.file) }));
    const libtiff = libtiffMs(kind, pages);
    for (const width of WIDTHS) {
      const ways = {
        ours: ours(pages, width, plain),
        stamped: ours(pages, width, stamped),
        sharp: tunedSharp(pages, width),
      };
      const ms = await compareCpu(ways, rounds);
      for (const name of Object.keys(ms)) ms[name] /= pages.length;
      say(
        `${kind} ${width} px: ${round(ms.ours)} ms, sharp ${round(ms.sharp)} ms, libtiff ${round(libtiff ?? NaN)} ms`,
      );
      figures.push(...figuresOf({ kind, width, ms, libtiff }));
    }
    if (libtiff === undefined)
      notes.push('tiffinfo (libtiff-tools) is not here: decoding alone was not measured.');
  }
  return figures;
}

function figuresOf({ kind, width, ms, libtiff }) {
  const against = {
    what: `${kind}, preview of ${width} px: tuned sharp's CPU against ours`,
    measured: `${round(ms.sharp)} ms against ${round(ms.ours)} ms (with the stamp ${round(ms.stamped)} ms)`,
    value: ms.sharp / ms.ours,
    goal: { atLeast: 3 },
  };
  if (libtiff === undefined || width === 1000) return [against];
  const floor = {
    what: `${kind}, preview of ${width} px: our CPU against libtiff decoding alone`,
    measured: `${round(ms.ours)} ms against ${round(libtiff)} ms`,
    value: ms.ours / libtiff,
    goal: { atMost: 1.6 },
  };
  return [against, floor];
}
