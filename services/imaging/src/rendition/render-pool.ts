import { Worker } from 'node:worker_threads';
import { entryBeside } from '../process-entry.js';
import type { RenderResults, RenderTask } from './render-tasks.js';

/** A page that could not be rendered, though it was verified: the worker's own words. */
export class RenderFailed extends Error {
  override readonly name = 'RenderFailed';
}

interface Job {
  readonly task: RenderTask;
  readonly settle: (answer: Answer) => void;
}

interface Answer {
  readonly result?: RenderResults[RenderTask['kind']];
  readonly failure?: string;
}

const heapMb = 512;

/**
 * Threads that render verified pages, so that the event loop goes on serving. Jobs wait in the order in which they
 * came; threads start when there is work and are replaced when they die.
 */
export class RenderPool {
  private readonly idle: Worker[] = [];
  private readonly queue: Job[] = [];
  private readonly running = new Map<Worker, Job>();
  private closed = false;

  constructor(private readonly threads: number) {}

  /** Jobs that wait for a thread. */
  get backlog(): number {
    return this.queue.length;
  }

  /** @throws RenderFailed */
  async run<K extends RenderTask['kind']>(task: RenderTask & { kind: K }): Promise<RenderResults[K]> {
    const answer = await new Promise<Answer>((settle) => {
      this.queue.push({ task, settle });
      this.next();
    });
    if (answer.failure !== undefined || answer.result === undefined) throw new RenderFailed(answer.failure);
    // The worker answers in the order of its tasks, one at a time: the result is of the task's kind.
    return answer.result as RenderResults[K];
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const job of this.queue.splice(0)) job.settle({ failure: 'shutting down' });
    await Promise.all([...this.idle, ...this.running.keys()].map((worker) => worker.terminate()));
  }

  private next(): void {
    if (this.closed || this.queue.length === 0) return;
    const worker = this.idle.pop() ?? (this.running.size < this.threads ? this.start() : undefined);
    if (!worker) return;
    const job = this.queue.shift() as Job;
    this.running.set(worker, job);
    worker.ref();
    worker.postMessage(job.task);
  }

  private start(): Worker {
    const { file, flags } = entryBeside(import.meta.url, 'render.worker');
    const worker = new Worker(file, {
      execArgv: [...flags],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    worker.on('message', (answer: Answer) => this.settle(worker, answer, true));
    worker.on('error', (error) => this.settle(worker, { failure: error.message }, false));
    worker.on('exit', () => this.settle(worker, { failure: 'the thread ended' }, false));
    return worker;
  }

  private settle(worker: Worker, answer: Answer, alive: boolean): void {
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
