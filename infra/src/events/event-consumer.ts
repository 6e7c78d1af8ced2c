import { type EventType, isEventType } from '@portal/proto/events/catalog';
import type { EnvelopeFrame } from '@portal/proto/events/envelope';
import type { Database, Tx } from '../db/index.js';
import { failpoint } from '../failpoints/index.js';
import { callContext, isCanceledAtLimit, type Log } from '../log/index.js';
import { BadEvent, type EventEnvelope, readEvent, readFrame, UNKNOWN_TYPE } from './event.js';
import type { EventLog } from './event-log.js';
import { inFactSpan } from './fact-spans.js';
import { isTransient } from './outage.js';

/** Applies facts of some types for a consumer. */
export interface FactReader {
  /** Receives at least one fact. All facts are of one county, in the order of the log, and new to the consumer. */
  read(events: readonly EventEnvelope<EventType>[], tx: Tx): Promise<void>;
  /** The maximum number of facts that one transaction applies. */
  readonly atOnce: number;
  /** Skips a fact if a later fact of its aggregate has arrived before it or is in the same transaction. */
  readonly newestOnly?: boolean;
}

export interface EventConsumerOptions {
  readonly consumer: string;
  /** The readers by event type. */
  readonly readers: ReadonlyMap<string, FactReader>;
  readonly database: Database;
  readonly events: EventLog;
  readonly log: Log;
  /** The first wait between two attempts, in milliseconds. It doubles each time, with jitter. */
  readonly retryMs?: number;
}

const MOST_TRIES = 5;
/**
 * The consumer gives up a single fact after this many attempts in which a statement exceeded its time limit. A busy
 * database recovers within fewer attempts, and a statement that always takes too long must not block the consumer.
 */
const MOST_LATE_TRIES = 20;
/** The same for attempts that apply several facts in one transaction; afterwards each fact is tried by itself. */
const MOST_LATE_TRIES_TOGETHER = 3;
const MOST_DELIVERIES = 5;
const RETRY_MS = 100;
const LONGEST_WAIT_MS = 5_000;

const REMIND_MS = 60_000;

/** A fact that was read from the log and waits for its transaction. */
interface Waiting {
  readonly event: EventEnvelope<EventType>;
  readonly frame: EnvelopeFrame;
  readonly body: string;
  readonly reader: FactReader;
  readonly done: () => void;
  readonly leave: (reason: unknown) => void;
}

/**
 * Applies the facts of one topic for one consumer of a service, each once (infra/DESIGN.md#facts). Transactions run one
 * after the other.
 */
