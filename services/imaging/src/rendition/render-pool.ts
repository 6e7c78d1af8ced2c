import { counter, histogram } from '@portal/infra/metrics';
import { entryBeside, ThreadPool } from '@portal/infra/threads';
import type { PageForm } from '../stored-page.js';
import type { RenderResults, RenderTask } from './render-tasks.js';

/** Thrown when a verified page could not be rendered, with the worker's message. */
export class RenderFailed extends Error {
  override readonly name = 'RenderFailed';
}

const heapMb = 512;
/** Rendering a JPEG with more pixels than this takes more than a few tenths of a second. */
const heavyPixels = 30_000_000;
/**
 * A black and white page with more bytes than this is full of dots. Rendering it takes as long as rendering a large
 * JPEG.
 */
const heavyStripBytes = 3_000_000;

const renders = counter({
  ...{ name: 'renders_total', help: 'Pages that were rendered' },
  labelNames: ['kind', 'outcome'] as const,
});
const renderSeconds = histogram({
  ...{ name: 'render_duration_seconds', help: 'How long a page took, with its wait for a thread' },
  labelNames: ['kind'] as const,
  buckets: [0.02, 0.05, 0.1, 0.3, 1, 3, 10],
});

/** True if a page takes seconds to render. */
export const isHeavy = (form: PageForm, bytes: number): boolean =>
  form.kind === 'JPEG' ? form.width * form.height > heavyPixels : bytes > heavyStripBytes;

/**
 * Threads that render verified pages. One thread never gets a heavy page, so that other pages do not wait for a heavy
 * one.
 */
export class RenderPool {
  private readonly pool: ThreadPool<RenderTask, RenderResults[RenderTask['kind']]>;

  /** @param wanted number of threads; at least two are started */
  constructor(wanted: number) {
    const entry = entryBeside(import.meta.url, 'render.worker');
    const threads = Math.max(2, wanted);
    const failed = (words?: string): RenderFailed => new RenderFailed(words);
    this.pool = new ThreadPool({ entry, threads, heavyThreads: threads - 1, heapMb, failed });
  }

  /** @throws RenderFailed */
  async run<K extends RenderTask['kind']>(task: RenderTask & { kind: K }): Promise<RenderResults[K]> {
    // A thread answers one task before it gets the next, so the result always belongs to this task and has the type for
    // its kind.
    const heavy = isHeavy(task.form, task.bytes.length);
    const end = renderSeconds.startTimer({ kind: task.kind });
    try {
      const result = (await this.pool.run(task, { heavy })) as RenderResults[K];
      renders.inc({ kind: task.kind, outcome: 'ok' });
      return result;
    } catch (error) {
      renders.inc({ kind: task.kind, outcome: 'failed' });
      throw error;
    } finally {
      end();
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
