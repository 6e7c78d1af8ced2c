import { Worker } from 'node:worker_threads';
import type { ProcessEntry } from './process-entry.js';

/** A worker's answer to a task. A worker handles one task at a time, in order. */
interface Answer<R> {
  readonly result?: R;
  readonly failure?: string;
}

interface Job<T, R> {
  readonly task: T;
  readonly heavy: boolean;
  readonly settle: (answer: Answer<R>) => void;
}

export interface ThreadPoolOptions {
  /** The worker's module, which answers every message with `{ result }` or `{ failure }`. */
  readonly entry: ProcessEntry;
  readonly threads: number;
  /** The maximum number of threads for heavy tasks, so that other tasks continue. Default: all threads. */
  readonly heavyThreads?: number;
  readonly heapMb: number;
  /** Creates the error for a failed task, from the worker's message. */
  readonly failed: (words: string | undefined) => Error;
}

/**
 * Threads for work that keeps a core busy, so that the event loop can continue. Tasks wait in order of arrival. Other
 * tasks overtake a heavy task only while all threads for heavy tasks are busy. Threads start when there is work. They
 * are replaced when they die.
 */
export class ThreadPool<T, R> {
  private readonly idle: Worker[] = [];
  private readonly queue: Job<T, R>[] = [];
  private readonly running = new Map<Worker, Job<T, R>>();
  private closed = false;

  constructor(private readonly o: ThreadPoolOptions) {}

  /** Number of tasks that wait for a thread. */
  get backlog(): number {
    return this.queue.length;
  }

  /** @throws the error that `failed` creates */
  async run(task: T, { heavy = false } = {}): Promise<R> {
    const answer = await new Promise<Answer<R>>((settle) => {
      this.queue.push({ task, heavy, settle });
      this.next();
    });
    if (answer.failure !== undefined || answer.result === undefined) throw this.o.failed(answer.failure);
    return answer.result;
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const job of this.queue.splice(0)) job.settle({ failure: 'shutting down' });
    await Promise.all([...this.idle, ...this.running.keys()].map((worker) => worker.terminate()));
  }

  private next(): void {
    const at = this.closed ? -1 : this.nextJob();
    if (at < 0) return;
    const worker = this.idle.pop() ?? (this.running.size < this.o.threads ? this.start() : undefined);
    if (!worker) return;
    const [job] = this.queue.splice(at, 1) as [Job<T, R>];
    this.running.set(worker, job);
    worker.ref();
    worker.postMessage(job.task);
  }

  /** Position in the queue of the next task to run; -1 when none may start. */
  private nextJob(): number {
    const heavy = [...this.running.values()].filter((job) => job.heavy).length;
    const full = heavy >= (this.o.heavyThreads ?? this.o.threads);
    return this.queue.findIndex((job) => !full || !job.heavy);
  }

  private start(): Worker {
    const { file, flags } = this.o.entry;
    const worker = new Worker(file, {
      execArgv: [...flags],
      resourceLimits: { maxOldGenerationSizeMb: this.o.heapMb },
    });
    worker.on('message', (answer: Answer<R>) => this.settle(worker, answer, true));
    worker.on('error', (error) => this.settle(worker, { failure: error.message }, false));
    worker.on('exit', () => this.settle(worker, { failure: 'the thread ended' }, false));
    return worker;
  }

  private settle(worker: Worker, answer: Answer<R>, alive: boolean): void {
    const job = this.running.get(worker);
    this.running.delete(worker);
    const at = this.idle.indexOf(worker);
    if (!alive && at >= 0) this.idle.splice(at, 1);
    if (alive) {
      worker.unref();
      this.idle.push(worker);
    }
    job?.settle(answer);
    this.next();
  }
}
