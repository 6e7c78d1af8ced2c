import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output } from '@portal/proto/rpc/contract';
import {
  lastPurchasesShown,
  type getSalesSetup,
  type listAccountPurchases,
} from '@portal/proto/rpc/payments';
import { CardProvider } from '../cards/card-provider.js';
import { standingOf } from '../payers/standing.rules.js';
import { PurchaseRepository } from './purchase.repository.js';

/** Reads a county's sales for its staff. Every statement is limited to the actor's county. */
@Injectable()
export class StaffSalesReader {
  constructor(
    private readonly database: Database,
    private readonly purchases: PurchaseRepository,
    private readonly cards: CardProvider,
  ) {}

  /** Lists the sales of an account, newest first; for an account of another county, the list is empty. */
  async ofAccount(
    actor: Actor,
    accountId: string,
  ): Promise<Result<Output<typeof listAccountPurchases>, 'NOT_FOUND'>> {
    if (!standingOf(actor).isStaff) return fail('NOT_FOUND');
    const buyer = { accountId, userId: null, sessionId: null };
    const part = { reference: null, limit: lastPurchasesShown, offset: 0 };
    const { purchases } = await this.database.withCounty(actor.county, (tx) =>
      this.purchases.list(tx, buyer, part),
    );
    return ok({ purchases });
  }

  async setup(actor: Actor): Promise<Result<Output<typeof getSalesSetup>, 'NOT_FOUND'>> {
    if (!standingOf(actor).isStaff) return fail('NOT_FOUND');
    const hasSold = await this.database.withCounty(actor.county, (tx) => this.purchases.hasSold(tx));
    return ok({ hasSold, hasCardKeys: (await this.cards.merchantOf(actor.county)) !== undefined });
  }
}
