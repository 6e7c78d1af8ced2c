import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';

/** An authorization that is being closed. Cents. */
export interface ClosingAuthorization {
  readonly id: string;
  readonly countyId: string;
  readonly userId: string;
  readonly accountId: string | null;
  readonly merchantRef: string;
  readonly transactionId: string;
  readonly used: bigint;
  /** Something that was bought is not finished yet. */
  readonly waits: boolean;
  readonly tries: number;
  readonly correlationId: string;
}

export type ClosedState = 'CAPTURED' | 'VOIDED' | 'EXPIRED' | 'FAILED';

interface ClosingRow {
  id: string;
  county_id: string;
  user_id: string;
  account_id: string | null;
  merchant_ref: string;
  provider_txn_id: string;
  used_minor: string;
  waits: boolean;
  tries: number;
  correlation_id: string;
}

/** Statements of the closer. */
@Injectable()
export class ClosingRepository {
  findDue(tx: Tx, now: Date, limit: number): Promise<{ id: string; county_id: string }[]> {
    return tx.rows(
      `SELECT id, county_id FROM card_authorization
        WHERE state IN ('AUTHORIZED', 'CLOSING') AND next_try_at <= $1 ORDER BY next_try_at LIMIT $2`,
      [now, limit],
    );
  }

  /**
   * Takes a due authorization and writes down what will be captured; from then on nothing more is spent from it.
   * undefined when another process has it.
   */
  async claim(tx: Tx, id: string, now: Date, nextTryAt: Date): Promise<ClosingAuthorization | undefined> {
    const row = await tx.row<ClosingRow>(
      `UPDATE card_authorization a
          SET state = 'CLOSING', close_reason = coalesce(close_reason, 'TOO_OLD'), next_try_at = $3, tries = tries + 1,
              closing_amount_minor = used_minor
        WHERE id = $1 AND state IN ('AUTHORIZED', 'CLOSING') AND next_try_at <= $2
       RETURNING id, county_id, user_id, account_id, merchant_ref, provider_txn_id, used_minor, tries, correlation_id,
         EXISTS (SELECT 1 FROM card_use u WHERE u.authorization_id = a.id AND u.state = 'PENDING') AS waits`,
      [id, now, nextTryAt],
    );
    return (
      row && {
        id: row.id,
        countyId: row.county_id,
        userId: row.user_id,
        accountId: row.account_id,
        merchantRef: row.merchant_ref,
        transactionId: row.provider_txn_id,
        used: BigInt(row.used_minor),
        waits: row.waits,
        tries: row.tries,
        correlationId: row.correlation_id,
      }
    );
  }

  async note(tx: Tx, id: string, outcome: string): Promise<void> {
    await tx.run(`UPDATE card_authorization SET last_outcome = $2 WHERE id = $1 AND state = 'CLOSING'`, [
      id,
      outcome,
    ]);
  }

  /** False when it was closed before. @param captured cents, of a captured one */
  async close(tx: Tx, id: string, state: ClosedState, at: Date, captured?: bigint): Promise<boolean> {
    const closed = await tx.run(
      `UPDATE card_authorization SET state = $2, closed_at = $3, captured_minor = $4
        WHERE id = $1 AND state = 'CLOSING'`,
      [id, state, at, captured === undefined ? null : String(captured)],
    );
    return closed === 1;
  }
}
