// Kills the primary of a PostgreSQL cluster in the middle of a thousand purchases. Patroni, etcd and HAProxy run the
// cluster.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePortRange } from '../../local/ports.mjs';
import { makeDatabase, takesWrites } from '../debian-postgres.mjs';
import { outage } from '../drill.mjs';
import { sharedTool } from '../shared-tool.mjs';

const PURCHASES = 1_000;
/**
 * Positions in the cluster's range of ports: HAProxy's port for the primary, and Patroni's port on the first node. The
 * last number is the size of the range.
 */
const [PRIMARY, REST, PORTS] = [8, 10, 22];
const NODES = 2;

export const { about, run } = outage({
  about:
    'Patroni’s primary is killed in 1,000 purchases; the synchronous standby takes over by etcd and HAProxy',
  part: 'a primary',
  mostAwayMs: 10_000,
  mostAfterMs: 5_000,
  purchases: PURCHASES,
  servers: async (stage) => {
    const port = await freePortRange(PORTS);
    const folder = path.join(stage.folder, 'patroni');
    const ask = sharedTool('pg-patroni', { ...process.env, SYNC: 'true' });
    stage.atEnd(() => ask('stop', folder));
    await ask('start', folder, port, NODES);
    stage.killPrimary = async () => ask('kill', folder, await primaryOf(port));
    stage.cluster = `postgres://postgres:drill@127.0.0.1:${port + PRIMARY}/portal`;
    await makeDatabase(stage.cluster);
    // each server accepts a hundred connections, so each process opens only a few
    return { databaseUrl: stage.cluster, more: { DATABASE_POOL: '4' } };
  },
  fail: (stage) => stage.killPrimary(),
  mend: async ({ cluster }) => {
    while (!(await takesWrites(cluster))) await sleep(100);
  },
});

/** The node that is the primary according to Patroni. */
async function primaryOf(port) {
  for (let node = 0; node < NODES; node += 1) {
    const answer = await fetch(`http://127.0.0.1:${port + REST + node}/primary`).catch(() => undefined);
    if (answer?.ok) return node;
  }
  throw new Error('No node is the primary.');
}
