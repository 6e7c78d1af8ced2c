import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { secretOf } from '@portal/infra/db';
import { Handle, type RunningService, startServiceInProcess, systemActor } from '@portal/infra/rpc';
import {
  asRedisUser,
  eventually,
  freshDatabase,
  testClient,
  testConfig,
  testKeys,
} from '@portal/infra/testing';
import { saveCounty } from '@portal/proto/rpc/admin-config';
import { signInGuest } from '@portal/proto/rpc/identity';
import pg from 'pg';
import { freePort } from '../local/ports.mjs';
import { everyService } from './every-service.js';
import { buildOnce, root } from './launched-product.js';

const lake = {
  ...{ id: 'lake', name: 'Lake County', hosts: ['localhost'], origin: 'http://localhost', state: 'MN' },
  timeZone: 'America/Chicago',
};

/** A visitor whose sign-in gets no answer until the test calls `letGo`. */
const visitor = { asks: 0, letGo: (): void => undefined };
const waiting = new Promise<void>((resolve) => (visitor.letGo = resolve));

@Controller()
class StandInIdentity {
  @Handle(signInGuest)
  async signIn() {
    visitor.asks += 1;
    await waiting;
    return { ok: false as const, code: 'USER_LOCKED' as const };
  }
}
@Module({ controllers: [StandInIdentity] })
class StandInModule {}

/** A process as a deployment runs it, with its probes. */
class Process {
  private constructor(
    private readonly child: ChildProcess,
    readonly probes: string,
    readonly exit: Promise<unknown[]>,
  ) {}

  static async start(folder: string, env: NodeJS.ProcessEnv): Promise<Process> {
    const port = await freePort();
    const child = spawn(process.execPath, [join(root, folder, 'dist/main.js')], {
      env: { PATH: process.env['PATH'], SERVICE_PORT: String(port), LOG_LEVEL: 'error', ...env },
      stdio: 'inherit',
    });
    started.push(child);
    const one = new Process(child, `http://127.0.0.1:${port}`, once(child, 'exit'));
    await eventually(async () => expect((await fetch(`${one.probes}/ready`)).status).toBe(200), 100_000);
    return one;
  }

  terminate(): void {
    this.child.kill('SIGTERM');
  }

  async isDraining(): Promise<void> {
    await eventually(async () => {
      const ready = await fetch(`${this.probes}/ready`);
      expect([ready.status, await ready.json()]).toMatchObject([503, { draining: true }]);
    });
  }
}

const started: ChildProcess[] = [];
/** Functions that close what a test has opened. `afterAll` calls them, even if the test has failed. */
const opened: (() => Promise<unknown>)[] = [];
let database: Awaited<ReturnType<typeof freshDatabase>>;
let config: ReturnType<typeof testConfig>;
let identity: RunningService;

const environmentFor = async (name: string): Promise<NodeJS.ProcessEnv> => ({
  ...testKeys(name),
  REDIS_URL: (await asRedisUser(config, name)).redisUrl,
  REDIS_NAMESPACE: config.redisNamespace,
  SEALING_PUBLIC_KEY: config.sealingPublicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  OBJECTS_DIR: join(root, '.cache', config.redisNamespace),
});

beforeAll(async () => {
  buildOnce();
  database = await freshDatabase(
    ...(await everyService()).filter(({ service }) => service === 'admin-config'),
  );
  config = testConfig({ databaseUrl: database.adminUrl, databaseSecret: secretOf(database.adminUrl) });
  identity = await startServiceInProcess('identity', StandInModule, { config, contracts: [signInGuest] });
}, 240_000);
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await Promise.all(opened.map((close) => close()));
  await identity.close();
  await database.drop();
});

test('when told to stop, a gateway and a service report that they are not ready, finish the running requests, and exit', async () => {
  const { adminUrl } = database;
  const service = await Process.start('services/admin-config', {
    ...(await environmentFor('admin-config')),
    DATABASE_ADMIN_URL: adminUrl,
  });
  const rpc = await testClient(config);
  opened.push(() => rpc.onApplicationShutdown());
  const save = (name: string) =>
    rpc.call(saveCounty, { ...lake, name }, { actor: systemActor('lake', 'launcher') });
  expect(await save('Lake County')).toEqual({ ok: true, value: {} });

  const port = await freePort();
  const gateway = await Process.start('gateway', {
    ...(await environmentFor('gateway')),
    ...{
      PORT: String(port),
      CARD_PROVIDER: 'sandbox',
      PAYMENT_ORIGIN: 'http://pay.localhost:1',
      DRAIN_SECONDS: '1',
    },
  });
  const ask = (path: string, method = 'GET') =>
    fetch(`http://localhost:${port}/LandShark/api/${path}`, {
      method,
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{"language":"ENGLISH"}' }),
    });
  const visiting = ask('auth/guest', 'POST');
  await eventually(() => expect(visitor.asks).toBe(1));
  gateway.terminate();
  await gateway.isDraining();
  expect((await ask('auth/loginPageLinks')).status).toBe(200);
  await eventually(() => expect(ask('auth/loginPageLinks')).rejects.toThrow(), 5_000);
  visitor.letGo();
  expect(await (await visiting).json()).toMatchObject({ ok: false });
  expect(await gateway.exit).toEqual([0, null]);

  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  opened.push(() => admin.end());
  const ofDatabase = async (sql: string) => (await admin.query<object>(sql)).rows;
  const facts = () => ofDatabase(`SELECT published_at IS NOT NULL AS published FROM admin_config.outbox`);
  const before = (await facts()).length;
  await admin.query('BEGIN');
  await admin.query('LOCK TABLE admin_config.county IN EXCLUSIVE MODE');
  const saving = save('Lake County, Minnesota');
  await eventually(async () =>
    expect(
      await ofDatabase(
        `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'admin_config.county'::regclass`,
      ),
    ).toHaveLength(1),
  );
  service.terminate();
  await service.isDraining();
  await admin.query('COMMIT');
  expect(await saving).toEqual({ ok: true, value: {} });
  expect(await service.exit).toEqual([0, null]);
  // the process has published the fact, or has left it in the outbox for the next process of the service
  expect(await facts()).toHaveLength(before + 1);
}, 240_000);
