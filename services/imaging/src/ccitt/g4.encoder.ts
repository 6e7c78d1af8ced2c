import { blackWords, horizontalMode, longestMakeUp, modeCodes, passMode, whiteWords } from './ccitt.codes.js';

/** Encodes rows of transitions as one T.6 stream (most significant bit first, ended by EOFB). */
export class G4Encoder {
  private bytes: Uint8Array;
  private length = 0;
  private pending = 0;
  private pendingBits = 0;
  private reference: Int32Array;

  /** `expectedBytes` only avoids reallocation; any value gives the same stream. */
  constructor(
    private readonly width: number,
    expectedBytes = 64 * 1024,
  ) {
    this.bytes = new Uint8Array(expectedBytes);
    this.reference = new Int32Array(width + 8).fill(width);
  }

  /**
   * @param row ascending transitions; the element at `count` and the two after it must be numbers or lie past the end
   * of the array.
   */
  row(row: Int32Array, count: number): void {
    const { reference, width } = this;
    this.reserve(count * 8 + 64);
    let a0 = 0;
    let black = 0;
    let a = 0;
    let b = 0;
    while (a0 < width) {
      const a1 = a < count ? (row[a] as number) : width;
      const b1 = reference[b] as number;
      const b2 = reference[b + 1] as number;
      if (b2 < a1) {
        this.put(modeCodes[passMode] as number);
        a0 = b2;
        b += 2;
        continue;
      }
      const offset = a1 - b1;
      if (offset >= -3 && offset <= 3) {
        this.put(modeCodes[offset + 3] as number);
        a0 = a1;
        black ^= 1;
        a += 1;
        b = offset >= 0 || b === 0 ? b + 1 : b - 1;
      } else {
        const a2 = a + 1 < count ? (row[a + 1] as number) : width;
        this.put(modeCodes[horizontalMode] as number);
        this.putRun(a1 - a0, black);
        this.putRun(a2 - a1, black ^ 1);
        a0 = a2;
        a += 2;
      }
      while ((reference[b] as number) <= a0 && (reference[b] as number) < width) b += 2;
    }
    this.remember(row, count);
  }

  finish(): Buffer {
    this.reserve(16);
    const endOfLine = 1 * 16 + 12;
    this.put(endOfLine);
    this.put(endOfLine);
    if (this.pendingBits > 0) this.bytes[this.length++] = (this.pending << (8 - this.pendingBits)) & 255;
    return Buffer.from(this.bytes.buffer, 0, this.length);
  }

  private remember(row: Int32Array, count: number): void {
    const { reference, width } = this;
    for (let i = 0; i < count; i += 1) reference[i] = row[i] as number;
    reference.fill(width, count, count + 4);
  }

  private putRun(run: number, black: number): void {
    const words = black ? blackWords : whiteWords;
    let left = run;
    while (left > longestMakeUp + 63) {
      this.put(words[63 + longestMakeUp / 64] as number);
      left -= longestMakeUp;
    }
    if (left >= 64) {
      this.put(words[63 + (left >> 6)] as number);
      left &= 63;
    }
    this.put(words[left] as number);
  }

  /** @param code value × 16 + length, at most 13 bits. */
  private put(code: number): void {
    const size = code & 15;
    this.pending = (this.pending << size) | (code >> 4);
    this.pendingBits += size;
    while (this.pendingBits >= 8) {
      this.pendingBits -= 8;
      this.bytes[this.length++] = (this.pending >> this.pendingBits) & 255;
    }
    this.pending &= 255;
  }

  /** Makes room for a row. A long run needs a make-up word for every 2560 pixels, so the width counts too. */
  private reserve(more: number): void {
    const needed = this.length + more + (this.width >> 9);
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }
}
