import type { FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';

const PIECE = 128 * 1024;
/** The maximum number of buffers that are kept for the next files. Together they have 4 MB. */
const KEPT = 32;
const spare: Buffer[] = [];

/**
 * Writes a file from byte `start` up to but not including `end`, then ends the writable. Each piece is read when the
 * previous one has left, into memory that is reused. With fresh memory for every piece, the garbage collector would
 * walk the whole heap every 64 MB, which would be two thirds of the cost of a download.
 * @throws when the reader disconnects, or the file cannot be read to the end
 */
export async function sendFile(
  file: FileHandle,
  { start, end }: { readonly start: number; readonly end: number },
  to: Writable,
): Promise<void> {
  const piece = spare.pop() ?? Buffer.allocUnsafeSlow(PIECE);
  for (let at = start; at < end;) {
    const { bytesRead } = await file.read(piece, 0, Math.min(PIECE, end - at), at);
    if (bytesRead === 0) throw new Error('the file is shorter than it was');
    await written(to, piece.subarray(0, bytesRead));
    at += bytesRead;
  }
  // not in a `finally` block, because the socket may still use the piece after a failure
  if (spare.length < KEPT) spare.push(piece);
  to.end();
}

/** Settles when the piece has left this process. */
const written = (to: Writable, piece: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    // if the connection breaks while the answer still waits for its turn, `write` never calls back
    const gone = (): void => reject(new Error('the reader has gone'));
    if (to.destroyed) return gone();
    to.once('close', gone);
    to.write(piece, (error) => {
      to.off('close', gone);
      if (error) reject(error);
      else resolve();
    });
  });
