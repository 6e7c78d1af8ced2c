// Kills the primary of a cluster that Patroni, etcd and HAProxy run, in the middle of a thousand purchases.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePortRange } from '../../local/ports.mjs';
import { outage } from '../drill.mjs';
import { sharedTool } from '../shared-tool.mjs';

const PURCHASES = 1_000;
/**
 * Ports in the cluster's range: HAProxy's port for the primary, the port of Patroni on the first node, and the size of the
 * range.
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
    await prepare(stage.cluster);
    // the servers take a hundred connections
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

async function prepare(url) {
  await asking(url.replace(/portal$/, 'postgres'), (client) => client.query('CREATE DATABASE portal'));
  await asking(url, async (client) => {
    const { rows } = await client.query(`SELECT current_setting('server_version_num')::int AS version`);
    if (rows[0].version >= 160_000) return;
    // the product needs only this extension of version 16; it finds names that sound alike, which nobody searches here
    await client.query('CREATE EXTENSION fuzzystrmatch SCHEMA public');
    await client.query(
      `CREATE FUNCTION public.daitch_mokotoff(text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
         AS 'SELECT ARRAY[soundex($1)]'`,
    );
  });
}

async function asking(url, work) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** True when the server commits writes; where there is a synchronous standby, it must have the commit too. */
const takesWrites = (url) =>
  asking(url, async (client) => {
    await client.query('SET statement_timeout = 2000');
    const { rows } = await client.query(`SELECT pg_is_in_recovery() AS follows, pg_current_xact_id()`);
    return !rows[0].follows;
  }).catch(() => false);
