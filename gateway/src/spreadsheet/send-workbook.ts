import { workbookOf, workbookType, type Sheet } from '@portal/infra/spreadsheet';
import type { FastifyReply } from 'fastify';
import { sendStreamed } from '../http/streamed-file.js';

/** Sends a workbook as a file that the browser saves. The rows are read while the file is being sent. */
export const sendWorkbook = (reply: FastifyReply, fileName: string, sheet: Sheet): Promise<void> =>
  sendStreamed(reply, { fileName, contentType: workbookType, bytes: workbookOf(sheet) });

/**
 * Yields every entry of a list that is read in parts.
 * @param read a function that returns the part after a key; a part that is not full is the last one
 */
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
