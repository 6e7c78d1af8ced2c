import { ImageRefused } from '../refusal.js';
import { PdfName, PdfRef, PdfString, PdfWord, type PdfDict, type PdfValue } from './pdf.objects.js';

const maxDepth = 64;
const maxElements = 200_000;
export const isSpace = (byte: number | undefined): boolean =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0;
const delimiters = new Set([...'()<>[]{}/%'].map((c) => c.charCodeAt(0)));
const isRegular = (byte: number | undefined): boolean =>
  byte !== undefined && !isSpace(byte) && !delimiters.has(byte);

/**
 * Parses PDF syntax from a buffer. Every loop moves forward, and nesting is limited, so hostile input cannot hang the
 * parser.
 */
export class PdfLexer {
  constructor(
    private readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  /** The next value, or undefined at the end. @throws ImageRefused PDF_SYNTAX */
  next(depth = 0): PdfValue | undefined {
    if (depth > maxDepth) throw new ImageRefused('PDF_SYNTAX', 'nested too deep');
    this.skipSpace();
    const byte = this.bytes[this.at];
    if (byte === undefined) return undefined;
    const letter = String.fromCharCode(byte);
    if (letter === '/') return this.readName();
    if (letter === '(') return this.readText();
    if (letter === '[') return this.readList(depth);
    if (letter === '<') return this.bytes[this.at + 1] === byte ? this.readDict(depth) : this.readHex();
    if (!isRegular(byte)) {
      this.at += letter === '>' && this.bytes[this.at + 1] === byte ? 2 : 1;
      return new PdfWord(letter === '>' ? '>>' : letter);
    }
    return this.readRegular();
  }

  skipSpace(): void {
    for (;;) {
      while (isSpace(this.bytes[this.at])) this.at += 1;
      if (this.bytes[this.at] !== 37) return;
      while (this.at < this.bytes.length && this.bytes[this.at] !== 10 && this.bytes[this.at] !== 13)
        this.at += 1;
    }
  }

  private readRegular(): PdfValue {
    const start = this.at;
    while (isRegular(this.bytes[this.at])) this.at += 1;
    const word = Buffer.from(this.bytes.buffer, this.bytes.byteOffset + start, this.at - start).toString(
      'latin1',
    );
    if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) return Number(word);
    if (word === 'true') return true;
    if (word === 'false') return false;
    return word === 'null' ? null : new PdfWord(word);
  }

  private readName(): PdfName {
    const start = (this.at += 1);
    while (isRegular(this.bytes[this.at])) this.at += 1;
    const raw = Buffer.from(this.bytes.buffer, this.bytes.byteOffset + start, this.at - start).toString(
      'latin1',
    );
    return new PdfName(
      raw.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    );
  }

  private readText(): PdfString {
    const start = this.at + 1;
    let open = 0;
    let escapes = false;
    for (; this.at < this.bytes.length; this.at += 1) {
      const byte = this.bytes[this.at];
      if (byte === 92) {
        escapes = true;
        this.at += 1;
      } else if (byte === 40) open += 1;
      else if (byte === 41 && (open -= 1) === 0) {
        const raw = this.bytes.subarray(start, this.at++);
        return new PdfString(escapes ? unescaped(raw) : raw);
      }
    }
    throw new ImageRefused('PDF_SYNTAX', 'text without end');
  }

  private readHex(): PdfString {
    const start = (this.at += 1);
    while (this.at < this.bytes.length && this.bytes[this.at] !== 62) this.at += 1;
    if (this.at >= this.bytes.length) throw new ImageRefused('PDF_SYNTAX', 'text without end');
    const digits = Buffer.from(this.bytes.subarray(start, this.at++))
      .toString('latin1')
      .replace(/[^0-9a-f]/gi, '');
    return new PdfString(Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex'));
  }

  private readList(depth: number): PdfValue[] {
    this.at += 1;
    const list: PdfValue[] = [];
    for (;;) {
      const value = this.next(depth + 1);
      if (value === undefined || list.length > maxElements)
        throw new ImageRefused('PDF_SYNTAX', 'list without end');
      if (value instanceof PdfWord) {
        if (value.word === ']') return list;
        if (value.word === 'R') this.joinReference(list);
      } else list.push(value);
    }
  }

  private readDict(depth: number): PdfDict {
    this.at += 2;
    const dict = new Map<string, PdfValue>();
    const parts: PdfValue[] = [];
    for (;;) {
      const value = this.next(depth + 1);
      if (value === undefined || parts.length > maxElements)
        throw new ImageRefused('PDF_SYNTAX', 'dictionary without end');
      if (value instanceof PdfWord) {
        if (value.word === '>>') break;
        if (value.word === 'R') this.joinReference(parts);
      } else parts.push(value);
    }
    for (let i = 0; i + 1 < parts.length; i += 2) {
      const key = parts[i];
      if (!(key instanceof PdfName)) throw new ImageRefused('PDF_SYNTAX', 'dictionary key');
      dict.set(key.name, parts[i + 1] as PdfValue);
    }
    return dict;
  }

  private joinReference(values: PdfValue[]): void {
    const generation = values.pop();
    const number = values.pop();
    if (typeof number !== 'number' || typeof generation !== 'number')
      throw new ImageRefused('PDF_SYNTAX', 'reference');
    values.push(new PdfRef(number, generation));
  }
}

/**
 * The bytes of a string without its escapes (ISO 32000 7.3.4.2). They are needed, for example, for a palette that is
 * written as a string.
 */
function unescaped(raw: Uint8Array): Uint8Array {
  const text = Buffer.from(raw).toString('latin1');
  const meant: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  const plain = text.replace(
    /\\(?:([0-7]{1,3})|(\r\n|[^]))/g,
    (_, octal: string | undefined, letter: string) => {
      if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8) & 255);
      if (/^[\r\n]/.test(letter)) return '';
      return meant[letter] ?? letter;
    },
  );
  return Buffer.from(plain, 'latin1');
}
