import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output } from '@portal/proto/rpc/contract';
import type { buyAddOn } from '@portal/proto/rpc/payments';
import { BalanceRepository } from '../balances/balance.repository.js';
import { actorText, BalanceService } from '../balances/balance.service.js';
import { addOnLines } from '../ledger/card-entries.rules.js';
import { imagesOf } from '../ledger/ledger-account.js';
import { LedgerRepository } from '../ledger/ledger.repository.js';
import { LedgerService, NotCovered } from '../ledger/ledger.service.js';
import { PaymentFacts } from '../payment-facts.js';
import { AddOnRepository, type AddOn } from './add-on.repository.js';
import { AddOnService } from './add-on.service.js';

export type BuyError = 'ADD_ON_NOT_FOUND' | 'ADD_ON_NOT_CONFIRMED' | 'INSUFFICIENT_FUNDS';
type Bought = Result<Output<typeof buyAddOn>, BuyError>;

/** Thrown when the account's unlimited images already last as long as those of the bundle, or longer. */
class AlreadyUnlimited extends Error {
  override readonly name = 'AlreadyUnlimited';
}

/** Makes the changes of the ledger for the purchase of a bundle. */
@Injectable()
export class AddOnLedger {
  constructor(
    private readonly ledger: LedgerService,
    private readonly accounts: LedgerRepository,
    private readonly balances: BalanceRepository,
    private readonly addOns: AddOnRepository,
    private readonly announcer: BalanceService,
    private readonly facts: PaymentFacts,
  ) {}

  /**
   * Posts one entry for the money and the images of the bundle (payments/DESIGN.md#chart-of-entries). An unlimited
   * bundle has no images to post: the account's balance stores the time until which the images are unlimited.
   * @throws NotCovered, AlreadyUnlimited
   */
  async post(tx: Tx, actor: Actor, addOn: AddOn, correlationId: string): Promise<void> {
    const { id, funding, accountId, images, unlimitedUntil } = addOn;
    const cost = addOn.cost ?? 0n;
    const lines = addOnLines({ funding, account: accountId, cost, images });
    const by = { actor: actorText(actor), correlationId };
    // an entry would check that the account is open, but a free unlimited bundle posts no entry
    await this.ledger.requireOpen(tx, accountId, `ADD_ON ${id}`);
    if (lines.length > 0) await this.ledger.post(tx, { opType: 'ADD_ON', opKey: id, lines, ...by });
    if (unlimitedUntil !== null) {
      await this.accounts.openAccounts(tx, [imagesOf(accountId)]);
      const { ledgerAccountId } = await this.balances.lock(tx, accountId, 'IMG');
      if (!(await this.addOns.extendUnlimited(tx, ledgerAccountId, unlimitedUntil)))
        throw new AlreadyUnlimited(`account ${accountId} needs no bundle ${id}`);
    }
    await this.announcer.announce(tx, accountId, 'IMG');
    if (funding === 'ESCROW' && cost > 0n) await this.announcer.announce(tx, accountId, 'USD');
    const { userId } = addOn;
    await this.facts.moneyMoved(tx, { action: 'flat-fee.add-on', accountId, userId, amount: cost, key: id });
  }
}

/** Buys the confirmed bundle (A11-16). */
@Injectable()
export class AddOnPurchase {
  constructor(
    private readonly database: Database,
    private readonly visits: AddOnService,
    private readonly addOns: AddOnRepository,
    private readonly ledger: AddOnLedger,
    private readonly balances: BalanceService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Buys the confirmed bundle. A repeated call returns the same answer and posts nothing. */
  async buy(actor: Actor, guid: string, correlationId: string): Promise<Bought> {
    const funding = await this.visits.fundingOf(actor);
    try {
      return await this.database.withCounty(actor.county, (tx) =>
        this.buyOnce(tx, actor, { guid, funding, correlationId }),
      );
    } catch (error) {
      if (error instanceof NotCovered) return fail('INSUFFICIENT_FUNDS');
      if (error instanceof AlreadyUnlimited) return fail('ADD_ON_NOT_FOUND');
      throw error;
    }
  }

  private async buyOnce(
    tx: Tx,
    actor: Actor,
    o: { guid: string; funding: AddOn['funding'] | undefined; correlationId: string },
  ): Promise<Bought> {
    const { guid, funding, correlationId } = o;
    const addOn = await this.visits.lockOwn(tx, actor, guid);
    if (!addOn || addOn.state === 'CANCELLED') return fail('ADD_ON_NOT_FOUND');
    if (addOn.state === 'OPEN') return fail('ADD_ON_NOT_CONFIRMED');
    if (addOn.state === 'CONFIRMED') {
      if (addOn.funding !== funding) return fail('ADD_ON_NOT_FOUND');
      const now = this.clock.now();
      // the month of the confirmed bundle is over
      if (addOn.unlimitedUntil !== null && addOn.unlimitedUntil <= now) return fail('ADD_ON_NOT_CONFIRMED');
      await this.addOns.close(tx, guid, 'CONFIRMED', 'BOUGHT', now);
      await this.ledger.post(tx, actor, addOn, correlationId);
      await failpoint('bundle-bought');
    }
    const images = await this.balances.find(tx, 'FLAT_FEE', addOn.accountId);
    return ok({ images: images ?? { asset: 'IMG', available: 0, unlimited: false } });
  }
}
