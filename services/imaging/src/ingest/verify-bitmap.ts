import { readPngHeader } from '../png/png.header.js';
import { readBmp } from '../bmp/bmp.reader.js';
import { checkDimensions, ImageRefused } from '../refusal.js';
import type { RawPicture } from '../rendition/pictures.js';
import type { VerifiedPage } from '../stored-page.js';
import { decodable, pixelPage, type Placed } from './encode-page.js';

/**
 * Reads a PNG as a page. `rendition/pictures.ts` blocks the PNG loader, because stored pages are never PNG. This
 * function unblocks the loader, so it may run only in the limited process.
 */
export async function pngPage(bytes: Uint8Array): Promise<VerifiedPage> {
  const header = readPngHeader(bytes);
  const { openPicture, rawPixels } = await import('../rendition/pictures.js');
  const { default: sharp } = await import('sharp');
  sharp.unblock({ operation: ['VipsForeignLoadPng'] });
  const isGrey = header.colorType === 0 || header.colorType === 4;
  const picture = await decodable(rawPixels(openPicture(bytes), isGrey ? 1 : 3));
  const placed = { ...header, orientation: 1 };
  return dotsOrShades(picture, placed);
}

/** A GIF of one picture as a page. GIF has no density, so the usual 300 dots per inch are assumed. */
export async function gifPage(bytes: Uint8Array): Promise<VerifiedPage> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < 13) throw new ImageRefused('PAGE_UNDECODABLE', 'no GIF header');
  checkDimensions(view.getUint16(6, true), view.getUint16(8, true));
  const { openPicture, rawPixels } = await import('../rendition/pictures.js');
  const { default: sharp } = await import('sharp');
  sharp.unblock({ operation: ['VipsForeignLoadNsgif'] });
  const { pages = 1 } = await decodable(openPicture(bytes).metadata());
  if (pages > 1) throw new ImageRefused('GIF_KIND', `GIF of ${pages} pictures`);
  const picture = await decodable(rawPixels(openPicture(bytes), 3));
  const { width, height } = picture;
  return dotsOrShades(picture, { width, height, xDpi: 300, yDpi: 300, orientation: 1 });
}

export function bmpPage(bytes: Uint8Array): Promise<VerifiedPage> {
  const { picture, xDpi, yDpi } = readBmp(bytes);
  const { width, height } = picture;
  return dotsOrShades(picture, { width, height, xDpi, yDpi, orientation: 1 });
}

function dotsOrShades(picture: RawPicture, placed: Placed): Promise<VerifiedPage> {
  const dots = blackAndWhite(picture);
  return dots ? pixelPage(dots, placed, true) : pixelPage(withoutColors(picture), placed, false);
}

/**
 * The picture with one sample per pixel if red, green and blue are equal in every pixel; otherwise the same picture.
 */
function withoutColors(picture: RawPicture): RawPicture {
  const { width, height, channels, pixels } = picture;
  if (channels === 1) return picture;
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at += 1) {
    const value = pixels[at * 3] as number;
    if (pixels[at * 3 + 1] !== value || pixels[at * 3 + 2] !== value) return picture;
    grey[at] = value;
  }
  return { width, height, channels: 1, pixels: grey };
}

/**
 * The picture with one sample per pixel if every pixel is black or white, as in many scans that are saved in color.
 * Undefined for other pictures.
 */
function blackAndWhite(picture: RawPicture): RawPicture | undefined {
  if (picture.pixels.some((value) => value !== 0 && value !== 255)) return undefined;
  const dots = withoutColors(picture);
  return dots.channels === 1 ? dots : undefined;
}
