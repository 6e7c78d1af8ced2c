import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Balance } from '@portal/proto/rpc/payments';
import { BalanceService } from '../balances/balance.service.js';
import { purchaseLines, type Bought } from '../ledger/entry.rules.js';
import { HoldRepository } from '../ledger/hold.repository.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { CardSpending } from '../authorizations/card-spending.js';
import type { DownloadOrder } from './download-order.entity.js';

/** Charges an order: ends its hold, and posts an entry with the order's id as its key. */
@Injectable()
export class OrderCharge {
  constructor(
    private readonly ledger: LedgerService,
    private readonly holds: HoldRepository,
    private readonly balances: BalanceService,
    private readonly cards: CardSpending,
  ) {}

  /**
   * @param amount cents or images, at most the price; 0 gives the hold back and posts nothing
   * @param cardFee cents of the amount that are the fee for paying by card
   * @returns the new balance of the escrow or the bundle that paid; undefined for all other payers
   */
  async take(tx: Tx, order: DownloadOrder, amount: bigint, cardFee = 0n): Promise<Balance | undefined> {
    const { id, accountId, asset, funding, unlimited, userId, correlationId } = order;
    const by = {
      ...{ actor: `user:${userId}`, correlationId, subject: order.documentKey },
      bought: boughtBy(order),
    };
    if (amount === 0n) {
      await this.holds.release(tx, id, 'VOIDED');
      await this.cards.release(tx, id);
    } else if (funding === 'CREDIT_CARD') {
      await this.cards.take(tx, { key: id, amount, cardFee, account: accountId, ...by });
    } else {
      if (accountId === null) throw new Error(`order ${id} has a price and nobody to charge`);
      const reserved = !unlimited && (funding === 'ESCROW' || funding === 'FLAT_FEE');
      const held = reserved ? await this.holds.capture(tx, id, amount) : 0n;
      await this.ledger.post(tx, {
        opType: 'ORDER',
        opKey: id,
        lines: purchaseLines({ funding, account: accountId, amount, held, unlimited }),
        account: accountId,
        ...by,
      });
    }
    const kept = funding === 'ESCROW' || funding === 'FLAT_FEE';
    if (accountId === null || !kept || order.chargeMinor === 0n) return undefined;
    return this.balances.announce(tx, accountId, asset);
  }
}

const boughtBy = ({ document, pages, alreadyPurchased }: DownloadOrder): Bought => ({
  description: [document.instrumentDescription, document.displayDocNumber]
    .filter((part) => part !== '')
    .join(' '),
  pages: pages.length - alreadyPurchased.length,
});
