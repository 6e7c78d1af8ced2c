import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { AttemptState } from '../attempts/attempt.states.js';
import type { AuthorizationState, Booked } from './reconciliation.rules.js';

/** A merchant of the provider, as payment attempts store it. */
export interface MerchantKey {
  readonly provider: string;
  readonly merchantRef: string;
}

export interface BookedPayment extends Booked {
  readonly invoice: string;
}

interface BookedRow {
  id: string;
  state: AttemptState;
  provider_txn_id: string | null;
  ref_id: string;
  expected_minor: string;
  verified_at: Date | null;
  card_state: AuthorizationState | null;
  authorized_minor: string | null;
  used_minor: string | null;
  captured_minor: string | null;
}

const columns = `t.id, t.state, t.provider_txn_id, t.ref_id, t.expected_minor, t.verified_at,
  c.state AS card_state, c.authorized_minor, c.used_minor, c.captured_minor
  FROM payment_attempt t LEFT JOIN card_authorization c ON c.county_id = t.county_id AND c.attempt_id = t.id`;

const toBooked = (row: BookedRow): BookedPayment => ({
  attemptId: row.id,
  attemptState: row.state,
  transactionId: row.provider_txn_id,
  invoice: row.ref_id,
  expected: BigInt(row.expected_minor),
  verifiedAt: row.verified_at,
  authorization: row.card_state && {
    state: row.card_state,
    authorized: BigInt(row.authorized_minor ?? 0),
    used: BigInt(row.used_minor ?? 0),
    captured: BigInt(row.captured_minor ?? 0),
  },
});

/** Reads the portal's records of card payments, which the reconciliation compares with the provider's records. */
@Injectable()
export class BooksRepository {
  /** Finds payments that are bound to one of the given transactions, or have one of the given invoice numbers. */
  async find(
    tx: Tx,
    { provider, merchantRef }: MerchantKey,
    transactionIds: readonly string[],
    invoices: readonly string[],
  ): Promise<BookedPayment[]> {
    const rows = await tx.rows<BookedRow>(
      `SELECT ${columns}
        WHERE t.county_id = $1 AND t.provider = $2 AND t.merchant_ref = $3
          AND (t.provider_txn_id = ANY ($4) OR t.ref_id = ANY ($5))`,
      [tx.countyId, provider, merchantRef, transactionIds, invoices],
    );
    return rows.map(toBooked);
  }

  /**
   * Finds payments that hold or reserve money according to the portal, but that this run has not seen at the provider;
   * oldest first. Only payments that were verified or closed since the given time, or that are still open, are found.
   * Voided and expired authorizations are left out, because they hold no money.
   */
  async findUnseen(
    tx: Tx,
    { provider, merchantRef }: MerchantKey,
    since: Date,
    runStartedAt: Date,
    limit: number,
  ): Promise<BookedPayment[]> {
    const rows = await tx.rows<BookedRow>(
      `SELECT ${columns}
        WHERE t.county_id = $1 AND t.provider = $2 AND t.merchant_ref = $3 AND t.provider_txn_id IS NOT NULL
          AND (t.verified_at >= $4 OR c.closed_at >= $4 OR c.state IN ('AUTHORIZED', 'CLOSING'))
          AND t.state IN ('AUTHORIZED', 'CAPTURED', 'CREDITED', 'SETTLED', 'REFUNDED', 'CHARGED_BACK')
          AND (c.state IS NULL OR c.state NOT IN ('VOIDED', 'EXPIRED'))
          AND NOT EXISTS (SELECT 1 FROM reconciled_transaction r
                           WHERE r.county_id = t.county_id AND r.provider = t.provider
                             AND r.merchant_ref = t.merchant_ref AND r.transaction_id = t.provider_txn_id
                             AND r.seen_at >= $5)
        ORDER BY t.verified_at LIMIT $6`,
      [tx.countyId, provider, merchantRef, since, runStartedAt, limit],
    );
    return rows.map(toBooked);
  }
}
