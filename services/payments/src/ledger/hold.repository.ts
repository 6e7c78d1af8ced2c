import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { LedgerAccountKey } from './ledger-account.js';

export interface NewHold {
  readonly account: LedgerAccountKey;
  readonly orderId: string;
  /** Cents or images, above 0. */
  readonly amount: bigint;
  readonly expiresAt: Date;
}

/**
 * Places, captures and releases holds, each in a single statement whose row count shows whether the change happened
 * (payments/DESIGN.md#ledger).
 */
@Injectable()
export class HoldRepository {
  /**
   * Sets the amount aside. Returns false when the balance less the existing holds is below the amount, or there is no
   * balance.
   */
  async place(tx: Tx, hold: NewHold): Promise<boolean> {
    const placed = await tx.run(
      `WITH reserved AS (
         UPDATE account_balance b SET held_minor = b.held_minor + $5, version = b.version + 1 FROM ledger_account a
          WHERE a.county_id = $1 AND a.kind = $2 AND a.owner_account_id = $3 AND a.asset = $4
            AND b.ledger_account_id = a.id AND (b.allow_negative OR b.posted_minor - b.held_minor >= $5)
         RETURNING b.ledger_account_id)
       INSERT INTO hold (id, county_id, ledger_account_id, order_id, amount_minor, state, expires_at)
       SELECT $6, $1, ledger_account_id, $7, $5, 'PENDING', $8 FROM reserved`,
      [
        ...[tx.countyId, hold.account.kind, hold.account.owner, hold.account.asset, String(hold.amount)],
        ...[randomUUID(), hold.orderId, hold.expiresAt],
      ],
    );
    return placed === 1;
  }

  /**
   * Ends a hold and stores the amount that is charged. The balance does not change here: the ledger entry for the
   * charge changes the balance and releases the held amount.
   * @returns the amount that was held
   */
  async capture(tx: Tx, orderId: string, captured: bigint): Promise<bigint> {
    const ended = await tx.row<{ amount_minor: string }>(
      `UPDATE hold SET state = 'CAPTURED', captured_minor = $2
        WHERE order_id = $1 AND state = 'PENDING' AND $2 <= amount_minor RETURNING amount_minor`,
      [orderId, String(captured)],
    );
    if (!ended) throw new Error(`order ${orderId} has no hold of ${captured} to capture`);
    return BigInt(ended.amount_minor);
  }

  /**
   * Releases the whole hold; does nothing if the order never had a hold (it is free or paid by invoice) or the hold has
   * ended.
   */
  async release(tx: Tx, orderId: string, state: 'VOIDED' | 'EXPIRED'): Promise<void> {
    const ended = await tx.row<{ ledger_account_id: string; amount_minor: string }>(
      `UPDATE hold SET state = $2 WHERE order_id = $1 AND state = 'PENDING'
       RETURNING ledger_account_id, amount_minor`,
      [orderId, state],
    );
    if (!ended) return;
    const given = await tx.run(
      `UPDATE account_balance SET held_minor = held_minor - $2, version = version + 1 WHERE ledger_account_id = $1`,
      [ended.ledger_account_id, ended.amount_minor],
    );
    if (given !== 1) throw new Error(`hold of order ${orderId} belongs to no balance`);
  }
}
