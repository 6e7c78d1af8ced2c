import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Quote } from '@portal/proto/rpc/payments';
import { PayerBalance } from '../spending/payer-balance.js';
import { EntitlementRepository } from '../entitlements/entitlement.repository.js';
import type { DownloadOrder } from './download-order.entity.js';
import type { ImageState } from './image-state.entity.js';
import { draftOrder } from './order-draft.rules.js';
import { isUnderWay } from './order.states.js';
import { PRICE_HOLDS_MS } from '../prices/price.rules.js';
import { OrderRepository } from './order.repository.js';
import { payerOf } from '../payers/payer.rules.js';
import { quoteOf } from './quote.rules.js';
import {
  SelectionService,
  type Selection,
  type SelectionError,
  type SelectionRequest,
} from './selection.service.js';
import { userOf } from '../payers/standing.rules.js';
import { isOwn, refusalOf } from './visit.rules.js';

export type RepriceError = SelectionError | 'ORDER_NOT_FOUND' | 'ORDER_EXPIRED' | 'ORDER_CLOSED';

/** Prices selections (payments/DESIGN.md#buying-pages step 1). */
@Injectable()
export class QuoteService {
  constructor(
    private readonly database: Database,
    private readonly orders: OrderRepository,
    private readonly entitlements: EntitlementRepository,
    private readonly balances: PayerBalance,
    private readonly selections: SelectionService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Opens a visit with a price that holds for 30 minutes. In an account view, only computes the price. */
  async compute(
    actor: Actor,
    request: SelectionRequest,
    correlationId: string,
  ): Promise<Result<Quote, SelectionError>> {
    const selection = await this.selections.read(actor, request);
    if (!selection.ok) return selection;
    return this.database.withCounty(actor.county, async (tx) => {
      const visit = this.openVisit(actor, request);
      if (!actor.viewing) await this.orders.insertImageState(tx, visit);
      return ok(await this.price(tx, actor, visit, selection.value, correlationId));
    });
  }

  /** Prices the same selection again and voids the old price. */
  async recompute(actor: Actor, guid: string, correlationId: string): Promise<Result<Quote, RepriceError>> {
    const { county } = actor;
    const found = await this.database.withCounty(county, (tx) => this.findOpen(tx, actor, guid, false));
    if (!found.ok) return found;
    const { documentKey, pageSelectionMethod, pagesSelected } = found.value;
    const selection = await this.selections.read(actor, { documentKey, pageSelectionMethod, pagesSelected });
    if (!selection.ok) return selection;
    return this.database.withCounty(county, async (tx) => {
      const visit = await this.findOpen(tx, actor, guid, true);
      if (!visit.ok) return visit;
      const order = await this.orders.findOrder(tx, guid);
      if (order && isUnderWay(order.state)) return fail('ORDER_CLOSED');
      if (order?.state === 'PRICED') await this.voidOldPrice(tx, order);
      const changes = { expiresAt: this.priceEnd(), accountId: actor.account };
      await this.orders.extendImageState(tx, guid, changes);
      return ok(await this.price(tx, actor, { ...visit.value, ...changes }, selection.value, correlationId));
    });
  }

  private async findOpen(
    tx: Tx,
    actor: Actor,
    guid: string,
    lock: boolean,
  ): Promise<Result<ImageState, 'ORDER_NOT_FOUND' | 'ORDER_EXPIRED' | 'ORDER_CLOSED'>> {
    const visit = lock
      ? await this.orders.lockImageState(tx, guid)
      : await this.orders.findImageState(tx, guid);
    if (!visit || !isOwn(visit, actor)) return fail('ORDER_NOT_FOUND');
    const refusal = refusalOf(visit, this.clock.now());
    return refusal ? fail(refusal) : ok(visit);
  }

  private async voidOldPrice(tx: Tx, { id }: DownloadOrder): Promise<void> {
    const changes = { failure: 'REPRICED', closedAt: this.clock.now() };
    await this.orders.moveOrder(tx, id, { from: 'PRICED', to: 'VOIDED', changes });
  }

  private async price(
    tx: Tx,
    actor: Actor,
    visit: ImageState,
    selection: Selection,
    correlationId: string,
  ): Promise<Quote> {
    const { username } = actor;
    const payer = payerOf(actor, selection.document.documentType);
    const owned = payer.account
      ? await this.entitlements.ownedPages(tx, payer.account, visit.documentKey)
      : new Set<number>();
    const now = this.clock.now();
    const order = draftOrder({ visit, username, payer, selection, owned, now, correlationId });
    if (!actor.viewing) await this.orders.insertOrder(tx, order);
    const balance = await this.balances.find(tx, order.funding, order.accountId, visit);
    return quoteOf(order, visit, balance, selection.options);
  }

  private openVisit(actor: Actor, request: SelectionRequest): ImageState {
    return {
      id: randomUUID(),
      countyId: actor.county,
      userId: userOf(actor),
      sessionId: actor.session,
      accountId: actor.account,
      state: 'PRICED',
      documentKey: request.documentKey,
      pageSelectionMethod: request.pageSelectionMethod,
      pagesSelected: request.pagesSelected,
      createdAt: this.clock.now(),
      expiresAt: this.priceEnd(),
    };
  }

  private priceEnd(): Date {
    return new Date(this.clock.now().getTime() + PRICE_HOLDS_MS);
  }
}
