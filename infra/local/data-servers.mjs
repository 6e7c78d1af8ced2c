import path from 'node:path';
import { startPostgres } from './embedded-pg.mjs';
import { startRedis } from './embedded-redis.mjs';

/**
 * Starts the database and the Redis of a data folder, or finds them running. A server whose address is set in the
 * environment is left alone.
 * @param {(name: string, server: { pid: number, reused: boolean, stop: () => Promise<void> }, startAgain: () =>
 * Promise<{ pid: number, stop: () => Promise<void> }>) => void} onServer called for each server as soon as it runs;
 * `startAgain` starts the server again at the same address after it has ended
 * @returns {Promise<{ databaseUrl?: string, redisUrl?: string }>}
 */
export async function startDataServers(dataDir, secrets, onServer) {
  const database = {
    dataDir: path.join(dataDir, 'postgres'),
    password: secrets.database,
    database: 'portal',
  };
  const redisSettings = { dir: path.join(dataDir, 'redis'), password: secrets.redis };
  const [postgres, redis] = await Promise.all([
    process.env.DATABASE_ADMIN_URL ? undefined : announce('PostgreSQL', startPostgres, database, onServer),
    process.env.REDIS_URL ? undefined : announce('Redis', startRedis, redisSettings, onServer),
  ]);
  return { databaseUrl: postgres?.url, redisUrl: redis?.url };
}

async function announce(name, start, options, onServer) {
  const server = await start(options);
  const port = Number(new URL(server.url).port);
  onServer(name, server, () => start({ ...options, port }));
  return server;
}
