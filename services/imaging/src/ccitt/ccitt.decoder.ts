import {
  blackLookup,
  horizontalMode,
  modeLookup,
  passMode,
  reverseBits,
  runLookupBits,
  whiteLookup,
} from './ccitt.codes.js';

/**
 * Receives a decoded row: `count` ascending positions where the color changes, starting with the first black pixel. The
 * array elements after these positions are the row's width, so that a reader may look slightly past the end. The array
 * is valid only during the call.
 */
export type RowSink = (transitions: Int32Array, count: number) => void;

export interface CcittForm {
  /**
   * G4 is T.6; G3_1D and G3_2D are T.4; MH is one-dimensional T.4 with rows on byte boundaries and without EOL
   * (compression 2 of TIFF).
   */
  readonly scheme: 'G4' | 'G3_1D' | 'G3_2D' | 'MH';
  readonly width: number;
  readonly rows: number;
  /** True if the first pixel of a byte is in its least significant bit (TIFF FillOrder 2). */
  readonly lsbFirst?: boolean;
  /** True if each row starts on a byte (PDF EncodedByteAlign). */
  readonly byteAligned?: boolean;
}

export interface CcittOutcome {
  /** The number of rows that were passed to the sink, including damaged ones. */
  readonly rows: number;
  /**
   * True if a row was repaired. Only T.4 pages can have repaired rows; the decoding of a T.6 page ends at an invalid
   * code word.
   */
  readonly damaged: boolean;
}

const padding = 8;

/**
 * Decodes CCITT data into transitions, row by row. The cost depends on the compressed bytes and not on the size that a
 * header claims, because no bitmap is allocated. If the data end early, the sink gets fewer rows than requested.
 */
export function decodeCcitt(bytes: Uint8Array, form: CcittForm, sink: RowSink): CcittOutcome {
  const decoder = new CcittDecoder(bytes, form, sink);
  return form.scheme === 'G4' ? decoder.decodeT6() : decoder.decodeT4();
}

class CcittDecoder {
  private readonly view: DataView;
  private readonly bits: number;
  private readonly width: number;
  private position = 0;
  private reference: Int32Array;
  private current: Int32Array;
  private count = 0;
  private rows = 0;
  private damaged = false;
  /** True if the row has runs of length 0, which encoders write at the ends of a row. */
  private emptyRuns = false;

  constructor(
    bytes: Uint8Array,
    private readonly form: CcittForm,
    private readonly sink: RowSink,
  ) {
    const ordered = form.lsbFirst ? reverseBits(bytes) : bytes;
    const padded = new Uint8Array(ordered.length + padding);
    padded.set(ordered);
    this.view = new DataView(padded.buffer);
    this.bits = ordered.length * 8;
    this.width = form.width;
    this.reference = new Int32Array(form.width + 48).fill(form.width);
    this.current = new Int32Array(form.width + 48);
  }

  decodeT6(): CcittOutcome {
    while (this.rows < this.form.rows) {
      if (this.form.byteAligned) this.align();
      if (!this.readTwoDimensionalRow()) break;
      this.finishRow();
    }
    return { rows: this.rows, damaged: false };
  }

  decodeT4(): CcittOutcome {
    const tagged = this.form.scheme === 'G3_2D';
    let trusted = true;
    while (this.rows < this.form.rows && this.position < this.bits) {
      if (this.form.scheme === 'MH') this.align();
      const eols = this.skipEols(tagged);
      if (eols.count > 1 && this.rows > 0) break;
      if (this.form.byteAligned && eols.count === 0) this.align();
      const flat = !tagged || eols.oneDimensional;
      if (!flat && !trusted) {
        this.repeatRow();
        if (!this.seekEol()) break;
        continue;
      }
      trusted = flat ? this.readOneDimensionalRow() : this.readTwoDimensionalRow();
      if (!trusted) {
        if (this.position >= this.bits && this.count === 0) break;
        this.damaged = true;
      }
      this.finishRow();
      if (!trusted && !this.seekEol()) break;
      trusted ||= !tagged;
    }
    return { rows: this.rows, damaged: this.damaged };
  }

  private align(): void {
    this.position = (this.position + 7) & ~7;
  }

  /** Skips end-of-line words and their fill bits. Several consecutive end-of-line words end the page. */
  private skipEols(tagged: boolean): { count: number; oneDimensional: boolean } {
    let count = 0;
    let oneDimensional = true;
    for (;;) {
      const start = this.position;
      let at = start;
      while (at < this.bits && this.bitAt(at) === 0) at += 1;
      if (at - start < 11 || at >= this.bits) return { count, oneDimensional };
      this.position = at + 1;
      count += 1;
      if (tagged) {
        oneDimensional = this.bitAt(this.position) === 1;
        this.position += 1;
      }
    }
  }

  /** Moves to the next end-of-line word. Returns false if there is none. */
  private seekEol(): boolean {
    let zeros = 0;
    for (let at = this.position; at < this.bits; at += 1) {
      if (this.bitAt(at) === 0) {
        zeros += 1;
        continue;
      }
      if (zeros >= 11) {
        this.position = at - 11;
        return true;
      }
      zeros = 0;
    }
    return false;
  }

