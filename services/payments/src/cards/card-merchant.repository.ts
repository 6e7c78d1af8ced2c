import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { CardKeysDeed } from '@portal/proto/http/card-keys';
import { merchantLock } from './merchant-lock.sql.js';

/** A merchant whose keys the county's office entered. */
export interface EnteredMerchant {
  readonly merchant: string;
  /** The provider's own id of the merchant account; null if the provider did not give one. */
  readonly account: string | null;
  /** The last characters of the login id. */
  readonly loginEnd: string;
  readonly hasSignatureKey: boolean;
  /** The encrypted keys, which only the payments service can open. */
  readonly sealed: string;
}

interface MerchantChange {
  readonly by: string;
  readonly deed: CardKeysDeed;
  readonly merchantBefore: string;
  readonly merchant: string;
}

const CHANGES_SHOWN = 10;

@Injectable()
export class CardMerchantRepository {
  async find(tx: Tx): Promise<EnteredMerchant | undefined> {
    return tx.row<EnteredMerchant>(
      `SELECT merchant, provider_account AS account, login_end AS "loginEnd", has_signature_key AS "hasSignatureKey", sealed
         FROM card_merchant WHERE county_id = $1`,
      [tx.countyId],
    );
  }

  async save(tx: Tx, entered: EnteredMerchant): Promise<void> {
    const { merchant, loginEnd, hasSignatureKey, sealed, account } = entered;
    await tx.run(
      `INSERT INTO card_merchant (county_id, merchant, login_end, has_signature_key, sealed, provider_account)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (county_id) DO UPDATE
         SET merchant = excluded.merchant, login_end = excluded.login_end,
             has_signature_key = excluded.has_signature_key, sealed = excluded.sealed,
             provider_account = excluded.provider_account`,
      [tx.countyId, merchant, loginEnd, hasSignatureKey, sealed, account],
    );
  }

  /**
   * Replaces the sealed keys with the same keys sealed for another key pair, unless the stored keys have changed
   * meanwhile.
   */
  async reseal(tx: Tx, before: string, after: string): Promise<void> {
    await tx.run('UPDATE card_merchant SET sealed = $3 WHERE county_id = $1 AND sealed = $2', [
      ...[tx.countyId, before, after],
    ]);
  }

  async noteChange(tx: Tx, change: MerchantChange & { at: Date }): Promise<void> {
    const { by, deed, merchantBefore, merchant, at } = change;
    await tx.run(
      `INSERT INTO card_merchant_change (county_id, id, at, by, deed, merchant_before, merchant)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [tx.countyId, randomUUID(), at, by, deed, merchantBefore, merchant],
    );
  }

  /** Lists the latest changes of the county's card merchant, newest first. */
  async changes(tx: Tx): Promise<(MerchantChange & { at: string })[]> {
    const rows = await tx.rows<MerchantChange & { at: Date }>(
      `SELECT at, by, deed, merchant_before AS "merchantBefore", merchant
         FROM card_merchant_change WHERE county_id = $1 ORDER BY at DESC, id DESC LIMIT $2`,
      [tx.countyId, CHANGES_SHOWN],
    );
    return rows.map(({ at, ...change }) => ({ at: at.toISOString(), ...change }));
  }

  /** Waits for card pages that are opening, and keeps others from opening, until the transaction ends. */
  async lock(tx: Tx): Promise<void> {
    await tx.run(`SELECT pg_advisory_xact_lock(${merchantLock})`, [tx.countyId]);
  }
}
