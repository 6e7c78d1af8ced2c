import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';

/** A card payment that has to go back. Amounts in cents. */
export interface FilingRefund {
  readonly countyId: string;
  readonly attemptId: string;
  readonly filingId: string;
  readonly merchantRef: string;
  readonly transactionId: string;
  readonly amount: bigint;
  /** Our reference of the refund at the provider. */
  readonly refId: string;
  /** The operation requested from the provider; null before the first attempt. */
  readonly means: 'VOID' | 'REFUND' | null;
  /** When a refund was requested; null when none was requested, or the provider refused the last request. */
  readonly askedAt: Date | null;
  /** When the claim ends, so that another process may work on the refund; null for a refund that has ended. */
  readonly claimedUntil: Date | null;
  readonly createdAt: Date;
}

/** A claim that `claimNext` made, identified by the time at which it ends. */
export type RefundClaim = Pick<FilingRefund, 'attemptId' | 'claimedUntil'>;

interface RefundRow {
  county_id: string;
  attempt_id: string;
  filing_id: string;
  merchant_ref: string;
  transaction_id: string;
  amount_minor: string;
  ref_id: string;
  means: FilingRefund['means'];
  asked_at: Date | null;
  next_try_at: Date | null;
  created_at: Date;
}

const toRefund = (row: RefundRow): FilingRefund => ({
  countyId: row.county_id,
  attemptId: row.attempt_id,
  filingId: row.filing_id,
  merchantRef: row.merchant_ref,
  transactionId: row.transaction_id,
  amount: BigInt(row.amount_minor),
  refId: row.ref_id,
  means: row.means,
  askedAt: row.asked_at,
  claimedUntil: row.next_try_at,
  createdAt: row.created_at,
});

/** Stores which card payments of filings have to go back, and how far each refund is. */
@Injectable()
export class FilingRefundRepository {
  /**
   * Stores that a payment has to go back; a repeated call changes nothing. Later the sweeper requests the refund from
   * the provider.
   */
  async want(tx: Tx, filingId: string, attemptId: string, at: Date): Promise<void> {
    await tx.run(
      `INSERT INTO filing_refund (county_id, attempt_id, filing_id, merchant_ref, transaction_id, amount_minor, ref_id,
         state, next_try_at, created_at, account_id)
       SELECT county_id, id, $2, merchant_ref, provider_txn_id, expected_minor, $4, 'DUE', $5, $5, account_id
         FROM payment_attempt WHERE county_id = $1 AND id = $3 AND provider_txn_id IS NOT NULL
       ON CONFLICT (county_id, attempt_id) DO NOTHING`,
      [tx.countyId, filingId, attemptId, randomBytes(10).toString('hex').toUpperCase(), at],
    );
  }

  /** Claims the county's refund that has been overdue longest, unless another process works on it. */
  async claimNext(tx: Tx, now: Date, nextTryAt: Date): Promise<FilingRefund | undefined> {
    const row = await tx.row<RefundRow>(
      `UPDATE filing_refund SET next_try_at = $3
        WHERE county_id = $1 AND attempt_id = (
          SELECT attempt_id FROM filing_refund WHERE county_id = $1 AND next_try_at <= $2
           ORDER BY next_try_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING *`,
      [tx.countyId, now, nextTryAt],
    );
    return row && toRefund(row);
  }

  /**
   * Stores the operation that will be requested from the provider, so that a later attempt knows what to look for, and
   * renews the claim.
   * @returns false when the query to the provider took so long that the claim is over, and another process has claimed
   * the refund
   */
  async noteMeans(
    tx: Tx,
    { attemptId, claimedUntil }: RefundClaim,
    means: 'VOID' | 'REFUND',
    { at, nextTryAt }: { at: Date; nextTryAt: Date },
  ): Promise<boolean> {
    const noted = await tx.run(
      `UPDATE filing_refund SET means = $3, next_try_at = $5, asked_at = CASE WHEN $3 = 'REFUND' THEN $6::timestamptz END
        WHERE county_id = $1 AND attempt_id = $2 AND state = 'DUE' AND next_try_at = $4`,
      [tx.countyId, attemptId, means, claimedUntil, nextTryAt, at],
    );
    return noted === 1;
  }

  /**
   * Counts a refusal of the provider to return the money. The wait before the next attempt doubles with each refusal,
   * from `firstWaitMs` up to six hours. If the claim is over, changes nothing, because another process may have claimed
   * the refund since and may be waiting for an answer of its own.
   * @returns how often the provider has refused; 0 when the claim is over
   */
  async noteRefusal(
    tx: Tx,
    { attemptId, claimedUntil }: RefundClaim,
    at: Date,
    firstWaitMs: number,
  ): Promise<number> {
    const row = await tx.row<{ refusals: number }>(
      `UPDATE filing_refund SET refusals = refusals + 1, asked_at = NULL,
         next_try_at = $3::timestamptz + least($4 * 2 ^ refusals, 6 * 3600000) * interval '1 millisecond'
        WHERE county_id = $1 AND attempt_id = $2 AND state = 'DUE' AND next_try_at = $5 RETURNING refusals`,
      [tx.countyId, attemptId, at, firstWaitMs, claimedUntil],
    );
    return row?.refusals ?? 0;
  }

  /**
   * Finds the refund of the payment that has this number at the provider. Returns only a refund on which the portal has
   * given up.
   */
  async findFailed(
    tx: Tx,
    { provider, merchantRef }: { provider: string; merchantRef: string },
    transactionId: string,
  ): Promise<FilingRefund | undefined> {
    const row = await tx.row<RefundRow>(
      `SELECT r.* FROM payment_attempt t
         JOIN filing_refund r ON r.county_id = t.county_id AND r.attempt_id = t.id
        WHERE t.county_id = $1 AND t.provider = $2 AND t.merchant_ref = $3 AND t.provider_txn_id = $4
          AND r.state = 'FAILED'`,
      [tx.countyId, provider, merchantRef, transactionId],
    );
    return row && toRefund(row);
  }

  /** Ends a refund. Returns false when the refund is not in the state that the caller has read. */
  async end(
    tx: Tx,
    attemptId: string,
    state: 'DONE' | 'FAILED',
    at: Date,
    from: 'DUE' | 'FAILED' = 'DUE',
  ): Promise<boolean> {
    const ended = await tx.run(
      `UPDATE filing_refund SET state = $3, done_at = $4, next_try_at = NULL
        WHERE county_id = $1 AND attempt_id = $2 AND state = $5`,
      [tx.countyId, attemptId, state, at, from],
    );
    return ended === 1;
  }
}