  private bitAt(position: number): number {
    return (this.view.getUint8(position >>> 3) >> (7 - (position & 7))) & 1;
  }

  private repeatRow(): void {
    let count = 0;
    while ((this.reference[count] as number) < this.width) count += 1;
    this.current.set(this.reference.subarray(0, count));
    this.count = count;
    this.damaged = true;
    this.finishRow();
  }

  /** Passes the row to the sink and makes it the reference of the next row. */
  private finishRow(): void {
    const { current, width } = this;
    let count = this.count;
    while (count > 0 && (current[count - 1] as number) >= width) count -= 1;
    current.fill(width, count, count + 6);
    this.rows += 1;
    this.sink(current, count);
    this.current = this.reference;
    this.reference = current;
  }

  /** Length of the next run, or −1 for a word that T.4 does not define. */
  private readRun(black: number): number {
    const lookup = black ? blackLookup : whiteLookup;
    let run = 0;
    for (;;) {
      const ahead = (this.view.getInt32(this.position >>> 3) << (this.position & 7)) >>> (32 - runLookupBits);
      const entry = lookup[ahead] as number;
      if (entry === 0) return -1;
      this.position += entry & 15;
      if (this.position > this.bits) return -1;
      run += entry >> 4;
      if (entry >> 4 < 64) return run;
      if (run > this.width) return -1;
    }
  }

  private readOneDimensionalRow(): boolean {
    const { current, width } = this;
    let at = 0;
    let black = 0;
    this.count = 0;
    this.emptyRuns = false;
    while (at < width) {
      const run = this.readRun(black);
      if (run < 0 || at + run > width || this.count > width) {
        this.closeRun();
        return false;
      }
      if (run === 0) this.emptyRuns = true;
      at += run;
      current[this.count++] = at;
      black ^= 1;
    }
    if (this.emptyRuns) this.dropEmptyRuns();
    return true;
  }

  /** Ends a broken row: a black run without an end is dropped, so that the rest of the row is white. */
  private closeRun(): void {
    if (this.count % 2 === 1) this.count -= 1;
    this.dropEmptyRuns();
  }

  /**
   * Reads a two-dimensional row. `a0`, `b` and so on are the names in T.6. `b` is the index of b1 in the reference row,
   * and the parity of this index always matches the color; a0 = 0 also stands for the imaginary element before the row.
   */
  private readTwoDimensionalRow(): boolean {
    const { view, reference, current, width, bits } = this;
    let position = this.position;
    let a0 = 0;
    let black = 0;
    let b = 0;
    let count = 0;
    this.emptyRuns = false;
    while (a0 < width) {
      if (count > width || position >= bits) return this.abandonRow(count);
      const ahead = view.getInt32(position >>> 3) << (position & 7);
      if (ahead < 0) {
        // consecutive V0 codes repeat elements of the reference row
        let ones = Math.clz32(~ahead);
        do {
          a0 = reference[b++] as number;
          current[count++] = a0;
          black ^= 1;
          position += 1;
          ones -= 1;
        } while (ones > 0 && a0 < width);
        continue;
      }
      const entry = modeLookup[ahead >>> 25] as number;
      const mode = entry >> 4;
      position += entry & 15;
      if (mode < passMode) {
        const a1 = (reference[b] as number) + mode - 3;
        if (a1 < a0 || a1 > width) return this.abandonRow(count);
        if (a1 === a0) this.emptyRuns = true;
        current[count++] = a1;
        a0 = a1;
        black ^= 1;
        b = mode > 3 || b === 0 ? b + 1 : b - 1;
      } else if (mode === passMode) {
        a0 = reference[b + 1] as number;
        b += 2;
        continue;
      } else if (mode === horizontalMode) {
        this.position = position;
        a0 = this.readTwoRuns(a0, black, count);
        position = this.position;
        if (a0 < 0) return this.abandonRow(count);
        count += 2;
      } else return this.abandonRow(count);
      // the search ends within the reference row, because the last element of that row is the width
      if (a0 < width) while ((reference[b] as number) <= a0) b += 2;
    }
    this.position = position;
    this.count = count;
    if (position > bits) return false;
    if (this.emptyRuns) this.dropEmptyRuns();
    return true;
  }

  /**
   * Reads two runs coded as words of T.4 (horizontal mode). Returns the position after them, or −1 if they are invalid.
   */
  private readTwoRuns(a0: number, black: number, count: number): number {
    const first = this.readRun(black);
    const second = first < 0 ? -1 : this.readRun(black ^ 1);
    const end = a0 + first + second;
    if (second < 0 || end > this.width) return -1;
    if (first === 0 || second === 0) this.emptyRuns = true;
    this.current[count] = a0 + first;
    this.current[count + 1] = end;
    return end;
  }

  private abandonRow(count: number): false {
    this.count = count;
    this.closeRun();
    return false;
  }

  /**
   * Drops runs of length 0 inside a row. They are not changing elements, so the reference of the next row must not
   * contain them.
   */
  private dropEmptyRuns(): void {
    const { current } = this;
    let kept = 0;
    for (let i = 0; i < this.count; i += 1) {
      if (kept > 0 && current[kept - 1] === current[i]) kept -= 1;
      else current[kept++] = current[i] as number;
    }
    this.count = kept;
  }
}
