// Kills Redis under load and starts it again with nothing in it: everything in it can be made again.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startRedis } from '../../local/embedded-redis.mjs';
import { stopProcess } from '../../local/processes.mjs';
import { beginDay, lostPurchases, untilAnswered } from '../day.mjs';
import {
  drillFolder,
  environmentFor,
  furnish,
  migrateTo,
  openServers,
  startFleet,
  violations,
} from '../product.mjs';
import { thisVersion } from '../version.mjs';

export const about = 'Redis is killed under load and comes back empty after five seconds';

const AWAY_MS = 5_000;
/** What people may see after Redis is back, until every process has found it again. */
const MOST_AFTER_MS = 5_000;

/** @returns {Promise<{ head: string[], rows: string[][], broken: string[] }>} */
export async function run({ say }) {
  const { folder, remove } = drillFolder();
  const today = await thisVersion();
  const servers = await openServers(folder);
  const environment = environmentFor({ folder, ...servers });
  const admin = new pg.Pool({ connectionString: servers.databaseUrl, max: 2 });
  const ask = async (sql, params) => (await admin.query(sql, params)).rows;
  let { redis } = servers;
  let fleet;
  try {
    await migrateTo(today, environment);
    fleet = await startFleet(today, { environment, folder });
    const office = await furnish(today, { environment, folder, ask });
    const day = beginDay({ ...office, origin: (nth) => fleet.origin(nth) });
    await untilAnswered(day.answers, 150);
    say('Redis is killed');
    const before = day.answers.failed.length;
    const from = Date.now();
    await stopProcess(redis.pid, ['SIGKILL']);
    await sleep(AWAY_MS);
    rmSync(path.join(folder, 'redis', 'appendonlydir'), { recursive: true, force: true });
    redis = await startRedis({
      dir: path.join(folder, 'redis'),
      port: Number(new URL(servers.redisUrl).port),
    });
    // a server of one's own has its users in a file; one that lost them too gets them from `portal migrate`
    await migrateTo(today, environment);
    const back = Date.now();
    say('Redis is back, empty');
    await untilAnswered(day.answers, 300);
    const answers = await day.end();
    const refused = answers.failed.slice(before);
    const wrong = refused.filter(
      ({ status, retryAfter }) => !(status === 503 && retryAfter) && status !== 403,
    );
    const last = Math.max(back, ...refused.map(({ at }) => at)) - back;
    const { told, lost } = await lostPurchases(ask, answers);
    const found = await quietly(environment);
    return {
      head: ['what', 'figure'],
      rows: [
        ['requests, of them refused', `${answers.requests}, ${refused.length} ${answers.reasons}`],
        ['time without Redis', `${((back - from) / 1000).toFixed(1)} s`],
        ['last refusal after Redis was back', `${(last / 1000).toFixed(1)} s`],
        ['purchases told to be paid, lost', `${told}, ${lost.length}`],
      ],
      broken: [
        ...wrong.map(({ path: asked, status }) => `${asked} got ${status} and not 503 with Retry-After`),
        ...(last > MOST_AFTER_MS ? [`the last refusal came ${last} ms after Redis was back`] : []),
        ...lost.map((guid) => `${guid} was paid and is lost`),
        ...found,
      ],
    };
  } finally {
    await fleet?.stop();
    await admin.end();
    await redis.stop();
    await servers.postgres.stop();
    if (!process.env.KEEP_DRILL) remove();
  }
}

/** Facts are on their way for some seconds more. */
async function quietly(environment) {
  for (let tried = 1; ; tried += 1) {
    const found = await violations(environment);
    if (found.length === 0 || tried === 20) return found;
    await sleep(1_000);
  }
}
