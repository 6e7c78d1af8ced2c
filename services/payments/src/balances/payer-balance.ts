import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Balance, Funding } from '@portal/proto/rpc/payments';
import { CardAuthorizations, type Spender } from '../preauthorization/card-authorizations.js';
import { BalanceService } from './balance.service.js';

/** What whoever pays for an order has left: of an account, or of the session's card authorization. */
@Injectable()
export class PayerBalance {
  constructor(
    private readonly balances: BalanceService,
    private readonly authorizations: CardAuthorizations,
  ) {}

  /** null where nothing is kept: by invoice, free, or no authorization. */
  async find(tx: Tx, funding: Funding, account: string | null, spender: Spender): Promise<Balance | null> {
    if (funding !== 'CREDIT_CARD') return this.balances.find(tx, funding, account);
    const found = await this.authorizations.find(tx, spender);
    if (!found) return null;
    return { asset: 'USD', available: Number(found.authorized - found.used), unlimited: false };
  }
}
