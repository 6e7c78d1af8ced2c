import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { AccountFunds } from '@portal/proto/rpc/payments';

interface FundsRow {
  account: string;
  kind: 'escrow' | 'images' | 'ar_invoice';
  posted: string;
  held: string;
  unlimited_until: Date | null;
}

/** Reads the money, images and debts of accounts. */
@Injectable()
export class AccountFundsRepository {
  /**
   * Reads the money, images and debts of the given accounts; leaves out accounts that never had a ledger entry.
   * @param now a bundle of unlimited images that has ended by this time does not count
   */
  async list(tx: Tx, accounts: readonly string[], now: Date): Promise<AccountFunds[]> {
    const rows = await tx.rows<FundsRow>(
      `SELECT a.owner_account_id AS account, a.kind,
              coalesce(b.posted_minor, (SELECT sum(p.amount_minor) FROM posting p WHERE p.ledger_account_id = a.id), 0) AS posted,
              coalesce(b.held_minor, 0) AS held, b.unlimited_until
         FROM ledger_account a LEFT JOIN account_balance b ON b.county_id = a.county_id AND b.ledger_account_id = a.id
        WHERE a.county_id = $1 AND a.kind IN ('escrow', 'images', 'ar_invoice') AND a.owner_account_id = ANY ($2::uuid[])`,
      [tx.countyId, accounts],
    );
    const funds = new Map<string, AccountFunds>();
    for (const { account, kind, ...row } of rows) {
      const before = funds.get(account) ?? { account, escrow: null, images: null, owed: 0 };
      const [posted, held] = [Number(row.posted), Number(row.held)];
      const unlimited = row.unlimited_until !== null && row.unlimited_until > now;
      const kept = { posted, held, available: posted - held, unlimited };
      funds.set(account, { ...before, ...(kind === 'ar_invoice' ? { owed: -posted } : { [kind]: kept }) });
    }
    return [...funds.values()];
  }
}
