import type { RowSink } from '../ccitt/ccitt.decoder.js';

/** 8-bit gray picture, 255 is white, rows without padding. */
export interface GreyBitmap {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray;
}

/** The weight of a whole source row. A row on the border of two target rows is split between them in these units. */
const rowUnit = 64;

/**
 * Scales a black-and-white picture to gray with a box filter. A source row comes as its transitions, the positions at
 * which its color changes. A transition costs two additions in a difference row, however far the next transition is.
 * Each target row is the running sum of its difference row. Targets are at most as large as the source.
 */
class GreyTarget {
  private readonly pixels: Uint8ClampedArray;
  private readonly steps: Int32Array;
  /**
   * For each source position: 512 × the target column that contains the position, plus the part of this column that is
   * to the right of the position, in 1/256.
   */
  private readonly places: Int32Array;
  private readonly scale: number;
  private source = 0;
  private row = 0;
  private inkInRow = false;

  constructor(
    private readonly sourceHeight: number,
    sourceWidth: number,
    readonly width: number,
    readonly height: number,
  ) {
    this.pixels = new Uint8ClampedArray(width * height).fill(255);
    this.steps = new Int32Array(width + 2);
    this.places = new Int32Array(sourceWidth + 1);
    for (let x = 0; x <= sourceWidth; x += 1) {
      const fixed = Math.round((x * width * 256) / sourceWidth);
      this.places[x] = (fixed >> 8) * 512 + 256 - (fixed & 255);
    }
    this.scale = 255 / ((256 * rowUnit * sourceHeight) / height);
  }

  add(transitions: Int32Array, count: number): void {
    const top = this.source * this.height;
    const border = (this.row + 1) * this.sourceHeight;
    const bottom = top + this.height;
    this.source += 1;
    if (bottom < border) return this.step(transitions, count, rowUnit);
    const share = Math.round(((border - top) * rowUnit) / this.height);
    this.step(transitions, count, share);
    this.closeRow();
    if (bottom > border && this.row < this.height) this.step(transitions, count, rowUnit - share);
  }

  finish(): GreyBitmap {
    while (this.row < this.height) this.closeRow();
    return { width: this.width, height: this.height, pixels: this.pixels };
  }

  private step(transitions: Int32Array, count: number, weight: number): void {
    if (count === 0) return;
    const { steps, places } = this;
    this.inkInRow = true;
    const whole = 256 * weight;
    for (let i = 0; i < count; i += 2) {
      const begin = places[transitions[i] as number] as number;
      const beginShare = (begin & 511) * weight;
      steps[begin >> 9] = (steps[begin >> 9] as number) + beginShare;
      steps[(begin >> 9) + 1] = (steps[(begin >> 9) + 1] as number) + whole - beginShare;
      if (i + 1 === count) return;
      const end = places[transitions[i + 1] as number] as number;
      const endShare = (end & 511) * weight;
      steps[end >> 9] = (steps[end >> 9] as number) - endShare;
      steps[(end >> 9) + 1] = (steps[(end >> 9) + 1] as number) - whole + endShare;
    }
  }

  private closeRow(): void {
    if (this.inkInRow) {
      const { steps, pixels, width, scale } = this;
      const start = this.row * width;
      let sum = 0;
      let shade = 255;
      for (let x = 0; x < width; x += 1) {
        const change = steps[x] as number;
        if (change !== 0) {
          steps[x] = 0;
          sum += change;
          shade = 255 - sum * scale;
        }
        // a pixel without ink is white already
        if (sum !== 0) pixels[start + x] = shade;
      }
      steps[width] = 0;
      steps[width + 1] = 0;
      this.inkInRow = false;
    }
    this.row += 1;
  }
}

/** Scales rows to all sizes at once; missing rows stay white. */
export function greyScaler(
  page: { width: number; height: number },
  sizes: readonly { width: number; height: number }[],
): { row: RowSink; finish: () => GreyBitmap[] } {
  const targets = sizes.map((size) => new GreyTarget(page.height, page.width, size.width, size.height));
  return {
    row: (transitions, count) => {
      for (const target of targets) target.add(transitions, count);
    },
    finish: () => targets.map((target) => target.finish()),
  };
}
