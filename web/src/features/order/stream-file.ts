import { readFailure, send, type CallError } from '../../shared/http/call.js';
import { isLost, pause, pausesMs } from './again.js';
import { nameInHeader } from './pdf-file.js';

/** The progress in bytes; `total` is null while it is unknown. */
export interface FileProgress {
  received: number;
  total: number | null;
}

interface Part extends FileProgress {
  chunks: Uint8Array<ArrayBuffer>[];
  etag: string;
  name: string;
}

const nothingYet = (): Part => ({ chunks: [], received: 0, total: null, etag: '', name: '' });
const lost: CallError = { kind: 'no-response' };

/** The headers that request the rest of the file if it has not changed. */
const rangeAfter = ({ received, etag }: Part): Record<string, string> =>
  received > 0 ? { range: `bytes=${received}-`, 'if-range': etag } : {};

/** Content-Length is the file's length only without compression. */
const lengthOf = ({ headers }: Response): number | null => {
  const length = headers.get('content-length');
  return length === null || headers.has('content-encoding') ? null : Number(length);
};

/** Downloads the missing rest of a file, and appends the bytes to `part`. */
const readOn = async (
  guid: string,
  part: Part,
  tell: (at: FileProgress) => void,
  signal: AbortSignal,
): Promise<CallError | undefined> => {
  const response = await send({
    path: `imaging/download/${guid}`,
    method: 'GET',
    headers: rangeAfter(part),
    signal,
  });
  if ('error' in response) return response.error;
  try {
    if (!response.ok || !response.body) return readFailure(response, await response.text());
    // the server sends the whole file instead of its rest, so start again
    if (response.status !== 206) Object.assign(part, nothingYet());
    const length = lengthOf(response);
    part.total = length === null ? null : part.received + length;
    part.etag = response.headers.get('etag') ?? '';
    part.name = nameInHeader(response.headers.get('content-disposition'));
    const reader = response.body.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      part.chunks.push(read.value);
      part.received += read.value.length;
      tell(part);
    }
    return part.total !== null && part.received < part.total ? lost : undefined;
  } catch {
    return lost;
  }
};

/**
 * GET imaging/download/{guid} as a stream, so that a long document is never held in memory as text. After a broken
 * connection, the download resumes where it stopped. It fails when three retries in a row bring no data.
 * @param signal stops the download and drops what has arrived
 */
export const streamFile = async (
  guid: string,
  tell: (at: FileProgress) => void,
  signal: AbortSignal,
): Promise<{ file: Blob; name: string } | { error: CallError } | 'stopped'> => {
  const part = nothingYet();
  for (let vain = 0; ;) {
    const before = part.received;
    const error = await readOn(guid, part, tell, signal);
    if (!error) return { file: new Blob(part.chunks, { type: 'application/pdf' }), name: part.name };
    if (signal.aborted) return 'stopped';
    if (part.received > before) vain = 0;
    const wait = pausesMs[vain];
    if (!isLost(error) || wait === undefined) return { error };
    await pause(wait);
    if (signal.aborted) return 'stopped';
    vain += 1;
  }
};
