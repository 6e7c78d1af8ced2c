import { randomBytes } from 'node:crypto';
import { constants, createWriteStream, type BigIntStats } from 'node:fs';
import {
  link,
  mkdir,
  open,
  opendir,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isNativeError } from 'node:util/types';
import {
  checkKey,
  contentTypeOf,
  ObjectMissing,
  ObjectTooLarge,
  RangeOutside,
  type ByteRange,
  type ObjectStore,
  type OpenObject,
  type PutOptions,
  type PutResult,
  type StoredObject,
} from './object-store.js';
import { sendFile } from './send-file.js';

/** `WRITING` and `TYPES` are folders beside the objects. Their names start with a dot; no key starts with a dot. */
const WRITING = '.writing';
const TYPES = '.types';
/** The age, in milliseconds, after which an unfinished file counts as left behind. No write takes this long. */
const LEFT_MS = 60 * 60_000;
const SWEEP_MS = 24 * LEFT_MS;

/**
 * The flags for opening the file of an object. They refuse links and do not wait for pipes, because other programs may
 * write into the folder: a link could lead to a file outside the store, and opening a pipe could block forever.
 */
const READ_FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** An object store in a folder: one file per object, with the key as its path. */
export class FolderStore implements ObjectStore {
  private sweptAt = 0;

  constructor(private readonly root: string) {}

  async put(key: string, body: Buffer | Readable, o: PutOptions = {}): Promise<PutResult> {
    const path = this.pathOf(key);
    const present = await this.find(key);
    if (present && o.ifAbsent) {
      if (!Buffer.isBuffer(body)) body.destroy();
      return { etag: present.etag, size: present.size, stored: false };
    }
    const writing = await this.write(body);
    let etag = '';
    try {
      const about = await stat(writing, { bigint: true });
      etag = etagOf(about);
      await this.keepType(key, etag, o.contentType);
      await makeFolder(dirname(path));
      if (o.ifAbsent) await link(writing, path);
      else await rename(writing, path);
      await syncFolder(dirname(path));
      if (present && present.etag !== etag) await this.dropType(key, present.etag);
      return { etag, size: Number(about.size), stored: true };
    } catch (error) {
      if (!o.ifAbsent || !hasCode(error, 'EEXIST')) throw error;
      const winner = await stat(path, { bigint: true });
      if (etagOf(winner) !== etag) await this.dropType(key, etag);
      return { etag: etagOf(winner), size: Number(winner.size), stored: false };
    } finally {
      await rm(writing, { force: true });
    }
  }

