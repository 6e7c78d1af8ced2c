import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type Algorithm, hashSync, verifySync } from '@node-rs/argon2';

/** A task for a hashing thread. */
export type HashingTask =
  | {
      readonly kind: 'hash';
      readonly password: string;
      readonly parameters: {
        readonly memoryCost: number;
        readonly timeCost: number;
        readonly parallelism: number;
      };
    }
  | {
      readonly kind: 'verify';
      readonly password: string;
      readonly stored: string;
      /**
       * True if the thread pauses after the task; false for suspects, because `HashingSlots` already pauses after their
       * tasks.
       */
      readonly rests: boolean;
    };

// the value of the package's enum, which isolated modules cannot read, because the package declares it as `const`
const ARGON2ID: Algorithm.Argon2id = 2;
const LESS_THAN_SERVING = 5;

/**
 * Lowers the thread's priority, so that a flood of sign-ins uses only the processor time that other requests leave. On
 * Linux each thread has its own priority. A priority that is lower already is left unchanged, because only root may
 * raise a priority.
 */
function stepBack(): void {
  if (process.platform !== 'linux') return;
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  // without the thread's own id, this would lower the priority of the whole process
  if (!Number.isInteger(thread) || thread <= 0 || thread === process.pid) return;
  if (getPriority(thread) < LESS_THAN_SERVING) setPriority(thread, LESS_THAN_SERVING);
}

const answer = (task: HashingTask): string | boolean =>
  task.kind === 'hash'
    ? hashSync(task.password, { algorithm: ARGON2ID, ...task.parameters })
    : verifySync(task.stored, task.password);

/**
 * A thread pauses for this many times the duration of its last task, so that a flood of sign-ins takes at most a
 * third of a core per thread.
 */
const REST = 2;
const nobody = new Int32Array(new SharedArrayBuffer(4));

stepBack();
parentPort?.on('message', (task: HashingTask) => {
  const began = performance.now();
  try {
    parentPort?.postMessage({ result: answer(task) });
  } catch (error) {
    parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) });
  }
  if (task.kind === 'verify' && !task.rests) return;
  Atomics.wait(nobody, 0, 0, (performance.now() - began) * REST);
});