export class EventConsumer {
  private stopping = false;
  private working = false;
  private readonly waiting: Waiting[] = [];
  private remindedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly o: EventConsumerOptions) {}

  /** Gives up attempts that still wait. Another process gets their facts. */
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
    const reader = this.o.readers.get(frame.type);
    if (!reader && isEventType(frame.type)) return;
    try {
      // throws for an unknown type: the fact waits as a dead fact for a newer version that may read it
      const event = readEvent(frame);
      if (!reader) return;
      if (deliveries > MOST_DELIVERIES)
        throw new BadEvent(`delivered ${MOST_DELIVERIES} times without an end`);
      await new Promise<void>((done, leave) => {
        this.waiting.push({ event, frame, body, reader, done, leave });
        void this.work();
      });
    } catch (error) {
      if (!(error instanceof BadEvent)) throw error;
      await this.persist(() => this.die(frame, body, error));
    }
  }

  reads(type: string): boolean {
    return this.o.readers.has(type);
  }

  private async work(): Promise<void> {
    if (this.working) return;
    this.working = true;
    // a short wait, so that all facts that the log delivers at the same moment are in the list
    await Promise.resolve();
    while (this.waiting[0]) await this.finish(this.waiting.splice(0, this.together()));
    this.working = false;
  }

  /** How many of the waiting facts, counted from the first, one transaction may apply. */
  private together(): number {
    const [first] = this.waiting;
    const other = this.waiting.findIndex(
      ({ event, reader }) => event.county !== first?.event.county || reader !== first.reader,
    );
    return Math.min(first?.reader.atOnce ?? 0, other === -1 ? this.waiting.length : other);
  }

  private async finish(facts: readonly Waiting[]): Promise<void> {
    const [first] = facts;
    if (!first) return;
    const { correlationId, county } = first.event;
    try {
      await callContext.run({ correlationId, county }, () =>
        inFactSpan(
          this.o.consumer,
          facts.map(({ frame }) => frame),
          () => this.applyWithRetry(facts),
        ),
      );
      for (const { done } of facts) done();
    } catch (error) {
      if (this.stopping) for (const { leave } of facts) leave(error);
      // one fact that cannot be applied must not block the others
      else if (facts.length > 1) for (const fact of facts) await this.finish([fact]);
      else await this.persist(() => this.die(first.frame, first.body, error)).then(first.done, first.leave);
    }
  }

  private async applyWithRetry(facts: readonly Waiting[]): Promise<void> {
    let late = 0;
    for (let tries = 1; ;) {
      try {
        await this.apply(facts);
        await failpoint('fact-applied');
        return;
      } catch (error) {
        const last = facts.length > 1 ? 1 : MOST_TRIES;
        if (isCanceledAtLimit(error)) late++;
        const tooLate = late >= (facts.length > 1 ? MOST_LATE_TRIES_TOGETHER : MOST_LATE_TRIES);
        const transient = isTransient(error) && !tooLate;
        if (this.stopping || tooLate || (tries >= last && !transient)) throw error;
        // a temporary fault says nothing about the fact, so the consumer waits and does not count the attempt
        if (transient) this.remind(error);
        else tries++;
        await this.wait(tries);
      }
    }
  }

  private apply(facts: readonly Waiting[]): Promise<void> {
    const events = facts.map(({ event }) => event);
    const [first] = facts;
    if (!first) return Promise.resolve();
    return this.o.database.withCounty(first.event.county, async (tx) => {
      const noted = await this.note(
        tx,
        events.map(({ id }) => id),
      );
      // a fact may be in the list twice
      const fresh = events.filter(({ id }) => noted.delete(id));
      await this.read(first.reader, fresh, tx);
    });
  }

  /**
   * Applies a dead fact once more and removes it from the dead facts, in one transaction.
   * @returns false when the fact belongs to another consumer, or another process was faster
   * @throws the reader's error
   */
  runAgain(county: string, eventId: string): Promise<boolean> {
    return this.o.database.withCounty(county, async (tx) => {
      const dead = await tx.row<{ envelope: string }>(
        `DELETE FROM dead_event
          WHERE consumer = $1 AND event_id = $2 AND type = ANY($3) AND (again OR starts_with(reason, $4))
         RETURNING envelope::text`,
        [this.o.consumer, eventId, [...this.o.readers.keys()], UNKNOWN_TYPE],
      );
      if (!dead) return false;
      const event = readEvent(readFrame(dead.envelope));
      const reader = this.o.readers.get(event.type);
      if (!reader) return false;
      const { correlationId } = event;
      await callContext.run({ correlationId, county }, () => this.read(reader, [event], tx));
      return true;
    });
  }

  private async read(reader: FactReader, events: readonly EventEnvelope<EventType>[], tx: Tx): Promise<void> {
    const current = reader.newestOnly ? await this.newestOf(events, tx) : events;
    if (current.length > 0) await reader.read(current, tx);
  }

  /**
   * Returns the last fact of each aggregate, unless a later fact is already known. Stores the sequence of each returned
   * fact as the highest of its aggregate. The locks of the stored rows make other replicas wait for this transaction.
   */
  private async newestOf(
    events: readonly EventEnvelope<EventType>[],
    tx: Tx,
  ): Promise<EventEnvelope<EventType>[]> {
    const last = new Map<string, EventEnvelope<EventType>>();
    for (const event of events) {
      const other = last.get(event.aggregate);
      if (!other || other.sequence < event.sequence) last.set(event.aggregate, event);
    }
    const noted = await tx.rows<{ aggregate: string }>(
      `INSERT INTO inbox_sequence AS known (county_id, consumer, aggregate, sequence)
       SELECT $1, $2, aggregate, sequence FROM unnest($3::text[], $4::bigint[]) AS fact (aggregate, sequence) ORDER BY aggregate
       ON CONFLICT (county_id, consumer, aggregate)
       DO UPDATE SET sequence = excluded.sequence WHERE known.sequence < excluded.sequence
       RETURNING aggregate`,
      [
        ...[tx.countyId, this.o.consumer],
        ...[[...last.keys()], [...last.values()].map(({ sequence }) => sequence)],
      ],
    );
    const newest = new Set(noted.map(({ aggregate }) => aggregate));
    return [...last.values()].filter(({ aggregate }) => newest.has(aggregate));
  }

  /**
   * Records the facts in the consumer's inbox.
   * @returns the ids of the facts that were not there yet
   */
  private async note(tx: Tx, eventIds: readonly string[]): Promise<Set<string>> {
    const noted = await tx.rows<{ event_id: string }>(
      `INSERT INTO inbox (county_id, consumer, event_id)
       SELECT $1, $2, event_id FROM unnest($3::uuid[]) AS taken (event_id) ORDER BY event_id
       ON CONFLICT DO NOTHING RETURNING event_id`,
      [tx.countyId, this.o.consumer, eventIds],
    );
    return new Set(noted.map(({ event_id }) => event_id));
  }

  private async die(frame: EnvelopeFrame, body: string, error: unknown): Promise<void> {
    const { consumer, database, events, log } = this.o;
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    log.error({ consumer, type: frame.type, event: frame.id, err: error }, 'event became a dead letter');
    await database.withCounty(frame.county, async (tx) => {
      await this.note(tx, [frame.id]);
      await tx.run(
        `INSERT INTO dead_event (county_id, consumer, event_id, type, reason, envelope)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
        [frame.county, consumer, frame.id, frame.type, reason, body],
      );
    });
    await events.bury(database.service, { reason: `${consumer}: ${reason}`, body });
  }

  /** Repeats `write` until the dead letter is stored. Only then may the fact be acknowledged to the log. */
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

  private remind(error: unknown): void {
    if (performance.now() - this.remindedAt < REMIND_MS) return;
    this.remindedAt = performance.now();
    this.o.log.warn({ consumer: this.o.consumer, err: error }, 'facts wait until they can be applied');
  }

  private wait(tries: number): Promise<void> {
    const longest = Math.min((this.o.retryMs ?? RETRY_MS) * 2 ** tries, LONGEST_WAIT_MS);
    return new Promise((resolve) => setTimeout(resolve, longest * (0.5 + Math.random() / 2)));
  }
}
