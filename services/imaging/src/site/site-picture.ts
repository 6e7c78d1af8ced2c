import sharp from 'sharp';
import { isPictureFile, type PictureBounds, type PictureRefusal } from './site-picture.rules.js';

// Opens only the formats that a county may upload. By default, libvips also reads SVG, GIF, PDF and more.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] });
sharp.cache(false);
sharp.concurrency(1);

/** Maximum number of pixels to decode. */
const mostPixels = 50_000_000;

export interface ShownPicture {
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/**
 * Decodes an untrusted picture once and encodes it as a WebP that contains only the pixels: no location or camera data,
 * no color profile, nothing hidden. Runs only inside a limited process.
 */
export async function showable(
  file: Uint8Array,
  bounds: PictureBounds,
): Promise<ShownPicture | PictureRefusal> {
  if (!isPictureFile(file)) return 'PICTURE_KIND';
  try {
    const picture = sharp(file, { limitInputPixels: mostPixels, failOn: 'truncated', pages: 1 }).autoOrient();
    const { autoOrient: size } = await picture.metadata();
    const tooSmall = size.width < bounds.leastWidth || size.height < bounds.leastHeight;
    if (tooSmall || Math.max(size.width, size.height) > bounds.longest) return 'PICTURE_DIMENSIONS';
    const { data, info } = await picture
      .resize({ width: bounds.mostWidth, height: bounds.mostHeight, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80, effort: 5 })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, bytes: data };
  } catch {
    return 'PICTURE_BROKEN';
  }
}
