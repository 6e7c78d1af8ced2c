import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Asset } from '@portal/proto/rpc/payments';

/** The balance of a customer's ledger account; `available` = posted less held. */
export interface AccountBalance {
  readonly ledgerAccountId: string;
  readonly asset: Asset;
  readonly posted: bigint;
  readonly available: bigint;
  readonly unlimitedUntil: Date | null;
  readonly version: bigint;
}

interface BalanceRow {
  ledger_account_id: string;
  asset: Asset;
  posted_minor: string;
  held_minor: string;
  unlimited_until: Date | null;
  version: string;
}

@Injectable()
export class BalanceRepository {
  /** Reads the balances of an account, images before money; empty before the account's first ledger entry. */
  async list(tx: Tx, accountId: string): Promise<AccountBalance[]> {
    const rows = await tx.rows<BalanceRow>(
      `SELECT b.ledger_account_id, a.asset, b.posted_minor, b.held_minor, b.unlimited_until, b.version
         FROM account_balance b JOIN ledger_account a ON a.county_id = b.county_id AND a.id = b.ledger_account_id
        WHERE a.county_id = $1 AND a.owner_account_id = $2 AND a.kind IN ('escrow', 'images') ORDER BY a.asset`,
      [tx.countyId, accountId],
    );
    return rows.map((row) => ({
      ledgerAccountId: row.ledger_account_id,
      asset: row.asset,
      posted: BigInt(row.posted_minor),
      available: BigInt(row.posted_minor) - BigInt(row.held_minor),
      unlimitedUntil: row.unlimited_until,
      version: BigInt(row.version),
    }));
  }

  /** Reads the account's balance in dollars or in images; undefined before the first ledger entry in this asset. */
  async find(tx: Tx, accountId: string, asset: Asset): Promise<AccountBalance | undefined> {
    return (await this.list(tx, accountId)).find((balance) => balance.asset === asset);
  }

  /**
   * Returns the balance in one asset and locks it until the transaction ends.
   * @throws when `openAccounts` has not created the balance
   */
  async lock(tx: Tx, accountId: string, asset: Asset): Promise<AccountBalance> {
    const found = await this.find(tx, accountId, asset);
    if (!found) throw new Error(`account ${accountId} has no ${asset} balance`);
    await tx.run('SELECT 1 FROM account_balance WHERE ledger_account_id = $1 FOR UPDATE', [
      found.ledgerAccountId,
    ]);
    const locked = await this.find(tx, accountId, asset);
    return locked ?? found;
  }

  /**
   * Records an override. If its key was used before, returns SAME for the same request and OTHER for a different one.
   */
  async insertOverride(
    tx: Tx,
    override: {
      key: string;
      hash: Buffer;
      accountId: string;
      asset: Asset;
      balance: bigint;
      reason: string;
      actor: string;
    },
  ): Promise<'NEW' | 'SAME' | 'OTHER'> {
    const { key, hash, accountId, asset, balance, reason, actor } = override;
    const inserted = await tx.run(
      `INSERT INTO balance_override (county_id, key, request_hash, account_id, asset, balance_minor, reason, actor)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (county_id, key) DO NOTHING`,
      [tx.countyId, key, hash, accountId, asset, String(balance), reason, actor],
    );
    if (inserted === 1) return 'NEW';
    const before = await tx.row<{ request_hash: Buffer }>(
      'SELECT request_hash FROM balance_override WHERE county_id = $1 AND key = $2',
      [tx.countyId, key],
    );
    return before?.request_hash.equals(hash) ? 'SAME' : 'OTHER';
  }
}
