import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/infra/db';
import { ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Balance, Funding } from '@portal/proto/rpc/payments';
import { ANY_DOCUMENT, payerOf } from '../payers/payer.rules.js';
import { userOf } from '../payers/standing.rules.js';
import { CardAuthorizations, type Spender } from '../authorizations/card-authorizations.js';
import { BalanceService } from '../balances/balance.service.js';

/** Reads the balance of an order's payer: of an account, or of the session's card authorization. */
@Injectable()
export class PayerBalance {
  constructor(
    private readonly database: Database,
    private readonly balances: BalanceService,
    private readonly authorizations: CardAuthorizations,
  ) {}

  /**
   * Returns the balance from which the actor pays; staff can read the balance of any account. Null when there is
   * nothing to show.
   */
  async get(actor: Actor, account: string | null): Promise<Result<Balance | null, 'NOT_FOUND'>> {
    const { funding, account: own } = payerOf(actor, ANY_DOCUMENT);
    if (account !== null || own === null || funding !== 'CREDIT_CARD')
      return this.balances.get(actor, account);
    const spender = { userId: userOf(actor), sessionId: actor.session };
    return ok(await this.database.withCounty(actor.county, (tx) => this.find(tx, funding, own, spender)));
  }

  /** Returns the payer's balance; null if the payer pays by invoice, pays nothing, or has no card authorization. */
  async find(tx: Tx, funding: Funding, account: string | null, spender: Spender): Promise<Balance | null> {
    if (funding !== 'CREDIT_CARD') return this.balances.find(tx, funding, account);
    const found = await this.authorizations.find(tx, spender);
    if (!found) return null;
    return { asset: 'USD', available: Number(found.authorized - found.used), unlimited: false };
  }
}
