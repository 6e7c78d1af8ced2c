import { openLog } from '@portal/infra/log';
import { entryBeside } from '@portal/infra/threads';
import * as z from 'zod/mini';
import { frameBytes, readFrames } from '../ingest/frames.js';
import { startLimited } from '../ingest/limited-process.js';
import type { FilingSandboxOptions } from './filing-sandbox.js';
import type { FilingWork } from './filing-work.rules.js';

const log = openLog('imaging');
const answer = z.object({ done: z.boolean(), detail: z._default(z.string().check(z.maxLength(500)), '') });

/**
 * Draws a page of a document or stamps the document, in a limited process of its own. The limits are the same as for
 * the examination of an upload.
 * @returns undefined when the work is impossible, takes too long or needs too much memory
 */
export async function workLimited(
  file: Uint8Array,
  work: FilingWork,
  { timeLimitMs = 45_000, memoryMb = 1_536, entry }: FilingSandboxOptions = {},
): Promise<Buffer | undefined> {
  const program = entry ?? entryBeside(import.meta.url, 'filing-work.process');
  const child = startLimited(program, { memoryMb, cpuSeconds: Math.ceil(timeLimitMs / 1_000) });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeLimitMs);
  try {
    child.stdin.write(frameBytes(work, file));
    const next = await readFrames(child.stdout)
      .next()
      .catch(() => undefined);
    const found = next && !next.done ? answer.safeParse(next.value.header).data : undefined;
    if (next && !next.done && found?.done && next.value.body.length > 0) return next.value.body;
    log.warn(
      { make: work.make, detail: found?.detail ?? child.signalCode ?? 'no answer', size: file.length },
      'a filed document was not made into what was asked',
    );
    return undefined;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}
