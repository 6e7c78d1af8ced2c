import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openLog } from '@portal/infra/log';
import type { FastifyReply } from 'fastify';
import { attachment } from './stored-object.js';

const log = openLog('gateway');

/**
 * Sends a file to save while it is being written, no faster than the reader takes it. If the writing fails, the
 * connection ends before the file does, so that the client does not mistake a part for the whole.
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
