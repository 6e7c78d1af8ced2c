// PostgreSQL from Debian, in the version that Debian's pgBackRest and Patroni support.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { accountForPostgres, ENVIRONMENT } from '../local/postgres-programs.mjs';
import { Problem } from '../local/problem.mjs';
import { spawnOwned, stopProcess } from '../local/processes.mjs';

const PROGRAMS = '/usr/lib/postgresql';
const START_WITHIN_MS = 60_000;

/** The folder of the newest version's programs. */
function programs() {
  const versions = existsSync(PROGRAMS) ? readdirSync(PROGRAMS).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => path.join(PROGRAMS, version, 'bin'));
  const found = folders.find((folder) => existsSync(path.join(folder, 'postgres')));
  if (!found) throw new Problem('There is no PostgreSQL of Debian: apt-get install postgresql');
  return found;
}

/** One PostgreSQL server. It runs as the Unix user who owns its files. */
export class DebianPostgres {
  /** @param {{ folder: string, port: number }} o `folder` gets the data and the socket */
  constructor({ folder, port }) {
    this.programs = programs();
    this.dataDir = path.join(folder, 'data');
    this.socketDir = path.join(folder, 'socket');
    this.port = port;
    mkdirSync(folder);
    this.account = accountForPostgres(folder);
    for (const each of [this.dataDir, this.socketDir]) this.#make(each);
    this.url = `postgres://postgres@127.0.0.1:${port}/portal`;
  }

  /**
   * @param {{ settings: string[], environment: Record<string, string> }} o lines of postgresql.conf, and environment
   * variables of the server
   */
  async create({ settings, environment }) {
    this.environment = { ...ENVIRONMENT, ...environment };
    const how = ['-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'];
    execFileSync(path.join(this.programs, 'initdb'), ['-D', this.dataDir, ...how], {
      ...{ ...this.account, env: this.environment, cwd: '/', stdio: 'pipe' },
    });
    appendFileSync(path.join(this.dataDir, 'postgresql.conf'), `${settings.join('\n')}\n`);
    await this.start();
    await makeDatabase(this.url);
  }

  /** Settles when the server accepts writes. If the server needs a recovery, it accepts writes only afterwards. */
  async start() {
    const where = [
      '-D',
      this.dataDir,
      '-p',
      String(this.port),
      '-c',
      `unix_socket_directories=${this.socketDir}`,
    ];
    const child = spawnOwned(
      path.join(this.programs, 'postgres'),
      [...where, '-c', 'max_connections=300'],
      { ...this.account, env: this.environment, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] },
      'INT',
    );
    let said = '';
    child.stderr.on('data', (chunk) => (said = (said + chunk).slice(-4_000)));
    this.child = child;
    for (const until = Date.now() + START_WITHIN_MS; !(await isPrimary(this.#ownUrl)); await sleep(50))
      if (child.exitCode !== null || Date.now() > until) throw new Error(`PostgreSQL did not start: ${said}`);
  }

  /** Kills the server and deletes everything in its folder. */
  async lose() {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
    // the server's child processes notice only after a moment that the server was killed, and may write until then
    rmSync(this.dataDir, { recursive: true, maxRetries: 20, retryDelay: 100 });
    this.#make(this.dataDir);
  }

  stop() {
    return stopProcess(this.child.pid, ['SIGINT', 'SIGQUIT', 'SIGKILL']);
  }

  get #ownUrl() {
    return this.url.replace(/portal$/, 'postgres');
  }

  #make(folder) {
    mkdirSync(folder, { mode: 0o700 });
    const { uid, gid } = this.account;
    if (uid !== undefined) chownSync(folder, uid, gid);
  }
}

/** Makes the product's database on a server. */
export async function makeDatabase(url) {
  await asking(url.replace(/portal$/, 'postgres'), (client) => client.query('CREATE DATABASE portal'));
  await asking(url, async (client) => {
    const { rows } = await client.query(`SELECT current_setting('server_version_num')::int AS version`);
    if (rows[0].version >= 160_000) return;
    // the product needs version 16 only for daitch_mokotoff, which finds names that sound alike; no drill searches for
    // such names, so soundex can take its place
    await client.query('CREATE EXTENSION fuzzystrmatch SCHEMA public');
    await client.query(
      `CREATE FUNCTION public.daitch_mokotoff(text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
         AS 'SELECT ARRAY[soundex($1)]'`,
    );
  });
}

async function asking(url, work) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** True when the server answers and is a primary. Its writes may still have to wait for a synchronous standby. */
const isPrimary = (url) =>
  asking(url, async (client) => {
    const { rows } = await client.query('SELECT pg_is_in_recovery() AS follows');
    return !rows[0].follows;
  }).catch(() => false);

/**
 * True when the server has committed a write, which a synchronous standby has then stored too. Waits while that standby
 * is away; false if the connection fails.
 */
export const takesWrites = (url) =>
  asking(url, async (client) => {
    await client.query(`SELECT pg_logical_emit_message(true, 'drill', 'a write')`);
    return true;
  }).catch(() => false);
