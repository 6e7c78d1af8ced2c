import sharp, { type Sharp } from 'sharp';
import { limits } from '../refusal.js';

// Blocks every loader that pages do not need; by default libvips also opens GIF, SVG, PDF and more
// (imaging/DESIGN.md#hostile-input).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadTiff', 'VipsForeignLoadJpeg'] });
sharp.cache(false);
sharp.concurrency(1);

/** Opens a JPEG or TIFF within the limits. With `tolerant`, the readable part of a broken picture is shown. */
export function openPicture(bytes: Uint8Array, options: { page?: number; tolerant?: boolean } = {}): Sharp {
  return sharp(bytes, {
    limitInputPixels: limits.pixels,
    failOn: options.tolerant ? 'none' : 'truncated',
    ...(options.page !== undefined && { page: options.page }),
  });
}

export interface RawPicture {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly pixels: Uint8Array | Uint8ClampedArray;
}

/** Opens pixels that are decoded already. */
export const openPixels = ({ width, height, channels, pixels }: RawPicture): Sharp =>
  sharp(pixels, { raw: { width, height, channels }, limitInputPixels: limits.pixels });

/**
 * Encodes a JPEG without the slow options. Optimized Huffman tables would take twice the time to save 2.5 %
 * (imaging/DESIGN.md#previews).
 */
export function encodeJpeg(picture: RawPicture, quality = 80): Promise<Buffer> {
  return openPixels(picture)
    .toColourspace(picture.channels === 1 ? 'b-w' : 'srgb')
    .jpeg({ quality, optimiseCoding: false })
    .toBuffer();
}

/**
 * Decodes a picture in pieces up to its end and discards the pixels, so that a plat needs no more memory than a deed.
 */
export async function readThrough(picture: Sharp): Promise<void> {
  await picture.resize(16, 16, { fit: 'fill' }).raw().toBuffer();
}

/** Pixels of an opened picture, gray or RGB, without transparency. */
export async function rawPixels(picture: Sharp, channels: 1 | 3): Promise<RawPicture> {
  const flat = picture.flatten({ background: '#fff' }).toColourspace(channels === 1 ? 'b-w' : 'srgb');
  const { data, info } = await flat.raw().toBuffer({ resolveWithObject: true });
  if (info.channels !== channels)
    throw new Error(`picture has ${info.channels} channels instead of ${channels}`);
  return { width: info.width, height: info.height, channels, pixels: data };
}
