import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';

/** Stores which accounts were deleted (payments/DESIGN.md#closed-accounts). */
@Injectable()
export class ClosedAccountRepository {
  /**
   * True if an account is open. The account then stays open until the given transaction ends, because closing the
   * account waits for that transaction.
   */
  async isOpen(tx: Tx, account: string): Promise<boolean> {
    const row = await tx.row<{ open: boolean }>('SELECT payments.account_is_open($1) AS open', [account]);
    return row?.open ?? false;
  }

  /**
   * Waits for every transaction that has asked whether the account is open. Transactions that ask later have to wait
   * until the given transaction ends.
   */
  async lock(tx: Tx, account: string): Promise<void> {
    await tx.run(`SELECT pg_advisory_xact_lock(hashtextextended('payments account ' || $1::text, 0))`, [
      account,
    ]);
  }

  async close(tx: Tx, account: string): Promise<void> {
    await tx.run('INSERT INTO closed_account (county_id, account_id) VALUES ($1, $2)', [
      tx.countyId,
      account,
    ]);
  }
}
