// The PostgreSQL of `npm start` and of the tests. An ordinary user can start it. Root can start it too, even if the
// project is below a directory that other users cannot enter. Starting it creates no Unix user and changes nothing in
// the system.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort, isListening } from './ports.mjs';
import { accountForPostgres, ENVIRONMENT, executables, placeForData } from './postgres-programs.mjs';
import { Problem } from './problem.mjs';
import { isAlive, spawnOwned, stopProcess } from './processes.mjs';

const ADMIN = 'postgres';
const FAST_BUT_FORGETFUL = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
/**
 * Makes password authentication (SCRAM) cheap: with the usual 4,096 rounds, each sign-in costs a client two
 * milliseconds, and tests connect thousands of times.
 */
const FEW_ROUNDS = 'scram_iterations=1';
/**
 * Switches autovacuum off for tests. Tests create hundreds of databases that live for seconds, and autovacuum would
 * start a process for each of them.
 */
const NEVER_VACUUMED = ['autovacuum=off'];

/**
 * Starts PostgreSQL on `dataDir`, or finds the one that a killed start left running there.
 * @param {{ dataDir: string, password: string, database: string, durable?: boolean, maxConnections?: number,
 * port?: number, settings?: string[], environment?: Record<string, string> }} options `durable: false` is for tests
 * only, because a power cut may lose everything; without `port` it takes a free one; `settings` are lines of
 * postgresql.conf without spaces around the equals sign; `environment` has further variables of the server
 * @returns {Promise<{ url: string, pid: number, reused: boolean, stop: () => Promise<void> }>} `url` is the
 * superuser's.
 */
export async function startPostgres(options) {
  const account = accountForPostgres(path.resolve(options.dataDir));
  const dataDir = placeForData(path.resolve(options.dataDir), account);
  const running = await findRunning(dataDir, options.password);
  if (running) {
    await createDatabase(running.port, options);
    return server(running.port, running.pid, true, options);
  }
  const native = executables(account);
  if (!existsSync(path.join(dataDir, 'PG_VERSION'))) initialise(native, dataDir, account, options);
  const { port, pid } = await launch(native, dataDir, account, options);
  return server(port, pid, false, options);
}

function server(port, pid, reused, { password, database }) {
  return {
    url: adminUrl(port, password, database),
    pid,
    reused,
    // SIGINT is PostgreSQL's fast shutdown; after SIGQUIT, PostgreSQL has to recover at its next start
    stop: () => stopProcess(pid, ['SIGINT', 'SIGQUIT', 'SIGKILL']),
  };
}

