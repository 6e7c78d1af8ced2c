const ZERO = 48;
const MINUS = 45;
const POINT = 46;
const OPEN = 40;
const CLOSE = 41;
const BACKSLASH = 92;

/**
 * Converts a PDF operator or another fixed text to bytes. Text that is written for each cell is copied faster as bytes.
 */
export const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');
export const SPACE = bytesOf(' ');
const REFERENCE = bytesOf(' 0 R ');
/** The number of bytes up to which a loop copies faster than the buffer's own method. */
const SHORT = 100;

/**
 * Collects Latin-1 text as bytes in one buffer that is reused. A PDF has many short texts, so texts are written by a
 * loop, which is faster than the buffer's own method. Numbers are written without converting them to text first.
 */
export class Ink {
  /**
   * The first buffer is small on purpose, so that it grows early. If the buffer grew for the first time later, the
   * engine would discard the code that it has already compiled.
   */
  private bytes = Buffer.allocUnsafe(256);
  private filled = 0;

  get length(): number {
    return this.filled;
  }

  /** @param text in Latin-1 */
  write(text: string): this {
    const bytes = this.room(text.length);
    let to = this.filled;
    for (let at = 0; at < text.length; at += 1) {
      bytes[to] = text.charCodeAt(at);
      to += 1;
    }
    this.filled = to;
    return this;
  }

  /** @param value an integer from 0 to 2^31 */
  number(value: number): this {
    const digits = digitsOf(value);
    const bytes = this.room(digits);
    let rest = value;
    for (let to = this.filled + digits - 1; to >= this.filled; to -= 1) {
      const tens = (rest / 10) | 0;
      bytes[to] = ZERO + rest - 10 * tens;
      rest = tens;
    }
    this.filled += digits;
    return this;
  }

  /**
   * Writes a number with at most two decimals.
   * @param hundredths the number in hundredths, an integer
   */
  decimal(hundredths: number): this {
    if (hundredths < 0) return this.byte(MINUS).decimal(-hundredths);
    const whole = (hundredths / 100) | 0;
    const fraction = hundredths - 100 * whole;
    this.number(whole);
    if (fraction === 0) return this;
    this.byte(POINT);
    return (fraction < 10 ? this.byte(ZERO) : this).number(fraction);
  }

  /** Writes a text as a string object of PDF (ISO 32000-1, 7.3.4.2). */
  string(text: string): this {
    const bytes = this.room(2 * text.length + 2);
    let to = this.filled;
    bytes[to] = OPEN;
    to += 1;
    for (let at = 0; at < text.length; at += 1) {
      const letter = text.charCodeAt(at);
      if (letter === OPEN || letter === CLOSE || letter === BACKSLASH) {
        bytes[to] = BACKSLASH;
        to += 1;
      }
      bytes[to] = letter;
      to += 1;
    }
    bytes[to] = CLOSE;
    this.filled = to + 1;
    return this;
  }

  /** Writes a reference to an object, followed by a space. */
  reference(number: number): this {
    return this.number(number).append(REFERENCE);
  }

  append(other: Buffer): this {
    return this.copy(other, other.length);
  }

  /** Appends the bytes of another instance, and empties that instance. */
  move(other: Ink): this {
    this.copy(other.bytes, other.filled);
    other.filled = 0;
    return this;
  }

  /** Returns the bytes written since the last call; they are valid until something else is written. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.filled);
    this.filled = 0;
    return taken;
  }

  private copy(from: Buffer, length: number): this {
    const bytes = this.room(length);
    const to = this.filled;
    if (length > SHORT) from.copy(bytes, to, 0, length);
    else for (let at = 0; at < length; at += 1) bytes[to + at] = from[at] ?? 0;
    this.filled = to + length;
    return this;
  }

  private byte(code: number): this {
    this.room(1)[this.filled] = code;
    this.filled += 1;
    return this;
  }

  /** Returns the buffer, with room for this many more bytes. */
  private room(more: number): Buffer {
    if (this.filled + more <= this.bytes.length) return this.bytes;
    const larger = Buffer.allocUnsafe(2 * (this.filled + more));
    this.bytes.copy(larger, 0, 0, this.filled);
    this.bytes = larger;
    return larger;
  }
}

function digitsOf(value: number): number {
  let digits = 1;
  for (let limit = 10; limit <= value; limit *= 10) digits += 1;
  return digits;
}
