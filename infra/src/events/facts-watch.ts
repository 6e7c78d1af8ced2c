import { Turns } from '../clock/index.js';
import type { Database } from '../db/index.js';
import type { Log } from '../log/index.js';
import { gauge } from '../metrics/registry.js';
import type { EventLog } from './event-log.js';

export interface FactsWatchOptions {
  readonly database: Database;
  readonly events: EventLog;
  readonly log: Log;
}

interface Reading {
  readonly consumer: string;
  readonly topic: string;
  readonly group: string;
}

const LOOK_MS = 15_000;
/**
 * How long facts may wait before a warning. Usually they are applied within a second, and after a minute users notice.
 */
const LONG_SECONDS = 60;
const ALERT_EVERY_MS = 60_000;

const labels = ['service', 'consumer'] as const;
const unread = gauge({
  ...{ name: 'facts_unread', help: 'Facts that a consumer has not applied yet' },
  labelNames: [...labels, 'topic'],
});
const unreadSeconds = gauge({
  ...{ name: 'facts_unread_seconds', help: 'Age of the oldest fact that a consumer has not applied yet' },
  labelNames: [...labels, 'topic'],
});
const dead = gauge({
  ...{ name: 'facts_dead', help: 'Facts that a consumer could not apply: npm run facts' },
  labelNames: labels,
});
const unpublished = gauge({
  ...{ name: 'facts_unpublished', help: 'Facts in the outbox that the event log does not have yet' },
  labelNames: ['service'],
});
const unpublishedSeconds = gauge({
  ...{
    name: 'facts_unpublished_seconds',
    help: 'Age of the oldest fact that the event log does not have yet',
  },
  labelNames: ['service'],
});

/** Measures the waiting facts of a service and logs a warning when they wait too long. */
export class FactsWatch {
  private readonly readings: Reading[] = [];
  private readonly alerts = new Map<string, number>();
  private readonly turns = new Turns({
    everyMs: LOOK_MS,
    work: () => this.look(),
    // other checks report when the log or the database does not answer
    onFault: () => undefined,
  });

  constructor(private readonly o: FactsWatchOptions) {}

  add(reading: Reading): void {
    this.readings.push(reading);
  }

  start(): void {
    this.turns.start();
  }

  /** Does not wait for a running check, because a check may take long while the log is unavailable. */
  stop(): void {
    void this.turns.stop();
  }

  /**
   * Counts the facts in the log and the facts in the database independently of each other, so that the database is
   * counted even while the log is unavailable.
   * @throws when the log or the database does not answer
   */
  async look(): Promise<void> {
    const looks = [...this.readings.map((reading) => this.lookAtGroup(reading)), this.lookAtDatabase()];
    const faults = (await Promise.allSettled(looks)).flatMap((look) =>
      look.status === 'rejected' ? [look.reason as unknown] : [],
    );
    if (faults.length > 0) throw new AggregateError(faults, 'not all facts were counted');
  }

  private async lookAtDatabase(): Promise<void> {
    await this.lookAtDead();
    await this.lookAtOutbox();
  }

  private async lookAtGroup({ consumer, topic, group }: Reading): Promise<void> {
    const backlog = await this.o.events.backlog(topic, group);
    const { service } = this.o.database;
    const seconds = backlog.oldestMs / 1000;
    unread.set({ service, consumer, topic }, backlog.records);
    unreadSeconds.set({ service, consumer, topic }, seconds);
    if (seconds > LONG_SECONDS)
      this.alert(
        { consumer, topic, facts: backlog.records, seconds: Math.round(seconds) },
        'facts wait too long',
      );
  }

  private async lookAtDead(): Promise<void> {
    const { database } = this.o;
    const counts = await database.asWorker((tx) =>
      tx.rows<{ consumer: string; facts: number }>(
        `SELECT consumer, count(*)::int AS facts FROM dead_event GROUP BY consumer`,
      ),
    );
    const consumers = new Set([...this.readings, ...counts].map(({ consumer }) => consumer));
    for (const consumer of consumers) {
      const facts = counts.find((count) => count.consumer === consumer)?.facts ?? 0;
      dead.set({ service: database.service, consumer }, facts);
      if (facts > 0) this.alert({ consumer, facts }, 'dead facts wait to be run again');
    }
  }

  private async lookAtOutbox(): Promise<void> {
    const { database } = this.o;
    const [waiting] = await database.asWorker((tx) =>
      tx.rows<{ facts: number; seconds: number }>(
        `SELECT count(*)::int AS facts,
                coalesce(extract(epoch FROM now() - min(occurred_at)), 0)::float8 AS seconds
           FROM outbox WHERE published_at IS NULL`,
      ),
    );
    const { facts = 0, seconds = 0 } = waiting ?? {};
    unpublished.set({ service: database.service }, facts);
    unpublishedSeconds.set({ service: database.service }, seconds);
    if (seconds > LONG_SECONDS)
      this.alert({ facts, seconds: Math.round(seconds) }, 'facts wait too long in the outbox');
  }

  private alert(
    fields: { consumer?: string; topic?: string; facts: number; seconds?: number },
    text: string,
  ): void {
    const cause = `${text} ${fields.consumer} ${fields.topic}`;
    const now = performance.now();
    if (now - (this.alerts.get(cause) ?? Number.NEGATIVE_INFINITY) < ALERT_EVERY_MS) return;
    this.alerts.set(cause, now);
    this.o.log.error({ alert: true, ...fields }, text);
  }
}
