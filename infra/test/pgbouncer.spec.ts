import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Database, migrate, secretOf } from '@portal/infra/db';
import { eventually } from '@portal/infra/testing';
import { startPostgres } from '../local/embedded-pg.mjs';
import { freePort } from '../local/ports.mjs';
import { rolePassword, rolesOf } from '../src/db/roles.js';
import { eventTestTables } from './events-fixture.js';

const version = /PgBouncer (\d+)\.(\d+)/.exec(
  spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? '',
);
const title = version
  ? 'PgBouncer in transaction mode'
  : 'pgbouncer is not there, so nothing was tried: PgBouncer in transaction mode';

(version ? describe : describe.skip)(title, () => {
  let folder: string;
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let pooler: ChildProcess;
  let database: Database;
  let address: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-pooler-'));
    chmodSync(folder, 0o755);
    const dataDir = join(folder, 'postgres');
    postgres = await startPostgres({ dataDir, password: 'admin', database: 'portal', durable: false });
    await migrate(postgres.url, eventTestTables);
    const secret = secretOf(postgres.url);
    const { app, worker } = rolesOf(eventTestTables.service);
    const users = [app, worker].map((role) => `"${role}" "${rolePassword(secret, role)}"`);
    writeFileSync(join(folder, 'users.txt'), `${users.join('\n')}\n`);
    const port = await freePort();
    const lines = [
      '[databases]',
      `portal = host=127.0.0.1 port=${new URL(postgres.url).port} dbname=portal`,
      '[pgbouncer]',
      ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'pool_mode = transaction'],
      ...['auth_type = scram-sha-256', `auth_file = ${folder}/users.txt`],
      // two sessions serve many connections, so that the transactions of one connection run in both sessions
      'default_pool_size = 2',
    ];
    writeFileSync(join(folder, 'pgbouncer.ini'), `${lines.join('\n')}\n`);
    const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    pooler = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...account });
    await eventually(() => isListening(port), 10_000);
    address = `postgres://127.0.0.1:${port}/portal`;
    database = await Database.open({
      ...eventTestTables,
      ...{ url: `${address}?pooler=transaction`, secret, poolSize: 6 },
    });
  }, 60_000);
  afterAll(async () => {
    await database?.close();
    if (pooler) {
      pooler.kill('SIGINT');
      if (pooler.exitCode === null) await once(pooler, 'exit');
    }
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 30_000);

  async function isListening(port: number): Promise<void> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect').finally(() => socket.destroy());
  }

  test('keeps the county of each transaction when many run at once on two sessions of the server', async () => {
    const ask = `SELECT current_setting('app.county_id') AS county, pg_backend_pid() AS session, $1::int AS n`;
    const seen = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const county = n % 2 ? 'lake' : 'saipan';
        return database.withCounty(county, async (tx) => {
          const first = await tx.row<{ county: string; session: number; n: number }>(ask, [n]);
          const again = await tx.row<{ county: string; session: number; n: number }>(ask, [n]);
          expect(again).toEqual(first);
          expect(first).toMatchObject({ county, n });
          return first?.session;
        });
      }),
    );
    expect(new Set(seen).size).toBe(2);
    const [outside] = await database.query<{ county: string }>(
      `SELECT coalesce(current_setting('app.county_id', true), '') AS county, $1::int`,
      [1],
      { name: 'outside' },
    );
    expect(outside?.county).toBe('');
  }, 30_000);

  test('applies the limits of the product in every session, for both roles, although clients send no limits', async () => {
    const settings = `SELECT current_setting('search_path') AS path, current_setting('statement_timeout') AS statement,
      current_setting('lock_timeout') AS lock, current_setting('timezone') AS zone,
      current_setting('idle_in_transaction_session_timeout') AS idle`;
    const expected = { statement: '5s', lock: '1s', zone: 'UTC', idle: '10s' };
    const path = expect.stringContaining(rolesOf(eventTestTables.service).schema);
    expect(await database.withCounty('lake', (tx) => tx.row(settings))).toMatchObject({ ...expected, path });
    expect(await database.asWorker((tx) => tx.row(settings))).toMatchObject({ ...expected, path });
  }, 30_000);

  test('refuses connections whose database URL lacks `pooler=transaction`, because they send an unknown setting', async () => {
    const opening = Database.open({ ...eventTestTables, url: address, secret: secretOf(postgres.url) });
    await expect(opening).rejects.toThrow(/options/);
  }, 30_000);
});
