import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '../../local/node-version.mjs';
import { Problem } from '../../local/problem.mjs';
import { spawnOwned, stopProcess } from '../../local/processes.mjs';

const START_WITHIN_MS = 600_000;

/**
 * Starts a built product without one guard. Products that are started one after another may use the same data folder.
 */
export async function startProductWithout(guard, port, dataDir) {
  // the URL names the guard, because each process of the product gets only its own environment variables
  const hook = new URL(`mutate-product.mjs?without=${guard}`, import.meta.url).href;
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--import ${hook}`,
  };
  const script = path.join(projectRoot, 'infra/local/start.mjs');
  const child = spawnOwned(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] }, 'TERM');
  const stop = () => stopProcess(child.pid, ['SIGTERM', 'SIGKILL'], 30_000);
  const ready = new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('Ready in ')) resolve(true);
    });
  });
  const late = new Promise((resolve) => setTimeout(resolve, START_WITHIN_MS, false).unref());
  if (await Promise.race([ready, once(child, 'exit').then(() => false), late])) return { port, stop };
  await stop();
  throw new Problem(`the product did not start without ${guard} (see above)`);
}
