// The projects of the workspace with their Nx tags, read from the folders, so that a new service is included without a
// change here.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const TAG = /^(type|scope|platform):([a-z-]+)$/;

/**
 * @typedef {{ folder: string, name: string, type: string, scope: string, platform: string }} Project
 *   `folder` is relative to the root; `name` is the name of the npm package.
 */

/**
 * @returns {Project[]}
 * @throws {Error} when a project lacks one of its three tags
 */
export function readProjects(root) {
  const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const folders = workspaces.flatMap((pattern) =>
    pattern.endsWith('/*') ? below(root, pattern.slice(0, -2)) : [pattern],
  );
  return folders.map((folder) => readProject(root, folder));
}

const below = (root, parent) =>
  readdirSync(path.join(root, parent))
    .map((name) => `${parent}/${name}`)
    .filter((folder) => existsSync(path.join(root, folder, 'package.json')));

function readProject(root, folder) {
  const { name, nx } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
  const tags = Object.fromEntries(
    (nx?.tags ?? []).map((tag) => TAG.exec(tag)?.slice(1) ?? []).filter((tag) => tag.length === 2),
  );
  for (const needed of ['type', 'scope', 'platform']) {
    if (!tags[needed]) throw new Error(`${folder}/package.json has no tag ${needed}: in nx.tags`);
  }
  return { folder, name, ...tags };
}
