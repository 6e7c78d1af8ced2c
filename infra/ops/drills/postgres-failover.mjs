// Kills the primary during purchases; a watcher promotes the synchronous standby and turns the address over to it.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Proxy } from '../../bench/faults/proxy.mjs';
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
import { startStandby } from '../standby.mjs';
import { thisVersion } from '../version.mjs';

export const about = 'the primary database is killed during purchases and its synchronous standby takes over';

/** A watcher such as Patroni gives a primary up after its lease; ours looks every second, three times. */
const [LOOK_MS, MISSES] = [1_000, 3];
const MOST_GAP_MS = 10_000;

/** @returns {Promise<{ head: string[], rows: string[][], broken: string[] }>} */
export async function run({ say }) {
  const { folder, remove } = drillFolder();
  const today = await thisVersion();
  const servers = await openServers(folder);
  const proxy = await Proxy.open(Number(new URL(servers.databaseUrl).port));
  const address = Object.assign(new URL(servers.databaseUrl), { port: String(proxy.port) }).href;
  const environment = environmentFor({ folder, ...servers, databaseUrl: address });
  let standby;
  let fleet;
  try {
    await migrateTo(today, environment);
    fleet = await startFleet(today, { environment, folder });
    const office = await furnish(today, {
      environment,
      folder,
      ask: (sql, params) => askAt(address, sql, params),
    });
    standby = await startStandby({ ...servers, dataDir: path.join(folder, 'standby'), synchronous: true });
    const day = beginDay({ ...office, origin: (nth) => fleet.origin(nth) });
    await untilAnswered(day.answers, 300);
    const before = day.answers.failed.length;
    say('the primary is killed');
    const killed = Date.now();
    await stopProcess(servers.postgres.pid, ['SIGKILL']);
    await takeOver(proxy, servers.databaseUrl, standby);
    const back = Date.now();
    say('the standby is the primary');
    await untilAnswered(day.answers, 300);
    const answers = await day.end();
    const refused = answers.failed.slice(before);
    const { told, lost } = await lostPurchases((sql, params) => askAt(address, sql, params), answers);
    const found = await quietly(environment);
    const gap = refused.length === 0 ? 0 : Math.max(...refused.map(({ at }) => at)) - killed;
    const wrong = refused.filter(
      ({ status, retryAfter }) => status !== 504 && !(status === 503 && retryAfter),
    );
    return {
      head: ['what', 'figure'],
      rows: [
        ['requests, of them refused', `${answers.requests}, ${refused.length} ${answers.reasons}`],
        ['from the kill until the standby takes writes', `${((back - killed) / 1000).toFixed(1)} s`],
        ['from the kill until the last refusal', `${(gap / 1000).toFixed(1)} s`],
        ['purchases told to be paid, lost', `${told}, ${lost.length}`],
      ],
      broken: [
        ...wrong.map(({ path: asked, status }) => `${asked} got ${status} and not 503 with Retry-After`),
        ...(gap > MOST_GAP_MS ? [`people were refused for ${gap} ms`] : []),
        ...lost.map((guid) => `${guid} was paid and is lost`),
        ...found,
      ],
    };
  } finally {
    await fleet?.stop();
    await standby?.stop();
    await servers.stop();
    await proxy.close();
    if (!process.env.KEEP_DRILL) remove();
  }
}

async function askAt(url, sql, params) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, params)).rows;
  } finally {
    await client.end();
  }
}

async function takeOver(proxy, primaryUrl, standby) {
  for (let missed = 0; missed < MISSES; await sleep(LOOK_MS))
    missed = await askAt(primaryUrl, 'SELECT 1').then(
      () => 0,
      () => missed + 1,
    );
  await standby.ask('SELECT pg_promote(true)');
  // it has nobody to wait for
  await standby.ask(`ALTER SYSTEM SET synchronous_standby_names = ''`);
  await standby.ask('SELECT pg_reload_conf()');
  proxy.retarget(Number(new URL(standby.url).port));
}

async function quietly(environment) {
  for (let tried = 1; ; tried += 1) {
    const found = await violations(environment);
    if (found.length === 0 || tried === 20) return found;
    await sleep(1_000);
  }
}
