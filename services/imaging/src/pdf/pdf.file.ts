import { inflateSync } from 'node:zlib';
import { ImageRefused } from '../refusal.js';
import { PdfLexer } from './pdf.lexer.js';
import {
  isDict,
  isList,
  isName,
  isWord,
  PdfName,
  PdfRef,
  PdfStreamObject,
  type PdfDict,
  type PdfValue,
} from './pdf.objects.js';
import { unpredict } from './pdf.predictor.js';

const maxObjects = 100_000;
/** Limit for all structure and content streams of a file together; page images have their own limits. */
const maxExpandedBytes = 64 * 1024 * 1024;

type Place =
  | { readonly offset: number }
  | { readonly inStream: number; readonly index: number }
  /** A deleted object. Earlier versions of the object in the file no longer count. */
  | { readonly free: true };

/**
 * Finds a PDF file's objects through its cross-reference (tables, streams, hybrid and updated files). The number of
 * objects and the expanded size of compressed parts are limited. No script is executed and no action is followed.
 */
export class PdfFile {
  readonly trailer: PdfDict;
  private readonly places = new Map<number, Place>();
  private readonly read = new Map<number, PdfValue>();
  private readonly reading = new Set<number>();
  private readonly objectStreams = new Map<number, PdfValue[]>();
  private expanded = 0;

  /**
   * With `rebuild`, the constructor ignores the cross-reference and finds objects by their headers in the bytes. If
   * several objects have the same number, the last one counts, as in viewers that repair a file.
   * @throws ImageRefused PDF_SYNTAX, PDF_ENCRYPTED, PDF_TOO_MANY_OBJECTS, PDF_EXPANDS_TOO_FAR
   */
  constructor(
    private readonly bytes: Uint8Array,
    { rebuild = false } = {},
  ) {
    this.trailer = rebuild ? this.findObjects() : this.readCrossReferences();
    if (this.trailer.has('Encrypt')) throw new ImageRefused('PDF_ENCRYPTED');
  }

  /** The value itself, or the target of a reference; null if it is missing. */
  resolve(value: PdfValue | undefined): PdfValue {
    let found = value ?? null;
    for (let steps = 0; found instanceof PdfRef; steps += 1) {
      if (steps > 8) throw new ImageRefused('PDF_SYNTAX', 'reference to a reference');
      found = this.object(found.number);
    }
    return found;
  }

  dict(value: PdfValue | undefined): PdfDict | undefined {
    const found = this.resolve(value);
    if (found instanceof PdfStreamObject) return found.dict;
    return isDict(found) ? found : undefined;
  }

  number(value: PdfValue | undefined): number | undefined {
    const found = this.resolve(value);
    return typeof found === 'number' ? found : undefined;
  }

  name(value: PdfValue | undefined): string | undefined {
    const found = this.resolve(value);
    return found instanceof PdfName ? found.name : undefined;
  }

  list(value: PdfValue | undefined): readonly PdfValue[] | undefined {
    const found = this.resolve(value);
    return isList(found) ? found : undefined;
  }

  /** Bytes of a stream as stored in the file. */
  raw(stream: PdfStreamObject): Uint8Array {
    const length = this.number(stream.dict.get('Length')) ?? -1;
    if (endsStream(this.bytes, stream.start, length)) {
      return this.bytes.subarray(stream.start, stream.start + length);
    }
    const end = endOfStream(this.bytes, stream.start);
    if (end === undefined) throw new ImageRefused('PDF_SYNTAX', 'stream length');
    return this.bytes.subarray(stream.start, end);
  }

  /** Names of a stream's filters with their parameters, in decoding order. */
  filters(dict: PdfDict): { name: string; parameters: PdfDict | undefined }[] {
    const filter = this.resolve(dict.get('Filter') ?? dict.get('F'));
    const parameters = this.resolve(dict.get('DecodeParms') ?? dict.get('DP'));
    if (filter === null) return [];
    const names = isList(filter) ? filter : [filter];
    return names.map((value, i) => ({
      name: this.name(value) ?? '',
      parameters: this.dict(isList(parameters) ? parameters[i] : parameters),
    }));
  }

