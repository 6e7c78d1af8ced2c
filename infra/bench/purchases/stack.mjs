// The whole product as processes, on servers, ports and a folder of its own.
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { startPostgres } from '../../local/embedded-pg.mjs';
import { startRedis } from '../../local/embedded-redis.mjs';
import { projectRoot } from '../../local/node-version.mjs';
import { freePortRange } from '../../local/ports.mjs';
import { spawnOwned, stopProcess } from '../../local/processes.mjs';

const START_WITHIN_MS = 600_000;

/**
 * Starts PostgreSQL, Redis and every service, payments and imaging twice.
 * @param {{ broken?: Record<string, string>, say: (line: string) => void }} options `broken` is environment that breaks
 *   the services on purpose
 */
export async function startStack({ broken, say }) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-faults-'));
  chmodSync(dataDir, 0o755);
  const postgres = await startPostgres({
    dataDir: path.join(dataDir, 'postgres'),
    password: randomBytes(16).toString('hex'),
    database: 'portal',
    maxConnections: 300,
  });
  const redis = await startRedis({ dir: path.join(dataDir, 'redis') });
  const port = await freePortRange(3);
  const environment = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: path.join(dataDir, 'portal'),
    DATABASE_ADMIN_URL: postgres.url,
    REDIS_URL: redis.url,
    RPC_SECRET: randomBytes(16).toString('hex'),
    OBJECTS_DIR: path.join(dataDir, 'objects'),
    REPLICAS: 'payments=2,imaging=2',
    SMTP_URL: 'smtp://127.0.0.1:1',
    CARD_PROVIDER: 'sandbox',
    PAYMENT_ORIGIN: `http://pay.localhost:${port + 1}`,
    LOG_LEVEL: 'error',
    DEMO: '0',
    ...broken,
  };
  const admin = new pg.Client({ connectionString: postgres.url });
  const launcher = launch(environment, say);
  const stop = async () => {
    await stopProcess(launcher.pid, ['SIGTERM', 'SIGKILL'], 30_000);
    await admin.end();
    await Promise.all([postgres.stop(), redis.stop()]);
    rmSync(dataDir, { recursive: true, force: true });
  };
  await admin.connect();
  if (!(await launcher.ready)) {
    await stop();
    throw new Error('the product did not start (see above)');
  }
  return {
    environment,
    dataDir,
    origin: `http://localhost:${environment.PORT}`,
    ask: async (statement, params = []) => (await admin.query(statement, [...params])).rows,
    pidsOf: (service) => childrenRunning(launcher.pid, `services/${service}/dist/main.js`),
    stop,
  };
}

function launch(env, say) {
  const script = path.join(projectRoot, 'infra/local/start.mjs');
  const child = spawnOwned(
    process.execPath,
    [script, '--processes'],
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
    'TERM',
  );
  const started = new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('Ready in ')) resolve(true);
      else if (/^\s*[\d.]+ s {2}/.test(line) || line.includes('"level":"error"')) say(line);
    });
  });
  const timer = new Promise((resolve) => setTimeout(resolve, START_WITHIN_MS, false).unref());
  return { pid: child.pid, ready: Promise.race([started, once(child, 'exit').then(() => false), timer]) };
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
