// Kills the primary of Redis under load. The Sentinels then make one of its replicas the primary.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { unpackDebianPackages } from '../../local/debian-packages.mjs';
import { freePortRange } from '../../local/ports.mjs';
import { outage } from '../drill.mjs';
import { sharedTool } from '../shared-tool.mjs';

const NAME = 'main';
const SENTINELS = [3, 4, 5];

export const { about, run } = outage({
  about: 'the primary of Redis is killed under load and Sentinels make a replica the primary',
  part: 'a primary of Redis',
  mostAwayMs: 10_000,
  mostAfterMs: 5_000,
  servers: async (stage) => {
    const port = await freePortRange(6);
    const folder = path.join(stage.folder, 'redis');
    const ask = sharedTool('redis-ha', withRedisOnPath());
    await ask('start', folder, port, 'sentinel');
    stage.atEnd(() => ask('stop', folder));
    const sentinels = SENTINELS.map((nth) => `127.0.0.1:${port + nth}`);
    stage.sentinels = SENTINELS.map((nth) => ({ host: '127.0.0.1', port: port + nth }));
    stage.killPrimary = async () => ask('kill', folder, await primaryOf(stage.sentinels));
    return { redisUrl: `redis://${NAME}?sentinels=${sentinels.join(',')}` };
  },
  fail: async (stage) => {
    stage.before = await primaryOf(stage.sentinels);
    await stage.killPrimary();
  },
  mend: async ({ sentinels, before }) => {
    while ((await primaryOf(sentinels)) === before) await sleep(50);
  },
});

/** The port of the primary, according to the first Sentinel that answers. */
async function primaryOf(sentinels) {
  for (const sentinel of sentinels) {
    const asked = new Redis({ ...sentinel, maxRetriesPerRequest: 0, retryStrategy: () => null });
    asked.on('error', () => undefined);
    try {
      const [, port] = await asked.call('SENTINEL', 'get-master-addr-by-name', NAME);
      return Number(port);
    } catch {
      // try the next Sentinel
    } finally {
      asked.disconnect();
    }
  }
  throw new Error('No Sentinel answers.');
}

/** An environment whose PATH has the programs of Redis: those of the system, or else those that `npm start` unpacks. */
function withRedisOnPath() {
  const unpacked = unpackDebianPackages('redis', ['redis-server']);
  if (!unpacked) return process.env;
  const folders = [process.env.PATH, path.join(unpacked.root, 'usr/bin')];
  return { ...process.env, ...unpacked.environment, PATH: folders.join(path.delimiter) };
}
