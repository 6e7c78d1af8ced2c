import { readFailure, send, type CallError } from '../../shared/http/call.js';
import { isLost, pause, pausesMs } from './again.js';
import { nameInHeader } from './pdf-file.js';

/** Bytes; `total` null while nobody has said how many there will be. */
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

/** The rest, as long as the file is still the one that was begun. */
const rangeAfter = ({ received, etag }: Part): Record<string, string> =>
  received > 0 ? { range: `bytes=${received}-`, 'if-range': etag } : {};

/** The length on the wire is the file's only where nothing was compressed. */
const lengthOf = ({ headers }: Response): number | null => {
  const length = headers.get('content-length');
  return length === null || headers.has('content-encoding') ? null : Number(length);
};

/** Reads on from where the part ends; what came before a break stays in it. */
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
    // the whole file instead of its rest: it begins anew
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
 * GET imaging/download/{guid}: the file as it comes, so that a long document is never text in memory. A connection that
 * breaks is taken up where it broke, as often as there was something new, else at most four times.
 * @param signal stops it: nothing is left of the file then
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