  /** Decodes a stream's Flate filters; returns the bytes and the remaining filters. */
  inflate(
    stream: PdfStreamObject,
    maxBytes = maxExpandedBytes,
  ): { bytes: Uint8Array; left: { name: string; parameters: PdfDict | undefined }[] } {
    let bytes = this.raw(stream);
    const left = this.filters(stream.dict);
    while (left[0] && (left[0].name === 'FlateDecode' || left[0].name === 'Fl')) {
      const { parameters } = left.shift() as { parameters: PdfDict | undefined };
      bytes = unpredict(this.expand(bytes, maxBytes), {
        predictor: this.number(parameters?.get('Predictor')) ?? 1,
        columns: this.number(parameters?.get('Columns')) ?? 1,
      });
    }
    return { bytes, left };
  }

  /** Every object in the cross-reference that can be read, including objects that no page uses. */
  *objects(): Generator<PdfValue> {
    for (const number of this.places.keys()) yield this.tolerant(() => this.object(number)) ?? null;
  }

  private expand(bytes: Uint8Array, maxBytes: number): Uint8Array {
    const room = Math.min(maxBytes, maxExpandedBytes - this.expanded);
    try {
      const out = inflateSync(bytes, { maxOutputLength: Math.max(1, room) });
      this.expanded += out.length;
      return out;
    } catch (error) {
      if (hasCode(error, 'ERR_BUFFER_TOO_LARGE'))
        throw new ImageRefused('PDF_EXPANDS_TOO_FAR', `over ${room} bytes`);
      throw new ImageRefused('PDF_SYNTAX', 'compressed stream');
    }
  }

  private object(number: number): PdfValue {
    const known = this.read.get(number);
    if (known !== undefined) return known;
    const place = this.places.get(number);
    if (!place || 'free' in place) return null;
    if (this.reading.has(number)) throw new ImageRefused('PDF_SYNTAX', `object ${number} needs itself`);
    this.reading.add(number);
    const value =
      'offset' in place
        ? this.objectAt(place.offset, number)
        : this.objectInStream(place.inStream, place.index);
    this.reading.delete(number);
    this.read.set(number, value);
    return value;
  }

  private objectAt(offset: number, number?: number): PdfValue {
    const lexer = new PdfLexer(this.bytes, offset);
    const head = [lexer.next(), lexer.next(), lexer.next()];
    if (!isWord(head[2], 'obj') || (number !== undefined && head[0] !== number)) {
      throw new ImageRefused('PDF_SYNTAX', `object at ${offset}`);
    }
    const value = lexer.next();
    if (value === undefined) throw new ImageRefused('PDF_SYNTAX', `object at ${offset}`);
    if (!isDict(value)) {
      const follows = lexer.next();
      const generation = typeof value === 'number' && typeof follows === 'number' ? lexer.next() : undefined;
      return isWord(generation, 'R') ? new PdfRef(value as number, follows as number) : value;
    }
    if (!isWord(lexer.next(), 'stream')) return value;
    if (this.bytes[lexer.at] === 13) lexer.at += 1;
    if (this.bytes[lexer.at] === 10) lexer.at += 1;
    return new PdfStreamObject(value, lexer.at);
  }

  private objectInStream(container: number, index: number): PdfValue {
    let members = this.objectStreams.get(container);
    if (!members) {
      const stream = this.object(container);
      if (!(stream instanceof PdfStreamObject))
        throw new ImageRefused('PDF_SYNTAX', `object stream ${container}`);
      members = this.membersOf(stream);
      this.objectStreams.set(container, members);
    }
    return members[index] ?? null;
  }

  private membersOf(stream: PdfStreamObject): PdfValue[] {
    const count = this.number(stream.dict.get('N')) ?? 0;
    const first = this.number(stream.dict.get('First')) ?? 0;
    if (count < 0 || count > maxObjects)
      throw new ImageRefused('PDF_TOO_MANY_OBJECTS', `${count} in a stream`);
    const { bytes, left } = this.inflate(stream);
    if (left.length > 0) throw new ImageRefused('PDF_SYNTAX', 'filter of an object stream');
    const index = new PdfLexer(bytes);
    return Array.from({ length: count }, () => {
      index.next();
      const offset = index.next();
      if (typeof offset !== 'number') throw new ImageRefused('PDF_SYNTAX', 'object stream');
      return new PdfLexer(bytes, first + offset).next() ?? null;
    });
  }

