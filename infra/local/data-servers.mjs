import path from 'node:path';
import { startPostgres } from './embedded-pg.mjs';
import { startRedis } from './embedded-redis.mjs';

/**
 * The database and the Redis of a data folder, started or found running. One whose address is set in the environment
 * is left alone.
 * @param {(name: string, server: { pid: number, reused: boolean, stop: () => Promise<void> }) => void} onServer
 *   hears of each as soon as it runs
 * @returns {Promise<{ databaseUrl?: string, redisUrl?: string }>}
 */
export async function startDataServers(dataDir, secrets, onServer) {
  const database = {
    dataDir: path.join(dataDir, 'postgres'),
    password: secrets.database,
    database: 'portal',
  };
  const [postgres, redis] = await Promise.all([
    process.env.DATABASE_ADMIN_URL ? undefined : announce('PostgreSQL', startPostgres(database), onServer),
    process.env.REDIS_URL
      ? undefined
      : announce(
          'Redis',
          startRedis({ dir: path.join(dataDir, 'redis'), password: secrets.redis }),
          onServer,
        ),
  ]);
  return { databaseUrl: postgres?.url, redisUrl: redis?.url };
}

async function announce(name, starting, onServer) {
  const server = await starting;
  onServer(name, server);
  return server;
}
