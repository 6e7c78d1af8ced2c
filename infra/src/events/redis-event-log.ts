import { randomBytes, randomUUID } from 'node:crypto';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Log } from '../log/index.js';
import {
  openConnection,
  type Redis,
  type StreamEntry,
  StreamReader,
  whenReady,
  within,
} from '../redis/index.js';
import { BACKLOG, backlogOf, TRIM, trimmedOf } from './redis-scripts.js';
import type { Backlog, Epoch, EventLog, EventRecord, Stop, Subscription, Tail } from './event-log.js';
import { StreamTail } from './redis-tail.js';

export interface RedisEventLogOptions {
  readonly redisUrl: string;
  readonly namespace: string;
  readonly log: Log;
  /** Milliseconds until another process takes over a record whose process has died. */
  readonly reclaimMs?: number;
  /** The number of records that stay in a topic although every group has acknowledged them; tests use fewer. */
  readonly keptRecords?: number;
}

/** The number of newest records that always stay in a topic, for debugging and for groups that are created later. */
const KEPT_RECORDS = 100_000;
/**
 * The age at which a record is deleted even if a group has not acknowledged it. The outbox keeps facts for the same
 * time.
 */
const OLDEST_MS = 7 * 24 * 3_600_000;
const TRIM_BATCH = 1_000;
const KEPT_DEAD = 10_000;
const RECLAIM_MS = 10_000;
const PUBLISH_MS = 2_000;

/** Facts over Redis Streams: a stream per topic, a consumer group per consumer. */
export class RedisEventLog implements EventLog, OnApplicationShutdown {
  /** True, because Redis also carries the commands, so nothing works without Redis. */
  readonly isRequired = true;
  private readonly redis: Redis;
  private readonly readers = new Set<{ readonly silentMs: number }>();

  constructor(private readonly o: RedisEventLogOptions) {
    this.redis = openConnection(o.redisUrl, { enableAutoPipelining: true });
  }

  async publish(records: readonly EventRecord[]): Promise<void> {
    await whenReady(this.redis, PUBLISH_MS);
    const writing = records.map(({ topic, body }) => this.redis.xadd(this.stream(topic), '*', 'e', body));
    await within(PUBLISH_MS, Promise.all(writing));
  }

  async subscribe({ topic, group, atOnce, onRecord }: Subscription): Promise<Stop> {
    const reader = new StreamReader({
      stream: this.stream(topic),
      group,
      consumer: `${process.pid}-${randomBytes(4).toString('hex')}`,
      slots: atOnce,
      reclaimMs: this.o.reclaimMs ?? RECLAIM_MS,
      heartBeat: true,
      deletes: false,
      reader: openConnection(this.o.redisUrl),
      commands: this.redis,
      serve: (entry: StreamEntry) => onRecord(entry.frame.toString(), entry.deliveries),
      onFault: (error) => this.o.log.warn({ err: error, topic, group }, 'events cannot be read'),
    });
    await whenReady(this.redis);
    reader.start();
    this.readers.add(reader);
    return async () => {
      this.readers.delete(reader);
      await reader.stop();
      await reader.leave();
    };
  }

  async tail(tail: Tail): Promise<Stop> {
    const streams = tail.topics.map((topic) => this.stream(topic));
    const following = new StreamTail(openConnection(this.o.redisUrl), streams, tail);
    following.start();
    this.readers.add(following);
    return () => {
      this.readers.delete(following);
      return following.stop();
    };
  }

  get silentMs(): number {
    return Math.max(0, ...[...this.readers].map(({ silentMs }) => silentMs));
  }

  async bury(service: string, { reason, body }: { reason: string; body: string }): Promise<void> {
    const stream = `${this.o.namespace}:evt:dead:${service}`;
    await this.redis.xadd(stream, 'MAXLEN', '~', KEPT_DEAD, '*', 'reason', reason, 'e', body);
  }

  async epoch(): Promise<Epoch> {
    const key = `${this.o.namespace}:evt:epoch`;
    await whenReady(this.redis, PUBLISH_MS);
    await within(PUBLISH_MS, this.redis.set(key, randomUUID(), 'NX'));
    const [life, about] = await within(
      PUBLISH_MS,
      Promise.all([this.redis.get(key), this.redis.info('server')]),
    );
    return { life: life ?? '', server: /^run_id:(\w+)/m.exec(about)?.[1] ?? '' };
  }

  async trim(topic: string): Promise<void> {
    const { log, keptRecords = KEPT_RECORDS } = this.o;
    for (;;) {
      const asked = this.redis.eval(TRIM, 1, this.stream(topic), keptRecords, OLDEST_MS, TRIM_BATCH);
      const { trimmed, unread } = trimmedOf(await within(PUBLISH_MS, asked));
      if (unread > 0) log.error({ topic, unread }, 'facts were deleted that a group has not read for a week');
      if (trimmed < TRIM_BATCH) return;
    }
  }

  async backlog(topic: string, group: string): Promise<Backlog> {
    const asked = this.redis.eval(BACKLOG, 1, this.stream(topic), group);
    return backlogOf(await within(PUBLISH_MS, asked));
  }

  /** Nest calls this when the readers have stopped. */
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  async close(): Promise<void> {
    await this.redis.quit().catch(() => this.redis.disconnect());
  }

  private stream(topic: string): string {
    return `${this.o.namespace}:evt:${topic}`;
  }
}
