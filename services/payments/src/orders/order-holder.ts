import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import type { Actor } from '@portal/proto/rpc/actor';
import { BalanceReserve } from '../spending/balance-reserve.js';
import { ClosedAccountRepository } from '../ledger/closed-account.repository.js';
import type { DownloadOrder } from './download-order.entity.js';
import { isLockTimeout } from '../ledger/lock-timeout.js';
import { untouched } from './order-draft.rules.js';
import { isPaid, isUnderWay, LONGEST_PURCHASE_MS } from './order.states.js';
import { OrderRepository } from './order.repository.js';
import { imageAccess } from '../payers/image-access.rules.js';
import { payerOf } from '../payers/payer.rules.js';
import { isOwn, refusalOf } from './visit.rules.js';

export type HoldRefusal =
  | 'ORDER_NOT_FOUND'
  | 'ORDER_EXPIRED'
  | 'ORDER_CLOSED'
  | 'IMAGES_NOT_ALLOWED'
  | 'PRICE_CHANGED';

/** An attempt to pay an order. */
export interface PayingTry {
  /** The unique name of the attempt, under which it leases the order. */
  readonly owner: string;
  readonly correlationId: string;
  /** The order that another call was working on when this call started to wait. */
  readonly waitedFor?: string | undefined;
}

/** How paying begins: this call works on the order, another call does, or there is nothing to do. */
export type HoldOutcome =
  | { readonly kind: 'WORK'; readonly order: DownloadOrder }
  | { readonly kind: 'BUSY'; readonly order?: DownloadOrder }
  /** The attempt that this call waited for has failed. */
  | { readonly kind: 'FAILED'; readonly order: DownloadOrder }
  | { readonly kind: 'PAID'; readonly order: DownloadOrder }
  | { readonly kind: 'INSUFFICIENT'; readonly order: DownloadOrder }
  | { readonly kind: 'REFUSED'; readonly code: HoldRefusal };

const refused = (code: HoldRefusal): HoldOutcome => ({ kind: 'REFUSED', code });

/**
 * Runs transaction A of a purchase (payments/DESIGN.md#buying-pages step 2): reserves the money and makes this attempt
 * the order's worker.
 */
@Injectable()
export class OrderHolder {
  constructor(
    private readonly database: Database,
    private readonly orders: OrderRepository,
    private readonly reserve: BalanceReserve,
    private readonly closed: ClosedAccountRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async hold(actor: Actor, guid: string, paying: PayingTry): Promise<HoldOutcome> {
    try {
      return await this.holdOnce(actor, guid, paying);
    } catch (error) {
      // many purchases of the account run at once; this one has changed nothing yet, so the caller tries again
      if (isLockTimeout(error)) return { kind: 'BUSY' };
      throw error;
    }
  }

  private holdOnce(actor: Actor, guid: string, paying: PayingTry): Promise<HoldOutcome> {
    return this.database.withCounty(actor.county, async (tx) => {
      const visit = await this.orders.lockImageState(tx, guid);
      if (!visit || !isOwn(visit, actor)) return refused('ORDER_NOT_FOUND');
      const order = await this.orders.findOrder(tx, guid);
      if (!order) return refused('ORDER_NOT_FOUND');
      if (isPaid(order.state)) return { kind: 'PAID', order };
      if (isUnderWay(order.state)) {
        const claimed = await this.orders.claim(tx, order.id, paying.owner);
        return claimed ? { kind: 'WORK', order: claimed } : { kind: 'BUSY', order };
      }
      const refusal = refusalOf(visit, this.clock.now()) ?? refusalOfTerms(actor, order);
      if (refusal) return refused(refusal);
      // the other call, for which this call waited, has failed, and the user was told that nothing is charged; so this
      // call must not pay, but a later call may
      if (order.state === 'VOIDED' && order.id === paying.waitedFor) return { kind: 'FAILED', order };
      return this.begin(tx, order.state === 'VOIDED' ? await this.reopen(tx, order) : order, paying);
    });
  }

  private async begin(
    tx: Tx,
    order: DownloadOrder,
    { owner, correlationId }: PayingTry,
  ): Promise<HoldOutcome> {
    // whoever closes the account waits for the end of this transaction, and then finds the order
    if (order.accountId !== null && !(await this.closed.isOpen(tx, order.accountId)))
      return refused('ORDER_CLOSED');
    const now = this.clock.now();
    const reserved = await this.reserve.reserve(tx, order, new Date(now.getTime() + LONGEST_PURCHASE_MS));
    if (reserved === 'INSUFFICIENT') return { kind: 'INSUFFICIENT', order };
    const changes = {
      heldAt: now,
      attempts: 1,
      leaseOwner: owner,
      unlimited: reserved === 'UNLIMITED',
      correlationId,
    };
    const move = { from: 'PRICED', to: 'HELD', changes, leased: true, isLast: true } as const;
    // throws if the order is no longer PRICED, which the lock on its visit should prevent
    await this.orders.moveOrder(tx, order.id, move);
    return { kind: 'WORK', order: { ...order, ...changes, state: 'HELD' } };
  }

  /** Creates a new order at the price shown, so that the user can pay after a failed attempt that charged nothing. */
  private async reopen(tx: Tx, voided: DownloadOrder): Promise<DownloadOrder> {
    const order: DownloadOrder = {
      ...voided,
      ...untouched,
      id: randomUUID(),
      state: 'PRICED',
      createdAt: this.clock.now(),
    };
    await this.orders.insertOrder(tx, order);
    return order;
  }
}

/**
 * Returns why the actor's present terms forbid paying an order as it was priced; undefined if they allow the payment.
 */
function refusalOfTerms(actor: Actor, order: DownloadOrder): HoldRefusal | undefined {
  const { documentType } = order.document;
  if (imageAccess(actor, documentType) !== 'DOWNLOAD') return 'IMAGES_NOT_ALLOWED';
  const { funding, chargeMethod, account } = payerOf(actor, documentType);
  const same =
    funding === order.funding && chargeMethod === order.chargeMethod && account === order.accountId;
  return same ? undefined : 'PRICE_CHANGED';
}
