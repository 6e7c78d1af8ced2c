// The packages of the services after a build: their migrations and their Nest modules.
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { projectRoot } from './node-version.mjs';
import { serviceNames } from './packages.mjs';
import { Problem } from './problem.mjs';

const load = (folder) => import(pathToFileURL(path.join(projectRoot, folder, 'dist/index.js')).href);

/** @returns {Promise<{ name: string, migrations: Function[], module: Function }[]>} */
export function loadServices() {
  return Promise.all(
    serviceNames().map(async (folder) => {
      const exported = await load(`services/${folder}`);
      const module = Object.entries(exported).find(([name]) => name.endsWith('Module'))?.[1];
      if (!Array.isArray(exported.migrations) || !module) {
        throw new Problem(`services/${folder}/src/index.ts must export migrations and its Nest module.`);
      }
      return { name: folder, migrations: exported.migrations, module };
    }),
  );
}

export const loadGateway = () => load('gateway');
