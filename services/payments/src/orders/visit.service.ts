import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { openLog } from '@portal/infra/log';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { AddOnService } from '../add-ons/add-on.service.js';
import { isUnderWay } from './order.states.js';
import { OrderRepository } from './order.repository.js';
import { OrderVoider } from './order-voider.js';
import { isOwn } from './visit.rules.js';

const log = openLog('payments');

/** Closes visits to the purchase windows when the user cancels or the price expires. */
@Injectable()
export class VisitService {
  constructor(
    private readonly database: Database,
    private readonly orders: OrderRepository,
    private readonly voider: OrderVoider,
    private readonly addOns: AddOnService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Ends a visit to the confirm window or to the add-on windows when the user chooses Back or Close. Voids a purchase
   * that is under way; a paid order stays paid (ORDER_CLOSED). Canceling twice is harmless.
   */
  cancel(
    actor: Actor,
    guid: string,
  ): Promise<Result<Record<string, never>, 'ORDER_NOT_FOUND' | 'ORDER_CLOSED'>> {
    return this.database.withCounty(actor.county, async (tx) => {
      const visit = await this.orders.lockImageState(tx, guid);
      if (!visit && (await this.addOns.cancel(tx, actor, guid))) return ok({});
      if (!visit || !isOwn(visit, actor)) return fail('ORDER_NOT_FOUND');
      if (visit.state === 'CONSUMED') return fail('ORDER_CLOSED');
      if (visit.state !== 'PRICED') return ok({});
      const order = await this.orders.findOrder(tx, guid);
      // the order may have been paid while this call waited for the lock on the order's row
      const state =
        order && isUnderWay(order.state)
          ? await this.voider.voidUnderWay(tx, order.id, 'CANCELLED')
          : undefined;
      if (state !== undefined && state !== 'VOIDED') return fail('ORDER_CLOSED');
      if (order?.state === 'PRICED') await this.voider.voidOrder(tx, order, 'CANCELLED');
      await this.orders.closeImageState(tx, guid, 'CANCELLED');
      return ok({});
    });
  }

  /**
   * Closes visits with an expired price, in all counties, `limit` at a time. An error in one county does not delay the
   * others.
   * @param failed counties that are left out; a county that fails is added
   * @returns whether more expired visits may be left
   */
  async closeExpired(limit: number, failed: Set<string>): Promise<boolean> {
    const now = this.clock.now();
    const expired = await this.database.asWorker((tx) =>
      this.orders.findExpired(tx, now, limit, [...failed]),
    );
    let goesOn = false;
    for (const [county, rows] of Map.groupBy(expired, ({ countyId }) => countyId)) {
      const ids = rows.map(({ id }) => id);
      const closed = await this.database
        .withCounty(county, (tx) => this.expire(tx, ids))
        .catch((error: unknown) => {
          failed.add(county);
          log.error({ err: error, county }, 'the expired prices of a county were not closed');
          // counts these visits as closed, so that another batch follows; that batch leaves this county out, but may
          // have visits of other counties
          return ids.length;
        });
      goesOn ||= closed > 0;
    }
    return goesOn;
  }

  private async expire(tx: Tx, ids: readonly string[]): Promise<number> {
    let closed = 0;
    for (const id of await this.orders.lockWaiting(tx, ids)) {
      const order = await this.orders.findOrder(tx, id);
      // a purchase that started in time continues and ends by itself
      if (order && isUnderWay(order.state)) continue;
      if (order?.state === 'PRICED') await this.voider.voidOrder(tx, order, 'EXPIRED');
      if (await this.orders.closeImageState(tx, id, 'EXPIRED')) closed += 1;
    }
    return closed;
  }
}
