import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';

/**
 * Describes the pixels of a picture, or of one page of a TIFF, by their size and hash. The result is the same for the
 * same pixels in any format.
 */
export const hashOfPixels = async (image: Buffer, page = 0): Promise<string> => {
  const { data, info } = await sharp(image, { page })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return `${info.width}x${info.height} ${createHash('sha256').update(data).digest('hex')}`;
};

/** Hashes the pixels of each image of a PDF, in the order of the pages; pdfimages extracts the images. */
export const hashesOfPdf = async (pdf: Buffer): Promise<string[]> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pixels-'));
  try {
    writeFileSync(path.join(folder, 'a.pdf'), pdf);
    execFileSync('pdfimages', ['-png', path.join(folder, 'a.pdf'), path.join(folder, 'p')]);
    const files = readdirSync(folder).filter((file) => file.endsWith('.png'));
    return await Promise.all(files.sort().map((file) => hashOfPixels(readFileSync(path.join(folder, file)))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
