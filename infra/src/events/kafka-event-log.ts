import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OnApplicationShutdown } from '@nestjs/common';
import {
  type Admin,
  type Consumer,
  type EachBatchPayload,
  Kafka,
  type KafkaMessage,
  logLevel,
  type Producer,
} from 'kafkajs';
import type { Log } from '../log/index.js';
import { kafkaServers } from './kafka-servers.js';
import type { Backlog, Epoch, EventLog, EventRecord, Stop, Subscription, Tail } from './event-log.js';

export interface KafkaEventLogOptions {
  readonly clientId: string;
  readonly brokers: readonly string[];
  readonly namespace: string;
  readonly log: Log;
  /** Milliseconds until producers and consumers learn of new partitions. */
  readonly refreshMs?: number;
  /** How often the client library repeats a request that has failed. */
  readonly retries?: number;
}

const PARTITIONS = 8;
/** Without this option, the client would let the broker create any topic that the client asks for. */
const withoutMaking = { allowAutoTopicCreation: false } as const;
/**
 * How often the client library looks for new partitions. Facts in a new partition wait until then. The library's
 * default is five minutes.
 */
const REFRESH_MS = 15_000;
const PAUSE_MS = 1_000;
const HEARTBEAT_MS = 3_000;
/**
 * How long the broker holds records back for a reader whose process has died or has lost the connection. The client
 * library's default is 30 s.
 */
const SESSION_MS = 10_000;
/**
 * How long the broker waits for a record before it answers a reader that there is none. A reader that stops waits for
 * this answer. The client library's default is 5 s.
 */
const FETCH_MS = 1_000;
/**
 * The attempts to reach the broker. With the client library's default for `maxRetryTime`, a wait can last 30 s even if
 * the broker is back. The other values are the library's defaults; they are set here because the library uses other
 * values in test runs.
 */
const retry = { retries: 5, initialRetryTime: 300, factor: 0.2, multiplier: 2, maxRetryTime: 2_000 };

/**
 * Facts over Kafka. Only this file uses the client library, because the library is unmaintained and must be
 * replaceable. The key of a record is the aggregate, so that the facts of an aggregate stay in order in one partition.
 */
export class KafkaEventLog implements EventLog, OnApplicationShutdown {
  /** False, because facts can wait in the outboxes until Kafka is back. */
  readonly isRequired = false;
  /** Readers that have ended and are restarting, with the time when they ended. */
  private readonly ended = new Map<object, number>();
  private readonly made = new Set<string>();

  private constructor(
    private readonly o: KafkaEventLogOptions,
    private readonly kafka: Kafka,
    private readonly producer: Producer,
  ) {}

  static async open(o: KafkaEventLogOptions): Promise<KafkaEventLog> {
    const { clientId, brokers, retries = retry.retries } = o;
    const kafka = new Kafka({
      ...{ clientId, ...kafkaServers(brokers), logLevel: logLevel.NOTHING },
      retry: { ...retry, retries },
    });
    const producer = kafka.producer({
      ...{ idempotent: true, maxInFlightRequests: 1 },
      ...{ ...withoutMaking, metadataMaxAge: o.refreshMs ?? REFRESH_MS },
    });
    const log = new KafkaEventLog(o, kafka, producer);
    // an unavailable broker must not keep a service from starting; the outbox stores facts meanwhile
    await producer.connect().catch((error: unknown) => o.log.warn({ err: error }, 'Kafka is away'));
    return log;
  }

  async publish(records: readonly EventRecord[]): Promise<void> {
    const topics = new Map<string, { key: string; value: string }[]>();
    for (const { topic, key, body } of records) {
      const messages = topics.get(topic) ?? [];
      topics.set(topic, [...messages, { key, value: body }]);
    }
    const topicMessages = [...topics].map(([topic, messages]) => ({ topic: this.topic(topic), messages }));
    await this.make(topicMessages.map(({ topic }) => topic));
    await this.producer.connect();
    await this.producer.sendBatch({ topicMessages, acks: -1 });
  }

  /**
   * The longest time for which a reader has been stopped by an error; 0 if all readers run. A silent connection needs
   * no check, because the client library drops it.
   */
  get silentMs(): number {
    return Math.max(0, ...[...this.ended.values()].map((at) => performance.now() - at));
  }

