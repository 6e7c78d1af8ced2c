import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { deadFactContractsOf } from '@portal/proto/rpc/dead-facts';
import { Redis } from 'ioredis';
import { emit, emitAll, OutboxRelay, RedisEventLog, type Stop } from '../src/events/index.js';
import { callContext } from '../src/log/index.js';
import { startServiceInProcess } from '../src/rpc/index.js';
import { eventually, testConfig, testDatabase, type TestDatabase } from '../src/testing/index.js';
import {
  AT_ONCE,
  deliver,
  eventTestTables,
  Heard,
  listeningModule,
  sessionConsumer,
  silentLog,
} from './events-fixture.js';

let tables: TestDatabase;
let config: ReturnType<typeof testConfig>;
let events: RedisEventLog;
let relay: OutboxRelay;
let redis: Redis;
let stops: Stop[];

beforeAll(async () => {
  tables = await testDatabase(eventTestTables);
});
afterAll(() => tables.close());

beforeEach(async () => {
  config = testConfig();
  redis = new Redis(config.redisUrl);
  const { redisUrl, redisNamespace: namespace } = config;
  events = new RedisEventLog({ redisUrl, namespace, log: silentLog, reclaimMs: 500 });
  relay = new OutboxRelay({ database: tables.database, events, log: silentLog, pollMs: 50 });
  stops = [];
  await tables.asAdmin(
    'TRUNCATE search.outbox, search.outbox_sequence, search.inbox, search.dead_event, search.effect',
  );
});
afterEach(async () => {
  await relay.stop();
  for (const stop of stops) await stop();
  await events.close();
  redis.disconnect();
});

const endSession = (session: string, o: { county?: string; user?: string } = {}): Promise<void> =>
  tables.database.withCounty(o.county ?? 'lake', (tx) =>
    emit(tx, {
      type: 'identity.session-ended.v1',
      aggregate: `user:${o.user ?? 'u1'}`,
      payload: { session, user: o.user ?? 'u1' },
    }),
  );

const effects = (consumer: string): Promise<{ session: string }[]> =>
  tables.asAdmin('SELECT session FROM search.effect WHERE consumer = $1 ORDER BY session', [consumer]);

const topicStream = (): string => `${config.redisNamespace}:evt:identity`;

async function published(): Promise<string[]> {
  const entries = await redis.xrange(topicStream(), '-', '+');
  return entries.map(([, fields]) => fields[1] ?? '');
}

async function consume(
  name: string,
  before?: (event: { payload: { session: string } }) => void,
): Promise<void> {
  const consumer = sessionConsumer(name, { database: tables.database, events, ...(before && { before }) });
  stops.push(await deliver(events, name, consumer));
}

