import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Database, migrate, secretOf } from '@portal/infra/db';
import { startPostgres } from '../local/embedded-pg.mjs';
import { accountForPostgres } from '../local/postgres-programs.mjs';
import { eventTestTables } from './events-fixture.js';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const title = hasOpenssl
  ? 'a PostgreSQL that speaks TLS'
  : 'openssl is not there, so no certificate can be made: a PostgreSQL that speaks TLS';

(hasOpenssl ? describe : describe.skip)(title, () => {
  let folder: string;
  let postgres: Awaited<ReturnType<typeof startPostgres>>;

  const openssl = (...args: string[]): Buffer =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  /** A certificate authority, and a certificate of the server for 127.0.0.1 that it has signed. */
  function certify(authority: string): void {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    openssl(
      'req',
      '-x509',
      ...key,
      '-keyout',
      `${authority}.key`,
      '-out',
      `${authority}.crt`,
      '-subj',
      '/CN=CA',
    );
    openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', 'server.key');
    openssl(
      ...[
        'req',
        '-x509',
        '-key',
        'server.key',
        '-subj',
        '/CN=database',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
      ],
      ...['-CA', `${authority}.crt`, '-CAkey', `${authority}.key`, '-out', 'server.crt'],
    );
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-tls-'));
    chmodSync(folder, 0o755);
    certify('trusted');
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    openssl('req', '-x509', ...key, '-keyout', 'other.key', '-out', 'other.crt', '-subj', '/CN=Other');
    const dataDir = join(folder, 'postgres');
    mkdirSync(dataDir);
    const account = accountForPostgres(dataDir) as { uid?: number; gid?: number };
    chmodSync(join(folder, 'server.key'), 0o600);
    for (const file of ['server.key', 'server.crt'])
      if (account.uid !== undefined) chownSync(join(folder, file), account.uid, account.gid ?? account.uid);
    const settings = ['ssl=on', `ssl_cert_file=${folder}/server.crt`, `ssl_key_file=${folder}/server.key`];
    const where = { dataDir, password: 'admin', database: 'portal', durable: false };
    postgres = await startPostgres({ ...where, settings });
  }, 60_000);
  afterAll(async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const verified = (authority: string): string =>
    `?sslmode=verify-full&sslrootcert=${encodeURIComponent(join(folder, `${authority}.crt`))}`;
  const open = (query: string): Promise<Database> =>
    Database.open({
      ...eventTestTables,
      url: postgres.url + query,
      secret: secretOf(postgres.url),
    });
  const isEncrypted = async (database: Database): Promise<boolean | undefined> => {
    const ask = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
    const [row] = await database.query<{ ssl: boolean }>(ask);
    await database.close();
    return row?.ssl;
  };

  test('is spoken to with TLS by migrations and services when the address says so', async () => {
    await migrate(postgres.url + verified('trusted'), eventTestTables);
    expect(await isEncrypted(await open(verified('trusted')))).toBe(true);
    expect(await isEncrypted(await open(''))).toBe(false);
  }, 30_000);

  test('is refused when another authority has signed its certificate', async () => {
    await expect(migrate(postgres.url + verified('other'), eventTestTables)).rejects.toThrow(/certificate/);
    await expect(open(verified('other'))).rejects.toThrow(/certificate/);
  }, 30_000);
});
