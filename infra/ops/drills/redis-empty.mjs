// Kills Redis under load and starts it again empty. The product rebuilds everything that it keeps in Redis.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../../local/embedded-redis.mjs';
import { stopProcess } from '../../local/processes.mjs';
import { outage } from '../drill.mjs';

const AWAY_MS = 5_000;

export const { about, run } = outage({
  about: 'Redis is killed under load and comes back empty after five seconds',
  part: 'Redis',
  // the time until every process is connected to Redis again
  mostAfterMs: 5_000,
  fail: ({ servers }) => stopProcess(servers.redis.pid, ['SIGKILL']),
  mend: async (stage) => {
    await sleep(AWAY_MS);
    const dir = path.join(stage.folder, 'redis');
    rmSync(path.join(dir, 'appendonlydir'), { recursive: true, force: true });
    const redis = await startRedis({ dir, port: Number(new URL(stage.servers.redisUrl).port) });
    stage.atEnd(() => redis.stop());
    // a Redis that has also lost its file of users gets the users again from `portal migrate`
    await stage.migrate();
  },
});