describe('the outbox', () => {
  test('publishes a fact only when its transaction commits', async () => {
    const lost = tables.database.withCounty('lake', async (tx) => {
      await emit(tx, {
        type: 'identity.session-ended.v1',
        aggregate: 'user:u1',
        payload: { session: 'never' },
      });
      throw new Error('changed its mind');
    });
    await expect(lost).rejects.toThrow('changed its mind');
    await endSession('kept');
    await relay.turn();
    const bodies = await published();
    expect(bodies).toHaveLength(1);
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({
      payload: { session: 'kept' },
      county: 'lake',
    });
  });

  test('stores all facts of a large list with the transaction, and none of them if the transaction fails', async () => {
    const facts = Array.from({ length: 450 }, (_, n) => ({
      ...{ type: 'identity.session-ended.v1' as const, aggregate: `user:u${n % 3}` },
      payload: { session: `s${n}` },
    }));
    await tables.database.withCounty('lake', (tx) => emitAll(tx, facts));
    const failed = tables.database.withCounty('lake', async (tx) => {
      await emitAll(tx, facts);
      throw new Error('changed its mind');
    });
    await expect(failed).rejects.toThrow('changed its mind');
    expect(await tables.asAdmin('SELECT count(*)::int AS facts FROM search.outbox')).toEqual([
      { facts: 450 },
    ]);
  });

  test('keeps the facts of an aggregate in the order of their transactions, with growing sequence numbers', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => endSession(`s${n}`, { user: n % 2 ? 'odd' : 'even' })),
    );
    await relay.turn();
    const frames = (await published()).map((body) => JSON.parse(body));
    for (const aggregate of ['user:odd', 'user:even']) {
      const own = frames.filter((frame) => frame.aggregate === aggregate).map(({ sequence }) => sequence);
      expect(own).toEqual(Array.from({ length: 10 }, (_, n) => own[0] + n));
    }
  });

  test('numbers facts without gaps even if transactions emit facts of the same aggregates in opposite orders', async () => {
    const endTwice = (users: readonly string[], n: number) =>
      tables.database.withCounty('lake', async (tx) => {
        for (const user of users)
          await emit(tx, {
            type: 'identity.session-ended.v1',
            aggregate: `user:${user}`,
            payload: { session: `${n}`, user },
          });
      });
    const ways = [
      ['a', 'b', 'a'],
      ['b', 'a', 'b'],
    ];
    await Promise.all(Array.from({ length: 20 }, (_, n) => endTwice(ways[n % 2] ?? [], n)));
    await relay.turn();
    const frames = (await published()).map((body) => JSON.parse(body));
    for (const aggregate of ['user:a', 'user:b']) {
      const own = frames.filter((frame) => frame.aggregate === aggregate);
      expect(own.map(({ sequence }) => sequence)).toEqual(own.map((_, n) => own[0].sequence + n));
      expect(own).toHaveLength(30);
    }
  });

  test('publishes each fact once, even with two relays', async () => {
    for (let n = 0; n < 30; n++) await endSession(`s${n}`);
    const second = new OutboxRelay({ database: tables.database, events, log: silentLog });
    await Promise.all([relay.turn(), second.turn(), relay.turn(), second.turn()]);
    expect(await published()).toHaveLength(30);
  });

  test('keeps facts while the event log is down, and publishes the facts when the event log is back', async () => {
    const away = new RedisEventLog({ redisUrl: 'redis://127.0.0.1:1', namespace: 'away', log: silentLog });
    const stuck = new OutboxRelay({ database: tables.database, events: away, log: silentLog });
    await endSession('s1');
    await expect(stuck.turn()).rejects.toThrow();
    await away.close();
    expect(await relay.turn()).toBe(1);
  });

  test('publishes a fact with the correlation id of its call', async () => {
    await callContext.run({ correlationId: 'c-9', user: 'u9' }, () => endSession('s1'));
    await relay.turn();
    expect(JSON.parse((await published())[0] ?? '')).toMatchObject({ correlationId: 'c-9', actor: 'u9' });
  });

  test('deletes facts after seven days, and after nine days deletes the records that say which facts were applied', async () => {
    await endSession('old');
    await endSession('new');
    await relay.turn();
    await tables.asAdmin(
      `UPDATE search.outbox SET occurred_at = now() - interval '8 days' WHERE payload ->> 'session' = 'old'`,
    );
    await tables.asAdmin(
      `INSERT INTO search.inbox (county_id, consumer, event_id, received_at)
       VALUES ('lake', 'old', gen_random_uuid(), now() - interval '10 days'),
              ('lake', 'new', gen_random_uuid(), now() - interval '8 days')`,
    );
    await relay.prune();
    expect(await tables.asAdmin(`SELECT payload ->> 'session' AS session FROM search.outbox`)).toEqual([
      { session: 'new' },
    ]);
    expect(
      await tables.asAdmin(`SELECT consumer FROM search.inbox WHERE consumer IN ('old', 'new')`),
    ).toEqual([{ consumer: 'new' }]);
  });
});

