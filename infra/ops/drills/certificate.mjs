// Lets PostgreSQL's certificate expire under load and renews it. The server reads the new certificate without a
// restart.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { accountForPostgres } from '../../local/postgres-programs.mjs';
import { outage } from '../drill.mjs';
import { fakeTime } from '../fake-time.mjs';

const DAY_S = 86_400;
const LEFT_S = 15;
/**
 * How many requests are answered after the certificate has expired: first over older connections, then after these
 * connections are closed.
 */
const [KEPT, WITHOUT] = [60, 40];

export const { about, run } = outage({
  about: 'the certificate of PostgreSQL ends under load and is renewed without a restart (Debian, openssl)',
  part: 'a valid certificate',
  mostAfterMs: 5_000,
  servers: async (stage) => {
    stage.authority = new Authority(path.join(stage.folder, 'tls'), path.join(stage.folder, 'postgres'));
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

/**
 * A certificate authority for the drill's PostgreSQL. Its certificates are valid for 127.0.0.1, and the server's key
 * belongs to the account that runs PostgreSQL on `dataDir`.
 */
class Authority {
  constructor(folder, dataDir) {
    Object.assign(this, { folder, root: path.join(folder, 'root.crt') });
    for (const each of [folder, dataDir]) mkdirSync(each);
    this.account = accountForPostgres(dataDir);
    const key = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      'root.key',
    ];
    this.#openssl(['req', '-x509', ...key, '-out', 'root.crt', '-subj', '/CN=Drill']);
    this.#openssl(['ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', 'server.key']);
    this.#give('server.key');
  }

  /**
   * @param {number} seconds until the certificate expires; openssl counts in days, so it runs with a clock that is
   * behind
   */
  certify(seconds) {
    const name = ['-subj', '/CN=database', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '1'];
    const signed = ['-CA', 'root.crt', '-CAkey', 'root.key', '-key', 'server.key', '-out', 'server.crt'];
    this.#openssl(['req', '-x509', ...name, ...signed], { ...fakeTime(), FAKETIME: `-${DAY_S - seconds}s` });
    this.#give('server.crt');
    return { key: path.join(this.folder, 'server.key'), certificate: path.join(this.folder, 'server.crt') };
  }

  #openssl(args, more = {}) {
    execFileSync('openssl', args, { cwd: this.folder, stdio: 'pipe', env: { ...process.env, ...more } });
  }

  #give(file) {
    const { uid, gid } = this.account;
    chmodSync(path.join(this.folder, file), 0o600);
    if (uid !== undefined) chownSync(path.join(this.folder, file), uid, gid);
  }
}

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
