import { parentPort } from 'node:worker_threads';
import { runTask, type RenderTask } from './render-tasks.js';

/** Answers each task with its result or the reason of its failure. */
parentPort?.on('message', (task: RenderTask) => {
  runTask(task).then(
    (result) => parentPort?.postMessage({ result }),
    (error: unknown) =>
      parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
