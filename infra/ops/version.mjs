// A version of the product on this machine: the checkout itself, or an earlier commit, built in a folder of its own.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../local/node-version.mjs';

/** The parts of a version that a drill uses. The version's scripts run in this process, with the version's packages. */
class Version {
  constructor(root, name) {
    this.root = root;
    this.name = name;
  }

  /** @param {string} file path from the root */
  load(file) {
    return import(pathToFileURL(path.join(this.root, file)).href);
  }

  /** The main program of a process. */
  programOf(name) {
    return path.join(this.root, name === 'gateway' ? 'gateway' : `services/${name}`, 'dist/main.js');
  }

  async build() {
    execFileSync(process.execPath, [path.join(this.root, 'infra/local/build.mjs')], { stdio: 'ignore' });
    return this;
  }
}

const git = (...args) => execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).trim();

/** The checkout itself, with uncommitted changes. */
export const thisVersion = () =>
  new Version(projectRoot, `today (${git('rev-parse', '--short', 'HEAD')})`).build();

/** The newest tag; a repository without tags has no released version, and the caller must name a commit. */
export function previousTag() {
  try {
    return git('describe', '--tags', '--abbrev=0', 'HEAD^');
  } catch {
    return undefined;
  }
}

/**
 * Checks out a commit in a temporary folder and builds it with the third-party packages of this checkout.
 * @param {string} commit anything that git understands
 * @returns {Promise<{ version: Version, remove: () => void }>}
 */
export async function versionAt(commit) {
  const root = mkdtempSync(path.join(tmpdir(), 'portal-version-'));
  git('worktree', 'add', '--detach', '--force', root, commit);
  const remove = () => {
    git('worktree', 'remove', '--force', root);
    rmSync(root, { recursive: true, force: true });
  };
  try {
    linkPackages(root);
    return { version: await new Version(root, git('rev-parse', '--short', commit)).build(), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Fills the version's `node_modules` with links to the third-party packages of this checkout and to the version's own
 * packages.
 */
function linkPackages(root) {
  const own = path.join(root, 'node_modules/@portal');
  mkdirSync(own, { recursive: true });
  for (const name of readdirSync(path.join(projectRoot, 'node_modules')))
    if (name !== '@portal')
      symlinkSync(path.join(projectRoot, 'node_modules', name), path.join(root, 'node_modules', name));
  const services = readdirSync(path.join(root, 'services')).map((name) => `services/${name}`);
  for (const folder of ['gateway', 'infra', 'proto', 'web', ...services]) {
    const manifest = path.join(root, folder, 'package.json');
    if (!existsSync(manifest)) continue;
    const { name } = JSON.parse(readFileSync(manifest, 'utf8'));
    symlinkSync(path.join(root, folder), path.join(root, 'node_modules', name));
    const nested = path.join(projectRoot, folder, 'node_modules');
    if (existsSync(nested) && lstatSync(nested).isDirectory())
      symlinkSync(nested, path.join(root, folder, 'node_modules'));
  }
}
