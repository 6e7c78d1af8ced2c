import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';

/** A file that the land system put into the folder, and its result. */
export interface ArrivedAnswer {
  readonly id: string;
  readonly fileName: string;
  readonly arrivedAt: Date;
  readonly refused: boolean;
  /** Catalog messages about the file; empty when the whole file was applied without a problem. */
  readonly why: readonly string[];
  /** The ids of the filings that the file answers; empty if the file is refused as a whole. */
  readonly filings: readonly string[];
}

@Injectable()
export class ArrivedAnswerRepository {
  async insert(tx: Tx, { id, fileName, arrivedAt, refused, why, filings }: ArrivedAnswer): Promise<void> {
    await tx.run(
      `INSERT INTO exchange_answer (county_id, id, file_name, arrived_at, refused, why, filings)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      [tx.countyId, id, fileName, arrivedAt, refused, why, filings],
    );
  }

  /** The newest answers that need attention. */
  async listTold(tx: Tx, limit: number): Promise<Omit<ArrivedAnswer, 'filings'>[]> {
    return tx.rows(
      `SELECT id, file_name AS "fileName", arrived_at AS "arrivedAt", refused, why FROM exchange_answer
        WHERE county_id = $1 AND cardinality(why) > 0 ORDER BY arrived_at DESC LIMIT $2`,
      [tx.countyId, limit],
    );
  }
}
