import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { cardPurchaseLines } from '../ledger/card-entries.rules.js';
import type { Bought } from '../ledger/entry.rules.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { CardAuthorizations, type Spender } from './card-authorizations.js';

export interface CardCharge {
  readonly key: string;
  /** Cents, above 0. */
  readonly amount: bigint;
  /** The part of the amount that is the fee for paying by card. */
  readonly cardFee?: bigint;
  /** The account that buys; null for a guest, who buys for the account of the authorization. */
  readonly account: string | null;
  readonly actor: string;
  readonly correlationId: string;
  /** The item that is bought: a kind of search, or a document's key. */
  readonly subject: string;
  readonly bought?: Bought;
}

/** A part of an authorization that is set aside for an order, or used for a search. */
interface CardUse {
  readonly opType: 'ORDER' | 'SEARCH';
  readonly opKey: string;
  /** Cents. */
  readonly amount: bigint;
  readonly state: 'PENDING' | 'USED';
}

/** The authorization that was used, or why none was. */
type Used = { readonly id: string } | { readonly needed: 'NEEDED' | 'NEEDED_AGAIN' };

/**
 * Spends from card authorizations. As with balances, a condition in the statement and a CHECK of the table keep the
 * used amount from exceeding the authorized one. Each operation can use an authorization only once.
 */
@Injectable()
export class CardSpending {
  constructor(
    private readonly authorizations: CardAuthorizations,
    private readonly ledger: LedgerService,
  ) {}

  /** Reserves the price of an order. False when the session has no authorization or too little is left. */
  async reserve(tx: Tx, order: { id: string; imageStateId: string; chargeMinor: bigint }): Promise<boolean> {
    const spender = await tx.row<{ user_id: string; session_id: string | null }>(
      'SELECT user_id, session_id FROM image_state WHERE id = $1',
      [order.imageStateId],
    );
    if (!spender) throw new Error(`order ${order.id} belongs to no visit`);
    const session = { userId: spender.user_id, sessionId: spender.session_id };
    const used = await this.useOpen(tx, session, order.chargeMinor);
    if ('needed' in used) return false;
    await this.insertUse(tx, used.id, {
      opType: 'ORDER',
      opKey: order.id,
      amount: order.chargeMinor,
      state: 'PENDING',
    });
    return true;
  }

  /** Ends an order's reservation with the amount that is charged; the rest can be spent again. */
  async take(tx: Tx, { key, amount, cardFee = 0n, ...by }: CardCharge): Promise<void> {
    const use = await tx.row<{ authorization_id: string; amount_minor: string }>(
      `UPDATE card_use SET state = 'USED', charged_minor = $3
        WHERE county_id = $1 AND op_type = 'ORDER' AND op_key = $2 AND state = 'PENDING' AND $3 <= amount_minor
       RETURNING authorization_id, amount_minor`,
      [tx.countyId, key, String(amount)],
    );
    if (!use) throw new Error(`order ${key} has set nothing aside on a card`);
    await this.giveBack(tx, use.authorization_id, BigInt(use.amount_minor) - amount);
    const lines = cardPurchaseLines(use.authorization_id, 'revenue_images', amount, cardFee);
    await this.ledger.post(tx, { opType: 'ORDER', opKey: key, lines, ...by });
  }

  /** Releases an order's reservation, if there is one. */
  async release(tx: Tx, orderId: string): Promise<void> {
    const use = await tx.row<{ authorization_id: string; amount_minor: string }>(
      `UPDATE card_use SET state = 'RELEASED'
        WHERE county_id = $1 AND op_type = 'ORDER' AND op_key = $2 AND state = 'PENDING'
       RETURNING authorization_id, amount_minor`,
      [tx.countyId, orderId],
    );
    if (use) await this.giveBack(tx, use.authorization_id, BigInt(use.amount_minor));
  }

  /** Charges a search at once. NEEDED: no card is authorized. NEEDED_AGAIN: too little of the authorization is left. */
  async chargeSearch(
    tx: Tx,
    spender: Spender,
    charge: CardCharge,
  ): Promise<'CHARGED' | 'NEEDED' | 'NEEDED_AGAIN'> {
    const { key, amount, ...by } = charge;
    const used = await this.useOpen(tx, spender, amount);
    if ('needed' in used) return used.needed;
    await this.insertUse(tx, used.id, { opType: 'SEARCH', opKey: key, amount, state: 'USED' });
    const lines = cardPurchaseLines(used.id, 'revenue_search', amount);
    await this.ledger.post(tx, { opType: 'SEARCH', opKey: key, lines, ...by });
    return 'CHARGED';
  }

  /**
   * Uses the amount from the session's open authorization. If the user authorizes another card in the meantime, uses
   * the amount from the new authorization, so that the user is not asked for a card again.
   */
  private async useOpen(tx: Tx, spender: Spender, amount: bigint): Promise<Used> {
    for (let tried: string | undefined; ;) {
      const found = await this.authorizations.find(tx, spender);
      if (!found) return { needed: 'NEEDED' };
      if (found.id === tried) return { needed: 'NEEDED_AGAIN' };
      if (await this.use(tx, found.id, amount)) return { id: found.id };
      tried = found.id;
    }
  }

  private async use(tx: Tx, authorizationId: string, amount: bigint): Promise<boolean> {
    await failpoint('card-spending');
    const used = await tx.run(
      `UPDATE card_authorization SET used_minor = used_minor + $2
        WHERE id = $1 AND state = 'AUTHORIZED' AND used_minor + $2 <= authorized_minor`,
      [authorizationId, String(amount)],
    );
    return used === 1;
  }

  private async giveBack(tx: Tx, authorizationId: string, amount: bigint): Promise<void> {
    if (amount === 0n) return;
    await tx.run('UPDATE card_authorization SET used_minor = used_minor - $2 WHERE id = $1', [
      authorizationId,
      String(amount),
    ]);
  }

  private async insertUse(
    tx: Tx,
    authorizationId: string,
    { opType, opKey, amount, state }: CardUse,
  ): Promise<void> {
    await tx.run(
      `INSERT INTO card_use (county_id, authorization_id, op_type, op_key, amount_minor, charged_minor, state)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        ...[tx.countyId, authorizationId, opType, opKey, String(amount)],
        ...[state === 'USED' ? String(amount) : '0', state],
      ],
    );
  }
}