const adminUrl = (port, password, database) =>
  `postgres://${ADMIN}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;

function initialise(native, dataDir, account, { password, durable = true }) {
  const own = (file) => account.uid !== undefined && chownSync(file, account.uid, account.gid);
  // An interrupted initialization leaves a folder without PG_VERSION. initdb would refuse such a folder.
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  own(dataDir);
  const passwordFile = path.join(tmpdir(), `portal-${randomBytes(8).toString('hex')}`);
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  own(passwordFile);
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--lc-collate=C', '--lc-ctype=C'];
  const args = [
    '-D',
    dataDir,
    '-U',
    ADMIN,
    '--pwfile',
    passwordFile,
    '--auth=scram-sha-256',
    '-E',
    'UTF8',
    ...locale,
  ];
  if (!durable) args.push('--no-sync', '--set', FEW_ROUNDS);
  const run = spawnSync(path.join(native, 'bin/initdb'), args, {
    ...account,
    env: ENVIRONMENT,
    cwd: '/',
    encoding: 'utf8',
  });
  rmSync(passwordFile, { force: true });
  if (run.status === 0) return;
  rmSync(dataDir, { recursive: true, force: true });
  throw startProblem(run.error?.message ?? run.stderr, dataDir);
}

function startProblem(reason, dataDir) {
  if (/No space left on device/i.test(reason))
    return new Problem(
      `No disk space is left for PostgreSQL in ${dataDir}. Free some, or set DATA_DIR to another disk.`,
    );
  return new Problem(`PostgreSQL did not start on ${dataDir}: ${reason.trim()}`);
}

async function launch(native, dataDir, account, options) {
  const { durable = true, maxConnections = 200, settings: own = [] } = options;
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `max_connections=${maxConnections}`,
    'jit=off',
    // `county move` replicates the rows of one county
    'wal_level=logical',
  ];
  settings.push(
    'shared_buffers=128MB',
    'log_min_messages=warning',
    ...(durable ? [] : [...FAST_BUT_FORGETFUL, ...NEVER_VACUUMED]),
    ...own,
  );
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort());
    const args = ['-D', dataDir, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
    const env = { ...ENVIRONMENT, ...options.environment };
    const spawnOptions = { ...account, env, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] };
    const child = spawnOwned(path.join(native, 'bin/postgres'), args, spawnOptions, 'INT');
    let complaints = '';
    child.stderr.on('data', (chunk) => (complaints = (complaints + chunk).slice(-4000)));
    child.once('error', (error) => (complaints += error.message));
    const ended = new Promise((resolve) => child.once('close', resolve));
    if (await Promise.race([ended.then(() => false), createDatabase(port, options).then(() => true)])) {
      child.unref();
      /** @type {import('node:net').Socket} */ (child.stderr).unref();
      return { port, pid: child.pid };
    }
    // Another program may have taken the port between our check and PostgreSQL's bind.
    if (attempt === 3 || !/could not bind/.test(complaints)) throw startProblem(complaints, dataDir);
  }
}

/** Waits until the server answers, then makes sure that the database is there. */
async function createDatabase(port, { password, database }) {
  for (const until = Date.now() + 60_000; ; await sleep(30)) {
    // A pg client whose connection is refused keeps a timer that keeps this process alive, so check the port first.
    if (!(await isListening(port)) && Date.now() < until) continue;
    const client = adminClient(port, password);
    try {
      await client.connect();
      const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
      if (found.rowCount === 0) await client.query(`CREATE DATABASE "${database}"`);
      return;
    } catch (error) {
      if (Date.now() > until || !isStillStarting(error)) throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

function adminClient(port, password) {
  const client = new pg.Client({
    connectionString: adminUrl(port, password, 'postgres'),
    connectionTimeoutMillis: 2000,
  });
  client.on('error', () => undefined);
  return client;
}

const isStillStarting = (error) =>
  ['ECONNREFUSED', 'ECONNRESET', '57P03'].includes(error.code) || /timeout|terminated/i.test(error.message);

/** Finds the running server of `dataDir`, and signs in to be sure that it is the right one; undefined without one. */
async function findRunning(dataDir, password) {
  const lock = path.join(dataDir, 'postmaster.pid');
  for (const until = Date.now() + 30_000; existsSync(lock); await sleep(100)) {
    const [pid, , , port] = readFileSync(lock, 'utf8').split('\n').map(Number);
    if (!pid || !isAlive(pid)) return undefined;
    if (port && (await holds(port, password, dataDir))) return { pid, port };
    if (!isPostgresOn(pid, dataDir)) {
      // Another program has the dead server's process number. PostgreSQL would take this program for a running server
      // and refuse to start, so the lock file is removed.
      rmSync(lock);
      return undefined;
    }
    if (Date.now() > until)
      throw new Problem(
        `PostgreSQL (process ${pid}) holds ${dataDir} but does not answer. End it with "kill -INT ${pid}" and start again.`,
      );
  }
  return undefined;
}

async function holds(port, password, dataDir) {
  const client = adminClient(port, password);
  try {
    await client.connect();
    const { rows } = await client.query('SHOW data_directory');
    return realpathSync(rows[0].data_directory) === realpathSync(dataDir);
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function isPostgresOn(pid, dataDir) {
  const command = existsSync('/proc/self')
    ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    : spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout;
  return command.includes('postgres') && command.includes(dataDir);
}
