// Programs that npm does not have, from Debian's or Ubuntu's own archive, without root and without touching
// the system: downloaded and unpacked below .cache.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../.cache/debian');
const WITHOUT_EXTRAS = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map(
  (kind) => `--no-${kind}`,
);

/**
 * Downloads and unpacks `packages` with whatever they need and the system lacks.
 * @returns {{ root: string, environment: Record<string, string> } | undefined} where they are and what their
 *   programs need to run; undefined when this is no Debian, or the archive cannot be reached.
 */
export function unpackDebianPackages(name, packages) {
  const root = path.join(CACHE, name);
  if (!existsSync(root) && !download(root, packages)) return undefined;
  const libraries = ['usr/lib', 'lib'].flatMap((folder) => {
    const parent = path.join(root, folder);
    if (!existsSync(parent)) return [];
    return [
      parent,
      ...readdirSync(parent)
        .filter((entry) => entry.includes('-linux-gnu'))
        .map((entry) => path.join(parent, entry)),
    ];
  });
  return {
    root,
    environment: { LD_LIBRARY_PATH: [...libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':') },
  };
}

/** A script that runs `program` with `libraries` (a search path), for callers that know nothing of them. */
export function writeWrapper(file, program, libraries) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\nLD_LIBRARY_PATH='${libraries}' exec '${program}' "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}

/**
 * Makes `program` of a Debian package callable by its name: from PATH, or unpacked, with a script that finds its
 * libraries in a folder that this process's PATH then begins with.
 * @returns {boolean} false when it is not there and could not be fetched
 */
export function provideProgram(program, packageName) {
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((folder) => existsSync(path.join(folder, program)));
  if (onPath) return true;
  const unpacked = unpackDebianPackages(packageName, [packageName]);
  if (!unpacked) return false;
  const scripts = path.join(CACHE, `${packageName}-scripts`);
  const script = writeWrapper(
    path.join(scripts, program),
    path.join(unpacked.root, 'usr/bin', program),
    unpacked.environment.LD_LIBRARY_PATH,
  );
  process.env.PATH = `${scripts}${path.delimiter}${process.env.PATH}`;
  return spawnSync(script, ['-v']).error === undefined;
}

function download(root, packages) {
  if (process.platform !== 'linux' || spawnSync('apt-get', ['--version']).status !== 0) return false;
  const partial = `${root}.partial`;
  rmSync(partial, { recursive: true, force: true });
  for (const folder of ['lists/partial', 'archives/partial', 'files', 'root'])
    mkdirSync(path.join(partial, folder), { recursive: true });
  const own = [
    '-qq',
    '-o',
    'Debug::NoLocking=1',
    '-o',
    'APT::Sandbox::User=',
    '-o',
    `Dir::Cache=${partial}`,
    '-o',
    `Dir::State::lists=${partial}/lists`,
  ];
  try {
    // The lists of the machine are often missing or old, and updating them needs root: use lists of our own.
    execFileSync('apt-get', [...own, 'update'], { stdio: 'ignore' });
    const missing = missingPackages(own, packages);
    execFileSync('apt-get', [...own, 'download', ...missing], {
      cwd: path.join(partial, 'files'),
      stdio: 'ignore',
    });
    for (const file of readdirSync(path.join(partial, 'files')))
      execFileSync('dpkg', ['-x', path.join(partial, 'files', file), path.join(partial, 'root')]);
  } catch {
    return false;
  }
  rmSync(root, { recursive: true, force: true });
  mkdirSync(path.dirname(root), { recursive: true });
  execFileSync('mv', [path.join(partial, 'root'), root]);
  rmSync(partial, { recursive: true, force: true });
  return true;
}

function missingPackages(own, packages) {
  const list = ['depends', '--recurse', ...WITHOUT_EXTRAS, ...packages];
  const lines = execFileSync('apt-cache', [...own.slice(1), ...list], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // Lines that begin at the margin are packages; indented ones repeat them as dependencies, <…> are virtual.
  const names = [
    ...new Set(
      lines
        .split('\n')
        .filter((line) => /^[a-z0-9]/.test(line))
        .map((line) => line.split(':')[0]),
    ),
  ];
  const installed = spawnSync('dpkg-query', ['-W', '-f=${Package} ${db:Status-Status}\n', ...names], {
    encoding: 'utf8',
  }).stdout;
  const present = new Set(
    installed
      .split('\n')
      .filter((line) => line.endsWith(' installed'))
      .map((line) => line.split(' ')[0]),
  );
  return names.filter((name) => packages.includes(name) || !present.has(name));
}
