import { entryBeside, ThreadPool } from '@portal/infra/threads';
import type { RenderResults, RenderTask } from './render-tasks.js';

/** A page that could not be rendered, though it was verified: the worker's own words. */
export class RenderFailed extends Error {
  override readonly name = 'RenderFailed';
}

const heapMb = 512;

/** Threads that render verified pages. */
export class RenderPool {
  private readonly pool: ThreadPool<RenderTask, RenderResults[RenderTask['kind']]>;

  constructor(threads: number) {
    const entry = entryBeside(import.meta.url, 'render.worker');
    this.pool = new ThreadPool({ entry, threads, heapMb, failed: (words) => new RenderFailed(words) });
  }

  /** @throws RenderFailed */
  async run<K extends RenderTask['kind']>(task: RenderTask & { kind: K }): Promise<RenderResults[K]> {
    // The worker answers in the order of its tasks, one at a time: the result is of the task's kind.
    return (await this.pool.run(task)) as RenderResults[K];
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
