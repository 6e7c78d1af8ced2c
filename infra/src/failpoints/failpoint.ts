import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Hears that a place in the code was reached; what it does there is the fault. */
export type OnFailpoint = (name: string) => Promise<void> | undefined;

let reached: OnFailpoint | undefined;

/** A fault that was asked for at a failpoint. */
export class FailpointThrew extends Error {
  override readonly name = 'FailpointThrew';
}

/**
 * A named place where a fault can be asked for: between a commit and what follows it, between a question and the change
 * that the answer allows. Does nothing unless failpoints are armed.
 */
export const failpoint: OnFailpoint = (name) => reached?.(name);

/** @param onFailpoint undefined disarms */
export function armFailpoints(onFailpoint: OnFailpoint | undefined): void {
  reached = onFailpoint;
}

/**
 * Failpoints that are armed by files of their names in a folder: `crash`, `throw`, `delay <milliseconds>`, or
 * `block <milliseconds>`, in which nothing of the process runs. Whoever reaches the place takes the file, so that one
 * process has the fault, once.
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
    // not armed, or another process was first
    return undefined;
  }
}

async function act(name: string, asked: string): Promise<void> {
  const [action, ms] = asked.split(' ');
  // as a power cut does it: nothing is closed or flushed
  if (action === 'crash') process.kill(process.pid, 'SIGKILL');
  if (action === 'delay') await sleep(Number(ms));
  else if (action === 'block') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(ms));
  else throw new FailpointThrew(`failpoint ${name}`);
}
