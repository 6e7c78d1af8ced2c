import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { ActivityRefill } from './activity.refill.js';
import { ActivityRepository } from './activity.repository.js';

/**
 * Removes the lines of purged records from the reports (DECISIONS.md#report-10). What these lines added to the escrow
 * of each account is carried forward, so that later statements begin with the right balance.
 */
@Injectable()
export class PurgedLines {
  constructor(
    private readonly refill: ActivityRefill,
    private readonly activities: ActivityRepository,
  ) {}

  /** Writes missing lines before a removal, because the totals that are carried forward need all lines. */
  async prepare(county: string): Promise<void> {
    await this.refill.refill(county);
  }

  /** @param facts the ids of the records that the same transaction deletes */
  async remove(tx: Tx, facts: readonly string[]): Promise<void> {
    await this.activities.lockProgress(tx);
    await tx.run(
      `WITH gone AS (DELETE FROM activity WHERE county_id = $1 AND fact = ANY ($2::uuid[])
                     RETURNING account_id, escrow)
       INSERT INTO carried_escrow AS c (county_id, account_id, escrow)
       SELECT $1, account_id, sum(escrow) FROM gone WHERE escrow <> 0 GROUP BY account_id ORDER BY account_id
       ON CONFLICT (county_id, account_id) DO UPDATE SET escrow = c.escrow + excluded.escrow`,
      [tx.countyId, facts],
    );
  }

  /**
   * Removes lines of searches before `olderThan`, at most `limit`. `remove` finds lines by the ids of deleted audit
   * records; searches have no audit records, so their lines are found by time.
   * @returns the number of removed lines
   */
  removeSearches(tx: Tx, olderThan: Date, limit: number): Promise<number> {
    return tx.run(
      `DELETE FROM activity a USING (
         SELECT fact, part FROM activity WHERE county_id = $1 AND at < $2 AND log = 'SEARCHES' AND source = 'FIVE'
          ORDER BY at, fact, part LIMIT $3) old
        WHERE a.county_id = $1 AND a.fact = old.fact AND a.part = old.part`,
      [tx.countyId, olderThan, limit],
    );
  }
}
