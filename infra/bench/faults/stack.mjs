// Starts everything that a fault run needs, on its own ports and in its own folder: PostgreSQL, Redis and the card
// provider behind proxies, and the services as processes that restart when they end.
import {
  chmodSync,
  existsSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { buildServer } from '../../local/build-server.mjs';
import { cardMerchantsFile } from '../../local/card-merchants.mjs';
import { startPostgres } from '../../local/embedded-pg.mjs';
import { startRedis } from '../../local/embedded-redis.mjs';
import { migrateAll } from '../../local/migrations.mjs';
import { freePortRange } from '../../local/ports.mjs';
import { spawnOwnedNode, stopProcess } from '../../local/processes.mjs';
import { makeRedisUsers } from '../../local/redis-users.mjs';
import { sealingKeys } from '../../local/sealing-keys.mjs';
import { startServiceProcesses } from '../../local/service-processes.mjs';
import { makeObjects } from './object-faults.mjs';
import { Proxy } from './proxy.mjs';

const sandboxScript = fileURLToPath(new URL('../../local/payment-sandbox.mjs', import.meta.url));

export const gateway = 'gateway';
/** Folders of the services. */
export const services = [
  'payments',
  'imaging',
  'identity',
  'search',
  'admin-config',
  'billing',
  'reports',
].map((name) => `services/${name}`);

/** A PostgreSQL that can be ended in every way and restarted; clients behind the proxy see a fixed address. */
export class PostgresServer {
  constructor(options) {
    this.options = options;
  }

  async start() {
    for (let tried = 1; ; tried += 1) {
      try {
        this.server = await startPostgres(this.options);
        break;
      } catch (error) {
        // backends need a moment to notice that their postmaster was killed
        if (tried === 20) throw error;
        await sleep(500);
      }
    }
    const port = Number(new URL(this.server.url).port);
    if (this.proxy) this.proxy.retarget(port);
    else this.proxy = await Proxy.open(port);
    this.admin = new pg.Pool({ connectionString: this.server.url, max: 3, connectionTimeoutMillis: 5_000 });
    this.admin.on('error', () => undefined);
  }

  /**
   * @param {'SIGINT' | 'SIGQUIT' | 'SIGKILL'} signal SIGINT is a fast shutdown, SIGQUIT an immediate one, SIGKILL acts
   * like a power cut
   */
  async restart(signal) {
    await this.admin.end().catch(() => undefined);
    await stopProcess(this.server.pid, [signal, 'SIGKILL'], 20_000);
    await this.start();
  }

  /** Replaces the data folder with another one. */
  async replaceBy(dataDir) {
    await this.admin.end().catch(() => undefined);
    await this.server.stop();
    this.options = { ...this.options, dataDir };
    await this.start();
  }

  /** Asks the server directly instead of through the proxy, and tries again while the server is unavailable. */
  async ask(statement, params = []) {
    for (const until = Date.now() + 60_000; ; await sleep(300)) {
      try {
        return (await this.admin.query(statement, [...params])).rows;
      } catch (error) {
        // a restart of PostgreSQL causes SQLSTATEs of these classes only; any other one is a mistake in the harness
        if (Date.now() > until || (error.code?.length === 5 && !/^(57|08|53)/.test(error.code))) throw error;
      }
    }
  }

  async stop() {
    await this.admin.end().catch(() => undefined);
    await this.server.stop();
    await this.proxy.close();
  }
}

class RedisServer {
  constructor(dir) {
    this.dir = dir;
  }

  async start() {
    this.server = await startRedis({ dir: this.dir });
    const port = Number(new URL(this.server.url).port);
    if (this.proxy) this.proxy.retarget(port);
    else this.proxy = await Proxy.open(port);
  }

  /** @param {boolean} empty true if Redis also loses what it wrote to disk */
  async restart(empty) {
    await stopProcess(this.server.pid, ['SIGKILL']);
    if (empty) rmSync(path.join(this.dir, 'appendonlydir'), { recursive: true, force: true });
    await this.start();
  }

  async stop() {
    await this.server.stop();
    await this.proxy.close();
  }
}

/** The card provider. It keeps its transactions in a file, so that it still has them after it was killed. */
export class ProviderServer {
  constructor(folder, credentials, webhookUrl) {
    this.settings = [folder, credentials, webhookUrl];
  }

  async start() {
    const child = spawnOwnedNode(sandboxScript, ['0', ...this.settings], { output: 'pipe' });
    child.stderr.resume();
    this.pid = child.pid;
    for await (const line of createInterface(child.stdout)) {
      const port = Number(/listens on (\d+)/.exec(line)?.[1]);
      if (!port) continue;
      this.origin = `http://127.0.0.1:${port}`;
      if (this.proxy) this.proxy.retarget(port);
      else this.proxy = await Proxy.open(port);
      return;
    }
    throw new Error('the payment sandbox did not start');
  }

  async restart() {
    await stopProcess(this.pid, ['SIGKILL']);
    await this.start();
  }

  async stop() {
    await stopProcess(this.pid, ['SIGTERM', 'SIGKILL'], 3_000);
    await this.proxy.close();
  }
}

/**
 * @param {{ broken?: Record<string, string>, replicas: string, say: (line: string) => void }} options `broken`:
 * variables that break the services on purpose
 */
export async function startStack({ broken, replicas, say }) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-faults-'));
  chmodSync(dataDir, 0o755);
  const stops = [];
  const stop = async () => {
    for (const one of stops.reverse()) await one().catch((error) => say(`while stopping: ${error}`));
    rmSync(dataDir, { recursive: true, force: true });
  };
  const started = async (server) => {
    await server.start();
    stops.push(() => server.stop());
    return server;
  };
  try {
    return { ...(await startEverything({ dataDir, broken, replicas, say, started, stops })), stop };
  } catch (error) {
    say(lastWords(path.join(dataDir, LOG)));
    await stop();
    throw error;
  }
}

