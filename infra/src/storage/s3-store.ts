import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'minio';
import type { StorageConfig } from '../config/index.js';
import {
  checkKey,
  contentTypeOf,
  ObjectMissing,
  ObjectTooLarge,
  RangeOutside,
  StoreAway,
  type ByteRange,
  type ObjectStore,
  type OpenObject,
  type PutOptions,
  type PutResult,
  type StoredObject,
} from './object-store.js';
import { s3Body } from './s3-body.js';

type S3Config = Extract<StorageConfig, { kind: 's3' }>;
type Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE';

interface Sending {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | ReadableStream;
  readonly deadlineMs?: number;
}

const FIRST_BYTE_MS = 5_000;
const TRIES = 3;
const LAST_TRY_MS = 8_000;
/** How long a reader waits for the next bytes of a body. While the reader asks for no bytes, no time limit runs. */
const NEXT_BYTES_MS = 10_000;
const SIGNED_SECONDS = 300;
/** The slowest acceptable upload, in bytes per millisecond. */
const UPLOAD_SPEED = 1_000;

/**
 * An object store on any S3 server. The client library only signs. This class sends the requests itself, because the
 * library's streamed upload would resume another writer's unfinished upload of the same key, and hangs when the source
 * fails.
 */
export class S3Store implements ObjectStore {
  private readonly client: Client;
  private readonly bucket: string;

  constructor(config: S3Config) {
    const endpoint = new URL(config.endpoint);
    this.bucket = config.bucket;
    this.client = new Client({
      endPoint: endpoint.hostname,
      ...(endpoint.port !== '' && { port: Number(endpoint.port) }),
      useSSL: endpoint.protocol === 'https:',
      accessKey: config.accessKey,
      secretKey: config.secretKey,
      region: config.region,
      pathStyle: true,
      retryOptions: { disableRetry: true },
    });
  }

  async put(key: string, body: Buffer | Readable, o: PutOptions = {}): Promise<PutResult> {
    checkKey(key);
    const source = await s3Body(body);
    try {
      const answer = await this.repeat('PUT', key, () => ({
        headers: {
          'content-length': String(source.size),
          'content-md5': source.md5,
          'content-type': o.contentType ?? contentTypeOf(key),
          ...(o.ifAbsent && { 'if-none-match': '*' }),
        },
        body: source.content(),
        deadlineMs: FIRST_BYTE_MS + Math.ceil(source.size / UPLOAD_SPEED),
      }));
      await answer.body?.cancel();
      // 412: the object exists; 409: another writer of the same key was faster
      if (o.ifAbsent && (answer.status === 412 || answer.status === 409)) return await this.kept(key);
      if (!answer.ok) throw refused('PUT', key, answer);
      return { etag: etagOf(answer), size: source.size, stored: true };
    } finally {
      await source.dispose();
    }
  }

  async open(key: string, range?: ByteRange): Promise<OpenObject> {
    checkKey(key);
    const headers = range && { range: `bytes=${range.start}-${range.end ?? ''}` };
    const answer = await this.read('GET', key, headers);
    const { body } = answer;
    if (answer.ok && body) {
      const stream = Readable.from(chunksOf(key, body), { objectMode: false });
      // if the stream is destroyed before it is read, `chunksOf` never runs, so it cannot cancel the body
      stream.once('close', () => {
        if (!body.locked) body.cancel().catch(() => undefined);
      });
      return { size: sizeOf(answer), stream, sendTo: (to) => pipeline(stream, to) };
    }
    await answer.body?.cancel();
    if (answer.status === 404) throw new ObjectMissing(key);
    if (answer.status === 416) throw new RangeOutside(key);
    throw refused('GET', key, answer);
  }

  async get(key: string, most = Number.POSITIVE_INFINITY): Promise<Buffer> {
    const { stream, size } = await this.open(key);
    if (size > most) {
      stream.destroy();
      throw new ObjectTooLarge(key, most);
    }
    return Buffer.concat(await stream.toArray());
  }

  async find(key: string): Promise<StoredObject | undefined> {
    checkKey(key);
    const answer = await this.read('HEAD', key);
    if (answer.status === 404) return undefined;
    if (!answer.ok) throw refused('HEAD', key, answer);
    return about(key, answer);
  }