  private readCrossReferences(): PdfDict {
    const tail = Buffer.from(
      this.bytes.buffer,
      this.bytes.byteOffset + Math.max(0, this.bytes.length - 2048),
      Math.min(2048, this.bytes.length),
    ).toString('latin1');
    const start = /startxref\s+(\d+)\s+%%EOF\s*[^]*$/.exec(tail.slice(tail.lastIndexOf('startxref')));
    if (!start) throw new ImageRefused('PDF_SYNTAX', 'no cross-reference');
    const visited = new Set<number>();
    let newest: PdfDict | undefined;
    let next: PdfValue | undefined = Number(start[1]);
    while (typeof next === 'number') {
      if (visited.has(next) || visited.size > 1000)
        throw new ImageRefused('PDF_SYNTAX', 'cross-references in a circle');
      visited.add(next);
      const freed = new Set<number>();
      const section = this.readSection(next, freed);
      newest ??= section;
      const hybrid = section.get('XRefStm');
      if (typeof hybrid === 'number' && hybrid !== next) this.readHybrid(hybrid, freed);
      next = section.get('Prev');
    }
    if (!newest) throw new ImageRefused('PDF_SYNTAX', 'no trailer');
    return newest;
  }

  /**
   * Reads the stream that accompanies the table of a hybrid file. The stream locates objects that the table calls free
   * (ISO 32000 7.5.8.4).
   */
  private readHybrid(offset: number, freed: ReadonlySet<number>): void {
    for (const number of freed) this.places.delete(number);
    this.readStreamSection(offset);
    for (const number of freed) this.place(number, { free: true });
  }

  /**
   * Finds objects by their headers. Returns the last trailer that names a catalog; if there is none, searches for the
   * catalog itself.
   */
  private findObjects(): PdfDict {
    const text = Buffer.from(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length).toString('latin1');
    for (const found of text.matchAll(/(?<![0-9])(\d{1,9})\s{1,4}\d{1,5}\s{1,4}obj(?![a-z])/g)) {
      this.places.delete(Number(found[1]));
      this.place(Number(found[1]), { offset: found.index });
    }
    this.findPacked();
    let trailer: PdfDict | undefined;
    for (const found of text.matchAll(/(?<![a-z])trailer(?![a-z])/g)) {
      const dict = this.tolerant(() => new PdfLexer(this.bytes, found.index + 7).next());
      if (isDict(dict) && dict.has('Root')) trailer = dict;
    }
    if (trailer) return trailer;
    let catalogue: PdfValue | undefined;
    for (const number of this.places.keys()) {
      const dict = this.tolerant(() => this.dict(new PdfRef(number, 0)));
      if (isName(dict?.get('Type'), 'XRef') && dict?.has('Root')) return dict;
      if (isName(dict?.get('Type'), 'Catalog')) catalogue = new PdfRef(number, 0);
    }
    if (!catalogue) throw new ImageRefused('PDF_SYNTAX', 'no catalogue');
    return new Map([['Root', catalogue]]);
  }

  /** Adds the objects inside object streams; objects stored directly in the file take precedence. */
  private findPacked(): void {
    for (const [number, place] of [...this.places]) {
      if (!('offset' in place)) continue;
      const stream = this.tolerant(() => this.object(number));
      if (!(stream instanceof PdfStreamObject) || !isName(stream.dict.get('Type'), 'ObjStm')) continue;
      const packed = this.tolerant(() => this.numbersIn(stream)) ?? [];
      packed.forEach((member, index) => this.place(member, { inStream: number, index }));
    }
  }

  private numbersIn(stream: PdfStreamObject): number[] {
    const count = Math.min(this.number(stream.dict.get('N')) ?? 0, maxObjects);
    const index = new PdfLexer(this.inflate(stream).bytes);
    return Array.from({ length: count }, () => {
      const number = index.next();
      index.next();
      return typeof number === 'number' ? number : -1;
    });
  }

