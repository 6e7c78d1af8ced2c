// The places of `failpoint(...)` in the sources.
import { globSync, readFileSync } from 'node:fs';
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
