import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type Algorithm, hashSync, verifySync } from '@node-rs/argon2';

/** Work for a hashing thread. */
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
  | { readonly kind: 'verify'; readonly password: string; readonly stored: string };

// the enum is `const` in the package's types, which isolated modules cannot read
const ARGON2ID: Algorithm.Argon2id = 2;
const LESS_THAN_SERVING = 5;

/** A storm of sign-ins takes what serving leaves over: Linux gives each thread a priority of its own. */
function stepBack(): void {
  if (process.platform !== 'linux') return;
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  // the whole process must not step back, and without the thread's own id it would
  if (Number.isInteger(thread) && thread > 0 && thread !== process.pid)
    setPriority(thread, LESS_THAN_SERVING);
}

const answer = (task: HashingTask): string | boolean =>
  task.kind === 'hash'
    ? hashSync(task.password, { algorithm: ARGON2ID, ...task.parameters })
    : verifySync(task.stored, task.password);

/** Times the work that a thread rests before its next: however slow the machine, a storm takes a third of a core. */
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
  Atomics.wait(nobody, 0, 0, (performance.now() - began) * REST);
});
