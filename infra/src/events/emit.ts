import { randomUUID } from 'node:crypto';
import type { EventType, PayloadInit } from '@portal/proto/events/catalog';
import { afterCommit, beforeCommit, type Tx } from '../db/index.js';
import { callContext } from '../log/index.js';
import { traceparent } from '../tracing/index.js';
import { writePayload } from './event.js';
import { tellOutboxNews } from './outbox-news.js';

export interface NewEvent<T extends EventType> {
  readonly type: T;
  /** `<kind>:<id>`. Readers receive the facts of an aggregate in the order of their transactions. */
  readonly aggregate: string;
  readonly payload: PayloadInit<T>;
  /** User id, or `system:<service>`; default: the user of the current call. */
  readonly actor?: string;
}

/** The values of a fact for its row in the outbox. */
interface Fact {
  readonly aggregate: string;
  readonly type: EventType;
  readonly payload: string;
  readonly correlationId: string;
  readonly actor: string | null;
  readonly traceparent: string | null;
}

/**
 * The number of facts that a transaction keeps in memory until its end. A transaction that emits more facts
 * writes some of them earlier.
 */
const KEPT = 200;

const waiting = new WeakMap<Tx, Fact[]>();

/**
 * Writes the fact into the outbox in the transaction of the change, so that both are stored or neither. One statement
 * writes all facts of a transaction just before it commits. Only this statement locks the counters of the aggregates,
 * always in the same order, so that transactions do not deadlock.
 *
 * A counter that was unused for a long time is deleted. The aggregate's next counter starts at the clock's
 * microseconds, which is more than the old counter can have reached. So sequences only grow.
 */
export const emit = <T extends EventType>(tx: Tx, event: NewEvent<T>): Promise<void> => emitAll(tx, [event]);

/** Like `emit`, for many facts of one transaction. */
export async function emitAll<T extends EventType>(tx: Tx, events: readonly NewEvent<T>[]): Promise<void> {
  if (events.length === 0) return;
  // this call must come before the loop: while no work is registered with `beforeCommit`, the statement of `writeFacts`
  // may also commit the transaction
  const writesAtEnd = beforeCommit(tx, writeFacts);
  for (const event of events) {
    const facts = waiting.get(tx) ?? [];
    waiting.set(tx, facts);
    facts.push(factOf(tx, event));
    if (facts.length >= KEPT) await writeFacts(tx);
  }
  if (!writesAtEnd) await writeFacts(tx);
}

function factOf<T extends EventType>(tx: Tx, event: NewEvent<T>): Fact {
  if (tx.countyId === '') throw new Error(`${event.type} needs a transaction of a county`);
  const context = callContext.current();
  return {
    aggregate: event.aggregate,
    type: event.type,
    payload: writePayload(event.type, event.payload),
    correlationId: context?.correlationId ?? randomUUID(),
    actor: event.actor ?? context?.user ?? null,
    traceparent: traceparent() ?? null,
  };
}

async function writeFacts(tx: Tx): Promise<void> {
  const facts = waiting.get(tx)?.splice(0) ?? [];
  if (facts.length === 0) return;
  await tx.last(
    `WITH fact AS (
       SELECT *, row_number() OVER (PARTITION BY aggregate ORDER BY nth) AS place, count(*) OVER (PARTITION BY aggregate) AS facts
         FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) WITH ORDINALITY
           AS fact (aggregate, type, payload, correlation_id, actor, trace_id, nth)),
     counter AS (
       INSERT INTO outbox_sequence AS s (county_id, aggregate, last)
       SELECT $1, aggregate, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint + facts - 1
         FROM fact WHERE place = 1 ORDER BY aggregate
       ON CONFLICT (county_id, aggregate) DO UPDATE
         SET last = s.last + (SELECT facts FROM fact WHERE fact.aggregate = s.aggregate AND place = 1)
       RETURNING aggregate, last)
     INSERT INTO outbox (county_id, aggregate, sequence, type, payload, correlation_id, actor, trace_id)
     SELECT $1, aggregate, last - facts + place, type, payload::json, correlation_id, actor, trace_id
       FROM fact JOIN counter USING (aggregate) ORDER BY nth`,
    [
      tx.countyId,
      facts.map(({ aggregate }) => aggregate),
      facts.map(({ type }) => type),
      facts.map(({ payload }) => payload),
      facts.map(({ correlationId }) => correlationId),
      facts.map(({ actor }) => actor),
      facts.map((fact) => fact.traceparent),
    ],
  );
  afterCommit(tx, tellOutboxNews);
}
