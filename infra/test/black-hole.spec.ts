import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type DynamicModule, Module } from '@nestjs/common';
import { Database, secretOf } from '../src/db/index.js';
import { emit, OutboxRelay, RedisEventLog, type Stop } from '../src/events/index.js';
import { Jobs, JobsModule, OnJob, type Wake } from '../src/jobs/index.js';
import { startServiceHttp } from '../src/metrics/index.js';
import { startServiceInProcess } from '../src/rpc/index.js';
import { eventually, testConfig, testDatabase, type TestDatabase } from '../src/testing/index.js';
import { eventTestTables, silentLog } from './events-fixture.js';
import { echo, RpcBench, Runs } from './rpc-fixture.js';
import { proxyBefore, type SwallowingProxy } from './swallowing-proxy.js';

/** How long the tests wait for a recovery. A silent connection is dropped within 5 s and then made again. */
const RECOVERED_MS = 10_000;
const SLOW_MS = 30_000;

/**
 * A test that begins together with all others of its `describe`, because each of them waits for seconds until an outage
 * is noticed. Each has a proxy of its own, so they do not disturb each other.
 */
function testAtOnce(title: string, run: () => Promise<void>): void {
  let running: Promise<void> = Promise.resolve();
  beforeAll(() => {
    running = run();
    running.catch(() => undefined);
  });
  test(title, () => running, SLOW_MS);
  // waits for a test that exceeds its time limit, so that it does not run on beside the next file
  afterAll(() => running.catch(() => undefined), SLOW_MS);
}

@Module({})
class JobFixtureModule {}

function jobModule(runs: string[]): DynamicModule {
  class Notes {
    @OnJob('note')
    async note({ id = '' }: Wake): Promise<void> {
      runs.push(id);
    }

    @OnJob('tick', { everyMs: 200 })
    async tick(): Promise<void> {
      runs.push('tick');
    }
  }
  return { module: JobFixtureModule, imports: [JobsModule.forService('imaging')], providers: [Notes] };
}

