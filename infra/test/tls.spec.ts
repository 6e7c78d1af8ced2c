import { X509Certificate } from 'node:crypto';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'minio';
import { Database, migrate, secretOf } from '@portal/infra/db';
import { isOutage } from '@portal/infra/log';
import { lookAtCertificates, registry } from '@portal/infra/metrics';
import { openConnection, whenReady } from '@portal/infra/redis';
import { openObjectStore } from '@portal/infra/storage';
import { describeWithShared, eventually, testConfig } from '@portal/infra/testing';
import { startPostgres } from '../local/embedded-pg.mjs';
import { redisProgram } from '../local/embedded-redis.mjs';
import { examineCertificates } from '../local/operator/doctor-certificates.mjs';
import { examine } from '../local/operator/doctor.mjs';
import { freePort } from '../local/ports.mjs';
import { accountForPostgres } from '../local/postgres-programs.mjs';
import { sealingKeys } from '../local/sealing-keys.mjs';
import { describeWithOpenssl, makeCertificates, trust, trustAsUsual } from './certificates-fixture.js';
import { eventTestTables } from './events-fixture.js';

describeWithOpenssl('servers with TLS', () => {
  const undo: (() => unknown)[] = [];
  let folder: string;
  let postgresUrl: string;
  let redisUrl: string;
  /** The host and port of a TLS server that does nothing except show its certificate. */
  let place: string;

  const stopAtEnd = (server: ChildProcess): void => {
    const ended = once(server, 'exit');
    undo.push(() => {
      server.kill();
      return ended;
    });
  };

  async function startTlsPostgres(): Promise<string> {
    const dataDir = join(folder, 'postgres');
    mkdirSync(dataDir);
    const account = accountForPostgres(dataDir) as { uid?: number; gid?: number };
    chmodSync(join(folder, 'server.key'), 0o600);
    for (const file of ['server.key', 'server.crt'])
      if (account.uid !== undefined) chownSync(join(folder, file), account.uid, account.gid ?? account.uid);
    const settings = ['ssl=on', `ssl_cert_file=${folder}/server.crt`, `ssl_key_file=${folder}/server.key`];
    const where = { dataDir, password: 'admin', database: 'portal', durable: false };
    const postgres = await startPostgres({ ...where, settings });
    undo.push(() => postgres.stop());
    return postgres.url;
  }

  async function startTlsRedis(): Promise<string> {
    const port = await freePort();
    const { command, environment } = redisProgram();
    const files = ['--tls-cert-file', 'server.crt', '--tls-key-file', 'server.key'];
    const at = ['--port', '0', '--tls-port', String(port), '--bind', '127.0.0.1', '--save', ''];
    stopAtEnd(
      spawn(command, [...at, ...files, '--tls-auth-clients', 'no', '--tls-ca-cert-file', 'trusted.crt'], {
        cwd: folder,
        env: { ...process.env, ...environment },
        stdio: 'ignore',
      }),
    );
    return `rediss://127.0.0.1:${port}`;
  }

  async function startTlsServer(): Promise<string> {
    const [cert, key] = ['server.crt', 'server.key'].map((file) => readFileSync(join(folder, file)));
    const server = tls.createServer({ cert, key }, (socket) => socket.on('error', () => undefined));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    undo.push(() => server.close());
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-tls-'));
    chmodSync(folder, 0o755);
    makeCertificates(folder);
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    [postgresUrl, redisUrl, place] = await Promise.all([
      startTlsPostgres(),
      startTlsRedis(),
      startTlsServer(),
    ]);
  }, 60_000);
  afterAll(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });
  afterEach(trustAsUsual);

  const verified = (authority: string): string =>
    `?sslmode=verify-full&sslrootcert=${encodeURIComponent(join(folder, `${authority}.crt`))}`;

  describe('PostgreSQL', () => {
    const open = (query: string): Promise<Database> =>
      Database.open({ ...eventTestTables, url: postgresUrl + query, secret: secretOf(postgresUrl) });
    const isEncrypted = async (database: Database): Promise<boolean | undefined> => {
      const ask = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
      const [row] = await database.query<{ ssl: boolean }>(ask);
      await database.close();
      return row?.ssl;
    };

    test('has encrypted connections from migrations and services if its URL asks for TLS', async () => {
      await migrate(postgresUrl + verified('trusted'), eventTestTables);
      expect(await isEncrypted(await open(verified('trusted')))).toBe(true);
      expect(await isEncrypted(await open(''))).toBe(false);
    }, 30_000);

    test('is refused when another authority has signed its certificate', async () => {
      await expect(migrate(postgresUrl + verified('other'), eventTestTables)).rejects.toThrow(/certificate/);
      await expect(open(verified('other'))).rejects.toThrow(/certificate/);
    }, 30_000);
  });

  test('a client connects to Redis at rediss:// only if it trusts the certificate authority of Redis', async () => {
    trust(folder, 'other');
    const stranger = openConnection(redisUrl);
    await whenReady(stranger, 500);
    expect(stranger.status).not.toBe('ready');
    stranger.disconnect();
    trust(folder, 'trusted');
    const redis = openConnection(redisUrl);
    await whenReady(redis, 10_000);
    expect(await redis.ping()).toBe('PONG');
    redis.disconnect();
  }, 30_000);

  describeWithShared('the object store', ['tools/s3-server'], (tool) => {
    const keys = { accessKey: 'access', secretKey: 'secret of sixteen' };
    const [bucket, region] = ['pages', 'us-east-1'];
    let port: number;

    beforeAll(async () => {
      const program = execFileSync(tool, ['install'], { env: { ...process.env, S3_ENGINE: 'versitygw' } });
      port = await freePort();
      mkdirSync(join(folder, 's3'));
      // absolute paths, because the server changes its working directory before it opens the files
      const files = ['--cert', join(folder, 'server.crt'), '--key', join(folder, 'server.key')];
      const its = { ROOT_ACCESS_KEY: keys.accessKey, ROOT_SECRET_KEY: keys.secretKey };
      const server = spawn(
        program.toString().trim(),
        ['--quiet', '--port', `127.0.0.1:${port}`, ...files, 'posix', join(folder, 's3')],
        { env: { ...process.env, ...its }, stdio: 'ignore' },
      );
      stopAtEnd(server);
      trust(folder, 'trusted');
      const client = new Client({ endPoint: '127.0.0.1', port, useSSL: true, region, ...keys });
      await eventually(() => client.makeBucket(bucket, region));
    }, 240_000);

    const store = (): ReturnType<typeof openObjectStore> =>
      openObjectStore({ kind: 's3', endpoint: `https://127.0.0.1:${port}`, bucket, region, ...keys });

    test('counts as unavailable for a client that does not trust its certificate authority', async () => {
      trust(folder, 'other');
      const refused = await store()
        .put('lake/a.txt', Buffer.from('a page'))
        .catch((error: unknown) => error);
      expect(isOutage(refused)).toBe(true);
    });

    test('at https:// stores, lists and returns objects', async () => {
      trust(folder, 'trusted');
      await store().put('lake/a.txt', Buffer.from('a page'));
      expect((await store().get('lake/a.txt')).toString()).toBe('a page');
      for await (const key of store().list('lake/')) expect(key).toBe('lake/a.txt');
      expect.assertions(2);
    });
  });

  describe('the certificates of the servers', () => {
    let validTo: string;

    beforeAll(() => {
      ({ validTo } = new X509Certificate(readFileSync(join(folder, 'server.crt'))));
    });

    test('are in the metrics, with the time when they expire', async () => {
      const databaseUrl = `${postgresUrl}?sslmode=require`;
      const [s3, mail] = await Promise.all([startTlsServer(), startTlsServer()]);
      const storage = { kind: 's3', endpoint: `https://${s3}` } as const;
      await lookAtCertificates(
        testConfig({
          ...{ databaseUrl, redisUrl, cacheRedisUrl: redisUrl, kafkaBrokers: [`ssl://${place}`] },
          storage: { ...storage, bucket: 'b', region: 'r', accessKey: 'a', secretKey: 's' },
          smtpUrl: `smtps://${mail}`,
        }),
      );
      const metric = await registry.getSingleMetric('certificate_ends_seconds')?.get();
      const seen = new Map(metric?.values.map(({ labels, value }) => [labels['server'], value]));
      const ends = Date.parse(validTo) / 1_000;
      expect(Object.fromEntries(seen)).toEqual(
        Object.fromEntries(
          [new URL(databaseUrl).host, new URL(redisUrl).host, place, s3, mail].map((host) => [host, ends]),
        ),
      );
    }, 30_000);

    const environment = (): Record<string, string> => ({
      DATABASE_ADMIN_URL: `${postgresUrl}?sslmode=require`,
      REDIS_URL: redisUrl,
      S3_ENDPOINT: `https://${place}`,
      EVENTS: 'kafka',
      KAFKA_BROKERS: `ssl://${place}`,
    });

    test('make `portal doctor` say when they expire, with a warning three weeks before', async () => {
      const day = new Date(validTo).toISOString().slice(0, 10);
      const at = (days: number): Promise<{ ok: boolean; text: string }[]> =>
        examineCertificates(environment(), new Date(validTo).getTime() - days * 86_400_000);
      const names = ['DATABASE_ADMIN_URL', 'REDIS_URL', 'S3_ENDPOINT', 'KAFKA_BROKERS'];
      expect(await at(22)).toEqual(
        names.map((name) =>
          expect.objectContaining({ ok: true, text: expect.stringContaining(`(${name}) ends on ${day}`) }),
        ),
      );
      expect(await at(20)).toEqual(
        names.map(() => expect.objectContaining({ ok: false, text: expect.stringContaining('in 20 days') })),
      );
      expect((await at(-1))[0]).toMatchObject({ ok: false, text: expect.stringContaining('ended on') });
    }, 30_000);

    test('are checked by `portal doctor`, which names each server whose certificate authority is not trusted', async () => {
      const untrusted = await examine({
        ...environment(),
        DATABASE_ADMIN_URL: postgresUrl + verified('other'),
        ...{ PROCESS_SECRET: 'a secret of the processes', ...sealingKeys() },
        ...{ S3_BUCKET: 'pages', S3_ACCESS_KEY: 'access', S3_SECRET_KEY: 'secret of sixteen' },
        ...{ CARD_PROVIDER: 'sandbox', PAYMENT_ORIGIN: 'http://pay.localhost' },
      });
      expect(untrusted.filter(({ ok }) => !ok)).toEqual(
        ['PostgreSQL', 'Redis', 'files', 'Kafka'].map((about) => ({
          ...{ about, ok: false, text: expect.stringContaining('certificate') },
          todo: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
        })),
      );
    }, 30_000);
  });
});
