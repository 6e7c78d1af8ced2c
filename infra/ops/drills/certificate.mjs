// Lets PostgreSQL's certificate expire under load and renews it. The server reads the new certificate without a
// restart.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { accountForPostgres } from '../../local/postgres-programs.mjs';
import { Authority } from '../authority.mjs';
import { outage } from '../drill.mjs';

const DAY_S = 86_400;
const LEFT_S = 15;
/**
 * How many answers the drill waits for after the certificate has expired: first over older connections, then after
 * these connections are closed.
 */
const [KEPT, WITHOUT] = [60, 40];

export const { about, run } = outage({
  about: 'the certificate of PostgreSQL ends under load and is renewed without a restart (Debian, openssl)',
  part: 'a valid certificate',
  mostAfterMs: 5_000,
  servers: async (stage) => {
    const dataDir = path.join(stage.folder, 'postgres');
    mkdirSync(dataDir);
    stage.authority = new Authority(path.join(stage.folder, 'tls'), accountForPostgres(dataDir));
    const { key, certificate } = stage.authority.certify(DAY_S);
    return { settings: ['ssl=on', `ssl_key_file=${key}`, `ssl_cert_file=${certificate}`] };
  },
  addressFor: async ({ authority }, { databaseUrl }) => {
    const trust = `sslmode=verify-full&sslrootcert=${encodeURIComponent(authority.root)}`;
    return { databaseUrl: `${databaseUrl}?${trust}` };
  },
  prepare: async (stage) => {
    // connects without TLS, so that this connection still works after the certificate has expired
    stage.operator = new pg.Client({ connectionString: stage.servers.databaseUrl });
    await stage.operator.connect();
    stage.atEnd(() => stage.operator.end());
  },
  fail: async (stage) => {
    stage.authority.certify(LEFT_S);
    await stage.operator.query('SELECT pg_reload_conf()');
    await sleep((LEFT_S + 1) * 1_000);
    const failed = stage.day.answers.failed.length;
    await stage.answered(KEPT);
    stage.keptRefused = stage.day.answers.failed.length - failed;
    stage.say('the certificate has ended; all connections end');
    await stage.operator.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename IS NOT NULL',
    );
    await stage.answered(WITHOUT);
  },
  mend: async ({ authority, operator, environment }) => {
    authority.certify(DAY_S);
    await operator.query('SELECT pg_reload_conf()');
    while (!(await connects(environment.DATABASE_ADMIN_URL))) await sleep(100);
  },
  look: async ({ keptRefused }) => ({
    rows: [[`refused of the first ${KEPT} after the end, on connections from before`, String(keptRefused)]],
    broken: [],
  }),
});

async function connects(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
