import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from './embedded-pg.mjs';
import { startRedis } from './embedded-redis.mjs';

/**
 * Starts one PostgreSQL and one Redis for all test files. If the environment already names servers, the tests use
 * these servers, so that several test runs can share them.
 */
export default async function startTestServices() {
  process.env.LOG_LEVEL ??= 'warn';
  const stops = [];
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-test-'));
  chmodSync(folder, 0o755);
  if (!process.env.TEST_DATABASE_ADMIN_URL) {
    const options = {
      dataDir: path.join(folder, 'postgres'),
      password: 'test',
      database: 'test',
      durable: false,
      maxConnections: 400,
    };
    const postgres = await startPostgres(options);
    process.env.TEST_DATABASE_ADMIN_URL = postgres.url;
    stops.push(postgres.stop);
  }
  if (!process.env.TEST_REDIS_URL) {
    const redis = await startRedis({ dir: path.join(folder, 'redis'), durable: false });
    process.env.TEST_REDIS_URL = redis.url;
    stops.push(redis.stop);
  }
  globalThis.stopTestServices = async () => {
    await Promise.all(stops.map((stop) => stop()));
    rmSync(folder, { recursive: true, force: true });
  };
}
