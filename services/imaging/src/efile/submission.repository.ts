import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { filingColumns, type Filing } from './filing.repository.js';

/** Submissions beyond this number are not counted, because no sender goes that far in the list. */
const mostCounted = 10_000;

interface Who {
  readonly userId: string;
  readonly accountId: string | null;
}

@Injectable()
export class SubmissionRepository {
  async list(
    tx: Tx,
    { userId, accountId }: Who,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<Filing[]> {
    return tx.rows<Filing>(
      `SELECT ${filingColumns} FROM filing
        WHERE county_id = $1 AND user_id = $2 AND account_id IS NOT DISTINCT FROM $3 AND number IS NOT NULL
        ORDER BY uploaded_at DESC OFFSET $4 LIMIT $5`,
      [tx.countyId, userId, accountId, offset, limit],
    );
  }

  async count(tx: Tx, { userId, accountId }: Who): Promise<number> {
    const row = await tx.row<{ count: number }>(
      `SELECT count(*)::float8 AS count FROM (
         SELECT 1 FROM filing
          WHERE county_id = $1 AND user_id = $2 AND account_id IS NOT DISTINCT FROM $3 AND number IS NOT NULL
          LIMIT ${mostCounted}) AS counted`,
      [tx.countyId, userId, accountId],
    );
    return row?.count ?? 0;
  }
}
