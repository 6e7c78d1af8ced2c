import { randomUUID } from 'node:crypto';
import type { EventType, PayloadInit } from '@portal/proto/events/catalog';
import { afterCommit, type Tx } from '../db/index.js';
import { callContext } from '../log/index.js';
import { writePayload } from './event.js';
import { tellOutboxNews } from './outbox-news.js';

export interface NewEvent<T extends EventType> {
  readonly type: T;
  /** `<kind>:<id>`; readers receive its facts in the order of their transactions. */
  readonly aggregate: string;
  readonly payload: PayloadInit<T>;
  /** User id, or `system:<service>`; default: the user of the current call. */
  readonly actor?: string;
}

/**
 * Writes the fact into the outbox in the transaction of the change, so that both are stored or neither. The aggregate's
 * counter stays locked until the end of the transaction; emit for several aggregates in sorted order.
 *
 * A counter that was unused for long is deleted. The aggregate's next counter starts at the clock's microseconds, a
 * value that counting never reaches, so sequences only grow.
 */
export async function emit<T extends EventType>(tx: Tx, event: NewEvent<T>): Promise<void> {
  if (tx.countyId === '') throw new Error(`${event.type} needs a transaction of a county`);
  const context = callContext.current();
  await tx.run(
    `WITH counter AS (
       INSERT INTO outbox_sequence AS s (county_id, aggregate, last) VALUES ($1, $2, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
       ON CONFLICT (county_id, aggregate) DO UPDATE SET last = s.last + 1
       RETURNING last)
     INSERT INTO outbox (county_id, aggregate, sequence, type, payload, correlation_id, actor)
     SELECT $1, $2, last, $3, $4, $5, $6 FROM counter`,
    [
      tx.countyId,
      event.aggregate,
      event.type,
      writePayload(event.type, event.payload),
      context?.correlationId ?? randomUUID(),
      event.actor ?? context?.user ?? null,
    ],
  );
  afterCommit(tx, tellOutboxNews);
}
