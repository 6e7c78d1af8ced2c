import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import kafka from 'kafkajs';
import { isCertificateFault } from '@portal/infra/log';
import { emit, FactsWatch, OutboxRelay, type Stop } from '../src/events/index.js';
import type { Backlog, EventRecord } from '../src/events/event-log.js';
import { KafkaEventLog } from '../src/events/kafka-event-log.js';
import { registry } from '../src/metrics/index.js';
import { describeWithShared, eventually, testDatabase, type TestDatabase } from '../src/testing/index.js';
import { freePortRange } from '../local/ports.mjs';
import { examineKafka } from '../local/operator/doctor-servers.mjs';
import { describeWithOpenssl, trust, trustAsUsual } from './certificates-fixture.js';
import { deliver, eventTestTables, sessionConsumer, silentLog } from './events-fixture.js';
import { javaWithTls } from './kafka-fixture.js';

const run = promisify(execFile);
const START_MS = 180_000;
const SLOW_MS = 60_000;
/** Switches Java's second compiler off. It takes half of the broker's start-up time and pays off only after minutes. */
const QUICK_START = '-XX:TieredStopAtLevel=1';

describeWithShared('facts over Kafka', ['tools/kafka-broker'], (broker) => {
  let folder: string;
  let address: string;
  let tlsAddress: string;
  let tables: TestDatabase;
  let events: KafkaEventLog;
  let namespace: string;
  let relay: OutboxRelay;
  let stops: Stop[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-kafka-'));
    await run(broker, ['install']);
    const port = await freePortRange(3);
    const tlsPort = port + 2;
    const env = { ...(await javaWithTls(folder, port, tlsPort)), JAVA_TOOL_OPTIONS: QUICK_START };
    await run(broker, ['start', folder, String(port)], { env });
    address = `127.0.0.1:${port}`;
    tlsAddress = `ssl://127.0.0.1:${tlsPort}`;
    tables = await testDatabase(eventTestTables);
  }, START_MS);
  afterAll(async () => {
    await tables?.close();
    await run(broker, ['kill', folder]);
    await rm(folder, { recursive: true, force: true });
  }, SLOW_MS);

  beforeEach(async () => {
    const name = named('test');
    namespace = name.namespace;
    events = await KafkaEventLog.open({ ...name, brokers: [address], log: silentLog });
    relay = new OutboxRelay({ database: tables.database, events, log: silentLog });
    stops = [];
    await tables.asAdmin(
      'TRUNCATE search.outbox, search.outbox_sequence, search.inbox, search.dead_event, search.effect',
    );
  });
  afterEach(async () => {
    for (const stop of stops) await stop();
    await events.close();
  }, SLOW_MS);

  const named = (name: string): { clientId: string; namespace: string } => ({
    clientId: 'search',
    namespace: `${name}-${crypto.randomUUID()}`,
  });

  const endSession = (session: string, user = 'u1'): Promise<void> =>
    tables.database.withCounty('lake', (tx) =>
      emit(tx, { type: 'identity.session-ended.v1', aggregate: `user:${user}`, payload: { session, user } }),
    );

  const effects = (): Promise<{ session: string }[]> =>
    tables.asAdmin('SELECT session FROM search.effect ORDER BY session');

  /**
   * Publishes the records. Tries again, as the relay does, because a broker refuses the facts of a topic while it
   * creates the topic.
   */
  const publish = (records: readonly EventRecord[]): Promise<void> =>
    eventually(() => events.publish(records), SLOW_MS);

  const facts = (): Promise<{ session: string }[]> =>
    tables.asAdmin(`SELECT payload ->> 'session' AS session FROM search.outbox ORDER BY session`);

  async function withAdmin<T>(work: (admin: kafka.Admin) => Promise<T>): Promise<T> {
    const admin = new kafka.Kafka({ brokers: [address], logLevel: kafka.logLevel.NOTHING }).admin();
    await admin.connect();
    try {
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  }

  const filledPartitions = async (topic: string): Promise<number> => {
    const offsets = await withAdmin((admin) => admin.fetchTopicOffsets(topic));
    return offsets.filter(({ high }) => high !== '0').length;
  };

  async function consume(before?: (session: string) => void): Promise<void> {
    const consumer = sessionConsumer('audit', {
      database: tables.database,
      events,
      before: ({ payload }) => before?.(payload.session),
    });
    stops.push(await deliver(events, 'audit', consumer));
  }

  /** Asks for the backlog, again and again while the broker creates the topic. */
  const backlogOf = (): Promise<Backlog> =>
    eventually(() => events.backlog('identity', 'search.audit'), SLOW_MS);

  /** Sends records with these creation times to one partition of the topic `identity`. */
  async function sendFrom(times: readonly number[]): Promise<void> {
    const producer = new kafka.Kafka({ brokers: [address], logLevel: kafka.logLevel.NOTHING }).producer();
    await producer.connect();
    const messages = times.map((at) => ({ partition: 0, value: '{}', timestamp: String(at) }));
    await producer.send({ topic: `${namespace}.evt.identity`, messages });
    await producer.disconnect();
  }

  /** Commits an offset for the group, as if it had applied this many records of the partition that `sendFrom` fills. */
  async function readFirst(records: number): Promise<void> {
    const groupId = `${namespace}.search.audit.identity`;
    const topic = `${namespace}.evt.identity`;
    // a consumer that ends waits for its last fetch, which by default takes five seconds
    const waits = { groupId, maxWaitTimeInMs: 50 };
    const consumer = new kafka.Kafka({ brokers: [address], logLevel: kafka.logLevel.NOTHING }).consumer(
      waits,
    );
    await consumer.connect();
    await consumer.subscribe({ topic });
    await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: async () => undefined });
    await consumer.commitOffsets([{ topic, partition: 0, offset: String(records) }]);
    await consumer.disconnect();
  }

  const valueOf = async (name: string): Promise<number | undefined> =>
    (await registry.getSingleMetric(name)?.get())?.values[0]?.value;

  test('a topic that no process has read yet has as many partitions as other topics', async () => {
    await publish([{ topic: 'identity', key: 'k', body: '{}' }]);
    await eventually(() => events.bury('search', { reason: 'x', body: '{}' }), SLOW_MS);
    const { topics } = await withAdmin((admin) => admin.fetchTopicMetadata());
    const made = topics.filter(({ name }) => /^test-.*\.evt\.(identity|dead\.search)$/.test(name));
    expect(made.map(({ partitions }) => partitions.length)).toEqual([8, 8]);
  });

  describeWithOpenssl('over TLS', () => {
    afterEach(trustAsUsual);

    test(
      'facts reach their consumer through a broker at ssl://',
      async () => {
        trust(folder, 'trusted');
        await events.close();
        events = await KafkaEventLog.open({ ...named('tls'), brokers: [tlsAddress], log: silentLog });
        relay = new OutboxRelay({ database: tables.database, events, log: silentLog });
        await consume();
        await endSession('s1');
        await relay.turn();
        await eventually(async () => expect(await effects()).toEqual([{ session: 's1' }]), SLOW_MS);
      },
      SLOW_MS,
    );

    test(
      'a broker whose certificate authority is not trusted gets no facts, and the log and `portal doctor` say why',
      async () => {
        trust(folder, 'other');
        const warnings: { err?: unknown }[] = [];
        const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) };
        const other = { ...named('other'), brokers: [tlsAddress], log, retries: 1 };
        await (await KafkaEventLog.open(other)).close();
        expect(warnings.map(({ err }) => isCertificateFault(err))).toEqual([true]);
        await expect(examineKafka({ KAFKA_BROKERS: tlsAddress })).rejects.toThrow(/certificate/);
        trust(folder, 'trusted');
        expect(await examineKafka({ KAFKA_BROKERS: tlsAddress })).toMatchObject([{ ok: true }]);
      },
      SLOW_MS,
    );
  });

  test(
    'a consumer gets the facts of an aggregate in order, and each fact once, even if the fact is published again',
    async () => {
      const order: string[] = [];
      await consume((session) => order.push(session));
      for (let n = 0; n < 10; n++) await endSession(`s${n}`, n % 2 ? 'odd' : 'even');
      await relay.turn();
      await eventually(async () => expect(await effects()).toHaveLength(10), SLOW_MS);
      expect(order.filter((session) => Number(session.slice(1)) % 2)).toEqual(['s1', 's3', 's5', 's7', 's9']);
      await tables.asAdmin('UPDATE search.outbox SET published_at = NULL');
      await endSession('last');
      await relay.turn();
      await eventually(async () => expect(await effects()).toHaveLength(11), SLOW_MS);
    },
    SLOW_MS,
  );

  test(
    'the event log reports how many facts a consumer group has not applied, and how old the oldest of them is',
    async () => {
      expect(await backlogOf()).toEqual({ records: 0, oldestMs: 0 });
      const [now, hour] = [Date.now(), 3_600_000];
      await sendFrom([now - 2 * hour, now - hour, now]);
      const all = await backlogOf();
      expect(all.records).toBe(3);
      expect(all.oldestMs).toBeGreaterThan(1.8 * hour);
      expect(all.oldestMs).toBeLessThan(2.01 * hour);
      await readFirst(1);
      const rest = await backlogOf();
      expect(rest.records).toBe(2);
      expect(rest.oldestMs).toBeGreaterThan(0.9 * hour);
      expect(rest.oldestMs).toBeLessThan(1.01 * hour);
      await readFirst(3);
      expect(await backlogOf()).toEqual({ records: 0, oldestMs: 0 });
    },
    SLOW_MS,
  );

  test(
    'metrics count the published facts that are not applied yet, and count unpublished facts even without a broker',
    async () => {
      await backlogOf();
      await sendFrom([Date.now() - 600_000]);
      const database = tables.database;
      const watch = new FactsWatch({ database, events, log: silentLog });
      watch.add({ consumer: 'audit', topic: 'identity', group: 'search.audit' });
      await watch.look();
      expect(await valueOf('facts_unread_seconds')).toBeGreaterThan(500);
      expect(await valueOf('facts_unread')).toBe(1);

      await endSession('waits');
      const [nowhere] = [`127.0.0.1:${await freePortRange(1)}`];
      const away = await KafkaEventLog.open({
        ...{ ...named('away'), brokers: [nowhere], log: silentLog, retries: 1 },
      });
      const blind = new FactsWatch({ database, events: away, log: silentLog });
      blind.add({ consumer: 'audit', topic: 'identity', group: 'search.audit' });
      await expect(blind.look()).rejects.toThrow('not all facts were counted');
      expect(await valueOf('facts_unpublished')).toBe(1);
      await away.close();
    },
    SLOW_MS,
  );

  test(
    'after a restore, the steps of the runbook publish again the facts that the restored tables lack',
    async () => {
      await consume();
      await endSession('s1');
      await relay.turn();
      await eventually(async () => expect(await effects()).toHaveLength(1), SLOW_MS);
      for (const stop of stops.splice(0)) await stop();
      await events.close();
      // acts like a restore to a time after the fact was written and before the reader applied it
      await tables.asAdmin('TRUNCATE search.inbox, search.inbox_sequence, search.effect');
      await withAdmin(async (admin) => {
        const names = await admin.listTopics();
        await admin.deleteTopics({ topics: names.filter((name) => name.startsWith(`${namespace}.evt.`)) });
        await admin.deleteGroups([`${namespace}.search.audit.identity`]);
      });
      const [, statement = ''] =
        /^ *```sql\n([\s\S]*?outbox_epoch[\s\S]*?)```/m.exec(await readFile('deploy/RUNBOOKS.md', 'utf8')) ??
        [];
      await tables.asAdmin(statement);

      events = await KafkaEventLog.open({
        clientId: 'search',
        namespace,
        brokers: [address],
        log: silentLog,
      });
      await consume();
      const restarted = new OutboxRelay({ database: tables.database, events, log: silentLog });
      await eventually(() => restarted.turn(), SLOW_MS);
      await eventually(async () => expect(await effects()).toEqual([{ session: 's1' }]), SLOW_MS);
    },
    SLOW_MS,
  );

  test(
    'a poison fact becomes a dead letter, and the next fact is applied',
    async () => {
      await consume((session) => {
        if (session === 'poison') throw new TypeError('cannot take this');
      });
      await endSession('poison');
      await endSession('fine');
      await relay.turn();
      await eventually(async () => expect(await effects()).toEqual([{ session: 'fine' }]), SLOW_MS);
      expect(await tables.asAdmin('SELECT consumer FROM search.dead_event')).toEqual([{ consumer: 'audit' }]);
    },
    SLOW_MS,
  );

  test(
    'facts of every account arrive after partitions are added to a topic',
    async () => {
      const namespace = `test-${crypto.randomUUID()}`;
      events = await KafkaEventLog.open({
        ...{ clientId: 'search', brokers: [address], namespace, log: silentLog, refreshMs: 500 },
      });
      relay = new OutboxRelay({ database: tables.database, events, log: silentLog });
      await consume();
      await endSession('before');
      await relay.turn();
      await eventually(async () => expect(await effects()).toHaveLength(1), SLOW_MS);
      await withAdmin((admin) =>
        admin.createPartitions({ topicPartitions: [{ topic: `${namespace}.evt.identity`, count: 32 }] }),
      );
      await eventually(async () => {
        await endSession(`after ${crypto.randomUUID()}`, crypto.randomUUID());
        await relay.turn();
        expect(await filledPartitions(`${namespace}.evt.identity`)).toBeGreaterThan(8);
      }, SLOW_MS);
      const told = await facts();
      await eventually(async () => expect(await effects()).toEqual(told), SLOW_MS);
    },
    SLOW_MS,
  );

  test(
    'waiting facts are delivered in order, several at the same time, but no more than the reader allows',
    async () => {
      const numbers = Array.from({ length: 40 }, (_, n) => n);
      await publish(numbers.map((n) => ({ topic: 'identity', key: 'k', body: String(n) })));
      const taken: number[] = [];
      let [now, most] = [0, 0];
      const onRecord = async (body: string): Promise<void> => {
        taken.push(Number(body));
        most = Math.max(most, ++now);
        await new Promise((resolve) => setImmediate(resolve));
        now--;
      };
      stops.push(await events.subscribe({ topic: 'identity', group: 'search.many', atOnce: 16, onRecord }));
      await eventually(() => expect(taken).toEqual(numbers), SLOW_MS);
      expect(most).toBe(16);
    },
    SLOW_MS,
  );

  test(
    'a consumer that crashed on a fact is started again, gets the fact again, and learns that this is the second delivery',
    async () => {
      const deliveries: number[] = [];
      const onRecord = async (_body: string, delivery: number): Promise<void> => {
        deliveries.push(delivery);
        // this error makes the client library end the consumer
        if (delivery === 1) throw new kafka.KafkaJSNonRetriableError('crash');
      };
      stops.push(await events.subscribe({ topic: 'identity', group: 'search.crash', atOnce: 1, onRecord }));
      await endSession('s1');
      await relay.turn();
      await eventually(() => expect(deliveries).toEqual([1, 2]), SLOW_MS);
      await eventually(() => expect(events.silentMs).toBe(0), SLOW_MS);
    },
    SLOW_MS,
  );

  test(
    'each process hears broadcasts from the moment it listens',
    async () => {
      const heard: string[][] = [[], []];
      let gaps = 0;
      for (const own of heard) {
        const onRecord = (body: string): void => void own.push(JSON.parse(body).payload.session);
        stops.push(await events.tail({ topics: ['identity'], onRecord, onGap: () => gaps++ }));
      }
      await eventually(() => expect(gaps).toBe(2), SLOW_MS);
      await endSession('s1');
      await relay.turn();
      await eventually(() => expect(heard).toEqual([['s1'], ['s1']]), SLOW_MS);
    },
    SLOW_MS,
  );
});
