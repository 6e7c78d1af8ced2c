import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import type { Balance } from '@portal/proto/rpc/payments';
import { EntitlementRepository } from '../entitlements/entitlement.repository.js';
import { PaymentFacts } from '../payment-facts.js';
import { chargeFor } from '../prices/price.rules.js';
import type { DownloadOrder } from './download-order.entity.js';
import { beyondLocks } from '../ledger/lock-timeout.js';
import { isUnderWay, type OrderState } from './order.states.js';
import { OrderRepository } from './order.repository.js';
import type { WrittenPdf } from './page-renderer.js';
import { OrderCharge } from './order-charge.js';

/** The result of an attempt to settle an order. */
export interface Settled {
  readonly state: OrderState;
  /** The balance of the payer; undefined if this call has not charged the payer. */
  readonly balance?: Balance | undefined;
}

/**
 * Runs transaction B of a purchase (payments/DESIGN.md#buying-pages step 4): stores the bought pages, the charge and
 * the state PAID together, or none of them.
 */
@Injectable()
export class OrderSettler {
  constructor(
    private readonly database: Database,
    private readonly orders: OrderRepository,
    private readonly entitlements: EntitlementRepository,
    private readonly charge: OrderCharge,
    private readonly facts: PaymentFacts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Charges an order whose PDF is stored. Repeated calls charge it only once. */
  async settle(order: DownloadOrder, pdf: WrittenPdf): Promise<Settled> {
    return beyondLocks(() => this.settleOnce(order, pdf));
  }

  private settleOnce(order: DownloadOrder, pdf: WrittenPdf): Promise<Settled> {
    const { id, countyId } = order;
    return this.database.withCounty(countyId, async (tx) => {
      const state = await this.orders.lockState(tx, order);
      if (!isUnderWay(state)) return { state };
      const { charged, balance, alreadyPurchased } = await this.chargeNewPages(tx, order);
      await failpoint('order-settling');
      const funding = charged === 0n ? 'FREE' : order.funding;
      const changes = {
        ...{ objectKey: pdf.objectKey, objectSha256: pdf.sha256, objectSize: BigInt(pdf.size) },
        ...{ chargedMinor: charged, funding, alreadyPurchased, closedAt: this.clock.now() },
        ...{ leaseOwner: null, leaseUntil: null },
      };
      await this.orders.moveOrder(tx, id, { from: state, to: 'PAID', changes, visit: 'CONSUMED' });
      await this.facts.orderPaid(tx, { ...order, funding, alreadyPurchased }, charged);
      return { state: 'PAID', balance };
    });
  }

  /**
   * Charges only the pages that the account does not have yet. Another window may have bought some pages since the
   * price was shown; the returned `alreadyPurchased` includes those pages.
   */
  private async chargeNewPages(
    tx: Tx,
    order: DownloadOrder,
  ): Promise<{ charged: bigint; balance: Balance | undefined; alreadyPurchased: number[] }> {
    const { id, accountId, documentKey, documentVersion, grantedPages, chargeMethod, rates, chargeMinor } =
      order;
    const bought = accountId
      ? await this.entitlements.grant(tx, {
          accountId,
          documentKey,
          documentVersion,
          orderId: id,
          pages: grantedPages,
        })
      : grantedPages;
    const { total, cardFee } = chargeFor(chargeMethod, rates, bought.length);
    const amount = BigInt(total) < chargeMinor ? BigInt(total) : chargeMinor;
    const isNew = new Set(bought);
    const alreadyPurchased = order.pages.filter((page) => !isNew.has(page));
    const settling = { ...order, alreadyPurchased };
    const balance = await this.charge.take(tx, settling, amount, BigInt(cardFee));
    return { charged: amount, balance, alreadyPurchased };
  }
}