describe('when the network drops everything that Redis sends', () => {
  async function withRedis(work: (redisUrl: string, proxy: SwallowingProxy) => Promise<void>): Promise<void> {
    const { proxy, url } = await proxyBefore(testConfig().redisUrl);
    try {
      await work(url, proxy);
    } finally {
      await proxy.close();
    }
  }

  describe('to a service', () => {
    interface Called {
      readonly bench: RpcBench;
      readonly proxy: SwallowingProxy;
      readonly redisUrl: string;
      codeOf(): Promise<string>;
    }
    const withService = (work: (called: Called) => Promise<void>): Promise<void> =>
      withRedis(async (redisUrl, proxy) => {
        const bench = new RpcBench();
        const client = await bench.client();
        const codeOf = async (): Promise<string> => {
          const reply = await client.call(echo, { text: 'x' }, { actor: bench.actor, deadlineMs: 1_000 });
          return reply.ok ? 'ok' : reply.code;
        };
        try {
          await work({ bench, proxy, redisUrl, codeOf });
        } finally {
          await bench.close();
        }
      });

    testAtOnce('/ready reports the outage, and commands run again within seconds of its end', () =>
      withService(async ({ bench, proxy, redisUrl, codeOf }) => {
        const replica = await bench.replica('a', new Runs(), {}, redisUrl);
        const probes = await startServiceHttp({ ...bench.config, httpPort: 0 }, replica);
        const ready = async (): Promise<unknown> => {
          const answer = await fetch(`http://127.0.0.1:${probes.port}/ready`);
          return { status: answer.status, ...((await answer.json()) as object) };
        };
        try {
          await eventually(async () => expect(await codeOf()).toBe('ok'));
          expect(await ready()).toMatchObject({ status: 200, parts: { commands: true } });
          proxy.blackHole();
          await eventually(
            async () => expect(await ready()).toMatchObject({ status: 503, parts: { commands: false } }),
            RECOVERED_MS,
          );
          proxy.heal();
          await eventually(async () => expect(await codeOf()).toBe('ok'), RECOVERED_MS);
          expect(await ready()).toMatchObject({ status: 200, parts: { commands: true } });
        } finally {
          await probes.close();
        }
      }),
    );

    testAtOnce('the service replaces connections that stay silent after the outage', () =>
      withService(async ({ bench, proxy, redisUrl, codeOf }) => {
        await bench.replica('a', new Runs(), {}, redisUrl);
        await eventually(async () => expect(await codeOf()).toBe('ok'));
        proxy.halfOpen();
        await eventually(async () => expect(await codeOf()).toBe('ok'), RECOVERED_MS);
      }),
    );
  });

  testAtOnce('the queue wakes jobs again after the outage', () =>
    withRedis(async (redisUrl, proxy) => {
      const config = testConfig({ redisUrl });
      const runs: string[] = [];
      const running = await startServiceInProcess('imaging', jobModule(runs), { config, contracts: [] });
      const jobs = running.get(Jobs);
      try {
        await jobs.wake('note', { id: 'before' });
        await eventually(() => expect(runs).toContain('before'));
        proxy.halfOpen();
        await eventually(async () => {
          await jobs.wake('note', { id: 'after' });
          expect(runs).toContain('after');
        }, RECOVERED_MS);
      } finally {
        await running.close();
      }
    }),
  );

  testAtOnce(
    'scheduled jobs continue, although connections opened during the outage never complete their handshake',
    () =>
      withRedis(async (redisUrl, proxy) => {
        const config = testConfig({ redisUrl });
        const runs: string[] = [];
        const running = await startServiceInProcess('imaging', jobModule(runs), { config, contracts: [] });
        try {
          await eventually(() => expect(runs).toContain('tick'));
          const { opened, connections } = proxy;
          proxy.blackHole();
          await eventually(
            () => expect(proxy.opened).toBeGreaterThanOrEqual(opened + connections),
            RECOVERED_MS,
          );
          proxy.healSilently();
          runs.length = 0;
          await eventually(() => expect(runs).toContain('tick'), RECOVERED_MS);
        } finally {
          await running.close();
        }
      }),
  );

  testAtOnce(
    'the service receives both facts and broadcasts again after the outage, and is told that it may have missed broadcasts',
    () =>
      withRedis(async (redisUrl, proxy) => {
        const { redisNamespace: namespace, redisUrl: direct } = testConfig();
        const writing = new RedisEventLog({ redisUrl: direct, namespace, log: silentLog });
        const reading = new RedisEventLog({ redisUrl, namespace, log: silentLog });
        const read: string[] = [];
        const heard: string[] = [];
        let gaps = 0;
        const onRecord = async (body: string): Promise<void> => void read.push(body);
        const stops: Stop[] = [
          await reading.subscribe({ topic: 'identity', group: 'g', atOnce: 1, onRecord }),
          await reading.tail({
            topics: ['identity'],
            onRecord: (body) => heard.push(body),
            onGap: () => gaps++,
          }),
        ];
        try {
          await eventually(() => expect(gaps).toBe(1));
          proxy.halfOpen();
          await eventually(() => expect(gaps).toBe(2), RECOVERED_MS);
          await eventually(() => expect(reading.silentMs).toBeLessThan(3_000));
          await writing.publish([{ topic: 'identity', key: 'k', body: 'news' }]);
          await eventually(() => expect([read, heard]).toEqual([['news'], ['news']]), RECOVERED_MS);
        } finally {
          for (const stop of stops) await stop();
          await reading.close();
          await writing.close();
        }
      }),
  );
});

