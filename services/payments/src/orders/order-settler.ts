import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { EntitlementRepository } from '../entitlements/entitlement.repository.js';
import { PaymentFacts } from '../payment-facts.js';
import { chargeFor } from '../prices/price.rules.js';
import type { DownloadOrder } from './download-order.entity.js';
import { isLockTimeout } from './lock-timeout.js';
import { TRIES, type OrderState } from './order.states.js';
import { OrderRepository } from './order.repository.js';
import type { WrittenPdf } from './page-renderer.js';
import { OrderCharge } from './order-charge.js';

/** Transaction B (1.5 step 4): pages, charge and PAID together, or nothing of it. */
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

  /** Notes where the PDF lies. Somebody else may have done so: nothing happens then. */
  async recordPdf(order: DownloadOrder, pdf: WrittenPdf): Promise<void> {
    await this.database.withCounty(order.countyId, (tx) =>
      this.orders.moveOrder(tx, order.id, 'HELD', 'RENDERED', {
        objectKey: pdf.objectKey,
        objectSha256: pdf.sha256,
        objectSize: BigInt(pdf.size),
      }),
    );
  }

  /** Charges a rendered order, once however often it is called. @returns the state that the order is in after it */
  async settle(order: DownloadOrder): Promise<OrderState> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.settleOnce(order);
      } catch (error) {
        if (!isLockTimeout(error) || tried === TRIES) throw error;
      }
    }
  }

  private settleOnce({ id, countyId, imageStateId }: DownloadOrder): Promise<OrderState> {
    return this.database.withCounty(countyId, async (tx) => {
      // the visit before the order, as cancelling does
      await this.orders.lockImageState(tx, imageStateId);
      const order = await this.orders.lockOrder(tx, id);
      if (order.state !== 'RENDERED') return order.state;
      const charged = await this.chargeNewPages(tx, order);
      await failpoint('order-settling');
      const funding = charged === 0n ? 'FREE' : order.funding;
      await this.orders.moveOrder(tx, id, 'RENDERED', 'PAID', {
        chargedMinor: charged,
        funding,
        closedAt: this.clock.now(),
        leaseOwner: null,
        leaseUntil: null,
      });
      await this.orders.closeImageState(tx, imageStateId, 'CONSUMED');
      await this.facts.orderPaid(tx, { ...order, funding }, charged);
      return 'PAID';
    });
  }

  /** Another window may have bought some of the pages since the price was shown: only the others are charged. */
  private async chargeNewPages(tx: Tx, order: DownloadOrder): Promise<bigint> {
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
    const price = BigInt(chargeFor(chargeMethod, rates, bought.length));
    const amount = price < chargeMinor ? price : chargeMinor;
    await this.charge.take(tx, order, amount);
    return amount;
  }
}
