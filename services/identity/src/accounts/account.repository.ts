import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Account } from '@portal/proto/rpc/identity';
import { AccountRow } from './account.entity.js';
import { termsOf } from './account.rules.js';

@Injectable()
export class AccountRepository {
  async find(tx: Tx, id: string): Promise<Account | undefined> {
    const row = await tx.repository(AccountRow).findOneBy({ countyId: tx.countyId, id });
    return row ? accountOf(row) : undefined;
  }

  /** Returns true if the account exists, and prevents its deletion until the transaction ends. */
  async hold(tx: Tx, id: string): Promise<boolean> {
    const found = await tx.row('SELECT 1 AS found FROM account WHERE id = $1 FOR KEY SHARE', [id]);
    return found !== undefined;
  }

  /** True if an account with this id was deleted. */
  async isFormer(tx: Tx, id: string): Promise<boolean> {
    const found = await tx.row('SELECT 1 AS found FROM former_account WHERE id = $1', [id]);
    return found !== undefined;
  }

  async isNameTaken(tx: Tx, name: string, byAnotherThan: string): Promise<boolean> {
    const found = await tx.row('SELECT 1 AS found FROM account WHERE name_key = lower($1) AND id <> $2', [
      name,
      byAnotherThan,
    ]);
    return found !== undefined;
  }

  async save(tx: Tx, { terms, ...account }: Account, updatedAt: Date): Promise<void> {
    const row = { countyId: tx.countyId, ...account, ...terms, updatedAt };
    await tx.repository(AccountRow).upsert(row, ['countyId', 'id']);
  }
}

const accountOf = (row: AccountRow): Account => ({
  id: row.id,
  name: row.name,
  status: row.status,
  searchList: row.searchList,
  terms: termsOf(row),
});
