import { deflateSync } from 'node:zlib';
import { bytesOf, Ink, SPACE } from './ink.js';

/** The number of objects in a pack, which is one compressed stream. */
const PACK = 1_000;
const INDEX_BITS = 10;
/**
 * The compression level. With the usual level, compression would take a third of the processor time of a long list
 * (DECISIONS.md#speed-21).
 */
const LEVEL = 1;
/**
 * The smallest buffer for a compressed stream. Each stream gets a buffer of a quarter of its length, because the
 * streams of a list compress to about that size. With the library's default of 16 KB, the buffers of all pages would
 * cause many full garbage collections.
 */
const LEAST_ROOM = 1_024;
const END_STREAM = bytesOf('\nendstream\nendobj\n');

/** Writes a text with any letters as a string object (ISO 32000-1, 7.9.2.2). */
export const textString = (text: string): string =>
  `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
export const ref = (number: number): string => `${number} 0 R`;

/**
 * The position of each object in four bytes: its pack and its index in the pack. Objects outside of packs are in a map.
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

  /**
   * True if the entry of the object equals the entry of the previous object, except that its last byte is greater by
   * one.
   */
  isNext(number: number): boolean {
    const packed = this.packed[number] ?? 0;
    return packed % 256 > 0 && packed === (this.packed[number - 1] ?? 0) + 1;
  }

  /** Writes an entry of a cross-reference stream: its kind and the two fields that this kind has. */
  writeEntry(number: number, packs: readonly number[], entry: Uint8Array): void {
    const packed = this.packed[number] ?? 0;
    if (packed > 0) return fill(entry, 2, packs[(packed >> INDEX_BITS) - 1] ?? 0, packed % (1 << INDEX_BITS));
    const offset = this.offsets.get(number);
    if (offset === undefined) fill(entry, 0, 0, 0xffff);
    else fill(entry, 1, offset, 0);
  }
}

/** Writes numbers of one, five and two bytes, high byte first. Five bytes are enough for offsets up to a terabyte. */
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
 * Writes the objects of a PDF (ISO 32000-1, version 1.7) as bytes, in the order in which they are added. Objects other
 * than streams are compressed together in packs. A page of a table with its structure therefore takes a few kilobytes
 * in the file, and at most eight bytes per object stay in memory.
 */
export class PdfObjects {
  private last = 0;
  private offset = 0;
  private pending: Buffer[] = [];
  /** `packHead` has the numbers and offsets of the objects in the open pack. `packTexts` has the objects themselves. */
  private readonly packHead = new Ink();
  private readonly packTexts = new Ink();
  private packed = 0;
  private readonly packs: number[] = [];
  private readonly places = new Places();

  constructor() {
    this.write(bytesOf('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n'));
  }

  /** Returns a number for an object that is written later. */
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
   * Begins an object that is not a stream. The caller must write the object and a line end to the returned `Ink` before
   * it begins another object.
   */
  open(number: number): Ink {
    if (this.packed === PACK) this.endPack();
    this.packHead.number(number).append(SPACE).number(this.packTexts.length).append(SPACE);
    this.places.setPacked(number, this.packs.length, this.packed);
    this.packed += 1;
    return this.packTexts;
  }

  /**
   * Writes a compressed stream.
   * @param entries the entries of its dictionary, except the length and the filter
   */
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

  /** Returns the bytes written since the last call. */
  take(): Buffer {
    const bytes = Buffer.concat(this.pending);
    this.pending = [];
    return bytes;
  }

  /** Writes the cross-references and the end of the file. */
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

  /**
   * Writes each entry as its difference from the previous entry (PNG's filter Up). Such entries compress to almost
   * nothing.
   */
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

/**
 * ENTRY is the size of an entry in bytes. UP is the number of PNG's row filter Up, which stores the difference from the
 * row above.
 */
const ENTRY = 8;
const UP = 2;
