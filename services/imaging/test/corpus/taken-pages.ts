import sharp from 'sharp';
import { decodeCcitt } from '../../src/ccitt/ccitt.decoder.js';
import { verifyPages } from '../../src/ingest/verify.js';
import { RunCollector } from '../../src/runs/run-rows.js';
import type { VerifiedPage } from '../../src/stored-page.js';
import { bitmapOf } from '../scans.js';
import { packedBits, type Picture } from './pictures.js';
import { difference } from './readers.js';
import type { TiffDirectory } from './tiff-writer.js';

export async function pagesOf(bytes: Uint8Array): Promise<VerifiedPage[]> {
  const pages: VerifiedPage[] = [];
  for await (const page of verifyPages(bytes)) pages.push(page);
  return pages;
}

/** The dots of a stored black and white page, packed as by `bitmapOf`. */
export function dotsOf(page: VerifiedPage | undefined): Buffer {
  const { width = 1, height = 1, bytes = Buffer.alloc(0) } = page ?? {};
  const collector = new RunCollector(width, height);
  decodeCcitt(bytes, { scheme: 'G4', width, rows: height }, collector.add);
  return bitmapOf(collector.finish());
}

export const isPicture = (page: VerifiedPage | undefined, picture: Picture): boolean =>
  page?.kind === 'G4' && page.width === picture.width && dotsOf(page).equals(packedBits(picture));

/** The share of samples that differ from the picture by more than a JPEG of quality 92 can explain. */
export async function wrongShare(page: VerifiedPage | undefined, picture: Picture): Promise<number> {
  const { data, info } = await sharp(page?.bytes).raw().toBuffer({ resolveWithObject: true });
  const channels = info.channels === 1 ? 1 : 3;
  return difference(picture, { width: info.width, height: info.height, channels, pixels: data }, 40);
}

export function directory(
  { width, height, channels }: Picture,
  form: { compression: number; photometric: number; bits: number },
  pieces: readonly Uint8Array[],
  ...more: TiffDirectory['tags'][number][]
): TiffDirectory {
  return {
    pieces,
    tags: [
      [256, 4, width],
      [257, 4, height],
      [258, 3, ...Array.from({ length: channels }, () => form.bits)],
      [259, 3, form.compression],
      [262, 3, form.photometric],
      [277, 3, channels],
      [282, 5, 200, 1],
      [283, 5, 200, 1],
      ...more,
    ],
  };
}
