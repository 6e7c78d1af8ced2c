import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openLog } from '@portal/infra/log';
import type { FastifyReply } from 'fastify';
import { attachment } from './stored-object.js';

const log = openLog('gateway');

/**
 * Sends a file as a download while the file is still being written, and no faster than the client reads it. If the
 * writing fails, the connection is closed before the end of the file, so that the client does not take a part for the
 * whole file.
 */
export async function sendStreamed(
  reply: FastifyReply,
  { fileName, contentType, bytes }: { fileName: string; contentType: string; bytes: AsyncIterable<Buffer> },
): Promise<void> {
  reply.request.place?.leave();
  const { raw } = reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': contentType,
    'content-disposition': attachment(fileName),
    'cache-control': 'no-store',
  });
  try {
    await pipeline(Readable.from(bytes), raw);
  } catch (error) {
    if (!raw.destroyed || raw.writableEnded) log.error({ err: error }, `${fileName} broke off`);
    raw.destroy();
  }
}
