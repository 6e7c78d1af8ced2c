import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyPages } from '../src/ingest/verify.js';
import { decodeBilevel } from '../src/tiff/tiff.bilevel.js';
import { TiffReader } from '../src/tiff/tiff.reader.js';
import { forEachRow, RunCollector, type RunRows } from '../src/runs/run-rows.js';
import type { VerifiedPage } from '../src/stored-page.js';

/** All pages of a file, verified in this process. */
export async function pagesOf(file: string): Promise<VerifiedPage[]> {
  const pages: VerifiedPage[] = [];
  for await (const page of verifyPages(readFileSync(file))) pages.push(page);
  return pages;
}

/** Rows of the n-th page of a bilevel TIFF, counted from 0. */
export function tiffRows(file: string, n = 0): RunRows {
  const reader = new TiffReader(readFileSync(file));
  const page = reader.page(reader.directories()[n] as number);
  const collector = new RunCollector(page.width, page.height);
  decodeBilevel(page, reader.pieces(page), collector.add);
  return collector.finish();
}

/** Packs rows into a 1-bit bitmap. 1 is black, and each row begins on a byte. */
export function bitmapOf(rows: RunRows): Buffer {
  const stride = (rows.width + 7) >> 3;
  const bits = Buffer.alloc(stride * rows.height);
  let y = 0;
  forEachRow(rows, (row, count) => {
    for (let i = 0; i < count; i += 2) {
      const end = i + 1 < count ? (row[i + 1] as number) : rows.width;
      for (let x = row[i] as number; x < end; x += 1) {
        const at = y * stride + (x >> 3);
        bits[at] = (bits[at] as number) | (128 >> (x & 7));
      }
    }
    y += 1;
  });
  return bits;
}

/** The rows as a plain bitmap file (P4), where 1 is black. */
export const plainBitmap = (rows: RunRows): Buffer =>
  Buffer.concat([Buffer.from(`P4\n${rows.width} ${rows.height}\n`), bitmapOf(rows)]);

/** The images that Poppler's pdfimages extracts from a PDF, each as P4, P5 or P6. */
export function pdfImages(pdf: Uint8Array, ...flags: string[]): Buffer[] {
  const folder = mkdtempSync(join(tmpdir(), 'pdfimages-'));
  try {
    writeFileSync(join(folder, 'a.pdf'), pdf);
    execFileSync('pdfimages', [...flags, join(folder, 'a.pdf'), join(folder, 'i')]);
    const images = readdirSync(folder).filter((name) => name.startsWith('i-'));
    return images.sort().map((name) => withoutPadding(readFileSync(join(folder, name))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Clears the unused bits at the end of each P4 row, which Poppler leaves black. */
function withoutPadding(image: Buffer): Buffer {
  const head = /^P4\s(\d+) (\d+)\s/.exec(image.subarray(0, 40).toString('latin1'));
  if (!head) return image;
  const width = Number(head[1]);
  const stride = (width + 7) >> 3;
  const unused = (1 << (stride * 8 - width)) - 1;
  for (let at = head[0].length + stride - 1; at < image.length; at += stride) {
    image[at] = (image[at] as number) & ~unused;
  }
  return image;
}

export function pdfInfo(pdf: Uint8Array): string {
  return execFileSync('pdfinfo', ['-'], { input: pdf, encoding: 'utf8' });
}
