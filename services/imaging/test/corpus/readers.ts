import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Picture } from './pictures.js';
import type { PixelBox } from './tiff-files.js';

export const hasProgram = (name: string): boolean => spawnSync(name, ['-v']).error === undefined;

/** Runs `work` with a folder that is deleted afterwards. */
export function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'scan-corpus-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The pages of a PDF as Poppler shows them at `dpi` dots per inch, with annotations and without smoothing. Poppler
 * blends neighboring dots when it draws an image at its own density. Pages are therefore drawn at four times the
 * density, and one inner dot of each block of 4x4 is kept. How Poppler rounds the edges of an image does not affect
 * inner dots. `dpi` must be the density of the finest image of the page, because otherwise some of its dots would not
 * be compared.
 */
export function seenByPoppler(pdf: Uint8Array, dpi = 300, ...more: string[]): Picture[] {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'a.pdf'), pdf);
    const options = ['-r', String(dpi * oversampling), '-cropbox', '-aa', 'no', '-aaVector', 'no', ...more];
    execFileSync('pdftoppm', [...options, join(folder, 'a.pdf'), join(folder, 'i')], { stdio: 'ignore' });
    const names = readdirSync(folder).filter((name) => name.endsWith('.ppm'));
    return names.sort().map((name) => inner(readPpm(readFileSync(join(folder, name)))));
  });
}

const oversampling = 4;

function inner({ width, height, pixels }: Picture): Picture {
  const [w, h] = [Math.round(width / oversampling), Math.round(height / oversampling)];
  const out = Buffer.alloc(w * h * 3);
  for (let y = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1) {
      const from = ((y * oversampling + 2) * width + x * oversampling + 2) * 3;
      pixels.copy(out, (y * w + x) * 3, from, from + 3);
    }
  }
  return { width: w, height: h, channels: 3, pixels: out };
}

function readPpm(bytes: Buffer): Picture {
  const head = /^P6\s(\d+)\s(\d+)\s255\s/.exec(bytes.subarray(0, 60).toString('latin1'));
  if (!head) throw new Error('no PPM');
  return {
    width: Number(head[1]),
    height: Number(head[2]),
    channels: 3,
    pixels: bytes.subarray(head[0].length),
  };
}

/** A TIFF rewritten by libtiff. */
export function byLibtiff(tiff: Uint8Array, options: readonly string[]): Buffer {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'a.tif'), tiff);
    execFileSync('tiffcp', [...options, join(folder, 'a.tif'), join(folder, 'b.tif')], { stdio: 'ignore' });
    return readFileSync(join(folder, 'b.tif'));
  });
}

/** A lossless JPEG 2000 file written by OpenJPEG. */
export function byOpenJpeg({ width, height, channels, pixels }: Picture): Buffer {
  return inFolder((folder) => {
    const kind = channels === 1 ? 'pgm' : 'ppm';
    const head = Buffer.from(`${channels === 1 ? 'P5' : 'P6'}\n${width} ${height}\n255\n`);
    writeFileSync(join(folder, `a.${kind}`), Buffer.concat([head, pixels]));
    const files = ['-i', join(folder, `a.${kind}`), '-o', join(folder, 'a.jp2')];
    execFileSync('opj_compress', files, { stdio: 'ignore' });
    return readFileSync(join(folder, 'a.jp2'));
  });
}

/**
 * The share of samples that differ by more than `tolerance`; 1 for pictures of different sizes. With a `reach`, a
 * sample differs only if no dot within this distance is similar in the other picture.
 */
export function difference(one: Picture, other: Picture, tolerance: number, reach = 0): number {
  if (one.width !== other.width || one.height !== other.height) return 1;
  let wrong = 0;
  for (let y = 0; y < one.height; y += 1) {
    for (let x = 0; x < one.width; x += 1) {
      for (let c = 0; c < 3; c += 1) {
        if (Math.abs(sample(one, x, y, c) - sample(other, x, y, c)) <= tolerance) continue;
        const near = { x, y, c, tolerance, reach };
        if (!hasNear(other, sample(one, x, y, c), near) || !hasNear(one, sample(other, x, y, c), near))
          wrong += 1;
      }
    }
  }
  return wrong / (one.width * one.height * 3);
}

const sample = ({ width, channels, pixels }: Picture, x: number, y: number, c: number): number =>
  pixels[channels === 1 ? y * width + x : (y * width + x) * 3 + c] as number;

function hasNear(
  picture: Picture,
  value: number,
  near: { x: number; y: number; c: number; tolerance: number; reach: number },
): boolean {
  const { x, y, c, tolerance, reach } = near;
  for (let v = Math.max(0, y - reach); v <= Math.min(picture.height - 1, y + reach); v += 1)
    for (let u = Math.max(0, x - reach); u <= Math.min(picture.width - 1, x + reach); u += 1)
      if (Math.abs(sample(picture, u, v, c) - value) <= tolerance) return true;
  return false;
}

/** True if anything inside the box is lighter than black, except in the two pixels along its edges. */
export function showsThrough({ width, height, channels, pixels }: Picture, box: PixelBox): boolean {
  const [right, bottom] = [Math.min(width, Math.floor(box.right)), Math.min(height, Math.floor(box.bottom))];
  const top = Math.ceil(box.top) + 2;
  for (let y = top; y < bottom - 2; y += 1) {
    const from = (y * width + Math.ceil(box.left) + 2) * channels;
    if (pixels.subarray(from, (y * width + right - 2) * channels).some((value) => value > 60)) return true;
  }
  return false;
}
