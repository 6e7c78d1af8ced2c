import type { RowSink } from '../ccitt/ccitt.decoder.js';
import { G4Encoder } from '../ccitt/g4.encoder.js';
import { ImageRefused } from '../refusal.js';
import type { RawPicture } from '../rendition/pictures.js';
import { rowsOfBitmap } from '../runs/run-rows.js';
import { storedPage, type PageForm, type VerifiedPage } from '../stored-page.js';

/** The size, density and orientation of a page. */
export type Placed = Pick<PageForm, 'width' | 'height' | 'xDpi' | 'yDpi' | 'orientation'>;

export const formOf = (page: Placed): Omit<PageForm, 'kind'> => ({
  width: page.width,
  height: page.height,
  xDpi: page.xDpi,
  yDpi: page.yDpi,
  orientation: page.orientation >= 1 && page.orientation <= 8 ? page.orientation : 1,
  photometric: 0,
  components: 1,
  rows: page.height,
  damaged: false,
});

/**
 * Ignores the decoded rows. It is used for a stream that is kept unchanged and is decoded only to prove that the stream
 * is valid.
 */
export const ignoreRows: RowSink = () => undefined;

export const isComplete = (height: number, read: { rows: number; damaged: boolean }): boolean =>
  read.rows === height && !read.damaged;

/** Writes the rows of a decoder as a new G4 stream. A page without any readable row is refused. */
export function encodeRows(
  width: number,
  height: number,
  decode: (sink: RowSink) => { rows: number; damaged: boolean },
): { bytes: Buffer; rows: number; damaged: boolean } {
  const encoder = new G4Encoder(width);
  let given = 0;
  const { rows, damaged } = decode((row, count) => {
    encoder.row(row, count);
    given += 1;
  });
  if (rows === 0) throw new ImageRefused('PAGE_UNDECODABLE', 'not one row can be read');
  const white = new Int32Array(8).fill(width);
  for (; given < height; given += 1) encoder.row(white, 0);
  return { bytes: encoder.finish(), rows: Math.min(rows, height), damaged: damaged || rows < height };
}

/** Encodes pixels as a page: black and white as G4 without loss, others as JPEG. */
export async function pixelPage(
  picture: RawPicture,
  placed: Placed,
  bilevel: boolean,
): Promise<VerifiedPage> {
  if (bilevel && picture.channels === 1) return bilevelPixels(picture, placed);
  const { encodeJpeg } = await import('../rendition/pictures.js');
  const form = { ...formOf(placed), kind: 'JPEG', components: picture.channels } as const;
  return storedPage(form, await encodeJpeg(picture, 92));
}

function bilevelPixels({ pixels, width, height }: RawPicture, placed: Placed): VerifiedPage {
  const bits = thresholded(pixels, width, height);
  const stride = (width + 7) >> 3;
  const { bytes } = encodeRows(width, height, (sink) => {
    rowsOfBitmap(bits, width, height, stride, sink);
    return { rows: height, damaged: false };
  });
  return storedPage({ ...formOf(placed), kind: 'G4' }, bytes);
}

function thresholded(pixels: Uint8Array | Uint8ClampedArray, width: number, height: number): Uint8Array {
  const stride = (width + 7) >> 3;
  const bits = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((pixels[y * width + x] as number) >= 128) continue;
      const at = y * stride + (x >> 3);
      bits[at] = (bits[at] as number) | (128 >> (x & 7));
    }
  }
  return bits;
}

/** @throws ImageRefused PAGE_UNDECODABLE with the decoder's message */
export async function decodable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ImageRefused) throw error;
    throw new ImageRefused('PAGE_UNDECODABLE', error instanceof Error ? error.message.split('\n')[0] : '');
  }
}
