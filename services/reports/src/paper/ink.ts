/** Text in Latin-1 as bytes, in one buffer that is used again. */
export class Ink {
  private bytes = Buffer.allocUnsafe(1 << 16);
  private filled = 0;

  get length(): number {
    return this.filled;
  }

  /** @param text in Latin-1 */
  write(text: string): void {
    if (this.filled + text.length > this.bytes.length) {
      const larger = Buffer.allocUnsafe(2 * (this.filled + text.length));
      this.bytes.copy(larger, 0, 0, this.filled);
      this.bytes = larger;
    }
    this.filled += this.bytes.write(text, this.filled, 'latin1');
  }

  /** What was written since the last call; valid until the next `write`. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.filled);
    this.filled = 0;
    return taken;
  }
}
