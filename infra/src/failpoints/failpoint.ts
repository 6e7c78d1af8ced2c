import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Called when the code reaches a failpoint. The call causes the fault. */
export type OnFailpoint = (name: string) => Promise<void> | undefined;

let reached: OnFailpoint | undefined;

/** The error that a test requested at a failpoint. */
export class FailpointThrew extends Error {
  override readonly name = 'FailpointThrew';
}

/**
 * A named point at which tests can cause a fault, such as between a commit and the next step. Does nothing unless
 * failpoints are armed.
 */
export const failpoint: OnFailpoint = (name) => reached?.(name);

/** @param onFailpoint causes the faults; undefined disarms all failpoints */
export function armFailpoints(onFailpoint: OnFailpoint | undefined): void {
  reached = onFailpoint;
}

/**
 * Arms failpoints by files in a folder. The name of a file is the name of a failpoint, and its content is `crash`,
 * `throw`, `delay <milliseconds>`, or `block <milliseconds>`, which blocks the whole process. The process that reaches
 * the point removes the file, so the fault happens only once.
 */
export const failpointsIn =
  (folder: string): OnFailpoint =>
  (name) => {
    const asked = take(join(folder, name));
    return asked === undefined ? undefined : act(name, asked);
  };

function take(file: string): string | undefined {
  const own = `${file}.${process.pid}`;
  try {
    renameSync(file, own);
    return readFileSync(own, 'utf8').trim();
  } catch {
    // The failpoint is not armed, or another process has used it.
    return undefined;
  }
}

async function act(name: string, asked: string): Promise<void> {
  const [action, ms] = asked.split(' ');
  // like a power cut: nothing is closed or flushed
  if (action === 'crash') process.kill(process.pid, 'SIGKILL');
  if (action === 'delay') await sleep(Number(ms));
  else if (action === 'block') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(ms));
  else throw new FailpointThrew(`failpoint ${name}`);
}
