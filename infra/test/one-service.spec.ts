import { mkdtempSync, readdirSync, readFileSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import pg from 'pg';
import { needsOf, readConfig, type Config } from '@portal/infra/config';
import { Database, migrate, rolesOf } from '@portal/infra/db';
import { topicsOf } from '@portal/infra/redis';
import { RpcClient, vouch } from '@portal/infra/rpc';
import { SessionCache } from '@portal/infra/session-cache';
import { testActor } from '@portal/infra/testing';
import { topicOf } from '@portal/proto/events/catalog';
import { callers, isCaller } from '@portal/proto/rpc/callers';
import { serviceOf } from '@portal/proto/rpc/contract';
import { contracts } from '@portal/proto/rpc/registry';
import { startPostgres } from '../local/embedded-pg.mjs';
import { startRedis } from '../local/embedded-redis.mjs';
import { databaseSecretOf, environmentOf } from '../local/process-environment.mjs';
import { makeRedisUsers } from '../local/redis-users.mjs';
import { sealingKeys } from '../local/sealing-keys.mjs';
import { everyService, type FoundService } from './every-service.js';

const SLOW = 120_000;
const services = readdirSync('services');
const processes = ['gateway', ...services];
/** Every lane of every service, as `<service>:<lane>`. */
const lanes = [...new Set(contracts.map((one) => `${serviceOf(one)}:${one.lane}`))];
const stops: (() => unknown)[] = [];
let environment: Record<string, string>;
let found: readonly FoundService[];
let admin: Redis;

const configOf = (name: string): Config => readConfig(environmentOf(environment, name), needsOf(name));

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-one-service-'));
  chmodSync(folder, 0o755);
  stops.push(() => rmSync(folder, { recursive: true, force: true }));
  const [postgres, redis, all] = await Promise.all([
    startPostgres({
      dataDir: join(folder, 'postgres'),
      password: 'admin',
      database: 'portal',
      durable: false,
    }),
    startRedis({ dir: join(folder, 'redis'), password: 'admin', durable: false }),
    everyService(),
  ]);
  stops.push(postgres.stop, redis.stop);
  found = all;
  environment = {
    PROCESS_SECRET: 'a secret that only this test uses',
    SECOND_FACTOR_SECRET: 'a secret that only this test uses',
    DATABASE_ADMIN_URL: postgres.url,
    REDIS_URL: redis.url,
    REDIS_USERS: '1',
    ...sealingKeys(),
    ...{ OBJECTS_DIR: folder, SMTP_URL: 'smtp://127.0.0.1:1', PORT: '1' },
    ...{ CARD_PROVIDER: 'sandbox', PAYMENT_ORIGIN: 'http://pay.localhost:1' },
  };
  await makeRedisUsers(environment);
  for (const { service, migrations } of found) {
    // first sets the passwords as an earlier version did, derived from the administrator's password
    await migrate(postgres.url, { service, migrations });
    await migrate(postgres.url, { service, migrations, secret: databaseSecretOf(environment, service) });
  }
  admin = new Redis(redis.url);
  stops.push(() => admin.disconnect());
  for (const lane of lanes) await admin.xgroup('CREATE', `portal:rpc:${lane}`, 'service', '0', 'MKSTREAM');
  for (const name of callers)
    for (const topic of topicsOf[name].tells) await admin.xadd(`portal:evt:${topic}`, '*', 'e', 'a fact');
  await admin.set('portal:session:a', 'a session');
}, SLOW);

afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

