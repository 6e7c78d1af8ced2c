import { topicOf } from '@portal/proto/events/catalog';
import type { EnvelopeFrame } from '@portal/proto/events/envelope';
import type { Database } from '../db/index.js';
import { failpoint } from '../failpoints/index.js';
import type { Log } from '../log/index.js';
import { trimmedTopics } from '../redis/index.js';
import type { EventLog, EventRecord } from './event-log.js';
import { publishedIn } from './fact-spans.js';
import { onOutboxNews } from './outbox-news.js';
import { OutboxPruning } from './outbox-pruning.js';
import { OutboxReplay } from './outbox-replay.js';

export interface OutboxRelayOptions {
  readonly database: Database;
  readonly events: EventLog;
  readonly log: Log;
  /** Milliseconds that a relay waits after publishing. An idle relay waits longer each time. */
  readonly pollMs?: number;
}

interface OutboxRow {
  id: string;
  event_id: string;
  county_id: string;
  type: string;
  aggregate: string;
  sequence: string;
  payload: EnvelopeFrame['payload'];
  occurred_at: Date;
  correlation_id: string;
  /** A `traceparent`. */
  trace_id: string | null;
  actor: string | null;
  replay: boolean;
}

const POLL_MS = 200;
const PAUSE_AFTER_FAULT_MS = 500;
const REMIND_MS = 60_000;
const BATCH = 200;
const CLAIM = '10 seconds';
/**
 * The longest pause of an idle relay. Facts of this process wake the relay; facts of an import or of a dead process are
 * at most this late.
 */
const LONGEST_POLL_MS = 2_000;
const PRUNE_EVERY_MS = 3_600_000;
const TRIM_EVERY_MS = 60_000;

/**
 * Moves the outbox of a service into the event log. The relay claims rows in one transaction, publishes them outside of
 * any transaction, and marks them in another transaction. A claim lasts ten seconds. If a relay dies in between,
 * another relay can then claim its rows.
 */
export class OutboxRelay {
  private stopping = false;
  private loop: Promise<void> | undefined;
  private wake: (() => void) | undefined;
  private news = false;
  private prunedAt = Number.NEGATIVE_INFINITY;
  private trimmedAt = performance.now();
  private readonly topics = new Set<string>();
  private readonly replay: OutboxReplay;
  private readonly pruning: OutboxPruning;
  private stopListening: (() => void) | undefined;

  constructor(private readonly o: OutboxRelayOptions) {
    this.replay = new OutboxReplay(o);
    this.pruning = new OutboxPruning(o.database);
  }

  start(): void {
    this.stopListening ??= onOutboxNews((schema) => {
      if (schema !== this.o.database.schema) return;
      this.news = true;
      this.wake?.();
    });
    this.loop ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.stopListening?.();
    this.wake?.();
    await this.loop;
  }

  /**
   * Publishes one batch.
   * @returns the number of facts that were published
   */
  async turn(): Promise<number> {
    await this.replay.follow();
    const rows = await this.claim();
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    try {
      const records = rows.map(recordOf);
      for (const { topic } of records) this.topics.add(topic);
      await this.o.events.publish(records);
    } catch (error) {
      await this.release(ids);
      throw error;
    }
    await failpoint('facts-published');
    await this.o.database.asWorker((tx) =>
      tx.run(`UPDATE outbox SET published_at = clock_timestamp(), claimed_until = NULL WHERE id = ANY($1)`, [
        ids,
      ]),
    );
    return rows.length;
  }

  /** Deletes expired rows. */
  prune(): Promise<void> {
    return this.pruning.run(() => this.stopping);
  }

  private async run(): Promise<void> {
    const poll = this.o.pollMs ?? POLL_MS;
    let wait = poll;
    let told = Number.NEGATIVE_INFINITY;
    while (!this.stopping) {
      try {
        this.news = false;
        const published = await this.turn();
        await this.tidy();
        wait = published > 0 ? poll : Math.min(wait * 2, Math.max(poll, LONGEST_POLL_MS));
        if (published < BATCH && !this.news) await this.pause(wait);
      } catch (error) {
        if (performance.now() - told > REMIND_MS) {
          told = performance.now();
          this.o.log.warn({ err: error }, 'facts wait in the outbox');
        }
        await this.pause(PAUSE_AFTER_FAULT_MS);
      }
    }
  }

  private async tidy(): Promise<void> {
    const now = performance.now();
    if (now - this.prunedAt > PRUNE_EVERY_MS) {
      this.prunedAt = now;
      await this.prune();
    }
    if (now - this.trimmedAt > TRIM_EVERY_MS) {
      this.trimmedAt = now;
      for (const topic of trimmedTopics(this.o.database.service, this.topics))
        await this.o.events.trim(topic);
    }
  }

  /**
   * Claims the next rows. Only one relay claims at a time. It skips aggregates whose earlier rows are still being
   * published, so that the facts of an aggregate stay in order.
   */
  private claim(): Promise<OutboxRow[]> {
    return this.o.database.asWorker(async (tx) => {
      const lock = await tx.row<{ got: boolean }>(
        `SELECT pg_try_advisory_xact_lock(hashtext('outbox relay ' || current_schema())) AS got`,
      );
      if (!lock?.got) return [];
      // PostgreSQL may run a subquery of IN again for each row, which exceeds the limit; it fills an array only once
      const rows = await tx.rows<OutboxRow>(
        `UPDATE outbox SET claimed_until = clock_timestamp() + interval '${CLAIM}'
          WHERE id = ANY (ARRAY(
            SELECT id FROM outbox o
             WHERE published_at IS NULL
               AND NOT EXISTS (
                 SELECT FROM outbox e
                  WHERE e.published_at IS NULL AND e.county_id = o.county_id AND e.aggregate = o.aggregate
                    AND e.claimed_until >= clock_timestamp())
             ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
        RETURNING *`,
      );
      return rows.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
    });
  }

  private async release(ids: readonly string[]): Promise<void> {
    await this.o.database.asWorker((tx) =>
      tx.run(`UPDATE outbox SET claimed_until = NULL WHERE id = ANY($1)`, [ids]),
    );
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.stopping) this.wake();
    });
  }
}

function recordOf(row: OutboxRow): EventRecord {
  const traceparent = row.trace_id === null ? undefined : publishedIn(row.trace_id, row);
  const frame: EnvelopeFrame = {
    id: row.event_id,
    type: row.type,
    version: 1,
    county: row.county_id,
    aggregate: row.aggregate,
    sequence: Number(row.sequence),
    time: row.occurred_at.toISOString(),
    correlationId: row.correlation_id,
    ...(traceparent !== undefined && { traceparent }),
    ...(row.actor !== null && { actor: row.actor }),
    ...(row.replay && { replay: true }),
    payload: row.payload,
  };
  return { topic: topicOf(row.type), key: `${row.county_id}/${row.aggregate}`, body: JSON.stringify(frame) };
}