const LOG = 'services.log';

const lastWords = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8').split('\n').slice(-30).join('\n')
    : 'no service has said anything';

async function startEverything({ dataDir, broken, replicas, say, started, stops }) {
  const password = randomBytes(16).toString('hex');
  const port = await freePortRange(2);
  const credentials = cardMerchantsFile(dataDir);
  const webhooks = `http://127.0.0.1:${port}/LandShark/api/webhooks/authorizenet/{county}`;
  const settings = {
    dataDir: path.join(dataDir, 'postgres'),
    password,
    database: 'portal',
    maxConnections: 300,
  };
  const [postgres, redis, provider] = await Promise.all([
    started(new PostgresServer(settings)),
    started(new RedisServer(path.join(dataDir, 'redis'))),
    started(new ProviderServer(path.join(dataDir, 'provider'), credentials, webhooks)),
    buildServer(),
  ]);
  const failpoints = path.join(dataDir, 'failpoints');
  mkdirSync(failpoints);
  const environment = portalEnvironment({ dataDir, port, credentials, replicas, postgres, redis, provider });
  makeObjects(environment.OBJECTS_DIR);
  await Promise.all([migrateAll(environment), makeRedisUsers(environment)]);
  const log = createWriteStream(path.join(dataDir, LOG));
  const proxied = behindProxies(environment, { postgres, redis });
  const print = (line) => log.write(`${line}\n`);
  const extra = { FAILPOINTS_DIR: failpoints, ...broken };
  const startProduct = () => startServiceProcesses({ environment: proxied, extra, say: print, print });
  let product = await startProduct();
  stops.push(() => product.stop());
  say('Everything runs');
  return {
    ...{ environment, dataDir, failpoints, postgres, redis, provider },
    origin: `http://localhost:${port}`,
    redisUrl: proxied.REDIS_URL,
    logFile: log.path,
    restartProduct: async (between) => {
      await product.stop();
      await between();
      product = await startProduct();
    },
    ask: (statement, params) => postgres.ask(statement, params),
    folders: [gateway, ...services],
    pidsOf: (folder) => childrenRunning(process.pid, `${folder}/dist/main.js`),
  };
}

/** The environment of a portal without rate limits and without the demo. Its card provider is the harness's own. */
const portalEnvironment = ({ dataDir, port, credentials, replicas, postgres, redis, provider }) => ({
  PATH: process.env.PATH,
  PORT: String(port),
  DATA_DIR: path.join(dataDir, 'portal'),
  DATABASE_ADMIN_URL: postgres.server.url,
  REDIS_URL: redis.server.url,
  REDIS_USERS: '1',
  PROCESS_SECRET: randomBytes(16).toString('hex'),
  SECOND_FACTOR_SECRET: randomBytes(16).toString('hex'),
  ...sealingKeys(),
  OBJECTS_DIR: path.join(dataDir, 'objects'),
  REPLICAS: replicas,
  SMTP_URL: 'smtp://127.0.0.1:1',
  CARD_PROVIDER: 'sandbox',
  CARD_CREDENTIALS_FILE: credentials,
  // some users do not report their payments, so the portal must find hundreds of payments in its sweeps
  CARD_SWEEP_SECONDS: '5',
  PAYMENT_ORIGIN: `http://127.0.0.1:${provider.proxy.port}`,
  TRUSTED_PROXIES: '127.0.0.1',
  READING_LIMITS: '0',
  SEARCH_LIMITS: '0',
  SERVICE_PORT: '0',
  LOG_LEVEL: 'warn',
  DEMO: '0',
});

/** The addresses that services use: the same servers behind proxies. */
function behindProxies(environment, { postgres, redis }) {
  const elsewhere = (address, { port }) => Object.assign(new URL(address), { port: String(port) }).href;
  return {
    ...environment,
    DATABASE_URL: elsewhere(environment.DATABASE_ADMIN_URL, postgres.proxy),
    REDIS_URL: elsewhere(environment.REDIS_URL, redis.proxy),
  };
}

/** Ids of a process's children that run a script. */
function childrenRunning(parent, script) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const parentOf = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        return parentOf === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(script);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Ids of a server's own child processes, such as PostgreSQL's backends. */
export function childrenOf(parent) {
  try {
    return readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}
