import { Injectable } from '@nestjs/common';
import { CountySections } from '@portal/infra/county-config';
import { RpcClient } from '@portal/infra/rpc';
import {
  paysForSearches,
  searchPrice,
  type ChargedItem,
  type SearchRates,
} from '@portal/proto/config/search-price';
import { fail, type Failure } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { chargeSearch } from '@portal/proto/rpc/payments';

/**
 * Why a search or record is unpaid. PAYMENT_NEEDED: a card must be authorized first. PAYMENT_NEEDED_AGAIN: the
 * authorized amount is used up. INSUFFICIENT_FUNDS: no payment is possible, because the account has too little money or
 * the price exceeds what the county authorizes on a card.
 */
export type Unpaid = 'PAYMENT_NEEDED' | 'PAYMENT_NEEDED_AGAIN' | 'INSUFFICIENT_FUNDS';

/**
 * The failure for an unpaid search or record. For INSUFFICIENT_FUNDS, the parameter `paysBy` tells the gateway which
 * explanation to show.
 */
export function refusalOf<U extends Unpaid>(unpaid: U, { terms }: Actor): Failure<U> {
  const byCard = unpaid === 'INSUFFICIENT_FUNDS' && terms?.paymentMethod === 'CREDIT_CARD';
  return fail(unpaid, byCard ? { paysBy: 'CREDIT_CARD' } : undefined);
}

/**
 * Charges searches that found something, and details that exist (payments/DESIGN.md#searches-and-details). For the rest
 * of the session, a charged search is not charged again for further batches and pages, repetitions, prints or other
 * sort orders. The payments service is not called for free searches and free details.
 */
@Injectable()
export class SearchCharges {
  /**
   * The last known prices by county, used while the admin-config service does not answer. They decide only whether an
   * item is free: the payments service itself reads the prices by which it charges.
   */
  private readonly told = new Map<string, SearchRates>();

  constructor(
    private readonly sections: CountySections,
    private readonly rpc: RpcClient,
  ) {}

  /** @throws RpcFailure when the prices were never read and the admin-config service does not answer */
  async isFree({ county, role, terms }: Actor, item: ChargedItem): Promise<boolean> {
    if (!terms || !paysForSearches({ role, terms })) return true;
    return searchPrice(await this.ratesOf(county), terms.paymentMethod, item) === 0;
  }

  /**
   * @returns undefined when the item is free or has been paid
   * @param nameOf identifies the search or the record; called only when the item costs something
   * @throws RpcFailure when the payments service does not answer; another attempt does not charge the item twice
   */
  async charge(actor: Actor, item: ChargedItem, nameOf: () => string): Promise<Unpaid | undefined> {
    // staff in an account view are not charged for the searches of the view
    if (actor.viewing || (await this.isFree(actor, item))) return undefined;
    const key = `${actor.session ?? ''}:${item}:${nameOf()}`;
    const { outcome } = await this.rpc.callOrThrow(chargeSearch, { item, key }, { actor });
    return outcome === 'CHARGED' || outcome === 'FREE' ? undefined : outcome;
  }

  private async ratesOf(county: string): Promise<SearchRates> {
    const known = this.told.get(county);
    const asked = this.ask(county);
    const rates = await (known === undefined ? asked : asked.catch(() => known));
    this.told.set(county, rates);
    return rates;
  }

  private async ask(county: string): Promise<SearchRates> {
    const [aLaCarte, creditCardAlternateRates] = await Promise.all([
      this.sections.get(county, 'aLaCarte'),
      this.sections.get(county, 'creditCardAlternateRates'),
    ]);
    return { aLaCarte, creditCardAlternateRates };
  }
}
