import { deflateSync } from 'node:zlib';
import { bytesOf, Ink, SPACE } from './ink.js';

/** Objects in one compressed stream. */
const PACK = 1_000;
const INDEX_BITS = 10;
/** The usual level takes a third of the processor time of a long list (DECISIONS.md#speed-21). */
const LEVEL = 1;
/**
 * A stream gets room for a quarter of its length, because the streams of a list become about that short when they are
 * compressed. The library's own 16 KB for every page would make the garbage collector walk through the whole process
 * again and again.
 */
const LEAST_ROOM = 1_024;
const END_STREAM = bytesOf('\nendstream\nendobj\n');

/** A text string of any letters (ISO 32000-1 7.9.2.2). */
export const textString = (text: string): string =>
  `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
export const ref = (number: number): string => `${number} 0 R`;

/**
 * The position of each object in four bytes: its pack and its place there. An object with its own offset has an entry
 * in a map.
 */
class Places {
  private packed = new Uint32Array(256);
  private readonly offsets = new Map<number, number>();

  setPacked(number: number, pack: number, index: number): void {
    if (number >= this.packed.length) {
      const larger = new Uint32Array(2 * number);
      larger.set(this.packed);
      this.packed = larger;
    }
    this.packed[number] = ((pack + 1) << INDEX_BITS) | index;
  }

  setOffset(number: number, offset: number): void {
    this.offsets.set(number, offset);
  }

  /** True if the entry differs from the previous one only in its last byte, by one: it is the next object of a pack. */
  isNext(number: number): boolean {
    const packed = this.packed[number] ?? 0;
    return packed % 256 > 0 && packed === (this.packed[number - 1] ?? 0) + 1;
  }

  /** Writes the entry of a cross-reference stream: its kind, and the two fields of that kind. */
  writeEntry(number: number, packs: readonly number[], entry: Uint8Array): void {
    const packed = this.packed[number] ?? 0;
    if (packed > 0) return fill(entry, 2, packs[(packed >> INDEX_BITS) - 1] ?? 0, packed % (1 << INDEX_BITS));
    const offset = this.offsets.get(number);
    if (offset === undefined) fill(entry, 0, 0, 0xffff);
    else fill(entry, 1, offset, 0);
  }
}

/** Numbers of one, five and two bytes, highest first. Five hold the offsets of a terabyte. */
function fill(entry: Uint8Array, kind: number, place: number, index: number): void {
  entry[0] = kind;
  entry[1] = place / 2 ** 32;
  entry[2] = place >>> 24;
  entry[3] = place >>> 16;
  entry[4] = place >>> 8;
  entry[5] = place;
  entry[6] = index >>> 8;
  entry[7] = index;
}

/**
 * The objects of a PDF (ISO 32000-1, version 1.7) as bytes in the order in which they are written. Objects other than
 * streams are compressed in packs, so that a page of a table with its structure takes a few kilobytes and nothing of it
 * stays in memory but at most eight bytes for each object.
 */
export class PdfObjects {
  private last = 0;
  private offset = 0;
  private pending: Buffer[] = [];
  /** Numbers and offsets of the objects of the open pack, and their texts. */
  private readonly packHead = new Ink();
  private readonly packTexts = new Ink();
  private packed = 0;
  private readonly packs: number[] = [];
  private readonly places = new Places();

  constructor() {
    this.write(bytesOf('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n'));
  }

  /** A number for an object that is written later. */
  reserve(): number {
    this.last += 1;
    return this.last;
  }

  /** Writes an object that is not a stream. */
  add(text: string, number = this.reserve()): number {
    this.open(number).write(text).write('\n');
    return number;
  }

  /**
   * Begins an object that is not a stream. @returns where to write it and the end of its line, before the next object
   */
  open(number: number): Ink {
    if (this.packed === PACK) this.endPack();
    this.packHead.number(number).append(SPACE).number(this.packTexts.length).append(SPACE);
    this.places.setPacked(number, this.packs.length, this.packed);
    this.packed += 1;
    return this.packTexts;
  }

  /** Writes a compressed stream. @param entries of its dictionary, without length and filter */
  addStream(content: string | Uint8Array, entries = '', number = this.reserve()): number {
    const plain = typeof content === 'string' ? bytesOf(content) : content;
    const bytes = deflateSync(plain, { level: LEVEL, chunkSize: Math.max(plain.length >> 2, LEAST_ROOM) });
    this.places.setOffset(number, this.offset);
    this.write(
      bytesOf(`${number} 0 obj\n<</Length ${bytes.length}/Filter/FlateDecode${entries}>>\nstream\n`),
    );
    this.write(bytes);
    this.write(END_STREAM);
    return number;
  }

  /** The bytes since the last call. */
  take(): Buffer {
    const bytes = Buffer.concat(this.pending);
    this.pending = [];
    return bytes;
  }

  /** Ends the file. */
  finish(catalog: number, info: number): void {
    this.endPack();
    const start = this.offset;
    const number = this.reserve();
    this.places.setOffset(number, start);
    const size = this.last + 1;
    const rows = this.crossReferences(size);
    const entries =
      `/Type/XRef/Size ${size}/W[1 5 2]/Root ${ref(catalog)}/Info ${ref(info)}` +
      `/DecodeParms<</Predictor 12/Columns ${ENTRY}>>`;
    this.addStream(rows, entries, number);
    this.write(bytesOf(`startxref\n${start}\n%%EOF\n`));
  }

  /** Each entry as the difference from the previous one (PNG's "up"), which compresses to almost nothing. */
  private crossReferences(size: number): Buffer {
    const rows = Buffer.alloc(size * (ENTRY + 1));
    const before = new Uint8Array(ENTRY);
    const entry = new Uint8Array(ENTRY);
    for (let number = 0, to = 0; number < size; number += 1, to += ENTRY + 1) {
      rows[to] = UP;
      if (this.places.isNext(number)) {
        rows[to + ENTRY] = 1;
        continue;
      }
      if (number > 0) this.places.writeEntry(number - 1, this.packs, before);
      this.places.writeEntry(number, this.packs, entry);
      for (let at = 0; at < ENTRY; at += 1) rows[to + 1 + at] = (entry[at] ?? 0) - (before[at] ?? 0);
    }
    return rows;
  }

  private endPack(): void {
    if (this.packed === 0) return;
    const entries = `/Type/ObjStm/N ${this.packed}/First ${this.packHead.length}`;
    this.packed = 0;
    const bytes = this.packHead.move(this.packTexts).take();
    this.packs.push(this.addStream(bytes, entries));
  }

  private write(bytes: Buffer): void {
    this.pending.push(bytes);
    this.offset += bytes.length;
  }
}

/** The bytes of an entry, and the number of PNG's row filter Up, which stores the difference from the row above. */
const ENTRY = 8;
const UP = 2;
