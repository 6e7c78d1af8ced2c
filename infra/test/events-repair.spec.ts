import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Redis } from 'ioredis';
import {
  DeadFacts,
  emit,
  type EventConsumer,
  FactsWatch,
  OutboxRelay,
  RedisEventLog,
  type Stop,
} from '../src/events/index.js';
import type { Log } from '../src/log/index.js';
import { registry } from '../src/metrics/index.js';
import { eventually, testConfig, testDatabase, type TestDatabase } from '../src/testing/index.js';
import { deliver, eventTestTables, sessionConsumer, silentLog } from './events-fixture.js';

/** A log that can switch to another server, as after a failover. */
class MovingLog extends RedisEventLog {
  server = 'a';
  asked = 0;

  override async epoch(): Promise<{ life: string; server: string }> {
    this.asked += 1;
    const { life } = await super.epoch();
    return { life, server: this.server };
  }
}

const KEPT = 5;
const command: string = new URL('../local/facts-command.mjs', import.meta.url).href;
let tables: TestDatabase;
let config: ReturnType<typeof testConfig>;
let events: MovingLog;
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
  events = new MovingLog({ redisUrl, namespace, log: silentLog, reclaimMs: 500, keptRecords: KEPT });
  relay = new OutboxRelay({ database: tables.database, events, log: silentLog });
  stops = [];
  const names = [
    ...['outbox', 'outbox_sequence', 'outbox_epoch', 'inbox', 'inbox_sequence', 'dead_event', 'effect'],
  ];
  await tables.asAdmin(`TRUNCATE ${names.map((name) => `search.${name}`).join(', ')}`);
});
afterEach(async () => {
  await relay.stop();
  for (const stop of stops) await stop();
  await events.close();
  redis.disconnect();
});

const endSession = (session: string, user = 'u1'): Promise<void> =>
  tables.database.withCounty('lake', (tx) =>
    emit(tx, { type: 'identity.session-ended.v1', aggregate: `user:${user}`, payload: { session, user } }),
  );

async function effects(consumer: string): Promise<string[]> {
  const rows = await tables.asAdmin<{ session: string }>(
    'SELECT session FROM search.effect WHERE consumer = $1 ORDER BY session',
    [consumer],
  );
  return rows.map(({ session }) => session);
}

const stream = (): string => `${config.redisNamespace}:evt:identity`;

async function published(): Promise<{ payload: { session: string }; replay?: boolean }[]> {
  const entries = await redis.xrange(stream(), '-', '+');
  return entries.map(([, fields]) => JSON.parse(fields[1] ?? ''));
}

const sessions = async (): Promise<string[]> => (await published()).map(({ payload }) => payload.session);

async function consume(
  name: string,
  o: { before?: (session: string) => void; newestOnly?: boolean; log?: Log } = {},
): Promise<EventConsumer> {
  const { before, ...rest } = o;
  const consumer = sessionConsumer(name, {
    ...{ database: tables.database, events, ...rest },
    before: ({ payload }) => before?.(payload.session),
  });
  stops.push(await deliver(events, name, consumer));
  return consumer;
}

/** A log that keeps its lines in memory. */
function keepingLog(): Log & { lines: string[] } {
  const lines: string[] = [];
  const write = (fields: object, message: string): void =>
    void lines.push(`${message} ${JSON.stringify(fields)}`);
  const log = { debug: write, info: write, warn: write, error: write, child: () => log, lines };
  return log;
}

const busy = (code: string): Error => Object.assign(new Error('not now'), { code });