describe.each(processes)('S41 S44 with the whole environment of %s', (name) => {
  let redis: Redis;
  let config: Config;

  beforeAll(() => {
    config = configOf(name);
    redis = new Redis(config.redisUrl);
  });
  afterAll(() => redis.disconnect());

  const may = async (...command: readonly string[]): Promise<boolean> => {
    const [first = '', ...rest] = command;
    return redis.call(first, ...rest).then(
      () => true,
      (error: unknown) => {
        if (/NOPERM|No permissions/i.test(String(error))) return false;
        throw error;
      },
    );
  };

  test('a process reads only its own lanes, and writes only to its own lanes and to the lanes of commands that it may send', async () => {
    for (const lane of lanes) {
      const stream = `portal:rpc:${lane}`;
      const isOwn = lane.startsWith(`${name}:`);
      expect([lane, await may('XRANGE', stream, '-', '+')]).toEqual([lane, isOwn]);
      expect([lane, await may('XREADGROUP', 'GROUP', 'service', 'x', 'STREAMS', stream, '>')]).toEqual([
        lane,
        isOwn,
      ]);
      expect([lane, await may('XREAD', 'STREAMS', stream, '0')]).toEqual([lane, isOwn]);
      expect([lane, await may('XINFO', 'STREAM', stream)]).toEqual([lane, isOwn]);
      expect([lane, await may('XDEL', stream, '1-1')]).toEqual([lane, isOwn]);
      expect([lane, await may('COPY', stream, `portal:rpc:${name}:copy`)]).toEqual([lane, isOwn]);
      const [, service = '', of = ''] = /^(.*):(.*)$/.exec(lane) ?? [];
      const isNamed = contracts.some(
        (one) =>
          serviceOf(one) === service &&
          one.lane === of &&
          isCaller(name) &&
          [...one.callers, ...one.system].includes(name),
      );
      expect([lane, await may('XADD', stream, '*', 'm', 'x')]).toEqual([lane, isOwn || isNamed]);
    }
  });

  test('only the receiver can read a reply', async () => {
    for (const other of callers.filter((one) => one !== name)) {
      expect(await may('GET', `portal:rpc:reply:${other}:x`)).toBe(false);
      expect(await may('SUBSCRIBE', `portal:rpc:inbox:${other}:x`)).toBe(false);
    }
    expect(await may('PSUBSCRIBE', 'portal:rpc:inbox:*')).toBe(false);
    expect(await may('GET', `portal:rpc:reply:${name}:x`)).toBe(true);
    expect(await may('SET', `portal:rpc:reply:gateway:y`, 'x', 'GET')).toBe(false);
  });

  test('a service publishes facts to its own topics and reads the topics that it follows', async () => {
    if (!isCaller(name)) throw new Error(`${name} is not a process`);
    const { tells, hears } = topicsOf[name];
    for (const topic of new Set(callers.flatMap((one) => topicsOf[one].tells))) {
      const isAudit = topic === 'audit';
      const reads = hears.includes(topic) || (tells.includes(topic) && !isAudit);
      expect([topic, await may('XRANGE', `portal:evt:${topic}`, '-', '+')]).toEqual([topic, reads]);
      expect([topic, await may('XADD', `portal:evt:${topic}`, '*', 'e', 'x')]).toEqual([
        topic,
        tells.includes(topic),
      ]);
    }
  });

  test('only the identity service and the gateway read sessions, and only the identity service writes them', async () => {
    expect(await may('GET', 'portal:session:a')).toBe(['identity', 'gateway'].includes(name));
    expect(await may('SET', 'portal:session:b', 'x')).toBe(name === 'identity');
    expect(await may('EVAL', "return redis.call('GET', 'portal:session:a')", '0').catch(() => false)).toBe(
      ['identity', 'gateway'].includes(name),
    );
    if (name === 'identity') return;
    const cache = new SessionCache(config.redisUrl, 'portal', config.keys);
    expect(() => cache.vouchFor({ actor: testActor() } as never)).toThrow();
    cache.onApplicationShutdown();
  });

  test.each([
    ['KEYS', '*'],
    ['SCAN', '0'],
    ['RANDOMKEY'],
    ['FLUSHALL'],
    ['CONFIG', 'GET', '*'],
    ['ACL', 'LIST'],
    ['CLIENT', 'LIST'],
    ['CLIENT', 'TRACKING', 'ON', 'BCAST'],
    ['MONITOR'],
    ['PUBSUB', 'CHANNELS'],
    ['FUNCTION', 'LIST'],
    ['SCRIPT', 'FLUSH'],
  ])('Redis refuses the command %s', async (...command) => {
    expect(await may(...command)).toBe(false);
  });

  test('keys of other processes cannot be read', async () => {
    const others = {
      gateway: ['reading:1'],
      identity: ['door:1', 'sign-in:1'],
      search: ['hits:1', 'search-history:1'],
    };
    for (const [owner, keys] of Object.entries(others))
      for (const key of keys) expect([key, await may('GET', `portal:${key}`)]).toEqual([key, owner === name]);
    for (const other of services.filter((one) => one !== name)) {
      expect(await may('HGETALL', `portal:job:${other}.sweep:1`)).toBe(false);
      expect(await may('XRANGE', `portal:rpc:dead:${other}`, '-', '+')).toBe(false);
      expect(await may('XRANGE', `portal:evt:dead:${other}`, '-', '+')).toBe(false);
    }
  });

  test('a process signs under its own name, and only the identity service vouches for a person', () => {
    const { redisUrl, redisNamespace: namespace, keys } = config;
    for (const caller of callers.filter((one) => one !== name))
      expect(() => new RpcClient({ caller, redisUrl, namespace, keys })).toThrow('no key to sign as');
    if (name === 'identity') expect(vouch(keys, testActor()).voucher).toBeDefined();
    else expect(() => vouch(keys, testActor())).toThrow('can prove nothing as identity');
  });

  test('the database accepts the process only for its own two roles, and shows these roles no other schema', async () => {
    const { databaseUrl, databaseSecret } = config;
    const open = (service: string): Promise<Database> =>
      Database.open({ service, entities: [], url: databaseUrl, secret: databaseSecret, poolSize: 1 });
    if (name === 'gateway') {
      expect([databaseUrl, databaseSecret]).toEqual(['', '']);
      return;
    }
    const own = await open(name);
    for (const { service } of found.filter((one) => one.service !== name)) {
      await expect(open(service)).rejects.toThrow('password authentication failed');
      const { schema, owner } = rolesOf(service);
      const [table] = await tablesOf(schema);
      await expect(own.query(`SELECT 1 FROM ${schema}.${table}`)).rejects.toThrow(
        'permission denied for schema',
      );
      await expect(own.query(`SET ROLE ${owner}`)).rejects.toThrow('permission denied to set role');
    }
    const { owner } = rolesOf(name);
    await expect(own.query(`SET ROLE ${owner}`)).rejects.toThrow('permission denied to set role');
    expect(await own.asWorker((tx) => tx.rows('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
    await own.close();
  });
});

async function tablesOf(schema: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: environment.DATABASE_ADMIN_URL });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 ORDER BY 1',
      [schema],
    );
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

test('S44 the migration replaces the passwords that an earlier version gave the database roles', async () => {
  const { password } = new URL(environment.DATABASE_ADMIN_URL ?? '');
  const { databaseUrl: url } = configOf('search');
  const open = (secret: string) =>
    Database.open({ service: 'search', entities: [], url, secret, poolSize: 1 });
  await expect(open(password)).rejects.toThrow('password authentication failed');
  await (await open(databaseSecretOf(environment, 'search'))).close();
});

/** All source text of a process. */
const sourcesOf = (folder: string): string =>
  readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(folder, 'src', file), 'utf8'))
    .join('\n');
