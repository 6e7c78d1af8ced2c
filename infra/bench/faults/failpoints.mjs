// The places of `failpoint(...)` in the sources.
import { existsSync, globSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../local/node-version.mjs';

const sources = ['services/*/src/**/*.ts', 'infra/src/events/*.ts'];

/** Every name, found where it is used: a list of its own would be out of date. */
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

/** Asks for something at a named place. Whoever comes by next has it. @returns false when it was asked for already */
export function arm(folder, name, action) {
  const file = path.join(folder, name);
  if (existsSync(file)) return false;
  writeFileSync(`${file}.new`, action);
  renameSync(`${file}.new`, file);
  return true;
}

/** Takes back what nobody has come by yet. @returns {string[]} what was asked for at each of these places */
export function disarm(folder) {
  // a failpoint that somebody has reached bears the process's number
  const waiting = readdirSync(folder).filter((name) => !/\.\d+$/.test(name));
  return waiting.map((name) => {
    const file = path.join(folder, name);
    const action = existsSync(file) ? readFileSync(file, 'utf8') : '';
    rmSync(file, { force: true });
    return action;
  });
}