  subscribe({ topic, group, atOnce, onRecord }: Subscription): Promise<Stop> {
    const groupId = this.group(topic, group);
    const deliveries = new Map<string, number>();
    const deliver = async (partition: number, { offset, value }: KafkaMessage): Promise<void> => {
      const place = `${partition}/${offset}`;
      const delivery = (deliveries.get(place) ?? 0) + 1;
      deliveries.set(place, delivery);
      await onRecord(value?.toString() ?? '', delivery);
      deliveries.delete(place);
    };
    return this.keepRunning(groupId, [topic], (consumer) =>
      consumer.run({
        ...{ autoCommit: false, eachBatchAutoResolve: false },
        eachBatch: (batch) => deliverAll(consumer, batch, { atOnce, deliver }),
      }),
    );
  }

  tail({ topics, onRecord, onGap }: Tail): Promise<Stop> {
    const groupId = `${this.o.namespace}.tail.${randomUUID()}`;
    return this.keepRunning(groupId, topics, async (consumer) => {
      // a group that starts at 'latest' would miss records that arrive before its first fetch, so this group starts at
      // the ends that the partitions have now
      const ends = await this.withAdmin((admin) =>
        Promise.all(topics.map((topic) => admin.fetchTopicOffsets(this.topic(topic)))),
      );
      await consumer.run({
        eachMessage: async ({ message }) => onRecord(message.value?.toString() ?? ''),
      });
      topics.forEach((topic, at) =>
        ends[at]?.forEach(({ partition, high }) =>
          consumer.seek({ topic: this.topic(topic), partition, offset: high }),
        ),
      );
      onGap();
      consumer.on(consumer.events.CRASH, onGap);
    });
  }

  async bury(service: string, { reason, body }: { reason: string; body: string }): Promise<void> {
    const topic = this.topic(`dead.${service}`);
    const messages = [{ value: body, headers: { reason } }];
    await this.make([topic]);
    await this.producer.connect();
    await this.producer.send({ topic, messages, acks: -1 });
  }

  /** Kafka keeps its records when it restarts, so its identity never changes. */
  async epoch(): Promise<Epoch> {
    return { life: 'kafka', server: 'kafka' };
  }

  async trim(): Promise<void> {
    // brokers delete old records by their own rule
  }

  async backlog(topic: string, group: string): Promise<Backlog> {
    const name = this.topic(topic);
    await this.make([name]);
    return this.withAdmin(async (admin) => {
      const [read] = await admin.fetchOffsets({ groupId: this.group(topic, group), topics: [name] });
      const ends = await admin.fetchTopicOffsets(name);
      const next = new Map(read?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
      const waiting = ends.map(({ partition, low, high }) => {
        // a group begins with the oldest record if it has read nothing yet, or if its next record is gone
        const [from, first, end] = [next.get(partition) ?? -1n, BigInt(low), BigInt(high)];
        const start = from < first || from > end ? first : from;
        return { partition, from: start, records: Number(end - start) };
      });
      const records = waiting.reduce((sum, each) => sum + each.records, 0);
      return { records, oldestMs: records > 0 ? await oldestOf(admin, name, waiting) : 0 };
    });
  }

  /** Nest calls this when the readers have stopped. */
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  async close(): Promise<void> {
    await this.producer.disconnect();
  }

  /**
   * Keeps a consumer running in the background. Retries until the broker is available and the topics exist, and starts
   * a new consumer after a crash from which the client library does not recover.
   */
  private async keepRunning(
    groupId: string,
    topics: readonly string[],
    run: (consumer: Consumer) => Promise<void>,
  ): Promise<Stop> {
    const reading = {};
    const stop = new AbortController();
    const stopped = once(stop.signal, 'abort');
    const keep = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        const consumer = this.kafka.consumer({
          ...{ groupId, ...withoutMaking, sessionTimeout: SESSION_MS, maxWaitTimeInMs: FETCH_MS },
          metadataMaxAge: this.o.refreshMs ?? REFRESH_MS,
        });
        try {
          const crashed = crashOf(consumer);
          await this.begin(consumer, topics, run);
          this.ended.delete(reading);
          await Promise.race([crashed, stopped]);
        } catch (error) {
          this.ended.set(reading, this.ended.get(reading) ?? performance.now());
          this.o.log.warn({ err: error, topics }, 'Kafka cannot be read');
          if (!stop.signal.aborted) await Promise.race([sleep(PAUSE_MS), stopped]);
        }
        await consumer.disconnect().catch(() => undefined);
      }
      this.ended.delete(reading);
    };
    const keeping = keep();
    return () => {
      stop.abort();
      return keeping;
    };
  }

  private async begin(
    consumer: Consumer,
    topics: readonly string[],
    run: (consumer: Consumer) => Promise<void>,
  ): Promise<void> {
    const names = topics.map((topic) => this.topic(topic));
    await this.make(names);
    await consumer.connect();
    await consumer.subscribe({ topics: names, fromBeginning: true });
    await run(consumer);
  }

  /** Creates the missing topics. The broker would create them with another number of partitions. */
  private async make(names: readonly string[]): Promise<void> {
    const unknown = names.filter((name) => !this.made.has(name));
    if (unknown.length === 0) return;
    const topics = unknown.map((topic) => ({ topic, numPartitions: PARTITIONS }));
    await this.withAdmin((admin) => admin.createTopics({ topics }));
    for (const name of unknown) this.made.add(name);
  }

  private async withAdmin<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = this.kafka.admin();
    await admin.connect();
    try {
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  }

  private topic(name: string): string {
    return `${this.o.namespace}.evt.${name}`;
  }

  private group(topic: string, name: string): string {
    return `${this.o.namespace}.${name}.${topic}`;
  }
}

