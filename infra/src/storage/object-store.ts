import type { Readable, Writable } from 'node:stream';

export interface StoredObject {
  /** Size of the whole object in bytes. */
  readonly size: number;
  /** Changes with the content and has no other meaning. */
  readonly etag: string;
  readonly contentType: string;
  /** When the object was written, by the store's clock. */
  readonly changedAt: Date;
}

/** An open object or a range of it. The caller reads the stream or calls `sendTo`. */
export interface OpenObject {
  /** Size of the whole object. */
  readonly size: number;
  /** The caller must read the stream to its end or destroy it. */
  readonly stream: Readable;
  /**
   * Writes the object or range to a socket at less cost than through the stream, then ends the socket.
   * @throws when either side breaks off
   */
  sendTo(to: Writable): Promise<void>;
}

/**
 * The first and the last byte, both included, counted from 0. Without `end`, the range goes to the end of the object.
 */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

export interface PutOptions {
  /** By default, the type of the key's extension. */
  readonly contentType?: string;
  /**
   * If true, an existing object is kept. An object whose key is derived from its content needs to be written only once.
   */
  readonly ifAbsent?: boolean;
}

export interface PutResult {
  readonly etag: string;
  readonly size: number;
  /** False when `ifAbsent` found an object. The etag and the size are then those of the existing object. */
  readonly stored: boolean;
}

/**
 * The store of page images, PDFs and exports. A key is a path of letters, digits and `. _ = @ + -` that starts with the
 * county. Writes are atomic: a reader sees an object entirely or not at all.
 */
export interface ObjectStore {
  put(key: string, body: Buffer | Readable, o?: PutOptions): Promise<PutResult>;
  /** @throws ObjectMissing, or RangeOutside when the range begins after the end of the object */
  open(key: string, range?: ByteRange): Promise<OpenObject>;
  /**
   * @param most the maximum size in bytes; needed if a stranger writes the object and may have replaced it since `find`
   * @throws ObjectMissing, or ObjectTooLarge when the object has more than `most` bytes
   */
  get(key: string, most?: number): Promise<Buffer>;
  find(key: string): Promise<StoredObject | undefined>;
  /** Does nothing if the object does not exist. */
  remove(key: string): Promise<void>;
  /** Keys that start with the prefix, in any order. */
  list(prefix: string): AsyncIterable<string>;
}

export class ObjectMissing extends Error {
  constructor(readonly key: string) {
    super(`no object ${key}`);
    this.name = 'ObjectMissing';
  }
}

export class ObjectTooLarge extends Error {
  constructor(key: string, most: number) {
    super(`${key} has more than ${most} bytes`);
    this.name = 'ObjectTooLarge';
  }
}

/** The store cannot be reached, does not answer in time, or says that it cannot work. */
export class StoreAway extends Error {
  readonly code = 'STORE_AWAY';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoreAway';
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

/** @throws when the key could leave the store's folder or name different objects in different stores */
export function checkKey(key: string): string {
  const parts = key.split('/');
  const isRight = (part: string): boolean => /^[A-Za-z0-9._=@+-]+$/.test(part) && !/^\.+$/.test(part);
  if (
    key.length > 900 ||
    !parts.every((part) => isRight(part) && part.length <= 200) ||
    key.startsWith('.')
  ) {
    throw new Error(`'${key.slice(0, 200)}' is not a key of the object store`);
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
