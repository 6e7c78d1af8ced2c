import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';

/** The tables with card work, their time column, and the condition for waiting rows. */
const queues = [
  ['webhook_inbox', 'next_try_at', 'q.next_try_at IS NOT NULL'],
  ['payment_attempt', 'next_look_at', 'q.next_look_at IS NOT NULL'],
  ['filing_refund', 'next_try_at', 'q.next_try_at IS NOT NULL'],
  ['card_authorization', 'next_try_at', `q.state IN ('AUTHORIZED', 'CLOSING')`],
] as const;

/**
 * Jumps from county to county in the index, so that a county with much work costs no more than a county with little.
 */
const countiesOf = ([table, due, waits]: (typeof queues)[number]): string => `
  WITH RECURSIVE county AS (
    (SELECT q.county_id FROM ${table} q WHERE ${waits} ORDER BY q.county_id LIMIT 1)
    UNION ALL
    SELECT (SELECT q.county_id FROM ${table} q WHERE ${waits} AND q.county_id > c.county_id
             ORDER BY q.county_id LIMIT 1)
      FROM county c WHERE c.county_id IS NOT NULL)
  SELECT c.county_id AS county FROM county c
   CROSS JOIN LATERAL (SELECT q.${due} AS at FROM ${table} q WHERE ${waits} AND q.county_id = c.county_id
                        ORDER BY q.${due} LIMIT 1) oldest
   WHERE oldest.at <= $1`;

/** Lists the counties with due card work. */
@Injectable()
export class WaitingCounties {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(): Promise<string[]> {
    return this.database.asWorker((tx) => this.read(tx, this.clock.now()));
  }

  private async read(tx: Tx, now: Date): Promise<string[]> {
    const found = new Set<string>();
    for (const queue of queues) {
      const rows = await tx.rows<{ county: string }>(countiesOf(queue), [now]);
      for (const { county } of rows) found.add(county);
    }
    return [...found];
  }
}
