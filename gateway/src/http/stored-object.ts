import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { openLog } from '@portal/infra/log';
import { OBJECT_STORE, type ObjectStore, type OpenObject } from '@portal/infra/storage';
import type { Result } from '@portal/proto/result';
import type { storedFile } from '@portal/proto/rpc/reports';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { SENT } from '../answers/answer.interceptor.js';
import { Refusal } from '../answers/refusal.js';
import { checkedStream, checkedWriter, type Expected } from './checked-bytes.js';

const log = openLog('gateway');

export interface StoredFile {
  readonly objectKey: string;
  readonly etag: string;
  readonly contentType: string;
}

/** Streams objects to the socket. Stops when the reader disconnects, and never keeps a whole object in memory. */
@Injectable()
export class StoredObjectSender {
  constructor(@Inject(OBJECT_STORE) private readonly store: ObjectStore) {}

  /** Sends an immutable object that the browser may cache privately; each request is authorized again. */
  async send(request: FastifyRequest, reply: FastifyReply, file: StoredFile): Promise<void> {
    const etag = `"${file.etag}"`;
    void reply.header('cache-control', 'private, max-age=3600').header('etag', etag).header('vary', 'cookie');
    if (request.headers['if-none-match'] === etag) {
      void reply.status(304).send();
      return;
    }
    const object = await this.store.open(file.objectKey);
    void reply
      .status(200)
      .header('content-type', file.contentType)
      .header('content-length', object.size)
      .header('content-disposition', 'inline');
    sendBytes(reply, object);
  }

  /**
   * Sends a file as a download. Sends only a range of the file if the request asks for it, so that an interrupted
   * download can continue (RFC 9110, section 14). If a hash is given, the bytes of a whole file are compared with it
   * while they are sent.
   * @throws when the object's length differs from the file's
   */
  async download(
    request: FastifyRequest,
    reply: FastifyReply,
    file: StoredFile & { fileName: string; size: number; sha256?: string },
  ) {
    const { objectKey, size, sha256 } = file;
    const etag = `"${file.etag}"`;
    const range = rangeOf(request, etag, size);
    const object = await this.store.open(objectKey, range);
    // with a wrong length, the client would wait for bytes that never come
    if (object.size !== size) {
      object.stream.destroy();
      throw new Error(`${objectKey} has ${object.size} bytes instead of ${size}`);
    }
    if (range) void reply.header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    void reply
      .status(range ? 206 : 200)
      .header('content-type', file.contentType)
      .header('content-length', range ? range.end - range.start + 1 : size)
      .header('content-disposition', attachment(file.fileName))
      .header('accept-ranges', 'bytes')
      .header('cache-control', 'no-store')
      .header('etag', etag);
    const checked = range || sha256 === undefined ? undefined : { objectKey, sha256, size };
    sendBytes(reply, object, checked);
  }

  /** Sends a file that a service has written for the caller, or the refusal of the service. Such files never change. */
  async downloadWritten(
    request: FastifyRequest,
    reply: FastifyReply,
    written: Result<z.output<typeof storedFile>>,
  ): Promise<typeof SENT> {
    if (!written.ok) throw new Refusal(written);
    await this.download(request, reply, { ...written.value, etag: written.value.objectKey });
    return SENT;
  }

  /**
   * Reads a whole file. The stream passes its last bytes on only if the length and the hash of the file are as
   * expected.
   */
  async read(expected: Expected): Promise<Readable> {
    return checkedStream((await this.store.open(expected.objectKey)).stream, expected);
  }
}

/**
 * Sends bytes from the store to the socket, bypassing the server's own stream. If the sending fails, the connection is
 * closed before the announced length is reached, so that the client notices.
 */
function sendBytes(reply: FastifyReply, object: OpenObject, expected?: Expected): void {
  reply.request.place?.leave();
  const { raw } = reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  const to = expected && expected.size > 0 ? checkedWriter(raw, expected) : raw;
  object.sendTo(to).catch((error: unknown) => {
    if (!raw.destroyed) log.error({ err: error }, 'a stored object broke off');
    raw.destroy();
  });
}

/**
 * Reads the requested range: 'bytes=5-', 'bytes=5-9', or 'bytes=-9' for the last bytes; undefined for anything else.
 */
function rangeOf(
  request: FastifyRequest,
  etag: string,
  size: number,
): { start: number; end: number } | undefined {
  const { range, 'if-range': ifRange } = request.headers;
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  const whole = start === 0 && end === size - 1;
  return start > end || whole ? undefined : { start, end };
}

/** The header of RFC 6266: the plain name for old browsers, and the encoded name for all others. */
export const attachment = (fileName: string): string =>
  `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
