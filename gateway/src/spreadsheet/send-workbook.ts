import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openLog } from '@portal/infra/log';
import { workbookOf, workbookType, type Sheet } from '@portal/infra/spreadsheet';
import type { FastifyReply } from 'fastify';
import { attachment } from '../http/stored-object.js';

const log = openLog('gateway');

/**
 * Sends a workbook as a file to save, while its rows are read: as slowly as the reader takes it. When reading fails, the
 * connection ends before the file does, so that nobody takes a part for the whole.
 */
export async function sendWorkbook(reply: FastifyReply, fileName: string, sheet: Sheet): Promise<void> {
  reply.request.place?.leave();
  const { raw } = reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': workbookType,
    'content-disposition': attachment(fileName),
    'cache-control': 'no-store',
  });
  try {
    await pipeline(Readable.from(workbookOf(sheet)), raw);
  } catch (error) {
    if (!raw.destroyed || raw.writableEnded) log.error({ err: error }, `${fileName} broke off`);
    raw.destroy();
  }
}

/** Every entry of a list that is read in parts. @param read the part behind a key; a short one is the last */
export async function* allOf<T>(
  first: readonly T[],
  read: (after: string) => Promise<readonly T[]>,
  o: { size: number; keyOf: (entry: T) => string },
): AsyncGenerator<readonly T[]> {
  for (let part = first; ;) {
    yield part;
    const last = part.at(-1);
    if (last === undefined || part.length < o.size) return;
    part = await read(o.keyOf(last));
  }
}