  async open(key: string, range: ByteRange = { start: 0 }): Promise<OpenObject> {
    const file = await this.reading(key);
    try {
      const about = await file.stat();
      if (!about.isFile()) throw new ObjectMissing(key);
      if (range.start > 0 && range.start >= about.size) throw new RangeOutside(key, about.size);
      return openFile(file, about.size, range);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async get(key: string, most = Number.POSITIVE_INFINITY): Promise<Buffer> {
    const file = await this.reading(key);
    try {
      const about = await file.stat();
      if (!about.isFile()) throw new ObjectMissing(key);
      if (about.size > most) throw new ObjectTooLarge(key, most);
      return await readUpTo(file, about.size);
    } finally {
      await file.close();
    }
  }

  async find(key: string): Promise<StoredObject | undefined> {
    let file: FileHandle | undefined;
    try {
      file = await this.reading(key);
      return await this.about(key, file);
    } catch (error) {
      // `reading` throws ObjectMissing if there is no file, and `about` if the key is the path of a folder
      if (error instanceof ObjectMissing) return undefined;
      throw error;
    } finally {
      await file?.close();
    }
  }

  async remove(key: string): Promise<void> {
    const about = await this.find(key);
    if (!about) return;
    await rm(this.pathOf(key), { force: true });
    await this.dropType(key, about.etag);
  }

  async *list(prefix: string): AsyncGenerator<string> {
    if (prefix !== '') checkKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
    const folder = join(this.root, prefix.slice(0, prefix.lastIndexOf('/') + 1));
    for await (const path of filesBelow(folder)) {
      const key = relative(this.root, path).split(sep).join('/');
      if (key.startsWith(prefix) && !key.startsWith('.')) yield key;
    }
  }

  private async reading(key: string): Promise<FileHandle> {
    try {
      return await open(this.pathOf(key), READ_FILE);
    } catch (error) {
      throw isMissing(error) ? new ObjectMissing(key) : error;
    }
  }

  private pathOf(key: string): string {
    return join(this.root, checkKey(key));
  }

  /**
   * The path of the file with an object's content type. The path contains the etag, so that a new content type is never
   * seen with the old bytes.
   */
  private typePathOf(key: string, etag: string): string {
    return join(this.root, TYPES, `${key}.${etag}`);
  }

  private async about(key: string, file: FileHandle): Promise<StoredObject> {
    const found = await file.stat({ bigint: true });
    if (!found.isFile()) throw new ObjectMissing(key);
    const etag = etagOf(found);
    const kept = await readFile(this.typePathOf(key, etag), 'utf8').catch(() => undefined);
    const type = kept ?? contentTypeOf(key);
    return { size: Number(found.size), etag, contentType: type, changedAt: found.mtime };
  }

  /** Writes and syncs a file beside the objects. The caller moves the file to its final path. */
  private async write(body: Buffer | Readable): Promise<string> {
    const path = join(this.root, WRITING, randomBytes(12).toString('hex'));
    await mkdir(dirname(path), { recursive: true });
    await this.sweep(dirname(path));
    try {
      await pipeline(
        Buffer.isBuffer(body) ? Readable.from([body]) : body,
        createWriteStream(path, { flush: true }),
      );
      return path;
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  /** Deletes unfinished files of processes that were killed, at the first write and once a day. */
  private async sweep(folder: string): Promise<void> {
    const now = Date.now();
    if (now - this.sweptAt < SWEEP_MS) return;
    this.sweptAt = now;
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found && now - found.mtimeMs > LEFT_MS) await rm(path, { force: true });
    }
  }

  private async dropType(key: string, etag: string): Promise<void> {
    await rm(this.typePathOf(key, etag), { force: true });
  }

  private async keepType(key: string, etag: string, contentType: string | undefined): Promise<void> {
    if (contentType === undefined || contentType === contentTypeOf(key)) return;
    const path = this.typePathOf(key, etag);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, contentType, { flush: true });
  }
}

/** The largest single read of a file. */
const PIECE = 2 ** 30;

/** Reads at most `size` bytes, because another program may still write to the file. */
async function readUpTo(file: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size);
  for (let at = 0; at < size;) {
    const { bytesRead } = await file.read(bytes, at, Math.min(size - at, PIECE), at);
    // another program has shortened the file meanwhile
    if (bytesRead === 0) return bytes.subarray(0, at);
    at += bytesRead;
  }
  return bytes;
}

const openFile = (
  file: FileHandle,
  size: number,
  { start, end = Number.POSITIVE_INFINITY }: ByteRange,
): OpenObject => ({
  size,
  get stream() {
    return file.createReadStream({ start, end });
  },
  sendTo: async (to) => {
    try {
      await sendFile(file, { start, end: Math.min(end + 1, size) }, to);
    } finally {
      await file.close();
    }
  },
});

const etagOf = (about: BigIntStats): string => `${about.size.toString(36)}-${about.mtimeNs.toString(36)}`;

const hasCode = (error: unknown, code: string): boolean =>
  isNativeError(error) && 'code' in error && error.code === code;

/** True if the error means that there is no file at the path. Links are not followed, so a link gives ELOOP. */
const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'EISDIR', 'ENOTDIR', 'ELOOP'].some((code) => hasCode(error, code));

/** Creates the folder and syncs every folder that got a new entry. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let at = folder; at.length >= first.length; at = dirname(at)) await syncFolder(dirname(at));
}

/** Syncs a folder. Without this, a power cut may lose the name of a new file, though not its bytes. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  if (!entries) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !entry.name.startsWith('.')) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}