  /** Reads an object. Returns undefined for an unreadable object, because other objects may still be readable. */
  private tolerant<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      this.reading.clear();
      if (error instanceof ImageRefused && error.code === 'PDF_SYNTAX') return undefined;
      throw error;
    }
  }

  private readSection(offset: number, freed: Set<number>): PdfDict {
    const lexer = new PdfLexer(this.bytes, offset);
    if (!isWord(lexer.next(), 'xref')) return this.readStreamSection(offset);
    for (;;) {
      const first = lexer.next();
      if (isWord(first, 'trailer')) break;
      const count = lexer.next();
      if (typeof first !== 'number' || typeof count !== 'number')
        throw new ImageRefused('PDF_SYNTAX', 'cross-reference');
      for (let i = 0; i < count; i += 1) {
        const at = lexer.next();
        lexer.next();
        const kind = lexer.next();
        if (typeof at !== 'number' || kind === undefined)
          throw new ImageRefused('PDF_SYNTAX', 'cross-reference');
        if (isWord(kind, 'n')) this.place(first + i, { offset: at });
        else if (!this.places.has(first + i)) {
          freed.add(first + i);
          this.place(first + i, { free: true });
        }
      }
    }
    const trailer = lexer.next();
    if (!isDict(trailer)) throw new ImageRefused('PDF_SYNTAX', 'no trailer');
    return trailer;
  }

  private readStreamSection(offset: number): PdfDict {
    const stream = this.objectAt(offset);
    if (!(stream instanceof PdfStreamObject) || !isName(stream.dict.get('Type'), 'XRef')) {
      throw new ImageRefused('PDF_SYNTAX', 'no cross-reference');
    }
    const widths = (this.list(stream.dict.get('W')) ?? []).map((value) => this.number(value) ?? 0);
    const index = this.list(stream.dict.get('Index')) ?? [0, stream.dict.get('Size') ?? 0];
    const { bytes, left } = this.inflate(stream);
    const [kindWidth = 0, oneWidth = 0, otherWidth = 0] = widths;
    const size = kindWidth + oneWidth + otherWidth;
    if (left.length > 0 || size < 2 || size > 24)
      throw new ImageRefused('PDF_SYNTAX', 'cross-reference stream');
    let at = 0;
    const field = (width: number): number => {
      let value = 0;
      for (let i = 0; i < width; i += 1) value = value * 256 + (bytes[at++] as number);
      return value;
    };
    for (let pair = 0; pair + 1 < index.length; pair += 2) {
      const first = this.number(index[pair]) ?? 0;
      const count = this.number(index[pair + 1]) ?? 0;
      for (let i = 0; i < count && at + size <= bytes.length; i += 1) {
        const kind = kindWidth === 0 ? 1 : field(kindWidth);
        const one = field(oneWidth);
        const other = field(otherWidth);
        if (kind === 0) this.place(first + i, { free: true });
        if (kind === 1) this.place(first + i, { offset: one });
        if (kind === 2) this.place(first + i, { inStream: one, index: other });
      }
    }
    return stream.dict;
  }

  /** Keeps the first location that is found, because the first section that names an object is the newest. */
  private place(number: number, place: Place): void {
    if (this.places.has(number)) return;
    if (this.places.size >= maxObjects) throw new ImageRefused('PDF_TOO_MANY_OBJECTS', `over ${maxObjects}`);
    this.places.set(number, place);
  }
}

/** True if `endstream` follows a stream of this length. */
function endsStream(bytes: Uint8Array, start: number, length: number): boolean {
  if (!(length >= 0) || start + length > bytes.length) return false;
  const after = Buffer.from(
    bytes.buffer,
    bytes.byteOffset + start + length,
    Math.min(16, bytes.length - start - length),
  );
  return /^\s{0,4}endstream/.test(after.toString('latin1'));
}

/** The end of a stream with a wrong length: the next `endstream`, without the line end before it. */
function endOfStream(bytes: Uint8Array, start: number): number | undefined {
  const found = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf('endstream', start);
  if (found < 0) return undefined;
  let end = found;
  if (end > start && bytes[end - 1] === 10) end -= 1;
  if (end > start && bytes[end - 1] === 13) end -= 1;
  return end;
}

const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;
