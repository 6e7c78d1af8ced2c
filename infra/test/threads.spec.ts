import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { ThreadPool } from '@portal/infra/threads';

const folder = mkdtempSync(join(tmpdir(), 'threads-'));
const file = join(folder, 'worker.mjs');
/** A worker that answers a task when the task's flag is set. */
writeFileSync(
  file,
  `import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ name, flag }) => {
    Atomics.wait(flag, 0, 0);
    parentPort.postMessage({ result: name });
  });`,
);

interface Task {
  readonly name: string;
  readonly flag: Int32Array;
}

let pool: ThreadPool<Task, string>;
afterEach(() => pool.close());
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const open = (threads: number, heavyThreads?: number): ThreadPool<Task, string> =>
  new ThreadPool({
    entry: { file, flags: [] },
    threads,
    heapMb: 64,
    failed: (words) => new Error(words),
    ...(heavyThreads !== undefined && { heavyThreads }),
  });

/** A task that lasts until `release` is called. */
function held(name: string): Task & { release: () => void } {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const release = (): void => {
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  };
  return { name, flag, release };
}

const task = ({ name, flag }: Task): Task => ({ name, flag });

function short(name: string): Task {
  const made = held(name);
  made.release();
  return task(made);
}

test('heavy tasks leave one thread free, so that other tasks can overtake them', async () => {
  pool = open(2, 1);
  const [first, second] = [held('first'), held('second')];
  const done: string[] = [];
  const note = (name: string): number => done.push(name);
  const heavy = [first, second].map((each) => pool.run(task(each), { heavy: true }).then(note));
  for (const name of ['a', 'b', 'c']) await pool.run(short(name)).then(note);
  expect(done).toEqual(['a', 'b', 'c']);
  expect(pool.backlog).toBe(1);
  second.release();
  first.release();
  await Promise.all(heavy);
  expect(done).toEqual(['a', 'b', 'c', 'first', 'second']);
});

test('tasks of equal weight run in the order of arrival, on all threads', async () => {
  pool = open(2);
  const both = [held('one'), held('two')];
  const running = both.map((each) => pool.run(task(each), { heavy: true }));
  expect(pool.backlog).toBe(0);
  const waiting = pool.run(short('three'));
  expect(pool.backlog).toBe(1);
  both.forEach(({ release }) => release());
  expect(await Promise.all([...running, waiting])).toEqual(['one', 'two', 'three']);
});
