import type { Readable, Writable } from 'node:stream';

export interface StoredObject {
  /** Bytes of the whole object. */
  readonly size: number;
  /** Changes when the content does; no more is to be read from it. */
  readonly etag: string;
  readonly contentType: string;
  /** When it was written, by the store's clock. */
  readonly changedAt: Date;
}

/** The whole object or the range of it: whoever opens it takes the stream or sends it. */
export interface OpenObject {
  /** Of the whole object. */
  readonly size: number;
  /** The reader consumes or destroys it. */
  readonly stream: Readable;
  /** Writes it to a socket, with less work than by the stream, and ends that. @throws when either side breaks off */
  sendTo(to: Writable): Promise<void>;
}

/** First and last byte, both included, from 0; without `end` to the end of the object. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

export interface PutOptions {
  /** By the key's extension when absent. */
  readonly contentType?: string;
  /** Keep what is there already: objects whose key is made of their content are written once. */
  readonly ifAbsent?: boolean;
}

export interface PutResult {
  readonly etag: string;
  readonly size: number;
  /** False when `ifAbsent` found an object; etag and size are that object's. */
  readonly stored: boolean;
}

/**
 * Where page images, PDFs and exports lie. A key is a path of letters, digits and `. _ = @ + -`, county first. Writes
 * are whole: a reader sees an object entirely or not at all.
 */
export interface ObjectStore {
  put(key: string, body: Buffer | Readable, o?: PutOptions): Promise<PutResult>;
  /** @throws {ObjectMissing} {@link RangeOutside} when the range begins after the end */
  open(key: string, range?: ByteRange): Promise<OpenObject>;
  /** @throws {ObjectMissing} */
  get(key: string): Promise<Buffer>;
  find(key: string): Promise<StoredObject | undefined>;
  /** No error when there is none. */
  remove(key: string): Promise<void>;
  /** Keys that begin with the prefix, in no order that may be relied on. */
  list(prefix: string): AsyncIterable<string>;
}

export class ObjectMissing extends Error {
  constructor(readonly key: string) {
    super(`no object ${key}`);
    this.name = 'ObjectMissing';
  }
}

export class RangeOutside extends Error {
  constructor(
    readonly key: string,
    readonly size?: number,
  ) {
    super(`the range begins after the end of ${key}`);
    this.name = 'RangeOutside';
  }
}

/** @throws when the key could leave the store's folder or mean different objects to different stores */
export function checkKey(key: string): string {
  const parts = key.split('/');
  const isRight = (part: string): boolean => /^[A-Za-z0-9._=@+-]+$/.test(part) && !/^\.+$/.test(part);
  if (
    key.length > 900 ||
    !parts.every((part) => isRight(part) && part.length <= 200) ||
    key.startsWith('.')
  ) {
    throw new Error(`'${key.slice(0, 200)}' is no key of the object store`);
  }
  return key;
}

const contentTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  json: 'application/json',
  pdf: 'application/pdf',
  png: 'image/png',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain; charset=utf-8',
  webp: 'image/webp',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

export const contentTypeOf = (key: string): string =>
  contentTypes[key.slice(key.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
