// Kills the primary during purchases. A watcher promotes the synchronous standby and redirects the database's address
// to the standby.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Proxy } from '../../bench/faults/proxy.mjs';
import { stopProcess } from '../../local/processes.mjs';
import { outage } from '../drill.mjs';
import { startStandby } from '../standby.mjs';

/**
 * Patroni replaces a primary when its lease ends. The watcher of this drill does so after three failed checks, one a
 * second.
 */
const [LOOK_MS, MISSES] = [1_000, 3];

export const { about, run } = outage({
  about: 'the primary database is killed during purchases and its synchronous standby takes over',
  part: 'a primary',
  mostAwayMs: 10_000,
  mostAfterMs: 5_000,
  // the processes know only the address of this proxy, which leads to the standby after the failover
  addressFor: async (stage, { databaseUrl }) => {
    stage.proxy = await Proxy.open(Number(new URL(databaseUrl).port));
    stage.atEnd(() => stage.proxy.close());
    return { databaseUrl: Object.assign(new URL(databaseUrl), { port: String(stage.proxy.port) }).href };
  },
  prepare: async (stage) => {
    const dataDir = path.join(stage.folder, 'standby');
    stage.standby = await startStandby({ ...stage.servers, dataDir, synchronous: true });
    stage.atEnd(() => stage.standby.stop());
  },
  fail: ({ servers }) => stopProcess(servers.postgres.pid, ['SIGKILL']),
  mend: async ({ proxy, servers, standby }) => {
    for (let missed = 0; missed < MISSES; await sleep(LOOK_MS))
      missed = (await answers(servers.databaseUrl)) ? 0 : missed + 1;
    await standby.ask('SELECT pg_promote(true)');
    // the new primary has no standby to wait for
    await standby.ask(`ALTER SYSTEM SET synchronous_standby_names = ''`);
    await standby.ask('SELECT pg_reload_conf()');
    proxy.retarget(Number(new URL(standby.url).port));
  },
});

async function answers(url) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
