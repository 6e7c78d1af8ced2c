import type { RowSink } from '../ccitt/ccitt.decoder.js';

/**
 * Rows of a black and white picture as transitions in one array; row y is `transitions[starts[y] .. starts[y + 1]]`.
 */
export interface RunRows {
  readonly width: number;
  readonly height: number;
  readonly starts: Uint32Array;
  readonly transitions: Int32Array;
}

/** Collects rows. The memory that is needed grows with the number of transitions. */
export class RunCollector {
  private transitions = new Int32Array(4096);
  private length = 0;
  private rows = 0;
  private readonly starts: Uint32Array;

  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {
    this.starts = new Uint32Array(height + 1);
  }

  readonly add: RowSink = (row, count) => {
    if (this.length + count > this.transitions.length) {
      const grown = new Int32Array(Math.max(this.length + count, this.transitions.length * 2));
      grown.set(this.transitions.subarray(0, this.length));
      this.transitions = grown;
    }
    for (let i = 0; i < count; i += 1) this.transitions[this.length + i] = row[i] as number;
    this.length += count;
    this.rows += 1;
    this.starts[this.rows] = this.length;
  };

  /** Returns the collected rows; missing rows are white. */
  finish(): RunRows {
    this.starts.fill(this.length, this.rows + 1);
    return {
      width: this.width,
      height: this.height,
      starts: this.starts,
      transitions: this.transitions.subarray(0, this.length),
    };
  }
}

export function forEachRow(rows: RunRows, sink: RowSink): void {
  for (let y = 0; y < rows.height; y += 1) {
    const start = rows.starts[y] as number;
    const end = rows.starts[y + 1] as number;
    sink(rows.transitions.subarray(start, end), end - start);
  }
}

/** A sink that swaps black and white (photometric BlackIsZero) and passes the row on. */
export function inverted(width: number, next: RowSink): RowSink {
  const flipped = new Int32Array(width + 8);
  return (row, count) => {
    const from = count > 0 && row[0] === 0 ? 1 : 0;
    let kept = 0;
    if (from === 0) flipped[kept++] = 0;
    for (let i = from; i < count; i += 1) flipped[kept++] = row[i] as number;
    if (kept % 2 === 1) flipped[kept++] = width;
    if (kept > 0 && (flipped[kept - 1] as number) >= width) kept -= 1;
    flipped.fill(width, kept, kept + 4);
    next(flipped, kept);
  };
}

/**
 * A sink that paints the black runs of `ink` over each row, so that stamps and redactions are part of the picture. Rows
 * without ink do not change.
 */
export function inked(ink: RunRows, next: RowSink): RowSink {
  const joined = new Int32Array(ink.width * 2 + 16);
  let y = 0;
  return (row, count) => {
    const kept = uniteRuns(row, count, ink, y, joined);
    y += 1;
    if (kept === undefined) return next(row, count);
    joined.fill(ink.width, kept, kept + 4);
    next(joined, kept);
  };
}

/**
 * Unites the black runs of a row with row `y` of `ink`. A run without an end extends to the width. Returns the number of
 * transitions in `out`; undefined if that row has no ink.
 */
function uniteRuns(
  one: Int32Array,
  oneEnd: number,
  ink: RunRows,
  y: number,
  out: Int32Array,
): number | undefined {
  const { transitions: other, width } = ink;
  const otherEnd = ink.starts[y + 1] as number;
  let i = 0;
  let k = ink.starts[y] as number;
  if (k === otherEnd) return undefined;
  let kept = 0;
  while (i < oneEnd || k < otherEnd) {
    const a = i < oneEnd ? (one[i] as number) : width;
    const b = k < otherEnd ? (other[k] as number) : width;
    const useOne = i < oneEnd && (k >= otherEnd || a <= b);
    const begin = useOne ? a : b;
    let end: number;
    if (useOne) {
      end = i + 1 < oneEnd ? (one[i + 1] as number) : width;
      i += 2;
    } else {
      end = k + 1 < otherEnd ? (other[k + 1] as number) : width;
      k += 2;
    }
    const last = kept > 0 ? (out[kept - 1] as number) : -1;
    if (begin <= last) out[kept - 1] = Math.max(last, end);
    else {
      out[kept++] = begin;
      out[kept++] = end;
    }
  }
  if (kept > 0 && (out[kept - 1] as number) >= width) kept -= 1;
  return kept;
}

/** Rows of a packed 1-bit bitmap (1 is black) as transitions; each row has `stride` bytes. */
export function rowsOfBitmap(
  bits: Uint8Array,
  width: number,
  height: number,
  stride: number,
  sink: RowSink,
): void {
  const row = new Int32Array(width + 8);
  for (let y = 0; y < height; y += 1) {
    let count = 0;
    let black = 0;
    for (let byteAt = 0; byteAt < stride && byteAt * 8 < width; byteAt += 1) {
      const byte = bits[y * stride + byteAt] as number;
      if (byte === (black ? 255 : 0)) continue;
      for (let bit = 0; bit < 8 && byteAt * 8 + bit < width; bit += 1) {
        if (((byte >> (7 - bit)) & 1) === black) continue;
        black ^= 1;
        row[count++] = byteAt * 8 + bit;
      }
    }
    row.fill(width, count, count + 4);
    sink(row, count);
  }
}