describe('when the network drops everything that PostgreSQL sends', () => {
  interface Asked {
    readonly proxy: SwallowingProxy;
    readonly database: Database;
    readonly tables: TestDatabase;
    ask(): Promise<unknown>;
    /** Fills the pool: each of these transactions needs a connection of its own. */
    askAtOnce(): Promise<unknown>;
  }
  async function withPostgres(work: (asked: Asked) => Promise<void>): Promise<void> {
    const tables = await testDatabase(eventTestTables);
    const { proxy, url } = await proxyBefore(tables.adminUrl);
    const database = await Database.open({
      ...{ service: eventTestTables.service, entities: [] },
      ...{ url, secret: secretOf(tables.adminUrl), poolSize: 4, statementTimeoutMs: 500, poolWaitMs: 2_000 },
    });
    const run = (statement: string) => database.withCounty('lake', (tx) => tx.row(statement));
    const ask = () => run('SELECT 1 AS one');
    const askAtOnce = () => Promise.all(Array.from({ length: 4 }, () => run('SELECT pg_sleep(0.05)')));
    try {
      await work({ proxy, database, tables, ask, askAtOnce });
    } finally {
      await database.close();
      await proxy.close();
      await tables.close();
    }
  }

  testAtOnce(
    'a statement fails at its time limit, and the pool then closes all connections that the outage has silenced',
    () =>
      withPostgres(async ({ proxy, ask, askAtOnce }) => {
        await askAtOnce();
        proxy.halfOpen();
        const asked = performance.now();
        await expect(ask()).rejects.toThrow('PostgreSQL does not answer');
        expect(performance.now() - asked).toBeLessThan(4_000);
        const again = performance.now();
        await askAtOnce();
        expect(performance.now() - again).toBeLessThan(2_000);
      }),
  );

  testAtOnce(
    'calls made during the outage fail at their time limit, and the pool recovers with the network',
    () =>
      withPostgres(async ({ proxy, ask, askAtOnce }) => {
        await askAtOnce();
        proxy.blackHole();
        const asked = performance.now();
        const answers = await Promise.allSettled(Array.from({ length: 8 }, ask));
        expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'rejected'));
        expect(performance.now() - asked).toBeLessThan(8_000);
        proxy.heal();
        await eventually(ask, RECOVERED_MS);
        await askAtOnce();
      }),
  );

  testAtOnce('a transaction with a longer time limit is not ended before that limit', () =>
    withPostgres(async ({ database }) => {
      const slow = database.withCounty(
        'lake',
        (tx) => tx.row<{ one: number }>('SELECT 1 AS one, pg_sleep(3)'),
        { statementTimeoutMs: 10_000 },
      );
      expect(await slow).toMatchObject({ one: 1 });
    }),
  );

  testAtOnce('the relay of facts resumes by itself', () =>
    withPostgres(async ({ proxy, database, tables }) => {
      const { redisUrl, redisNamespace: namespace } = testConfig();
      const events = new RedisEventLog({ redisUrl, namespace, log: silentLog });
      const relay = new OutboxRelay({ database, events, log: silentLog, pollMs: 50 });
      const told: string[] = [];
      const stop = await events.subscribe({
        ...{ topic: 'identity', group: 'g', atOnce: 1 },
        onRecord: async (body) => void told.push(JSON.parse(body).payload.session),
      });
      const end = (session: string): Promise<void> =>
        tables.database.withCounty('lake', (tx) =>
          emit(tx, { type: 'identity.session-ended.v1', aggregate: 'user:u1', payload: { session } }),
        );
      relay.start();
      try {
        await end('before');
        await eventually(() => expect(told).toEqual(['before']));
        proxy.halfOpen();
        await end('after');
        // if the relay cannot mark the fact as published, it publishes the fact again; consumers apply it only once
        const distinct = (): string[] => [...new Set(told)];
        await eventually(() => expect(distinct()).toEqual(['before', 'after']), RECOVERED_MS + 10_000);
      } finally {
        await relay.stop();
        await stop();
        await events.close();
      }
    }),
  );
});
