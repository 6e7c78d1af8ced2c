import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output } from '@portal/proto/rpc/contract';
import type { AddOnConfirmation, listAddOns } from '@portal/proto/rpc/payments';
import { BalanceService } from '../balances/balance.service.js';
import { PRICE_HOLDS_MS } from '../prices/price.rules.js';
import { userOf } from '../payers/standing.rules.js';
import { PaymentTerms } from '../prices/payment-terms.js';
import { AddOnRepository, type AddOn } from './add-on.repository.js';
import { bundleFunding, bundlesOf, monthEnd, type Bundle } from './add-on.rules.js';

/** Offers flat-fee bundles, and fixes the price of the chosen bundle (A11-01 to A11-15). */
@Injectable()
export class AddOnService {
  constructor(
    private readonly database: Database,
    private readonly addOns: AddOnRepository,
    private readonly balances: BalanceService,
    private readonly terms: PaymentTerms,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns the bundles that the actor may buy. */
  async offered(actor: Actor): Promise<Bundle[]> {
    const terms = await this.terms.of(actor.county);
    return bundleFunding(actor, terms) === undefined ? [] : bundlesOf(terms);
  }

  /** Returns how the actor's account currently pays for bundles. */
  async fundingOf(actor: Actor): Promise<AddOn['funding'] | undefined> {
    return bundleFunding(actor, await this.terms.of(actor.county));
  }

  /** Opens a visit to the add-on windows; its prices are valid for as long as an order's price. */
  async list(actor: Actor): Promise<Result<Output<typeof listAddOns>, 'ADD_ON_NOT_OFFERED'>> {
    const { county, account } = actor;
    const options = await this.offered(actor);
    const funding = await this.fundingOf(actor);
    if (funding === undefined || account === null || options.length === 0) return fail('ADD_ON_NOT_OFFERED');
    const now = this.clock.now();
    const addOn = {
      ...{ id: randomUUID(), accountId: account, userId: userOf(actor), sessionId: actor.session, funding },
      expiresAt: new Date(now.getTime() + PRICE_HOLDS_MS),
    };
    await this.database.withCounty(county, (tx) => this.addOns.insert(tx, addOn, now));
    return ok({ imageStateGuid: addOn.id, options });
  }

  /** @param value identifies an option that `list` returned */
  async confirm(
    actor: Actor,
    guid: string,
    value: string,
  ): Promise<Result<AddOnConfirmation, 'ADD_ON_NOT_OFFERED' | 'ADD_ON_NOT_FOUND' | 'ADD_ON_WITHDRAWN'>> {
    const county = await this.terms.of(actor.county);
    const funding = bundleFunding(actor, county);
    if (funding === undefined) return fail('ADD_ON_NOT_OFFERED');
    const option = bundlesOf(county).find((bundle) => bundle.value === value);
    return this.database.withCounty(actor.county, async (tx) => {
      const addOn = await this.lockOwn(tx, actor, guid);
      if (!addOn || addOn.state === 'BOUGHT' || addOn.state === 'CANCELLED') return fail('ADD_ON_NOT_FOUND');
      // the account's way to pay has changed since the windows were opened
      if (addOn.funding !== funding) return fail('ADD_ON_NOT_OFFERED');
      if (!option) return fail('ADD_ON_WITHDRAWN');
      const unlimitedUntil = option.images === null ? monthEnd(county.timeZone, this.clock) : null;
      await this.addOns.confirm(tx, guid, { ...option, unlimitedUntil });
      return ok(await this.show(tx, addOn, option));
    });
  }

  /** Closes the visit after Back or Cancel. False when the visit does not exist; a bought bundle stays bought. */
  async cancel(tx: Tx, actor: Actor, guid: string): Promise<boolean> {
    const addOn = await this.lockOwn(tx, actor, guid, { expiredToo: true });
    if (!addOn) return false;
    if (addOn.state !== 'BOUGHT')
      await this.addOns.close(tx, guid, addOn.state, 'CANCELLED', this.clock.now());
    return true;
  }

  /**
   * Locks the actor's own visit. Visits of other users, sessions or accounts are not found; expired visits are found
   * only with `expiredToo`.
   */
  async lockOwn(
    tx: Tx,
    actor: Actor,
    guid: string,
    o: { expiredToo?: boolean } = {},
  ): Promise<AddOn | undefined> {
    const addOn = await this.addOns.lock(tx, guid);
    const own =
      addOn?.userId === userOf(actor) &&
      addOn.sessionId === actor.session &&
      addOn.accountId === actor.account;
    if (!addOn || !own) return undefined;
    const expired = addOn.expiresAt <= this.clock.now() && addOn.state !== 'BOUGHT';
    return expired && !o.expiredToo ? undefined : addOn;
  }

  private async show(tx: Tx, { accountId, funding }: AddOn, option: Bundle): Promise<AddOnConfirmation> {
    const images = await this.balances.find(tx, 'FLAT_FEE', accountId);
    const money = funding === 'ESCROW' ? await this.balances.find(tx, 'ESCROW', accountId) : null;
    const beginning = images?.unlimited ? null : (images?.available ?? 0);
    const ending = beginning === null || option.images === null ? null : beginning + option.images;
    const has = money?.available ?? 0;
    return {
      option,
      funding,
      images: { beginning, ending },
      escrow: money && { beginning: has, ending: has - option.cost },
      insufficient: funding === 'ESCROW' && has < option.cost,
    };
  }
}