const LONGEST_AGE_MS = 30 * 24 * 60 * 60_000;
const FIRST_AGE_MS = 1_000;
/** The number of steps in the search for an age; each step halves the possible error. */
const AGE_STEPS = 4;

/**
 * The age of the oldest waiting record in milliseconds, at most a sixteenth too low. A broker does not say when a
 * record was written, but it can find the first record after a given time.
 * @param waiting the next record of each partition
 */
async function oldestOf(
  admin: Admin,
  topic: string,
  waiting: readonly { readonly partition: number; readonly from: bigint }[],
): Promise<number> {
  const now = Date.now();
  const isOlderThan = async (ageMs: number): Promise<boolean> => {
    const firsts = await admin.fetchTopicOffsetsByTimestamp(topic, now - ageMs);
    const first = new Map(firsts.map(({ partition, offset }) => [partition, BigInt(offset)]));
    return waiting.some(({ partition, from }) => (first.get(partition) ?? 0n) > from);
  };
  let most = FIRST_AGE_MS;
  while (most < LONGEST_AGE_MS && (await isOlderThan(most))) most *= 2;
  let least = most === FIRST_AGE_MS ? 0 : most / 2;
  for (let step = 0; step < AGE_STEPS && least > 0; step += 1) {
    const middle = (least + most) / 2;
    if (await isOlderThan(middle)) least = middle;
    else most = middle;
  }
  return least;
}

/** Delivers the records of one partition in order, several at a time, and stores the progress in the broker. */
async function deliverAll(
  consumer: Consumer,
  { batch, heartbeat, resolveOffset, isRunning, isStale }: EachBatchPayload,
  o: { atOnce: number; deliver: (partition: number, message: KafkaMessage) => Promise<void> },
): Promise<void> {
  const { topic, partition, messages } = batch;
  const beat = setInterval(() => void heartbeat().catch(() => undefined), HEARTBEAT_MS);
  try {
    for (let from = 0; from < messages.length && isRunning() && !isStale(); from += o.atOnce) {
      const some = messages.slice(from, from + o.atOnce);
      await Promise.all(some.map((message) => o.deliver(partition, message)));
      const offset = some.at(-1)?.offset;
      if (offset === undefined) return;
      resolveOffset(offset);
      await consumer.commitOffsets([{ topic, partition, offset: String(BigInt(offset) + 1n) }]);
    }
  } finally {
    clearInterval(beat);
  }
}

/** Rejects when the consumer has crashed and will not restart by itself. */
function crashOf(consumer: Consumer): Promise<never> {
  const crashed = new Promise<never>((_, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      if (!payload.restart) reject(payload.error);
    });
  });
  crashed.catch(() => undefined);
  return crashed;
}
