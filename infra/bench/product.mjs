// The bench's own product: PostgreSQL, Redis and one process with the gateway and all services.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockDataDir } from '../local/data-lock.mjs';
import { writeDemoBundle } from '../local/demo/bundle.mjs';
import { makeSignIns } from '../local/demo/sign-ins.mjs';
import { startPostgres } from '../local/embedded-pg.mjs';
import { startRedis } from '../local/embedded-redis.mjs';
import { migrateAll } from '../local/migrations.mjs';
import { projectRoot } from '../local/node-version.mjs';
import { environmentOf } from '../local/process-environment.mjs';
import { freePortRange } from '../local/ports.mjs';
import { makeRedisUsers } from '../local/redis-users.mjs';
import { runImport } from '../local/run-import.mjs';
import { sealingKeys } from '../local/sealing-keys.mjs';
import { cacheFolder } from './cache.mjs';
import { largeCounty, largeCountyVersion } from './large-county.mjs';

const script = fileURLToPath(new URL('product-process.mjs', import.meta.url));
const SECRET = 'a secret that only the bench uses';

/**
 * Starts the product on data that are kept between runs.
 * @param {{ documents: number, large?: boolean, settings?: Record<string, string>, say: (line: string) => void }} o
 * `documents`: how many the county lake has; `settings`: additional environment; `large`: names, plats and registers in
 * the proportions of a real county of that size
 */
export async function startProduct(o) {
  const { stops, ...data } = await startData(o);
  const { environment, postgres, redis, port, folder } = data;
  try {
    const child = fork(script, [], { env: { ...process.env, ...environment } });
    stops.unshift(() => stopChild(child));
    const ended = failed(child);
    ended.catch(() => undefined);
    await Promise.race([once(child, 'message'), ended]);
    await makeSignIns({ environment: environmentOf(environment, 'launcher') });
    const pids = { pid: child.pid, redisPid: redis.pid, postgresPid: postgres.pid };
    // sends a message to the product and waits for the answer; a message can redirect the traces while the product runs
    const tell = async (message) => {
      const answered = new Promise((resolve) => child.once('message', resolve));
      child.send(message);
      await Promise.race([answered, ended]);
    };
    const places = { port, folder, environment, databaseUrl: postgres.url };
    return { ...pids, ...places, tell, stop: () => stopAll(stops) };
  } catch (error) {
    await stopAll(stops);
    throw error;
  }
}

/**
 * Starts only PostgreSQL and Redis, with the documents of `startProduct`. In the result, `stops` has functions that end
 * everything that was started, and `options` is what `startStandby` needs for a standby of this PostgreSQL.
 */
export async function startData({ documents, large = false, settings = {}, say }) {
  const folder = dataFolder(documents, large);
  const port = await freePortRange(1);
  const unlock = await lockDataDir(folder, { pid: process.pid, port });
  const options = { dataDir: path.join(folder, 'postgres'), password: SECRET, database: 'bench' };
  const postgres = await startPostgres(options);
  const redis = await startRedis({ dir: path.join(folder, 'redis') });
  const servers = { databaseUrl: postgres.url, redisUrl: redis.url };
  const environment = { ...launcherEnvironment({ folder, port, ...servers }), ...settings };
  const stops = [postgres.stop, redis.stop, unlock];
  try {
    await Promise.all([migrateAll(environment), makeRedisUsers(environment)]);
    await importCounty({ folder, documents, large, environment, say });
    return { port, folder, environment, postgres, redis, options, stops };
  } catch (error) {
    await stopAll(stops);
    throw error;
  }
}

export async function stopAll(stops) {
  for (const stop of stops) await stop();
}

/** The data folder for the current version of the data. Deletes the folders of other versions. */
function dataFolder(documents, large) {
  const prefix = `product-${large ? 'large-' : ''}${documents}-`;
  const name = prefix + versionOfData() + (large ? `-${largeCountyVersion}` : '');
  const others = readdirSync(cacheFolder()).filter((other) => other.startsWith(prefix) && other !== name);
  for (const other of others) rmSync(cacheFolder(other), { recursive: true, force: true });
  return cacheFolder(name);
}

async function stopChild(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.send('stop');
  await once(child, 'exit');
}

const failed = (child) =>
  once(child, 'exit').then(([code]) => {
    throw new Error(`the product ended with ${code} instead of starting`);
  });

const launcherEnvironment = ({ folder, port, databaseUrl, redisUrl }) => ({
  PORT: String(port),
  DATA_DIR: folder,
  OBJECTS_DIR: path.join(folder, 'objects'),
  DATABASE_ADMIN_URL: databaseUrl,
  REDIS_URL: redisUrl,
  REDIS_USERS: '1',
  REDIS_NAMESPACE: 'bench',
  PROCESS_SECRET: SECRET,
  SECOND_FACTOR_SECRET: SECRET,
  ...sealingKeys(),
  SMTP_URL: 'smtp://127.0.0.1:1',
  CARD_PROVIDER: 'sandbox',
  PAYMENT_ORIGIN: `http://pay.localhost:${port + 1}`,
  SERVICE_PORT: '0',
  LOG_LEVEL: 'warn',
  READING_LIMITS: '0',
  SEARCH_LIMITS: '0',
  DEMO: '1',
});

/** A hash of the importer, the schema and the generators. Data made by another version of these is not used. */
function versionOfData() {
  const hash = createHash('sha256');
  const folders = ['infra/local/demo', 'services/search/dist/import', 'services/search/dist/read-model'];
  const migrations = readdirSync(path.join(projectRoot, 'services')).map(
    (name) => `services/${name}/dist/migrations`,
  );
  for (const name of [...folders, ...migrations]) {
    const place = path.join(projectRoot, name);
    const files = existsSync(place) ? readdirSync(place).filter((file) => /\.m?js$/.test(file)) : [];
    for (const file of files) hash.update(readFileSync(path.join(place, file)));
  }
  return hash.digest('hex').slice(0, 12);
}

/** The marker file is written at the end of the import, so after an interrupted import the next run imports again. */
async function importCounty({ folder, documents, large, environment, say }) {
  const mark = path.join(folder, 'imported');
  if (existsSync(mark)) return;
  say(`making ${documents} documents (once)`);
  const bundle = large ? await largeCounty({ documents, say }) : path.join(folder, 'bundle');
  if (!large) await writeDemoBundle('lake', bundle, { images: false, documents });
  await runImport({ bundle, county: 'lake', environment, say: () => undefined });
  if (!large) rmSync(bundle, { recursive: true, force: true });
  writeFileSync(mark, '');
  say('imported');
}
