import { G4Encoder } from '../../src/ccitt/g4.encoder.js';
import { rowsOfBitmap } from '../../src/runs/run-rows.js';

/** Random numbers that depend only on the seed (mulberry32). */
export class Dice {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

/** A picture with one byte per sample, rows without padding. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly pixels: Buffer;
}

/**
 * A side in dots: a whole number of points at 300 dots per inch, so that viewers draw pixel for pixel, but not a
 * multiple of 8.
 */
const side = (dice: Dice): number => 25 * (9 + 2 * dice.below(8));

/** Black lines, boxes and dirt on white. The picture looks different in every orientation. */
export function blackAndWhite(dice: Dice): Picture {
  const [width, height] = [side(dice), side(dice) + 50];
  const pixels = Buffer.alloc(width * height, 255);
  const box = (x: number, y: number, w: number, h: number): void => {
    for (let row = y; row < Math.min(height, y + h); row += 1)
      pixels.fill(0, row * width + x, row * width + Math.min(width, x + w));
  };
  box(5, 5, 60, 12);
  box(5, 5, 12, 100);
  for (let n = 0; n < 60; n += 1)
    box(dice.below(width), dice.below(height), 1 + dice.below(40), 1 + dice.below(6));
  for (let n = 0; n < 300; n += 1) pixels[dice.below(width * height)] = 0;
  return { width, height, channels: 1, pixels };
}

/** Soft shades with the marks of `blackAndWhite`. */
export function shades(dice: Dice, channels: 1 | 3): Picture {
  const { width, height, pixels: marks } = blackAndWhite(dice);
  const pixels = Buffer.alloc(width * height * channels);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    for (let c = 0; c < channels; c += 1) {
      const shade = 120 + 60 * Math.sin((x + 20 * c) / 40) + 60 * Math.cos(y / 55 + c);
      pixels[at * channels + c] = (marks[at] as number) === 0 && (x + y) % 7 < 5 ? shade / 3 : shade;
    }
  }
  return { width, height, channels, pixels };
}

/** Packs the picture into bits. 1 is black, and each row begins on a byte. */
export function packedBits({ width, height, pixels }: Picture): Buffer {
  const stride = (width + 7) >> 3;
  const bits = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((pixels[y * width + x] as number) >= 128) continue;
      const at = y * stride + (x >> 3);
      bits[at] = (bits[at] as number) | (128 >> (x & 7));
    }
  }
  return bits;
}

export function g4Of(picture: Picture): Buffer {
  const encoder = new G4Encoder(picture.width);
  const bits = packedBits(picture);
  rowsOfBitmap(bits, picture.width, picture.height, (picture.width + 7) >> 3, (row, count) =>
    encoder.row(row, count),
  );
  return encoder.finish();
}

/** The picture as shown with a TIFF Orientation. */
export function seenAs({ width, height, channels, pixels }: Picture, orientation: number): Picture {
  const swapped = orientation >= 5;
  const [w, h] = swapped ? [height, width] : [width, height];
  const out = Buffer.alloc(pixels.length);
  for (let y = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1) {
      // TIFF 6.0: where the 0th row and the 0th column of the file are on the paper
      const [u, v] = {
        1: [x, y],
        2: [w - 1 - x, y],
        3: [w - 1 - x, h - 1 - y],
        4: [x, h - 1 - y],
        5: [y, x],
        6: [y, w - 1 - x],
        7: [h - 1 - y, w - 1 - x],
        8: [h - 1 - y, x],
      }[orientation] as [number, number];
      for (let c = 0; c < channels; c += 1)
        out[(y * w + x) * channels + c] = pixels[(v * width + u) * channels + c] as number;
    }
  }
  return { width: w, height: h, channels, pixels: out };
}
