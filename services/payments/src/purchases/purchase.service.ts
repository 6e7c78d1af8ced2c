import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import {
  purchasesAtOnce,
  type getPurchase,
  type listPurchases,
  type listSpending,
  type Purchase,
  type setClientReference,
} from '@portal/proto/rpc/payments';
import { actorText } from '../balances/balance.service.js';
import { OrderRepository } from '../orders/order.repository.js';
import { userOf } from '../payers/standing.rules.js';
import { isOwn, mayFetch } from '../orders/visit.rules.js';
import { PaymentTerms } from '../prices/payment-terms.js';
import { spanOf } from '../transactions/transaction.rules.js';
import { PurchaseRepository } from './purchase.repository.js';
import { buyerOf, tidyReference } from './purchase.rules.js';

/** Serves the page My Purchases: lists orders with their buyers and prices. It moves no money. */
@Injectable()
export class PurchaseService {
  constructor(
    private readonly database: Database,
    private readonly purchases: PurchaseRepository,
    private readonly orders: OrderRepository,
    private readonly terms: PaymentTerms,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(
    actor: Actor,
    { page, reference }: Parsed<typeof listPurchases>,
  ): Promise<Result<Output<typeof listPurchases>, never>> {
    const buyer = buyerOf(actor);
    if (!buyer) return ok({ total: 0, purchases: [] });
    const part = { reference, limit: purchasesAtOnce, offset: (page - 1) * purchasesAtOnce };
    return ok(await this.database.withCounty(actor.county, (tx) => this.purchases.list(tx, buyer, part)));
  }

  async get(
    actor: Actor,
    { kind, id }: Parsed<typeof getPurchase>,
  ): Promise<Result<Purchase, 'ORDER_NOT_FOUND'>> {
    const buyer = buyerOf(actor);
    const found =
      buyer &&
      (await this.database.withCounty(actor.county, (tx) => this.purchases.find(tx, buyer, kind, id)));
    return found ? ok(found) : fail('ORDER_NOT_FOUND');
  }

  /**
   * Sets the client reference of an order. The user who opened the order may always do so, but a guest only in the same
   * session. The account's administrator may do so once the order is paid.
   */
  async setReference(
    actor: Actor,
    { imageStateGuid: guid, clientReference }: Parsed<typeof setClientReference>,
  ): Promise<Result<Output<typeof setClientReference>, 'ORDER_NOT_FOUND'>> {
    const reference = tidyReference(clientReference);
    return this.database.withCounty(actor.county, async (tx) => {
      const visit = await this.orders.lockImageState(tx, guid);
      const mine = visit && (isOwn(visit, actor) || mayFetch(visit, actor));
      if (!mine || buyerOf(actor) === undefined) return fail('ORDER_NOT_FOUND');
      await this.purchases.setReference(tx, guid, reference, userOf(actor), this.clock.now());
      return ok({ clientReference: reference });
    });
  }

  async spending(
    actor: Actor,
    { from, to }: Parsed<typeof listSpending>,
  ): Promise<Result<Output<typeof listSpending>, never>> {
    const buyer = buyerOf(actor);
    // guests share a user, so a guest does not see the searches of that user, which other guests may have made
    const shared = buyer?.sessionId != null;
    if (!buyer) return ok({ spending: [], searches: { count: 0, charged: 0 } });
    const { timeZone } = await this.terms.of(actor.county);
    const span = spanOf(timeZone, from, to);
    const whose = {
      actor: buyer.accountId === null ? actorText(actor) : null,
      account: buyer.accountId,
    };
    return this.database.withCounty(actor.county, async (tx) => {
      const spending = await this.purchases.spending(tx, buyer, span.from, span.until);
      const searches = shared
        ? { count: 0, charged: 0 }
        : await this.purchases.searches(tx, whose, span.from, span.until);
      return ok({ spending, searches });
    });
  }
}
