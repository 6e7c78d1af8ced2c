import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { MutationOutcome } from '../cards/card-provider.js';

/** An authorization that is being closed. Amounts in cents. */
export interface ClosingAuthorization {
  readonly id: string;
  readonly countyId: string;
  readonly userId: string;
  readonly accountId: string | null;
  readonly merchantRef: string;
  readonly transactionId: string;
  readonly used: bigint;
  /** True while an unfinished purchase uses the authorization. */
  readonly waits: boolean;
  readonly createdAt: Date;
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
  created_at: Date;
  correlation_id: string;
}

/** Finds the authorizations that have to be closed, and stores the outcome of closing them. */
@Injectable()
export class ClosingRepository {
  /**
   * Claims an authorization of the county: of those that no other process has locked, the one that has been overdue
   * longest. Stores the amount to capture; from then on nothing more is spent from the authorization. A separate
   * statement takes the lock first, so that the UPDATE sees the amounts that the previous holder of the lock reserved.
   */
  async claimNext(tx: Tx, now: Date, nextTryAt: Date): Promise<ClosingAuthorization | undefined> {
    const due = await tx.row<{ id: string }>(
      `SELECT id FROM card_authorization
        WHERE county_id = $1 AND state IN ('AUTHORIZED', 'CLOSING') AND next_try_at <= $2
        ORDER BY next_try_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [tx.countyId, now],
    );
    if (!due) return undefined;
    const { id } = due;
    const row = await tx.row<ClosingRow>(
      `UPDATE card_authorization a
          SET state = 'CLOSING', close_reason = coalesce(close_reason, 'TOO_OLD'), next_try_at = $3, tries = tries + 1,
              closing_amount_minor = used_minor
        WHERE id = $1 AND state IN ('AUTHORIZED', 'CLOSING') AND next_try_at <= $2
       RETURNING id, county_id, user_id, account_id, merchant_ref, provider_txn_id, used_minor, created_at,
         correlation_id,
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
        createdAt: row.created_at,
        correlationId: row.correlation_id,
      }
    );
  }

  /**
   * Records how the provider answered the request to capture or void an authorization.
   * @returns how many such requests for this authorization the provider has refused
   */
  async note(tx: Tx, id: string, outcome: MutationOutcome): Promise<number> {
    const row = await tx.row<{ refusals: number }>(
      `UPDATE card_authorization SET last_outcome = $2, refusals = refusals + CASE WHEN $2 = 'DECLINED' THEN 1 ELSE 0 END
        WHERE id = $1 AND state = 'CLOSING' RETURNING refusals`,
      [id, outcome],
    );
    return row?.refusals ?? 0;
  }

  /**
   * Stores how an authorization was closed. Returns false when the authorization was closed before.
   * @param captured cents, if captured
   */
  async close(tx: Tx, id: string, state: ClosedState, at: Date, captured?: bigint): Promise<boolean> {
    const closed = await tx.run(
      `UPDATE card_authorization SET state = $2, closed_at = $3, captured_minor = $4
        WHERE id = $1 AND state = 'CLOSING'`,
      [id, state, at, captured === undefined ? null : String(captured)],
    );
    return closed === 1;
  }
}
