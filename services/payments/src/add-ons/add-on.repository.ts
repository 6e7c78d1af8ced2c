import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';

export type AddOnState = 'OPEN' | 'CONFIRMED' | 'BOUGHT' | 'CANCELLED';

/** A visit to the add-on windows. Cost in cents; `images` is null if `unlimitedUntil` is set. */
export interface AddOn {
  readonly id: string;
  readonly accountId: string;
  readonly userId: string;
  readonly sessionId: string | null;
  readonly funding: 'ESCROW' | 'INVOICE';
  readonly state: AddOnState;
  readonly images: bigint | null;
  readonly cost: bigint | null;
  readonly unlimitedUntil: Date | null;
  readonly expiresAt: Date;
}

interface AddOnRow {
  id: string;
  account_id: string;
  user_id: string;
  session_id: string | null;
  funding: 'ESCROW' | 'INVOICE';
  state: AddOnState;
  images: string | null;
  cost_minor: string | null;
  unlimited_until: Date | null;
  expires_at: Date;
}

@Injectable()
export class AddOnRepository {
  async insert(
    tx: Tx,
    addOn: Pick<AddOn, 'id' | 'accountId' | 'userId' | 'sessionId' | 'funding' | 'expiresAt'>,
    createdAt: Date,
  ): Promise<void> {
    const { id, accountId, userId, sessionId, funding, expiresAt } = addOn;
    await tx.run(
      `INSERT INTO add_on (id, county_id, account_id, user_id, session_id, funding, state, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'OPEN', $7, $8)`,
      [id, tx.countyId, accountId, userId, sessionId, funding, createdAt, expiresAt],
    );
  }

  /** Locks the visit until the transaction ends. */
  async lock(tx: Tx, id: string): Promise<AddOn | undefined> {
    const row = await tx.row<AddOnRow>('SELECT * FROM add_on WHERE id = $1 FOR UPDATE', [id]);
    return (
      row && {
        id: row.id,
        accountId: row.account_id,
        userId: row.user_id,
        sessionId: row.session_id,
        funding: row.funding,
        state: row.state,
        images: row.images === null ? null : BigInt(row.images),
        cost: row.cost_minor === null ? null : BigInt(row.cost_minor),
        unlimitedUntil: row.unlimited_until,
        expiresAt: row.expires_at,
      }
    );
  }

  /** Stores the confirmed option and its price; another option can be confirmed until an option is bought. */
  async confirm(
    tx: Tx,
    id: string,
    { images, cost, unlimitedUntil }: { images: number | null; cost: number; unlimitedUntil: Date | null },
  ): Promise<void> {
    await tx.run(
      `UPDATE add_on SET state = 'CONFIRMED', images = $2, cost_minor = $3, unlimited_until = $4
        WHERE id = $1 AND state IN ('OPEN', 'CONFIRMED')`,
      [id, images, cost, unlimitedUntil],
    );
  }

  /** Closes a visit as bought or canceled. Returns false when the visit is no longer in the state `from`. */
  async close(tx: Tx, id: string, from: AddOnState, to: 'BOUGHT' | 'CANCELLED', at: Date): Promise<boolean> {
    const closed = await tx.run('UPDATE add_on SET state = $3, closed_at = $4 WHERE id = $1 AND state = $2', [
      id,
      from,
      to,
      at,
    ]);
    return closed === 1;
  }

  /** Makes images unlimited until `until`. False when the images were already unlimited for that long or longer. */
  async extendUnlimited(tx: Tx, ledgerAccountId: string, until: Date): Promise<boolean> {
    const extended = await tx.run(
      `UPDATE account_balance SET unlimited_until = $2, version = version + 1
        WHERE ledger_account_id = $1 AND (unlimited_until IS NULL OR unlimited_until < $2)`,
      [ledgerAccountId, until],
    );
    return extended === 1;
  }
}
