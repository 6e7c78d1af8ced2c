import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './node-version.mjs';

/** Names of the services. Looks for package.json and not for sources, because a container image has no sources. */
export function serviceNames() {
  const names = readdirSync(path.join(projectRoot, 'services')).sort();
  return names.filter((name) => existsSync(path.join(projectRoot, 'services', name, 'package.json')));
}

/** Folders of the packages that run on the server, from the project's root. */
export function serverPackages() {
  const folders = ['proto', 'infra', ...serviceNames().map((name) => `services/${name}`), 'gateway'];
  return folders.filter((folder) => existsSync(path.join(projectRoot, folder, 'src')));
}
