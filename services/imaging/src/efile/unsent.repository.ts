import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';

@Injectable()
export class UnsentRepository {
  /** Marks at most `limit` old uploads for removal, the oldest first. Skips those that are being sent now. */
  async mark(
    tx: Tx,
    { before, nextTryAt, limit }: { before: Date; nextTryAt: Date; limit: number },
  ): Promise<string[]> {
    // PostgreSQL may run a subquery of IN again for each row, which exceeds the limit; it fills an array only once
    const rows = await tx.rows<{ id: string }>(
      `UPDATE filing SET state = 'DISCARDING', next_try_at = $3
        WHERE county_id = $1 AND id = ANY (ARRAY(
          SELECT id FROM filing WHERE county_id = $1 AND state IN ('UPLOADED', 'PRICED') AND uploaded_at < $2
           ORDER BY uploaded_at LIMIT $4 FOR UPDATE SKIP LOCKED))
       RETURNING id`,
      [tx.countyId, before, nextTryAt, limit],
    );
    return rows.map(({ id }) => id);
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.run(`DELETE FROM filing WHERE county_id = $1 AND id = $2 AND state = 'DISCARDING'`, [
      tx.countyId,
      id,
    ]);
  }

  /** Returns those of the given object keys that are the original or the stamped copy of a filing. */
  async listNamed(tx: Tx, keys: readonly string[]): Promise<string[]> {
    const rows = await tx.rows<{ key: string }>(
      `SELECT object_key AS key FROM filing WHERE county_id = $1 AND object_key = ANY ($2::text[])
       UNION ALL SELECT endorsed_key FROM filing WHERE county_id = $1 AND endorsed_key = ANY ($2::text[])`,
      [tx.countyId, keys],
    );
    return rows.map(({ key }) => key);
  }

  /** Lists the counties that have uploads older than `before`. Runs as the worker role, which sees all counties. */
  async listCounties(tx: Tx, before: Date): Promise<string[]> {
    const rows = await tx.rows<{ county: string }>(
      `SELECT DISTINCT county_id AS county FROM filing
        WHERE state IN ('UPLOADED', 'PRICED') AND uploaded_at < $1`,
      [before],
    );
    return rows.map(({ county }) => county);
  }
}