describe('a consumer', () => {
  test('applies a fact once, even when it is duplicated, reordered or replayed', async () => {
    for (let n = 0; n < 10; n++) await endSession(`s${n}`);
    await relay.turn();
    const bodies = await published();
    await consume('audit');
    for (const body of [...bodies].reverse()) await redis.xadd(topicStream(), '*', 'e', body);
    for (const body of bodies) await redis.xadd(topicStream(), '*', 'e', body);
    await endSession('last');
    await relay.turn();
    await eventually(async () => expect(await effects('audit')).toHaveLength(11));
    expect(new Set((await effects('audit')).map(({ session }) => session)).size).toBe(11);
  });

  test('applies no fact a second time when an emptied Redis gets all facts again', async () => {
    await consume('audit');
    relay.start();
    for (let n = 0; n < 5; n++) await endSession(`s${n}`);
    await eventually(async () => expect(await effects('audit')).toHaveLength(5));
    await redis.del(...(await redis.keys(`${config.redisNamespace}:*`)));
    await endSession('after');
    await consume('late');
    await eventually(async () => expect(await effects('late')).toHaveLength(6));
    await eventually(async () => expect(await effects('audit')).toHaveLength(6));
  });

  test('turns a fact that always fails into a dead letter after five attempts, and applies the next one', async () => {
    let tries = 0;
    await endSession('poison');
    await endSession('fine');
    await relay.turn();
    await consume('audit', ({ payload }) => {
      if (payload.session !== 'poison') return;
      tries++;
      throw new TypeError('cannot take this');
    });
    await eventually(async () => expect(await effects('audit')).toEqual([{ session: 'fine' }]));
    // the fact is tried once together with the facts that arrived with it, and then by itself
    expect(tries).toBe(1 + 5);
    const dead = await tables.asAdmin('SELECT consumer, type, reason FROM search.dead_event');
    expect(dead).toEqual([
      { consumer: 'audit', type: 'identity.session-ended.v1', reason: 'TypeError: cannot take this' },
    ]);
    expect(await redis.xlen(`${config.redisNamespace}:evt:dead:search`)).toBe(1);
  });

  test('applies all waiting facts of a county in one transaction', async () => {
    for (let n = 0; n < AT_ONCE - 1; n++) await endSession(`s${n}`);
    await endSession('elsewhere', { county: 'saipan' });
    await relay.turn();
    await consume('audit');
    await eventually(async () => expect(await effects('audit')).toHaveLength(AT_ONCE));
    const transactions = await tables.asAdmin(
      'SELECT county_id, count(DISTINCT xmin::text)::int AS n FROM search.effect GROUP BY 1 ORDER BY 1',
    );
    expect(transactions).toEqual([
      { county_id: 'lake', n: 1 },
      { county_id: 'saipan', n: 1 },
    ]);
  });

  test('tries again after a transient fault, and applies the fact once', async () => {
    let faults = 2;
    await consume('audit', () => {
      if (faults-- > 0) throw new Error('not now');
    });
    await endSession('s1');
    await relay.turn();
    await eventually(async () => expect(await effects('audit')).toEqual([{ session: 's1' }]));
    expect(await tables.asAdmin('SELECT 1 FROM search.dead_event')).toEqual([]);
  });

  test('turns an unreadable message into a dead letter without a second attempt, and applies the next one', async () => {
    await endSession('fine');
    await relay.turn();
    const [fine = ''] = await published();
    await redis.del(topicStream());
    const wrongPayload = fine
      .replace('"session":"fine"', '"session":7')
      .replace(/"id":"[^"]+"/, `"id":"${crypto.randomUUID()}"`);
    for (const body of ['not json', '{"version":2}', wrongPayload, fine])
      await redis.xadd(topicStream(), '*', 'e', body);
    await consume('audit');
    await eventually(async () => expect(await effects('audit')).toEqual([{ session: 'fine' }]));
    await eventually(async () =>
      expect(await redis.xlen(`${config.redisNamespace}:evt:dead:search`)).toBe(3),
    );
    expect(await tables.asAdmin('SELECT 1 FROM search.dead_event')).toHaveLength(1);
  });

  test('F18: makes dead letters of a fact whose handler throws, a fact of 10 MB and facts of an unknown version, and applies other facts', async () => {
    await endSession('fine');
    await relay.turn();
    const [fine = ''] = await published();
    await redis.del(topicStream());
    const other = (changes: object): string =>
      JSON.stringify({ ...(JSON.parse(fine) as object), id: crypto.randomUUID(), ...changes });
    const large = 'x'.repeat(10 * 1024 * 1024);
    for (const body of [
      other({ payload: { session: 'throws', user: 'u1' } }),
      other({ payload: { session: 7, user: large } }),
      other({ type: 'identity.session-ended.v9' }),
      other({ type: 'identity.session-begun.v9' }),
      fine,
    ])
      await redis.xadd(topicStream(), '*', 'e', body);
    await consume('audit', ({ payload }) => {
      if (payload.session === 'throws') throw new TypeError('never');
    });
    await eventually(async () => expect(await effects('audit')).toEqual([{ session: 'fine' }]), 20_000);
    await eventually(async () => {
      const dead = await tables.asAdmin<{ type: string; reason: string }>(
        'SELECT type, reason FROM search.dead_event ORDER BY reason',
      );
      expect(dead.map(({ type, reason }) => `${type} ${reason.slice(0, 50)}`)).toEqual([
        'identity.session-ended.v1 BadEvent: the payload of identity.session-ended.v1',
        'identity.session-begun.v9 BadEvent: unknown type identity.session-begun.v9',
        'identity.session-ended.v9 BadEvent: unknown type identity.session-ended.v9',
        'identity.session-ended.v1 TypeError: never',
      ]);
    });
  }, 30_000);

  test('writes rows that belong to the county of the fact', async () => {
    await consume('audit');
    await endSession('s1', { county: 'saipan' });
    await relay.turn();
    await eventually(async () =>
      expect(await tables.asAdmin('SELECT county_id FROM search.effect')).toEqual([{ county_id: 'saipan' }]),
    );
  });
});

describe('with two replicas, a service', () => {
  test('applies a fact once, and both replicas hear the broadcast of the fact', async () => {
    const heard = [new Heard(), new Heard()];
    const replicas = await Promise.all(
      heard.map((one) =>
        startServiceInProcess('search', listeningModule(tables.database, one), {
          config,
          contracts: deadFactContractsOf('search'),
        }),
      ),
    );
    await eventually(() => expect(heard.map(({ resyncs }) => resyncs)).toEqual([1, 1]));
    const asked = performance.now();
    await endSession('s1');
    await eventually(() => expect(heard.map(({ sessions }) => sessions)).toEqual([['s1'], ['s1']]));
    expect(performance.now() - asked).toBeLessThan(1_000);
    await eventually(async () => expect(await effects('cache')).toEqual([{ session: 's1' }]));
    await Promise.all(replicas.map((replica) => replica.close()));
    expect(await effects('cache')).toHaveLength(1);
  });
});
