import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { RecentTimes, readVitalSigns, startServiceHttp } from '@portal/infra/metrics';
import { openConnection, whenReady, type Redis } from '@portal/infra/redis';
import { asRedisUser, eventually, testConfig } from '@portal/infra/testing';
import { EVENT_LOG } from '../src/events/event-log.js';
import { KafkaEventLog } from '../src/events/kafka-event-log.js';
import { tellVitalSigns, type Watched } from '../src/metrics/vital-signs.js';
import { silentLog } from './events-fixture.js';

const open: Redis[] = [];
const ends: (() => Promise<void>)[] = [];
let config = testConfig();

/** Connects to Redis as the process's own user, as in a deployment. */
const redisOf = async (name: string): Promise<Redis> => {
  const redis = openConnection((await asRedisUser(config, name)).redisUrl);
  await whenReady(redis);
  open.push(redis);
  return redis;
};
const tell = async (user: string, ...parts: Watched[]): Promise<() => Promise<void>> => {
  const end = tellVitalSigns(await redisOf(user), config, user, parts);
  ends.push(end);
  return end;
};
const fine = (service: string): Watched => ({ service, ready: { redis: () => Promise.resolve() } });
const look = async (...expected: string[]) =>
  readVitalSigns(await redisOf('gateway'), config.redisNamespace, expected);

beforeEach(() => {
  config = testConfig({ redisNamespace: `vital-${randomUUID()}`, version: '5.2.15' });
});
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
  open.splice(0).forEach((redis) => redis.disconnect());
});

test('the gateway sees each process with its parts, lanes, response times and connections', async () => {
  const times = new RecentTimes();
  times.add(12, false);
  times.add(14, true);
  await tell('search', {
    ...fine('search'),
    times,
    laneSigns: () => Promise.resolve([{ lane: 'fast', waiting: 3, running: 1, slots: 64 }]),
    poolSigns: () => ({ inUse: 2, most: 10, waiting: 0 }),
  });
  await tell('search', {
    service: 'search',
    ready: { database: () => Promise.reject(new Error('away')) },
  });
  await eventually(async () => expect((await look()).processes).toHaveLength(2));
  const { processes, missing } = await look('gateway', 'search');
  expect(missing).toEqual(['gateway']);
  expect(processes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ...{ service: 'search', version: '5.2.15', isLost: false, parts: { redis: true } },
        lanes: [{ lane: 'fast', waiting: 3, running: 1, slots: 64 }],
        answers: { all: 2, failed: 1, p50: 13, p95: 16 },
        pool: { inUse: 2, most: 10, waiting: 0 },
      }),
      expect.objectContaining({ parts: { database: false }, lanes: [], pool: null }),
    ]),
  );
  expect(new Set(processes.map(({ process }) => process)).size).toBe(2);
});

test('services that share one process with the gateway are listed, and all disappear when the process ends', async () => {
  const end = await tell('gateway', fine('gateway'), fine('payments'), fine('search'));
  const services = async () => (await look()).processes.map(({ service }) => service);
  await eventually(async () => expect(await services()).toEqual(['gateway', 'payments', 'search']));
  await end();
  expect(await services()).toEqual([]);
});

test('a process without a report for 15 seconds counts as lost, and is removed after ten minutes', async () => {
  await tell('search', fine('search'));
  await eventually(async () => expect((await look()).processes).toHaveLength(1));
  const [now] = (await look()).processes;
  const admin = openConnection(config.redisUrl);
  await whenReady(admin);
  open.push(admin);
  const aged = (seconds: number): string =>
    JSON.stringify({ ...now, at: new Date(Date.now() - seconds * 1_000).toISOString() });
  const key = `${config.redisNamespace}:alive:imaging`;
  await admin.hset(key, { young: aged(1), silent: aged(20), old: aged(700), torn: '{"service":1}' });
  const lost = (await look()).processes.map(({ isLost }) => isLost).sort();
  expect(lost).toEqual([false, false, true]);
  expect((await look('search')).missing).toEqual([]);
});

test('S44 a service can neither write nor read the reports of another service', async () => {
  const search = await redisOf('search');
  const key = `${config.redisNamespace}:alive:payments`;
  await expect(search.hset(key, 'payments 1', '{}')).rejects.toThrow(/NOPERM/);
  await expect(search.hgetall(key)).rejects.toThrow(/NOPERM/);
  const gateway = await redisOf('gateway');
  await expect(gateway.hset(key, 'payments 1', '{}')).rejects.toThrow(/NOPERM/);
});

test('a process that starts while Kafka is unavailable is ready, and its metrics say that it reads no facts', async () => {
  const away = { clientId: 'search', brokers: ['127.0.0.1:1'], namespace: 'away', retries: 1 };
  const facts = await KafkaEventLog.open({ ...away, log: silentLog });
  const { redisUrl } = await asRedisUser(config, 'search');
  const get = <T>(token: unknown): T => {
    if (token !== EVENT_LOG) throw new Error('not there');
    return facts as T;
  };
  const stop = await facts.subscribe({
    topic: 'identity',
    group: 'g',
    atOnce: 1,
    onRecord: () => Promise.resolve(),
  });
  const probes = await startServiceHttp({ ...config, redisUrl, httpPort: 0 }, { service: 'search', get });
  const ask = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${probes.port}/${path}`);
  try {
    await eventually(
      async () =>
        expect(await (await ask('metrics')).text()).toContain('part_ready{service="search",part="facts"} 0'),
      40_000,
    );
    expect((await ask('ready')).status).toBe(200);
  } finally {
    await probes.close();
    await stop();
    await facts.close();
  }
}, 60_000);
