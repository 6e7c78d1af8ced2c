import { eventTypes, isEventType } from '@portal/proto/events/catalog';
import type { Database } from '../db/index.js';
import { isCanceledAtLimit, type Log } from '../log/index.js';
import type { EventConsumer } from './event-consumer.js';
import { UNKNOWN_TYPE } from './event.js';
import { isTransient } from './outage.js';

export interface DeadFactsOptions {
  readonly database: Database;
  readonly log: Log;
}

interface DeadFact {
  readonly county_id: string;
  readonly consumer: string;
  readonly event_id: string;
  readonly type: string;
}

const LOOK_MS = 5_000;
const AT_ONCE = 100;

/**
 * Applies some dead facts again, in the service that reads them: facts that an operator has marked (on Monitoring, or
 * with `npm run facts -- again`), and facts whose type an earlier version of the service did not know.
 */
export class DeadFacts {
  private readonly consumers = new Map<string, EventConsumer[]>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopping = false;

  constructor(private readonly o: DeadFactsOptions) {}

  /** A consumer that reads several topics is added once for each topic. */
  add(name: string, consumer: EventConsumer): void {
    this.consumers.set(name, [...(this.consumers.get(name) ?? []), consumer]);
  }

  start(): void {
    if (this.consumers.size === 0) return;
    this.timer = setInterval(() => {
      this.running ??= this.run()
        .catch((error: unknown) => this.o.log.debug({ err: error }, 'dead facts cannot be looked for'))
        .finally(() => (this.running = undefined));
    }, LOOK_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await this.running;
  }

  /**
   * Applies each marked fact, and each fact whose type this version now knows. A fact that fails again stays dead, with
   * the new reason and without its mark. A fact that fails because of an outage stays as it is, so the next round tries
   * it again.
   */
  async run(): Promise<void> {
    const marked = await this.o.database.asWorker((tx) =>
      tx.rows<DeadFact>(
        `SELECT county_id, consumer, event_id, type FROM dead_event
          WHERE consumer = ANY($1) AND (again OR (starts_with(reason, $2) AND type = ANY($3)))
          ORDER BY died_at LIMIT ${AT_ONCE}`,
        [[...this.consumers.keys()], UNKNOWN_TYPE, eventTypes],
      ),
    );
    for (const fact of marked) if (!this.stopping) await this.runOne(fact);
  }

  private async runOne({ county_id: county, consumer, event_id: event, type }: DeadFact): Promise<void> {
    const { database, log } = this.o;
    const readers = this.consumers.get(consumer) ?? [];
    if (isEventType(type) && !readers.some((one) => one.reads(type)))
      return this.forget(county, consumer, event);
    try {
      for (const one of readers) {
        if (await one.runAgain(county, event)) log.info({ consumer, event }, 'a dead fact was applied');
      }
    } catch (error) {
      if (isTransient(error) && !isCanceledAtLimit(error))
        return log.warn({ consumer, event, err: error }, 'a dead fact waits for a server');
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      log.error({ consumer, event, err: error }, 'a dead fact failed again');
      await database.withCounty(county, (tx) =>
        tx.run(`UPDATE dead_event SET again = false, reason = $3 WHERE consumer = $1 AND event_id = $2`, [
          ...[consumer, event, reason],
        ]),
      );
    }
  }

  /** Deletes a dead fact whose type this version knows but the consumer does not read. */
  private async forget(county: string, consumer: string, event: string): Promise<void> {
    await this.o.database.withCounty(county, (tx) =>
      tx.run(`DELETE FROM dead_event WHERE consumer = $1 AND event_id = $2`, [consumer, event]),
    );
  }
}
