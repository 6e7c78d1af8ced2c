import { readPngHeader } from '../png/png.header.js';
import type { RawPicture } from '../rendition/pictures.js';
import type { VerifiedPage } from '../stored-page.js';
import { decodable, pixelPage } from './encode-page.js';

/** A PNG as a page. Its loader is opened here alone, in the limited process: nothing that is served is a PNG. */
export async function pngPage(bytes: Uint8Array): Promise<VerifiedPage> {
  const header = readPngHeader(bytes);
  const { openPicture, rawPixels } = await import('../rendition/pictures.js');
  const { default: sharp } = await import('sharp');
  sharp.unblock({ operation: ['VipsForeignLoadPng'] });
  const isGrey = header.colorType === 0 || header.colorType === 4;
  const picture = await decodable(rawPixels(openPicture(bytes), isGrey ? 1 : 3));
  const placed = { ...header, orientation: 1 };
  const dots = blackAndWhite(picture);
  return dots ? pixelPage(dots, placed, true) : pixelPage(picture, placed, false);
}

/** The same picture with one sample a pixel, when each is black or white: PNGs of scans often waste bits on them. */
function blackAndWhite(picture: RawPicture): RawPicture | undefined {
  const { width, height, channels, pixels } = picture;
  if (pixels.some((value) => value !== 0 && value !== 255)) return undefined;
  if (channels === 1) return picture;
  const dots = new Uint8Array(width * height);
  for (let at = 0; at < dots.length; at += 1) {
    const value = pixels[at * 3] as number;
    if (pixels[at * 3 + 1] !== value || pixels[at * 3 + 2] !== value) return undefined;
    dots[at] = value;
  }
  return { width, height, channels: 1, pixels: dots };
}
