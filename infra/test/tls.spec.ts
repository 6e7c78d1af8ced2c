import { X509Certificate } from 'node:crypto';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Database, migrate, secretOf } from '@portal/infra/db';
import { lookAtCertificates, registry } from '@portal/infra/metrics';
import { openConnection, whenReady } from '@portal/infra/redis';
import { testConfig } from '@portal/infra/testing';
import { startPostgres } from '../local/embedded-pg.mjs';
import { redisProgram } from '../local/embedded-redis.mjs';
import { examineCertificates } from '../local/operator/doctor-certificates.mjs';
import { freePort } from '../local/ports.mjs';
import { accountForPostgres } from '../local/postgres-programs.mjs';
import { KafkaEventLog } from '../src/events/kafka-event-log.js';
import { eventTestTables, silentLog } from './events-fixture.js';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const title = hasOpenssl
  ? 'PostgreSQL over TLS'
  : 'openssl is not there, so no certificate can be made: PostgreSQL over TLS';

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

  test('has encrypted connections from migrations and services if its address asks for TLS', async () => {
    await migrate(postgres.url + verified('trusted'), eventTestTables);
    expect(await isEncrypted(await open(verified('trusted')))).toBe(true);
    expect(await isEncrypted(await open(''))).toBe(false);
  }, 30_000);

  test('is refused when another authority has signed its certificate', async () => {
    await expect(migrate(postgres.url + verified('other'), eventTestTables)).rejects.toThrow(/certificate/);
    await expect(open(verified('other'))).rejects.toThrow(/certificate/);
  }, 30_000);

  describe('a server with TLS', () => {
    const trusted = tls.getCACertificates('default');
    let url: string;
    let end: () => Promise<unknown>;

    beforeAll(async () => {
      const port = await freePort();
      const { command, environment } = redisProgram();
      const files = ['--tls-cert-file', 'server.crt', '--tls-key-file', 'server.key'];
      const server = spawn(
        command,
        [
          ...['--port', '0', '--tls-port', String(port), '--bind', '127.0.0.1', '--tls-auth-clients', 'no'],
          ...['--save', '', ...files, '--tls-ca-cert-file', 'trusted.crt'],
        ],
        { cwd: folder, env: { ...process.env, ...environment }, stdio: 'ignore' },
      );
      end = () => {
        server.kill();
        return once(server, 'exit');
      };
      url = `rediss://127.0.0.1:${port}`;
    }, 30_000);
    afterAll(() => end());
    afterEach(() => tls.setDefaultCACertificates(trusted));

    test('of Redis, at rediss://, accepts only clients that trust its certificate authority', async () => {
      const stranger = openConnection(url);
      await whenReady(stranger, 500);
      expect(stranger.status).not.toBe('ready');
      stranger.disconnect();
      tls.setDefaultCACertificates([...trusted, readFileSync(join(folder, 'trusted.crt'), 'utf8')]);
      const redis = openConnection(url);
      await whenReady(redis, 10_000);
      expect(await redis.ping()).toBe('PONG');
      redis.disconnect();
    }, 30_000);

    test('of Kafka is called with TLS when its address begins with ssl://', async () => {
      const certificate = {
        cert: readFileSync(join(folder, 'server.crt')),
        key: readFileSync(join(folder, 'server.key')),
      };
      const broker = tls.createServer(certificate);
      const asked = once(broker, 'secureConnection') as Promise<[tls.TLSSocket]>;
      broker.listen(0, '127.0.0.1');
      await once(broker, 'listening');
      const { port } = broker.address() as AddressInfo;
      tls.setDefaultCACertificates([...trusted, readFileSync(join(folder, 'trusted.crt'), 'utf8')]);
      const brokers = [`ssl://127.0.0.1:${port}`];
      const opening = KafkaEventLog.open({ clientId: 'search', brokers, namespace: 'tls', log: silentLog });
      const [socket] = await asked;
      const [question] = (await once(socket, 'data')) as [Buffer];
      // every Kafka client begins with the ApiVersions request
      expect(question.readInt16BE(4)).toBe(18);
      broker.close();
      socket.destroy();
      await (await opening).onApplicationShutdown();
    }, 60_000);

    test('reports to Prometheus when its certificate expires', async () => {
      const { validTo } = new X509Certificate(readFileSync(join(folder, 'server.crt')));
      const databaseUrl = `${postgres.url}?sslmode=require`;
      await lookAtCertificates(testConfig({ databaseUrl, redisUrl: url, cacheRedisUrl: url }));
      const metric = await registry.getSingleMetric('certificate_ends_seconds')?.get();
      const seen = new Map(metric?.values.map(({ labels, value }) => [labels['server'], value]));
      for (const address of [databaseUrl, url])
        expect(seen.get(new URL(address).host)).toBe(Date.parse(validTo) / 1_000);
      expect(seen.size).toBe(2);
    }, 30_000);

    test('makes the doctor say when its certificate expires, with a warning three weeks before', async () => {
      const { validTo } = new X509Certificate(readFileSync(join(folder, 'server.crt')));
      const day = new Date(validTo).toISOString().slice(0, 10);
      const at = (days: number): Promise<{ ok: boolean; text: string }[]> =>
        examineCertificates(
          { DATABASE_ADMIN_URL: `${postgres.url}?sslmode=require`, REDIS_URL: url },
          new Date(validTo).getTime() - days * 86_400_000,
        );
      expect(await at(22)).toEqual(
        ['DATABASE_ADMIN_URL', 'REDIS_URL'].map((name) =>
          expect.objectContaining({ ok: true, text: expect.stringContaining(`(${name}) ends on ${day}`) }),
        ),
      );
      expect(await at(20)).toMatchObject([
        { ok: false, text: expect.stringContaining('in 20 days') },
        { ok: false },
      ]);
      expect((await at(-1))[0]).toMatchObject({ ok: false, text: expect.stringContaining('ended on') });
    }, 30_000);
  });
});
