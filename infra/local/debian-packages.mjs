// Gets from Debian's or Ubuntu's archive the programs that npm does not have. Needs no root and does not change the
// system: the packages are downloaded and unpacked below .cache.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../.cache/debian');
const WITHOUT_EXTRAS = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map(
  (kind) => `--no-${kind}`,
);

/**
 * Downloads and unpacks `packages` with the dependencies that the system lacks.
 * @returns {{ root: string, environment: Record<string, string> } | undefined} where they are and what their
 * programs need to run; undefined when this is not Debian or Ubuntu, or the archive cannot be reached.
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

/** Writes a script that runs `program` with `libraries` (a search path), so that callers need not set it. */
export function writeWrapper(file, program, libraries) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\nLD_LIBRARY_PATH='${libraries}' exec '${program}' "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}

/**
 * Makes `program` of a Debian package callable by its name. A program on PATH is used as it is. Otherwise the package
 * is unpacked, and a script that finds its libraries goes into a folder at the front of this process's PATH.
 * @returns {boolean} false when it is missing and could not be fetched
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
  process.stderr.write(`Fetching ${packages.join(', ')} from the system's package archive\n`);
  mkdirSync(CACHE, { recursive: true });
  // Two commands that start at once fetch twice; the first to finish wins.
  const partial = mkdtempSync(`${root}-partial-`);
  try {
    fetchAndUnpack(partial, packages);
    if (!existsSync(root)) renameSync(path.join(partial, 'root'), root);
    return true;
  } catch {
    return existsSync(root);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

function fetchAndUnpack(folder, packages) {
  const parts = ['lists/partial', 'archives/partial', 'files', 'root'];
  for (const part of parts) mkdirSync(path.join(folder, part), { recursive: true });
  const optionsWith = (lists) =>
    [
      'Debug::NoLocking=1',
      'APT::Sandbox::User=',
      `Dir::Cache=${folder}`,
      `Dir::State::lists=${lists}`,
    ].flatMap((setting) => ['-o', setting]);
  const own = optionsWith(freshLists(`${folder}/lists`, optionsWith));
  const files = path.join(folder, 'files');
  execFileSync('apt-get', ['-qq', ...own, 'download', ...missingPackages(own, packages)], {
    cwd: files,
    stdio: 'ignore',
  });
  for (const file of readdirSync(files))
    execFileSync('dpkg', ['-x', path.join(files, file), path.join(folder, 'root')]);
}

const LISTS = path.join(CACHE, 'lists');
const FRESH_MS = 3_600_000;

/**
 * The machine's package lists are often missing or old, and only root can update them, so we keep lists of our own. One
 * update serves all fetches within an hour.
 * @param {string} updated an empty folder that new lists are written to
 * @param {(lists: string) => string[]} optionsWith options of apt for such a folder
 * @returns {string} the folder whose lists are less than an hour old
 */
function freshLists(updated, optionsWith) {
  if (existsSync(LISTS) && Date.now() - statSync(LISTS).mtimeMs < FRESH_MS) return LISTS;
  execFileSync('apt-get', ['-qq', ...optionsWith(updated), 'update'], { stdio: 'ignore' });
  rmSync(LISTS, { recursive: true, force: true });
  try {
    renameSync(updated, LISTS);
    return LISTS;
  } catch {
    // another command has just put its lists there
    return updated;
  }
}

function missingPackages(own, packages) {
  const list = ['depends', '--recurse', ...WITHOUT_EXTRAS, ...packages];
  const lines = execFileSync('apt-cache', [...own, ...list], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // Lines without indentation are packages; indented ones repeat them as dependencies, and <…> are virtual packages.
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
