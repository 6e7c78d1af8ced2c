import { randomUUID } from 'node:crypto';
import type { OnApplicationShutdown } from '@nestjs/common';
import { type Admin, type Consumer, Kafka, logLevel, type Producer } from 'kafkajs';
import type { Log } from '../log/index.js';
import type { Epoch, EventLog, EventRecord, Stop, Subscription, Tail } from './event-log.js';

export interface KafkaEventLogOptions {
  readonly clientId: string;
  readonly brokers: readonly string[];
  readonly namespace: string;
  readonly log: Log;
}

const PARTITIONS = 8;
const PAUSE_MS = 1_000;
const HEARTBEAT_MS = 3_000;

/**
 * Facts over Kafka. All that knows the client library stands in this file, because the library is unmaintained and
 * must be exchangeable. The key is the aggregate, so that its facts keep their order in one partition.
 */
export class KafkaEventLog implements EventLog, OnApplicationShutdown {
  /** The client library drops a silent connection by itself. */
  readonly silentMs = 0;

  private constructor(
    private readonly o: KafkaEventLogOptions,
    private readonly kafka: Kafka,
    private readonly producer: Producer,
  ) {}

  static async open(o: KafkaEventLogOptions): Promise<KafkaEventLog> {
    const kafka = new Kafka({ clientId: o.clientId, brokers: [...o.brokers], logLevel: logLevel.NOTHING });
    const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
    const log = new KafkaEventLog(o, kafka, producer);
    // a broker that is away must not keep a service from starting: the outbox grows meanwhile
    await producer.connect().catch((error: unknown) => o.log.warn({ err: error }, 'Kafka is away'));
    return log;
  }

  async publish(records: readonly EventRecord[]): Promise<void> {
    const topics = new Map<string, { key: string; value: string }[]>();
    for (const { topic, key, body } of records) {
      const messages = topics.get(topic) ?? [];
      topics.set(topic, [...messages, { key, value: body }]);
    }
    await this.producer.connect();
    const topicMessages = [...topics].map(([topic, messages]) => ({ topic: this.topic(topic), messages }));
    await this.producer.sendBatch({ topicMessages, acks: -1 });
  }

  subscribe({ topic, group, onRecord }: Subscription): Promise<Stop> {
    const consumer = this.kafka.consumer({ groupId: `${this.o.namespace}.${group}.${topic}` });
    return this.keepRunning(consumer, [topic], true, async () => {
      await consumer.run({
        autoCommit: false,
        eachMessage: async ({ topic: name, partition, message, heartbeat }) => {
          const beat = setInterval(() => void heartbeat().catch(() => undefined), HEARTBEAT_MS);
          try {
            await onRecord(message.value?.toString() ?? '', 1);
          } finally {
            clearInterval(beat);
          }
          const offset = String(BigInt(message.offset) + 1n);
          await consumer.commitOffsets([{ topic: name, partition, offset }]);
        },
      });
    });
  }

  tail({ topics, onRecord, onGap }: Tail): Promise<Stop> {
    const consumer = this.kafka.consumer({ groupId: `${this.o.namespace}.tail.${randomUUID()}` });
    return this.keepRunning(consumer, topics, true, async () => {
      // the ends are asked before, because a group that begins at 'latest' misses what comes until its first fetch
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
    const messages = [{ value: body, headers: { reason } }];
    await this.producer.connect();
    await this.producer.send({ topic: this.topic(`dead.${service}`), messages, acks: -1 });
  }

  /** Kafka keeps its records over a restart. */
  async epoch(): Promise<Epoch> {
    return { life: 'kafka', server: 'kafka' };
  }

  async trim(): Promise<void> {
    // brokers have their own rule of how long a topic is kept
  }

  async backlog(): Promise<undefined> {
    // brokers tell the lag of their groups
  }

  /** After the readers, which stop before. */
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  async close(): Promise<void> {
    await this.producer.disconnect();
  }

  /** Tries again in the background until the broker is there and the topics exist. */
  private async keepRunning(
    consumer: Consumer,
    topics: readonly string[],
    fromBeginning: boolean,
    run: () => Promise<void>,
  ): Promise<Stop> {
    let stopped = false;
    const names = topics.map((topic) => this.topic(topic));
    const start = async (): Promise<void> => {
      const wanted = names.map((topic) => ({ topic, numPartitions: PARTITIONS }));
      await this.withAdmin((admin) => admin.createTopics({ topics: wanted }));
      await consumer.connect();
      await consumer.subscribe({ topics: names, fromBeginning });
      await run();
    };
    const started = (async () => {
      while (!stopped) {
        try {
          return await start();
        } catch (error) {
          this.o.log.warn({ err: error, topics }, 'Kafka cannot be read');
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        }
      }
    })();
    return async () => {
      stopped = true;
      await consumer.disconnect();
      await started;
    };
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
}
