// Loads built code of the services: their migrations, their Nest modules, and parts that scripts use.
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { projectRoot } from './node-version.mjs';
import { serviceNames } from './packages.mjs';
import { Problem } from './problem.mjs';

/**
 * Imports a built module, which exists only after a build.
 * @param {string} file from the root
 */
export const importBuilt = (file) => import(pathToFileURL(path.join(projectRoot, file)).href);

const load = (folder) => importBuilt(`${folder}/dist/index.js`);

/** @returns {Promise<{ name: string, migrations: Function[], module: import('@nestjs/common').Type }[]>} */
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
