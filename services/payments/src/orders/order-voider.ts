import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import type { Tx } from '@portal/infra/db';
import { BalanceService } from '../balances/balance.service.js';
import { HoldRepository } from '../ledger/hold.repository.js';
import { PaymentFacts } from '../payment-facts.js';
import { CardSpending } from '../authorizations/card-spending.js';
import type { DownloadOrder } from './download-order.entity.js';
import { isUnderWay, type OrderState } from './order.states.js';
import { OrderRepository } from './order.repository.js';

/** Voids orders: nothing is charged, and the hold is released. */
@Injectable()
export class OrderVoider {
  constructor(
    private readonly orders: OrderRepository,
    private readonly holds: HoldRepository,
    private readonly balances: BalanceService,
    private readonly facts: PaymentFacts,
    private readonly cards: CardSpending,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param reason an error code, CANCELLED, EXPIRED or TOO_MANY_TRIES
   * @returns false when the order has left its state meanwhile
   */
  async voidOrder(tx: Tx, order: DownloadOrder, reason: string): Promise<boolean> {
    const changes = { failure: reason, closedAt: this.clock.now(), leaseOwner: null, leaseUntil: null };
    const moved = await this.orders.moveOrder(tx, order.id, { from: order.state, to: 'VOIDED', changes });
    if (!moved || !isUnderWay(order.state)) return moved;
    await this.holds.release(tx, order.id, reason === 'EXPIRED' ? 'EXPIRED' : 'VOIDED');
    await this.cards.release(tx, order.id);
    if (order.accountId && order.funding !== 'INVOICE') {
      await this.balances.announce(tx, order.accountId, order.asset);
    }
    await this.facts.orderVoided(tx, order, reason);
    return true;
  }

  /**
   * Voids a purchase that is under way.
   * @returns the state of the order afterwards
   */
  async voidUnderWay(tx: Tx, id: string, reason: string): Promise<OrderState> {
    const order = await this.orders.lockOrder(tx, id);
    if (!isUnderWay(order.state)) return order.state;
    await this.voidOrder(tx, order, reason);
    return 'VOIDED';
  }
}