describe('the log of facts', () => {
  test('when trimmed, loses only facts that every group has acknowledged', async () => {
    await redis.xgroup('CREATE', stream(), 'search.slow', '0', 'MKSTREAM');
    await redis.xgroup('CREATE', stream(), 'search.quick', '0');
    for (let n = 0; n < 20; n++) await endSession(`s${n}`, `u${n}`);
    await relay.turn();
    const read = (group: string, count: number): Promise<unknown> =>
      redis.xreadgroup('GROUP', group, 'c', 'COUNT', count, 'NOACK', 'STREAMS', stream(), '>');
    await read('search.quick', 20);
    await events.trim('identity');
    expect(await redis.xlen(stream())).toBe(20);
    await read('search.slow', 3);
    await redis.xreadgroup('GROUP', 'search.slow', 'c', 'COUNT', 1, 'STREAMS', stream(), '>');
    await read('search.slow', 16);
    await events.trim('identity');
    // the fourth record was delivered to a reader but not acknowledged
    expect(await sessions()).toEqual(Array.from({ length: 17 }, (_, n) => `s${n + 3}`));
    const [[fourth = '']] = (await redis.xrange(stream(), '-', '+', 'COUNT', 1)) as [[string, string[]]];
    await redis.xack(stream(), 'search.slow', fourth);
    await events.trim('identity');
    expect(await redis.xlen(stream())).toBe(KEPT);
  });

  test('gets the newest facts again after a failover', async () => {
    await endSession('long-ago', 'a');
    await endSession('kept', 'b');
    await endSession('lost', 'c');
    await relay.turn();
    await tables.asAdmin(
      `UPDATE search.outbox SET published_at = now() - interval '1 hour' WHERE payload ->> 'session' = 'long-ago'`,
    );
    const [, , last] = await redis.xrange(stream(), '-', '+');
    await redis.xdel(stream(), last?.[0] ?? '');
    events.server = 'b';
    expect(await relay.turn()).toBe(2);
    expect(await sessions()).toEqual(['long-ago', 'kept', 'kept', 'lost']);
    await consume('audit');
    await eventually(async () => expect(await effects('audit')).toEqual(['kept', 'long-ago', 'lost']));
    expect(await relay.turn()).toBe(0);
  });

  test('gets a replay in batches, followed by new facts, even if another relay has to finish the replay', async () => {
    await relay.turn();
    await tables.asAdmin(
      `INSERT INTO search.outbox (county_id, type, aggregate, sequence, payload, correlation_id, published_at)
       SELECT 'lake', 'identity.session-ended.v1', 'user:u' || n, 1, json_build_object('session', 's' || n), 'c', now()
         FROM generate_series(1, 4500) AS n`,
    );
    // simulates a relay that died after its first batch
    await redis.del(`${config.redisNamespace}:evt:epoch`);
    const epoch = await events.epoch();
    await tables.asAdmin(
      `UPDATE search.outbox_epoch SET epoch = $1, replay_since = now() - interval '7 days',
              replay_below = (SELECT max(id) - 1999 FROM search.outbox)`,
      [`${epoch.life} ${epoch.server}`],
    );
    await endSession('new', 'v');
    const other = new OutboxRelay({ database: tables.database, events, log: silentLog });
    for (let n = 0; n < 20; n++) await other.turn();
    const told = await sessions();
    expect(told).toHaveLength(2_501);
    expect(told.at(-1)).toBe('new');
    expect(await tables.asAdmin('SELECT replay_below, replay_since FROM search.outbox_epoch')).toEqual([
      { replay_below: null, replay_since: null },
    ]);
  });
});

describe('the relay', () => {
  test('sleeps longer and longer while there is no fact, and wakes at once for a new one', async () => {
    relay.start();
    await endSession('first', 'a');
    await eventually(async () => expect(await sessions()).toEqual(['first']));
    await eventually(() => expect(events.asked).toBeGreaterThan(4), 10_000);
    const before = events.asked;
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(events.asked - before).toBeLessThanOrEqual(3);
    const asked = performance.now();
    await endSession('second', 'b');
    await eventually(async () => expect(await sessions()).toEqual(['first', 'second']));
    expect(performance.now() - asked).toBeLessThan(1_000);
  }, 20_000);

  test('deletes the sequence counter of an aggregate without recent facts, and a new fact still gets a higher number', async () => {
    await endSession('old');
    await relay.turn();
    await tables.asAdmin(`UPDATE search.outbox SET occurred_at = now() - interval '8 days'`);
    const [old] = await tables.asAdmin<{ sequence: string }>('SELECT sequence FROM search.outbox');
    await endSession('kept', 'other');
    await relay.prune();
    expect(await tables.asAdmin('SELECT aggregate FROM search.outbox_sequence')).toEqual([
      { aggregate: 'user:other' },
    ]);
    await endSession('new');
    const [next] = await tables.asAdmin<{ sequence: string }>(
      `SELECT sequence FROM search.outbox WHERE aggregate = 'user:u1'`,
    );
    expect(BigInt(next?.sequence ?? 0)).toBeGreaterThan(BigInt(old?.sequence ?? 0));
  });
});

