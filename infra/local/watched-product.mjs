import { watch } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildServer } from './build-server.mjs';
import { projectRoot } from './node-version.mjs';
import { serverPackages } from './packages.mjs';
import { isAlive, spawnOwnedNode, stopProcess } from './processes.mjs';

const PRODUCT = fileURLToPath(new URL('dev-product.mjs', import.meta.url));
const VITE = path.join(projectRoot, 'node_modules/vite/bin/vite.js');
/**
 * A burst of changes ends when no file changes for this many milliseconds. An editor that saves many files, or a Git
 * checkout, makes such a burst, which counts as one change.
 */
const SETTLED_MS = 120;
const LONGEST_START_MS = 120_000;

/** The port at which Vite serves the pages and replaces changed modules in them. */
export const pagesPort = (port) => port + 3;

const answers = (address) =>
  fetch(address, { signal: AbortSignal.timeout(1000) }).then(
    ({ ok }) => ok,
    () => false,
  );

async function ready(address, child) {
  const until = Date.now() + LONGEST_START_MS;
  while (isAlive(child.pid) && Date.now() < until) {
    if (await answers(address)) return true;
    await sleep(50);
  }
  return false;
}

/** Folders whose files are compiled or read by services. */
const watched = () => [...serverPackages().map((folder) => path.join(folder, 'src')), 'proto/locales'];

/**
 * Runs services and gateway in a process that restarts after a change, and Vite in another one. If a source does not
 * compile, the running process continues. If the process does not start, it is started again after the next change.
 */
export async function startWatchedProduct({ environment, settings, say }) {
  const env = { ...process.env, ...environment, DATA_DIR: settings.dataDir };
  const origin = `http://localhost:${settings.port}`;
  const begin = () => spawnOwnedNode(PRODUCT, [], { env, output: 'inherit' });
  const end = (child) => stopProcess(child.pid, ['SIGTERM', 'SIGKILL'], 3000);
  let product = begin();
  const pages = spawnOwnedNode(
    VITE,
    ['web', '--port', String(pagesPort(settings.port)), '--strictPort', '--logLevel', 'warn'],
    { env: { ...process.env, PORTAL_URL: origin }, output: 'inherit' },
  );
  if (!(await ready(`${origin}/LandShark/config.json`, product)))
    say('The services did not start; change a source to try again');

  const restart = async () => {
    const startedAt = performance.now();
    try {
      const { compiled } = await buildServer();
      say(`${compiled} files compiled, starting the services again`);
    } catch (error) {
      say(`${error.message}\nThe services go on with the previous sources.`);
      return;
    }
    await end(product);
    product = begin();
    const up = await ready(`${origin}/LandShark/config.json`, product);
    say(
      up
        ? `Ready again after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`
        : 'The services did not start',
    );
  };
  const watcher = watchSources(watched(), restart);
  const stop = async () => {
    watcher.close();
    await Promise.all([end(product), end(pages)]);
  };
  return { stop };
}

/**
 * Calls `changed` after each burst of changes below the folders, never twice at a time. A change during a call leads to
 * one more call.
 * @param {string[]} folders from the root
 * @param {() => Promise<void>} changed
 */
export function watchSources(folders, changed) {
  let timer;
  let working = false;
  let again = false;
  /** @type {(value?: unknown) => void} */
  let told = () => undefined;
  const work = async () => {
    told();
    if (working) {
      again = true;
      return;
    }
    working = true;
    do {
      again = false;
      await changed();
    } while (again);
    working = false;
  };
  const noticed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void work(), SETTLED_MS);
  };
  const watchers = folders.map((folder) =>
    watch(path.resolve(projectRoot, folder), { recursive: true }, noticed),
  );
  const close = () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
  /** Settles when the next burst of changes is noticed. */
  const next = () => new Promise((resolve) => (told = resolve));
  return { close, next };
}
