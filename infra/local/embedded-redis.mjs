// The Redis of `npm start` and of the tests: a program on PATH, or one unpacked from the Debian archive.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { unpackDebianPackages } from './debian-packages.mjs';
import { freePort } from './ports.mjs';
import { Problem } from './problem.mjs';
import { spawnOwned, stopProcess } from './processes.mjs';

const NAMES = [
  'redis-server',
  'valkey-server',
  '/opt/homebrew/bin/redis-server',
  '/usr/local/bin/redis-server',
];

/**
 * Starts Redis with its files in `dir`. If a Redis with these files still runs, because the process that started it was
 * killed, `startRedis` returns that Redis and starts no other.
 * @param {{ dir: string, password?: string, durable?: boolean, port?: number, environment?: Record<string, string> }}
 * options `durable: false` keeps nothing on disk; without `port` a free port is used; `environment` has further
 * variables of the server
 * @returns {Promise<{ url: string, pid: number, reused: boolean, stop: () => Promise<void> }>}
 */
export async function startRedis({ dir, password, durable = true, port: wanted, environment }) {
  mkdirSync(dir, { recursive: true });
  const directory = realpathSync(dir);
  const portFile = path.join(directory, 'port');
  const oldPort = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : undefined;
  const oldPid = oldPort && (await processHolding(oldPort, password, directory));
  if (oldPid) return server(oldPort, oldPid, password, true);
  const program = redisProgram();
  const port = wanted ?? (await freePort());
  writeFileSync(portFile, String(port));
  const pid = await launch(program, { port, password, directory, durable, environment });
  return server(port, pid, password, false);
}

function server(port, pid, password, reused) {
  return { url: urlOf(port, password), pid, reused, stop: () => stopProcess(pid, ['SIGTERM', 'SIGKILL']) };
}

const urlOf = (port, password) => `redis://${password ? `:${password}@` : ''}127.0.0.1:${port}`;

/**
 * The program that `npm start` runs, version 7 or newer.
 * @returns {{ command: string, environment: Record<string, string> }}
 */
export function redisProgram() {
  const onPath = NAMES.find((name) => isNewEnough(spawnSync(name, ['--version'], { encoding: 'utf8' })));
  if (onPath) return { command: onPath, environment: {} };
  const unpacked = unpackDebianPackages('redis', ['redis-server']);
  const command = unpacked && path.join(unpacked.root, 'usr/bin/redis-server');
  if (
    command &&
    spawnSync(command, ['--version'], { env: { ...process.env, ...unpacked.environment } }).status === 0
  ) {
    return { command, environment: unpacked.environment };
  }
  throw new Problem(
    'Redis 7 is needed and could not be fetched. Install redis-server 7 or newer (or valkey-server), or set REDIS_URL to a Redis of your own.',
  );
}

/** True for version 7 or newer. Version 7 is the first whose access rules for users can name single keys. */
const isNewEnough = ({ status, stdout }) => status === 0 && Number(/v=(\d+)/.exec(stdout)?.[1]) >= 7;

/**
 * Writes the file in which Redis keeps its users. Only the administrator's line is new. The lines of all other users
 * stay, so that a restarted Redis still accepts the processes that are running.
 */
function writeUsers(directory, password) {
  const file = path.join(directory, 'users.acl');
  const kept = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const others = kept.filter((line) => line.startsWith('user ') && !line.startsWith('user default '));
  const proof = password ? `#${createHash('sha256').update(password).digest('hex')}` : 'nopass';
  const administrator = `user default on ${proof} ~* &* +@all`;
  writeFileSync(file, `${[administrator, ...others].join('\n')}\n`, { mode: 0o600 });
  return file;
}

async function launch(program, { port, password, directory, durable, environment }) {
  const settings = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir "${directory}"`,
    'maxmemory-policy noeviction',
    'save ""',
  ];
  settings.push(`appendonly ${durable ? 'yes' : 'no'}`, 'appendfsync everysec', 'daemonize no');
  settings.push(`aclfile "${writeUsers(directory, password)}"`);
  const env = { ...process.env, ...program.environment, ...environment };
  const options = { env, stdio: ['pipe', 'pipe', 'inherit'] };
  // The settings go through standard input, because everyone can read the argument list and it would show the password.
  const child = spawnOwned(program.command, ['-'], options, 'TERM');
  child.stdin.on('error', () => undefined);
  child.stdin.end(`${settings.join('\n')}\n`);
  let output = '';
  let ended = false;
  child.stdout.on('data', (chunk) => (output = (output + chunk).slice(-2000)));
  child.once('error', (error) => ((ended = true), (output += error.message)));
  child.once('exit', () => (ended = true));
  for (const until = Date.now() + 60_000; !ended && Date.now() < until; await sleep(20)) {
    if ((await processHolding(port, password, directory)) === child.pid) {
      child.unref();
      /** @type {import('node:net').Socket} */ (child.stdout).unref();
      return child.pid;
    }
  }
  throw new Problem(`Redis did not start in ${directory}: ${output.trim()}`);
}

/**
 * The process number of the Redis on `port`, if it answers, accepts the password and keeps its files in `directory`.
 */
async function processHolding(port, password, directory) {
  const client = new Redis({
    port,
    host: '127.0.0.1',
    password,
    lazyConnect: true,
    retryStrategy: null,
    maxRetriesPerRequest: 0,
    // The client's own timer of 2 s would keep this process alive after the connection is closed.
    disconnectTimeout: 50,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const [, where] = /** @type {string[]} */ (await client.config('GET', 'dir'));
    if (realpathSync(where) !== directory) return undefined;
    await waitUntilLoaded(client);
    return Number(/process_id:(\d+)/.exec(await client.info('server'))?.[1]);
  } catch {
    return undefined;
  } finally {
    client.disconnect();
  }
}

async function waitUntilLoaded(client) {
  while (/loading:1/.test(await client.info('persistence'))) await sleep(20);
}
