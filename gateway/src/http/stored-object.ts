import { Inject, Injectable } from '@nestjs/common';
import { openLog } from '@portal/infra/log';
import { OBJECT_STORE, type ObjectStore, type OpenObject } from '@portal/infra/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';

const log = openLog('gateway');

export interface StoredFile {
  readonly objectKey: string;
  readonly etag: string;
  readonly contentType: string;
}

/** Streams objects to the socket: never whole in memory, stopped as soon as the reader has gone. */
@Injectable()
export class StoredObjectSender {
  constructor(@Inject(OBJECT_STORE) private readonly store: ObjectStore) {}

  /** An immutable object that its reader may keep, but not share: each request is authorised anew. */
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

  /** A file to save, whole or from a byte on, so that a broken download can go on (RFC 9110 14). */
  async download(
    request: FastifyRequest,
    reply: FastifyReply,
    file: StoredFile & { fileName: string; size: number },
  ) {
    const etag = `"${file.etag}"`;
    const start = resumeFrom(request, etag, file.size);
    const object = await this.store.open(
      file.objectKey,
      start > 0 ? { start, end: file.size - 1 } : undefined,
    );
    if (start > 0) void reply.header('content-range', `bytes ${start}-${file.size - 1}/${file.size}`);
    void reply
      .status(start > 0 ? 206 : 200)
      .header('content-type', file.contentType)
      .header('content-length', file.size - start)
      .header('content-disposition', attachment(file.fileName))
      .header('accept-ranges', 'bytes')
      .header('cache-control', 'no-store')
      .header('etag', etag);
    sendBytes(reply, object);
  }

  read(objectKey: string) {
    return this.store.open(objectKey);
  }
}

/** From the store to the socket, past the server's own stream. An answer that breaks off ends short of its length. */
function sendBytes(reply: FastifyReply, object: OpenObject): void {
  reply.request.place?.leave();
  const { raw } = reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  object.sendTo(raw).catch((error: unknown) => {
    if (!raw.destroyed) log.error({ err: error }, 'a stored object broke off');
    raw.destroy();
  });
}

const resumeFrom = (request: FastifyRequest, etag: string, size: number): number => {
  const { range, 'if-range': ifRange } = request.headers;
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return 0;
  const start = Number(/^bytes=(\d{1,15})-$/.exec(range)?.[1] ?? 0);
  return start < size ? start : 0;
};

/** RFC 6266: the plain name for old readers, the encoded one for all others. */
const attachment = (fileName: string): string =>
  `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