const topics = (text: string, pattern: RegExp): string[] => [
  ...new Set(
    [...text.matchAll(pattern)].flatMap(([, types = '']) =>
      [...types.matchAll(/'([a-z]+\.[a-z-]+\.v\d+)'/g)].map(([, type = '']) => topicOf(type)),
    ),
  ),
];

test.each(processes)('S44 %s reads and publishes exactly the topics that Redis allows', (name) => {
  if (!isCaller(name)) throw new Error(`${name} is not a process`);
  const text = sourcesOf(name === 'gateway' ? name : `services/${name}`);
  const heard = topics(text, /@On(?:Events?|Broadcast)\(([^)]*)\)/g);
  const config = /CountyConfigModule/.test(text) ? ['config'] : [];
  const audited = /auditedTypes/.test(text) ? ['payments', 'office', 'identity', 'config', 'audit'] : [];
  const besidesAudited = topics(text, /\.\.\.auditedTypes, ([^\]]*)\]/g);
  const wanted = [...new Set([...heard, ...config, ...audited, ...besidesAudited])].sort();
  expect([...topicsOf[name].hears].sort()).toEqual(wanted);
  const told = topics(text, /type: ('[a-z]+\.[a-z-]+\.v\d+')/g).sort();
  expect(topicsOf[name].tells).toEqual(expect.arrayContaining(told));
});