  async remove(key: string): Promise<void> {
    checkKey(key);
    const answer = await this.read('DELETE', key);
    await answer.body?.cancel();
    if (!answer.ok && answer.status !== 404) throw refused('DELETE', key, answer);
  }

  async *list(prefix: string): AsyncGenerator<string> {
    if (prefix !== '') checkKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
    for await (const entry of this.client.listObjectsV2(this.bucket, prefix, true)) {
      const { name } = entry as { name?: string };
      if (name !== undefined) yield name;
    }
  }

  private async kept(key: string): Promise<PutResult> {
    const present = await this.find(key);
    if (!present) throw new Error(`${key} was there and is gone: write it again`);
    return { etag: present.etag, size: present.size, stored: false };
  }

  private read(
    method: Exclude<Method, 'PUT'>,
    key: string,
    headers?: Record<string, string>,
  ): Promise<Response> {
    return this.repeat(method, key, () => (headers ? { headers } : {}));
  }

  /**
   * Tries up to three times while the server is busy or does not answer, and starts no attempt after eight seconds. A
   * write may be repeated like a read, because it is atomic and repeating it with the same bytes changes nothing.
   */
  private async repeat(method: Method, key: string, sending: () => Sending): Promise<Response> {
    const began = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      const isLast = (): boolean => attempt === TRIES || performance.now() - began > LAST_TRY_MS;
      try {
        const answer = await this.send(method, key, sending());
        if (answer.status < 500 || isLast()) return answer;
        await answer.body?.cancel();
      } catch (error) {
        if (isLast()) throw new StoreAway(reasonOf(error), error);
      }
      await sleep(Math.random() * 200 * 2 ** attempt);
    }
  }

  /**
   * Resolves when the headers have arrived, which must be within the deadline. Each part of the body has its own
   * deadline.
   */
  private async send(
    method: Method,
    key: string,
    { headers, body, deadlineMs = FIRST_BYTE_MS }: Sending = {},
  ): Promise<Response> {
    const url = await this.client.presignedUrl(method, this.bucket, key, SIGNED_SECONDS);
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new Error(`the object store did not answer within ${deadlineMs} ms`)),
      deadlineMs,
    );
    try {
      return await fetch(url, {
        method,
        signal: late.signal,
        ...(headers && { headers }),
        ...(body && { body, duplex: 'half' }),
      });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** @throws when the server starts to answer and then falls silent */
async function* chunksOf(key: string, body: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await inTime(key, reader.read()).catch((error: unknown) => {
        throw new StoreAway(`the object store broke off in ${key}: ${reasonOf(error)}`, error);
      });
      if (done) return;
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
  } finally {
    // `cancel` is not awaited, because a silent server may never end its answer
    reader.cancel().catch(() => undefined);
  }
}

async function inTime<T>(key: string, reading: Promise<T>): Promise<T> {
  const late = new AbortController();
  const tooLate = sleep(NEXT_BYTES_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error(`the object store stopped in the middle of ${key} for ${NEXT_BYTES_MS} ms`);
  });
  tooLate.catch(() => undefined);
  try {
    return await Promise.race([reading, tooLate]);
  } finally {
    late.abort();
  }
}

const etagOf = (answer: Response): string =>
  (answer.headers.get('etag') ?? '').replace(/^W\//, '').replaceAll('"', '');

/** The size of the whole object, even if only a range was requested. */
function sizeOf({ headers }: Response): number {
  const whole = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  return Number(whole ?? headers.get('content-length'));
}

const about = (key: string, answer: Response): StoredObject => ({
  size: sizeOf(answer),
  etag: etagOf(answer),
  contentType: answer.headers.get('content-type') ?? contentTypeOf(key),
  changedAt: new Date(answer.headers.get('last-modified') ?? Number.NaN),
});

/** The error of a refused request. It omits the URL, because the URL contains a signature. */
const refused = (method: Method, key: string, { status }: Response): Error => {
  const text = `the object store answered ${status} to ${method} ${key}`;
  return status >= 500 || status === 429 ? new StoreAway(text) : new Error(text);
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'no reason');
