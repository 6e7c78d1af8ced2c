import type { Readable } from 'node:stream';

/** The maximum size of a header; a larger one comes from a broken or hijacked process. */
const maxHeaderBytes = 64 * 1024;
const maxBodyBytes = 512 * 1024 * 1024;

/** A message between the importer and its limited process: a JSON header and a binary body. */
export interface Frame {
  readonly header: unknown;
  readonly body: Buffer;
}

/** Encodes a message: the lengths of header and body as 32-bit numbers, then the header, then the body. */
export function frameBytes(header: object, body: Uint8Array = Buffer.alloc(0)): Buffer {
  const text = Buffer.from(JSON.stringify(header));
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32BE(text.length, 0);
  lengths.writeUInt32BE(body.length, 4);
  return Buffer.concat([lengths, text, body]);
}

/**
 * Reads messages from a pipe until it ends.
 * @throws when a length is out of bounds or the pipe ends inside a message
 */
export async function* readFrames(pipe: Readable): AsyncGenerator<Frame> {
  const read = exactReader(pipe);
  for (;;) {
    const lengths = await read(8, true);
    if (!lengths) return;
    const headerLength = lengths.readUInt32BE(0);
    const bodyLength = lengths.readUInt32BE(4);
    if (headerLength > maxHeaderBytes || bodyLength > maxBodyBytes) throw new Error('message out of bounds');
    const header: unknown = JSON.parse((await read(headerLength))?.toString() ?? '');
    yield { header, body: (await read(bodyLength)) ?? Buffer.alloc(0) };
  }
}

/**
 * Returns a function that reads exactly `length` bytes. If `mayEnd` is true and the pipe ends before the first byte,
 * this function returns undefined.
 */
function exactReader(pipe: Readable): (length: number, mayEnd?: boolean) => Promise<Buffer | undefined> {
  const chunks = pipe[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let left: Buffer = Buffer.alloc(0);
  return async (length, mayEnd = false) => {
    const parts: Buffer[] = [left];
    let have = left.length;
    while (have < length) {
      const { value, done } = await chunks.next();
      if (done) {
        if (mayEnd && have === 0) return undefined;
        throw new Error('the pipe ended inside a message');
      }
      parts.push(value);
      have += value.length;
    }
    const all = parts.length === 1 ? left : Buffer.concat(parts);
    left = all.subarray(length);
    return all.subarray(0, length);
  };
}
