// Finds the calls of `failpoint(...)` in the sources, and requests faults at them.
import { existsSync, globSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../local/node-version.mjs';

const sources = ['services/*/src/**/*.ts', 'infra/src/events/*.ts'];

/** The names of all failpoints. They are read from the sources, because a separate list would become outdated. */
export const failpointNames = [
  ...new Set(
    sources.flatMap((pattern) =>
      globSync(pattern, { cwd: projectRoot }).flatMap((file) =>
        [...readFileSync(path.join(projectRoot, file), 'utf8').matchAll(/\bfailpoint\('([a-z-]+)'\)/g)].map(
          ([, name]) => name,
        ),
      ),
    ),
  ),
].sort();

/**
 * Requests a fault at a failpoint. The next process that reaches the failpoint gets the fault.
 * @returns false when a fault is already requested there
 */
export function arm(folder, name, action) {
  const file = path.join(folder, name);
  if (existsSync(file)) return false;
  writeFileSync(`${file}.new`, action);
  renameSync(`${file}.new`, file);
  return true;
}

/**
 * Withdraws the requested faults whose failpoints no process has reached.
 * @returns {string[]} the action of each withdrawn fault
 */
export function disarm(folder) {
  // the file of a reached failpoint has the process number in its name
  const waiting = readdirSync(folder).filter((name) => !/\.\d+$/.test(name));
  return waiting.map((name) => {
    const file = path.join(folder, name);
    const action = existsSync(file) ? readFileSync(file, 'utf8') : '';
    rmSync(file, { force: true });
    return action;
  });
}
