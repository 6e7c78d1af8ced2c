import type { EventType } from '@portal/proto/events/catalog';
import type { EnvelopeFrame } from '@portal/proto/events/envelope';
import type { Database, Tx } from '../db/index.js';
import { failpoint } from '../failpoints/index.js';
import { callContext, type Log } from '../log/index.js';
import { BadEvent, type EventEnvelope, readEvent, readFrame } from './event.js';
import type { EventLog } from './event-log.js';
import { isOutage } from './outage.js';

export type EventHandler = (event: EventEnvelope<EventType>, tx: Tx) => Promise<void>;

export interface EventConsumerOptions {
  readonly consumer: string;
  readonly handlers: ReadonlyMap<string, EventHandler>;
  readonly database: Database;
  readonly events: EventLog;
  readonly log: Log;
  /** First wait between two tries in milliseconds; it doubles, with jitter. */
  readonly retryMs?: number;
}

const MOST_TRIES = 5;
const MOST_DELIVERIES = 5;
const RETRY_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/** Applies the facts of one topic to one consumer of a service, each once (money-security-reliability.md 1.7). */
export class EventConsumer {
  private stopping = false;

  constructor(private readonly o: EventConsumerOptions) {}

  /** Tries that wait are given up; their fact is left to another process. */
  stop(): void {
    this.stopping = true;
  }

  /** Settles when the fact is applied, was applied before, or is a dead letter; rejects only when stopped. */
  async take(body: string, deliveries: number): Promise<void> {
    let frame: EnvelopeFrame;
    try {
      frame = readFrame(body);
    } catch (error) {
      this.o.log.error({ consumer: this.o.consumer, err: error }, 'event refused');
      await this.persist(() => this.o.events.bury(this.o.database.service, { reason: String(error), body }));
      return;
    }
    const handler = this.o.handlers.get(frame.type);
    if (!handler) return;
    await callContext.run({ correlationId: frame.correlationId, county: frame.county }, async () => {
      try {
        const event = readEvent(frame);
        if (deliveries > MOST_DELIVERIES)
          throw new BadEvent(`delivered ${MOST_DELIVERIES} times without an end`);
        await this.applyWithRetry(event, handler);
      } catch (error) {
        if (this.stopping) throw error;
        await this.persist(() => this.die(frame, body, error));
      }
    });
  }

  private async applyWithRetry(event: EventEnvelope<EventType>, handler: EventHandler): Promise<void> {
    for (let tries = 1; ;) {
      try {
        await this.apply(event, handler);
        await failpoint('fact-applied');
        return;
      } catch (error) {
        if (this.stopping || tries >= MOST_TRIES) throw error;
        // without a database nothing can be told about the fact: the consumer stands still and does not count
        if (!isOutage(error)) tries++;
        await this.wait(tries);
      }
    }
  }

  private apply(event: EventEnvelope<EventType>, handler: EventHandler): Promise<void> {
    return this.o.database.withCounty(event.county, async (tx) => {
      if (await this.note(tx, event.id)) await handler(event, tx);
    });
  }

  /** False when the consumer has the fact already. */
  private async note(tx: Tx, eventId: string): Promise<boolean> {
    const noted = await tx.run(
      `INSERT INTO inbox (county_id, consumer, event_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [tx.countyId, this.o.consumer, eventId],
    );
    return noted === 1;
  }

  private async die(frame: EnvelopeFrame, body: string, error: unknown): Promise<void> {
    const { consumer, database, events, log } = this.o;
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    log.error({ consumer, type: frame.type, event: frame.id, err: error }, 'event became a dead letter');
    await database.withCounty(frame.county, async (tx) => {
      await this.note(tx, frame.id);
      await tx.run(
        `INSERT INTO dead_event (county_id, consumer, event_id, type, reason, envelope)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
        [frame.county, consumer, frame.id, frame.type, reason, body],
      );
    });
    await events.bury(database.service, { reason: `${consumer}: ${reason}`, body });
  }

  /** A dead letter must be kept somewhere before the next fact. */
  private async persist(write: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await write();
        return;
      } catch (error) {
        if (this.stopping) throw error;
        this.o.log.warn({ consumer: this.o.consumer, err: error }, 'dead letter not written yet');
        await this.wait(tries);
      }
    }
  }

  private wait(tries: number): Promise<void> {
    const longest = Math.min((this.o.retryMs ?? RETRY_MS) * 2 ** tries, LONGEST_WAIT_MS);
    return new Promise((resolve) => setTimeout(resolve, longest * (0.5 + Math.random() / 2)));
  }
}
