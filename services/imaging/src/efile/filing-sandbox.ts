import { entryBeside, type ProcessEntry } from '@portal/infra/threads';
import { warnBelowDpi } from '@portal/proto/efile';
import { frameBytes, readFrames } from '../ingest/frames.js';
import { startLimited } from '../ingest/limited-process.js';
import { readInspection } from './filing-answer.js';
import { filingRefusalOf, FilingRefused, type FilingFile } from './filing-file.rules.js';

export interface FilingSandboxOptions {
  readonly timeLimitMs?: number;
  readonly memoryMb?: number;
  /** The program that examines the document. Tests of the limits replace it. */
  readonly entry?: ProcessEntry;
}

/**
 * Examines one uploaded document in a limited process of its own. If the process dies, is late or gives an invalid
 * answer, the document counts as unreadable.
 * @throws FilingRefused with the reason
 */
export async function inspectLimited(
  file: Uint8Array,
  declared: string,
  { timeLimitMs = 45_000, memoryMb = 1_536, entry }: FilingSandboxOptions = {},
): Promise<FilingFile> {
  const program = entry ?? entryBeside(import.meta.url, 'filing-file.process');
  const child = startLimited(program, { memoryMb, cpuSeconds: Math.ceil(timeLimitMs / 1_000) });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeLimitMs);
  try {
    child.stdin.write(frameBytes({ declared, warnBelowDpi }, file));
    const next = await readFrames(child.stdout)
      .next()
      .catch(() => undefined);
    const answer = next && !next.done ? readInspection(next.value.header) : undefined;
    if (!answer) throw new FilingRefused('FILING_BROKEN', child.signalCode ?? 'no answer');
    if ('refused' in answer) throw new FilingRefused(answer.refused, answer.detail);
    if ('unreadable' in answer) throw new FilingRefused(filingRefusalOf(answer.unreadable), answer.detail);
    return answer;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}
