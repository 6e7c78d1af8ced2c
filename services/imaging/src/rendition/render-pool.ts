import { entryBeside, ThreadPool } from '@portal/infra/threads';
import type { PageForm } from '../stored-page.js';
import type { RenderResults, RenderTask } from './render-tasks.js';

/** A page that could not be rendered, though it was verified: the worker's own words. */
export class RenderFailed extends Error {
  override readonly name = 'RenderFailed';
}

const heapMb = 512;
/** What takes longer than some tenths of a second: large JPEGs, and bilevel pages that are full of dots. */
const heavyPixels = 30_000_000;
const heavyStripBytes = 3_000_000;

/** Whether a page takes seconds to render. */
export const isHeavy = (form: PageForm, bytes: number): boolean =>
  form.kind === 'JPEG' ? form.width * form.height > heavyPixels : bytes > heavyStripBytes;

/** Threads that render verified pages. One of them is never given a heavy page: others' readers do not wait for it. */
export class RenderPool {
  private readonly pool: ThreadPool<RenderTask, RenderResults[RenderTask['kind']]>;

  /** @param wanted threads; there are two at least */
  constructor(wanted: number) {
    const entry = entryBeside(import.meta.url, 'render.worker');
    const threads = Math.max(2, wanted);
    const failed = (words?: string): RenderFailed => new RenderFailed(words);
    this.pool = new ThreadPool({ entry, threads, heavyThreads: threads - 1, heapMb, failed });
  }

  /** @throws RenderFailed */
  async run<K extends RenderTask['kind']>(task: RenderTask & { kind: K }): Promise<RenderResults[K]> {
    // The worker answers in the order of its tasks, one at a time: the result is of the task's kind.
    const heavy = isHeavy(task.form, task.bytes.length);
    return (await this.pool.run(task, { heavy })) as RenderResults[K];
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
