import { topicOf } from '@portal/proto/events/catalog';
import type { EnvelopeFrame } from '@portal/proto/events/envelope';
import type { Database, Tx } from '../db/index.js';
import { failpoint } from '../failpoints/index.js';
import type { Log } from '../log/index.js';
import type { EventLog, EventRecord } from './event-log.js';

export interface OutboxRelayOptions {
  readonly database: Database;
  readonly events: EventLog;
  readonly log: Log;
  /** How long an idle relay waits; facts are at most this late, in milliseconds. */
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
  trace_id: string | null;
  actor: string | null;
  replay: boolean;
}

const POLL_MS = 200;
const PAUSE_AFTER_FAULT_MS = 500;
const BATCH = 200;
const CLAIM = '10 seconds';
const KEPT = '7 days';
/** Longer than the outbox, so that a replay of its oldest row still finds its reader's note. */
const INBOX_KEPT = '9 days';
const PRUNE_EVERY_MS = 3_600_000;
const PRUNE_BATCH = 5_000;
const REPLAY_MS = 60_000;

/**
 * Moves the outbox of a service into the event log. Rows are claimed for ten seconds in one transaction, published
 * outside of any, and marked in another; a relay that dies in between leaves them to the next claim.
 */
export class OutboxRelay {
  private stopping = false;
  private loop: Promise<void> | undefined;
  private wake: (() => void) | undefined;
  private epoch: string | undefined;
  private prunedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly o: OutboxRelayOptions) {}

  start(): void {
    this.loop ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.wake?.();
    await this.loop;
  }

  /** Publishes one batch. @returns the number of facts that are in the log now */
  async turn(): Promise<number> {
    await this.followEpoch();
    const rows = await this.claim();
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    try {
      await this.o.events.publish(rows.map(recordOf));
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

  /** Deletes what is past its time; readers' notes live longer than the rows that could be published again. */
  async prune(): Promise<void> {
    const outbox = `SELECT ctid FROM outbox WHERE published_at IS NOT NULL AND occurred_at < now() - interval '${KEPT}'`;
    const inbox = `SELECT ctid FROM inbox WHERE received_at < now() - interval '${INBOX_KEPT}'`;
    await this.deleteAll(`DELETE FROM outbox WHERE ctid IN (${outbox} LIMIT ${PRUNE_BATCH})`);
    await this.deleteAll(`DELETE FROM inbox WHERE ctid IN (${inbox} LIMIT ${PRUNE_BATCH})`);
  }

  private async run(): Promise<void> {
    let quiet = false;
    while (!this.stopping) {
      try {
        const published = await this.turn();
        if (performance.now() - this.prunedAt > PRUNE_EVERY_MS) {
          this.prunedAt = performance.now();
          await this.prune();
        }
        quiet = false;
        if (published < BATCH) await this.pause(this.o.pollMs ?? POLL_MS);
      } catch (error) {
        if (!quiet) this.o.log.warn({ err: error }, 'facts wait in the outbox');
        quiet = true;
        await this.pause(PAUSE_AFTER_FAULT_MS);
      }
    }
  }

  /** One relay claims at a time, and no row of an aggregate whose earlier rows are on their way: order is kept. */
  private claim(): Promise<OutboxRow[]> {
    return this.o.database.asWorker(async (tx) => {
      const lock = await tx.row<{ got: boolean }>(
        `SELECT pg_try_advisory_xact_lock(hashtext('outbox relay ' || current_schema())) AS got`,
      );
      if (!lock?.got) return [];
      const rows = await tx.rows<OutboxRow>(
        `UPDATE outbox SET claimed_until = clock_timestamp() + interval '${CLAIM}'
          WHERE id IN (
            SELECT id FROM outbox o
             WHERE published_at IS NULL
               AND NOT EXISTS (
                 SELECT FROM outbox e
                  WHERE e.published_at IS NULL AND e.county_id = o.county_id AND e.aggregate = o.aggregate
                    AND e.claimed_until >= clock_timestamp())
             ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
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

  /** When the log came back empty, everything that is kept is published again; readers skip what they have. */
  private async followEpoch(): Promise<void> {
    const epoch = await this.o.events.epoch();
    if (epoch === this.epoch) return;
    const again = await this.o.database.asWorker((tx) => replay(tx, epoch), {
      statementTimeoutMs: REPLAY_MS,
    });
    this.epoch = epoch;
    if (again > 0) this.o.log.warn({ again }, 'the event log was lost: facts are published again');
  }

  private async deleteAll(statement: string): Promise<void> {
    while ((await this.o.database.asWorker((tx) => tx.run(statement))) === PRUNE_BATCH && !this.stopping);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** The first relay that sees a new epoch marks the rows; the row lock keeps the others from doing it again. */
async function replay(tx: Tx, epoch: string): Promise<number> {
  await tx.run(`INSERT INTO outbox_epoch (epoch) VALUES ('') ON CONFLICT DO NOTHING`);
  const known = await tx.row<{ epoch: string }>(`SELECT epoch FROM outbox_epoch FOR UPDATE`);
  if (known?.epoch === epoch) return 0;
  await tx.run(`UPDATE outbox_epoch SET epoch = $1`, [epoch]);
  return tx.run(
    `UPDATE outbox SET published_at = NULL, claimed_until = NULL, replay = true
      WHERE published_at IS NOT NULL AND occurred_at > now() - interval '${KEPT}'`,
  );
}

function recordOf(row: OutboxRow): EventRecord {
  const frame: EnvelopeFrame = {
    id: row.event_id,
    type: row.type,
    version: 1,
    county: row.county_id,
    aggregate: row.aggregate,
    sequence: Number(row.sequence),
    time: row.occurred_at.toISOString(),
    correlationId: row.correlation_id,
    ...(row.trace_id !== null && { traceId: row.trace_id }),
    ...(row.actor !== null && { actor: row.actor }),
    ...(row.replay && { replay: true }),
    payload: row.payload,
  };
  return { topic: topicOf(row.type), key: `${row.county_id}/${row.aggregate}`, body: JSON.stringify(frame) };
}
