import type { Placing } from '../runs/lettering.js';
import type { RawPicture } from './pictures.js';

export interface Size {
  readonly width: number;
  readonly height: number;
}

interface Turn {
  /** True if rows of the file are columns of the page. */
  readonly swapped: boolean;
  readonly fromRight: boolean;
  readonly fromBottom: boolean;
}

/**
 * The turn for a TIFF Orientation: 1 upright, 2 mirrored, 3 upside down, 4 flipped, 5 transposed, 6 turn right, 7
 * transverse, 8 turn left.
 */
const turnOf = (orientation: number): Turn => ({
  swapped: orientation >= 5,
  fromRight: [2, 3, 7, 8].includes(orientation),
  fromBottom: [3, 4, 6, 7].includes(orientation),
});

/** The size of a stored picture after it is turned upright. */
export const uprightSize = (stored: Size, orientation: number): Size =>
  orientation >= 5
    ? { width: stored.height, height: stored.width }
    : { width: stored.width, height: stored.height };

/** Maps a point of the upright page to the stored picture. */
export function placingOf(stored: Size, orientation: number): Placing {
  const { swapped, fromRight, fromBottom } = turnOf(orientation);
  return (x, y) => {
    const [u, v] = swapped ? [y, x] : [x, y];
    return [fromRight ? stored.width - u : u, fromBottom ? stored.height - v : v];
  };
}

export function turnUpright(picture: RawPicture, orientation: number): RawPicture {
  if (orientation <= 1 || orientation > 8) return picture;
  const { channels, pixels } = picture;
  const { swapped, fromRight, fromBottom } = turnOf(orientation);
  const { width, height } = uprightSize(picture, orientation);
  const out = new Uint8ClampedArray(pixels.length);
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const u = swapped ? y : x;
      const v = swapped ? x : y;
      const sourceX = fromRight ? picture.width - 1 - u : u;
      const sourceY = fromBottom ? picture.height - 1 - v : v;
      const from = (sourceY * picture.width + sourceX) * channels;
      for (let c = 0; c < channels; c += 1) out[at++] = pixels[from + c] as number;
    }
  }
  return { width, height, channels, pixels: out };
}

/** The size of a page after it is scaled down to fit into a box. The proportions stay, and a page is never enlarged. */
export function fitInside(page: Size, box: Size): Size {
  const scale = Math.min(1, box.width / page.width, box.height / page.height);
  const fit = (side: number): number => Math.max(1, Math.min(side, Math.round(side * scale)));
  return { width: fit(page.width), height: fit(page.height) };
}