describe('a consumer', () => {
  test('with `newestOnly` skips a fact that arrives after a later fact of the same aggregate', async () => {
    await endSession('sealed');
    await endSession('unsealed');
    await endSession('elsewhere', 'u2');
    await relay.turn();
    const facts = (await published()).map((fact) => JSON.stringify(fact));
    const [sealed = '', unsealed = '', elsewhere = ''] = facts;
    const replicas = [1, 2].map(() =>
      sessionConsumer('state', { database: tables.database, events, newestOnly: true }),
    );
    await replicas[1]?.take(unsealed, 1);
    await replicas[0]?.take(sealed, 1);
    await replicas[0]?.take(elsewhere, 1);
    expect(await effects('state')).toEqual(['elsewhere', 'unsealed']);
  });

  test('with `newestOnly` applies only the newest fact of an aggregate when several arrive together', async () => {
    for (const session of ['sealed', 'unsealed', 'sealed-again']) await endSession(session);
    await relay.turn();
    const facts = (await published()).toReversed().map((fact) => JSON.stringify(fact));
    const consumer = sessionConsumer('state', { database: tables.database, events, newestOnly: true });
    await Promise.all(facts.map((fact) => consumer.take(fact, 1)));
    expect(await effects('state')).toEqual(['sealed-again']);
  });

  test.each(['55P03', '57014', 'SERVICE_TIMEOUT'])(
    'keeps trying to apply a fact after the error %s, however often the error happens',
    async (code) => {
      let faults = 12;
      const log = keepingLog();
      await consume('patient', {
        log,
        before: () => {
          if (faults-- > 0) throw busy(code);
        },
      });
      await endSession('s1');
      await relay.turn();
      await eventually(async () => expect(await effects('patient')).toEqual(['s1']), 60_000);
      expect(await tables.asAdmin('SELECT 1 FROM search.dead_event')).toEqual([]);
      expect(log.lines).toHaveLength(1);
    },
    70_000,
  );

  test('gives up a fact whose statement always exceeds the time limit, and applies the facts that follow', async () => {
    let tries = 0;
    await consume('limited', {
      before: (session) => {
        if (session !== 'endless') return;
        tries++;
        throw busy('57014');
      },
    });
    for (const session of ['first', 'endless', 'last']) await endSession(session);
    await relay.turn();
    await eventually(async () => expect(await effects('limited')).toEqual(['first', 'last']), 60_000);
    await eventually(async () =>
      expect(await tables.asAdmin('SELECT consumer FROM search.dead_event')).toEqual([
        { consumer: 'limited' },
      ]),
    );
    expect(tries).toBeGreaterThan(19);
  }, 70_000);

  test('applies a dead fact on request, and keeps the fact with the reason when it fails again', async () => {
    let works = false;
    const consumer = await consume('audit', {
      before: (session) => {
        if (!works || session === 'never') throw new TypeError(`cannot take ${session}`);
      },
    });
    await endSession('later', 'a');
    await endSession('never', 'b');
    await relay.turn();
    const dead = (): Promise<object[]> =>
      tables.asAdmin(`SELECT again, reason FROM search.dead_event ORDER BY reason`);
    await eventually(async () => expect(await dead()).toHaveLength(2));
    const deadFacts = new DeadFacts({ database: tables.database, log: silentLog });
    deadFacts.add('audit', consumer);
    works = true;
    await deadFacts.run();
    expect(await effects('audit')).toEqual([]);
    const { list, runAgain } = await import(command);
    expect(await list(tables.adminUrl, ['search'])).toEqual([
      expect.stringMatching(
        /^search audit: 1 of identity\.session-ended\.v1 since .*: TypeError: cannot take later$/,
      ),
      expect.stringMatching(/TypeError: cannot take never$/),
    ]);
    await expect(runAgain(tables.adminUrl, { service: 'nobody' })).rejects.toThrow('nobody has no facts');
    expect(await runAgain(tables.adminUrl, { service: 'search', consumer: 'audit' })).toEqual([
      expect.stringMatching(/^2 marked\./),
    ]);
    await Promise.all([deadFacts.run(), deadFacts.run()]);
    expect(await effects('audit')).toEqual(['later']);
    expect(await dead()).toEqual([{ again: false, reason: 'TypeError: cannot take never' }]);
  });

  test('applies dead facts of types that it now knows, and deletes those of types that it does not read', async () => {
    const consumer = await consume('audit');
    await endSession('of a newer version');
    await relay.turn();
    await eventually(async () => expect(await effects('audit')).toEqual(['of a newer version']));
    const [fact] = await published();
    // the dead facts that the previous version has left
    const left = ['identity.session-ended.v1', 'identity.signed-in.v1', 'identity.unheard-of.v1'];
    for (const type of left)
      await tables.asAdmin(
        `INSERT INTO search.dead_event (county_id, consumer, event_id, type, reason, envelope)
         VALUES ('lake', 'audit', gen_random_uuid(), $1, 'BadEvent: unknown type ' || $1, $2)`,
        [type, JSON.stringify({ ...fact, type })],
      );
    const deadFacts = new DeadFacts({ database: tables.database, log: silentLog });
    deadFacts.add('audit', consumer);
    await deadFacts.run();
    expect(await effects('audit')).toEqual(['of a newer version', 'of a newer version']);
    expect(await tables.asAdmin('SELECT type FROM search.dead_event')).toEqual([
      { type: 'identity.unheard-of.v1' },
    ]);
  });

  test.each(['an operator has marked', 'a newer version knows'])(
    'retries by itself a dead fact that %s, as soon as an outage is over',
    async (why) => {
      let away = false;
      const consumer = await consume('audit', {
        before: () => {
          if (away) throw busy('57P01');
        },
      });
      await endSession('s1');
      await relay.turn();
      await eventually(async () => expect(await effects('audit')).toEqual(['s1']));
      const [fact] = await published();
      await tables.asAdmin(
        `INSERT INTO search.dead_event (county_id, consumer, event_id, type, reason, envelope, again)
         VALUES ('lake', 'audit', gen_random_uuid(), 'identity.session-ended.v1', $1, $2, $3)`,
        why === 'an operator has marked'
          ? ['TypeError: of before', JSON.stringify(fact), true]
          : ['BadEvent: unknown type identity.session-ended.v1', JSON.stringify(fact), false],
      );
      const deadFacts = new DeadFacts({ database: tables.database, log: silentLog });
      deadFacts.add('audit', consumer);
      away = true;
      await deadFacts.run();
      expect(await effects('audit')).toEqual(['s1']);
      away = false;
      await deadFacts.run();
      expect(await effects('audit')).toEqual(['s1', 's1']);
      expect(await tables.asAdmin('SELECT 1 FROM search.dead_event')).toEqual([]);
    },
  );

  test('reports in gauges, and in one log line a minute, that it falls behind or has dead facts', async () => {
    await redis.xgroup('CREATE', stream(), 'search.audit', '0', 'MKSTREAM');
    await redis.xadd(stream(), '1000-0', 'e', 'of long ago');
    await endSession('s1');
    await relay.turn();
    await tables.asAdmin(
      `INSERT INTO search.dead_event (county_id, consumer, event_id, type, reason, envelope)
       VALUES ('lake', 'audit', gen_random_uuid(), 't', 'r', '{}')`,
    );
    const log = keepingLog();
    const watch = new FactsWatch({ database: tables.database, events, log });
    watch.add({ consumer: 'audit', topic: 'identity', group: 'search.audit' });
    const start = performance.now();
    const clock = jest.spyOn(performance, 'now');
    const linesAt = async (seconds: number): Promise<string[]> => {
      clock.mockReturnValue(start + seconds * 1_000);
      await watch.look();
      return log.lines.splice(0).map((line) => line.replace(/ \{.*/, ''));
    };
    const both = ['facts wait too long', 'dead facts wait to be run again'];
    const lines = [await linesAt(0), await linesAt(59), await linesAt(61)];
    clock.mockRestore();
    expect(lines).toEqual([both, [], both]);
    const text = await registry.metrics();
    expect(text).toContain('facts_unread{service="search",consumer="audit",topic="identity"} 2');
    expect(text).toContain('facts_dead{service="search",consumer="audit"} 1');
    expect(text).toContain('facts_unpublished{service="search"} 0');
  });
});
