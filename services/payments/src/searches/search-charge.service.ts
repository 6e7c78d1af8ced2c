import { Injectable } from '@nestjs/common';
import { Database, isDuplicate, type Tx } from '@portal/infra/db';
import { RpcFailure } from '@portal/infra/rpc';
import { ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import type { chargeSearch, Funding } from '@portal/proto/rpc/payments';
import { actorText, BalanceService } from '../balances/balance.service.js';
import { searchLines } from '../ledger/card-entries.rules.js';
import { LedgerRepository } from '../ledger/ledger.repository.js';
import { LedgerService, NotCovered } from '../ledger/ledger.service.js';
import { isLockTimeout } from '../ledger/lock-timeout.js';
import { ANY_DOCUMENT, payerOf } from '../payers/payer.rules.js';
import { userOf } from '../payers/standing.rules.js';
import { CardSpending } from '../authorizations/card-spending.js';
import { SearchPrices } from './search-prices.js';

type Outcome = Output<typeof chargeSearch>['outcome'];

interface Charge {
  readonly key: string;
  /** The item that is charged: a kind of search or details view. */
  readonly subject: string;
  readonly amount: bigint;
  readonly funding: Funding;
  readonly account: string | null;
  readonly correlationId: string;
}

/**
 * How often a charge is attempted. Concurrent searches of one account wait for the lock on the same balance, and an
 * attempt fails when it has waited longer than a single statement is allowed to run.
 */
const TRIES = 3;

/** Charges searches and details views (payments/DESIGN.md#searches-and-details), once for each user and key. */
@Injectable()
export class SearchChargeService {
  constructor(
    private readonly database: Database,
    private readonly prices: SearchPrices,
    private readonly ledger: LedgerService,
    private readonly entries: LedgerRepository,
    private readonly cards: CardSpending,
    private readonly balances: BalanceService,
  ) {}

  async charge(
    actor: Actor,
    { item, key }: Parsed<typeof chargeSearch>,
    correlationId: string,
  ): Promise<Result<Output<typeof chargeSearch>, never>> {
    const { funding, account } = payerOf(actor, ANY_DOCUMENT);
    const price = await this.prices.of(actor, item);
    if (price === 0) return ok({ outcome: 'FREE', price });
    const charge = {
      ...{ key: `${userOf(actor)}:${key}`, subject: item, amount: BigInt(price) },
      ...{ funding, account, correlationId },
    };
    const outcome = await this.chargeOnce(actor, charge);
    if (funding !== 'CREDIT_CARD' || outcome === 'CHARGED') return ok({ outcome, price });
    const payable = await this.prices.canBeAuthorized(actor, price);
    return ok({ outcome: payable ? outcome : 'INSUFFICIENT_FUNDS', price });
  }

  private async chargeOnce(actor: Actor, charge: Charge, tried = 1): Promise<Outcome> {
    try {
      return await this.database.withCounty(actor.county, async (tx) => {
        if (await this.isCharged(tx, charge)) return 'CHARGED';
        const outcome = await this.take(tx, actor, charge);
        // the same search may have arrived twice, and the other call may have paid for it with the rest of the balance
        return outcome !== 'CHARGED' && (await this.isCharged(tx, charge)) ? 'CHARGED' : outcome;
      });
    } catch (error) {
      if (error instanceof NotCovered) return this.afterRefusal(actor, charge);
      // two calls charged the same search at the same moment, and the other call came first
      if (isDuplicate(error, 'card_use_operation')) return 'CHARGED';
      if (!isLockTimeout(error)) throw error;
      if (tried === TRIES) throw new RpcFailure('the balance', { ok: false, code: 'SERVICE_BUSY' });
      return this.chargeOnce(actor, charge, tried + 1);
    }
  }

  private async isCharged(tx: Tx, { key }: Charge): Promise<boolean> {
    return (await this.entries.findEntryHash(tx, 'SEARCH', key)) !== undefined;
  }

  private async afterRefusal({ county }: Actor, charge: Charge): Promise<Outcome> {
    const charged = await this.database.withCounty(county, (tx) => this.isCharged(tx, charge));
    return charged ? 'CHARGED' : 'INSUFFICIENT_FUNDS';
  }

  private async take(tx: Tx, actor: Actor, charge: Charge): Promise<Outcome> {
    const { key, subject, amount, funding, account, correlationId } = charge;
    const by = { actor: actorText(actor), correlationId, subject };
    if (funding === 'CREDIT_CARD') {
      const spender = { userId: userOf(actor), sessionId: actor.session };
      const outcome = await this.cards.chargeSearch(tx, spender, { key, amount, account, ...by });
      return outcome === 'CHARGED' ? outcome : `PAYMENT_${outcome}`;
    }
    if (account === null || (funding !== 'ESCROW' && funding !== 'INVOICE')) return 'INSUFFICIENT_FUNDS';
    const lines = searchLines(funding, account, amount);
    await this.ledger.post(tx, { opType: 'SEARCH', opKey: key, lines, ...by });
    if (funding === 'ESCROW') await this.balances.announce(tx, account, 'USD');
    return 'CHARGED';
  }
}
