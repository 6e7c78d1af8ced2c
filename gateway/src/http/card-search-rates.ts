import { Injectable } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { CountySections } from '@portal/infra/county-config';
import { chargedDetails, paysForSearches, searchPrice } from '@portal/proto/config/search-price';
import type { CodeDescription } from '@portal/proto/http/envelope';
import { searchTypes } from '@portal/proto/http/search-types';
import { amountText } from '../answers/amounts.js';
import { actorOf, type Visit } from '../session/visit.js';

/** Lists the prices for users who pay for searches by card (B9-06). */
@Injectable()
export class CardSearchRates {
  constructor(
    private readonly sections: CountySections,
    private readonly catalogue: Catalogue,
  ) {}

  /**
   * Lists the prices of details and of the searches that the user may run, except those that are free. The list is
   * empty for users who do not pay for searches by card.
   */
  async list(visit: Visit): Promise<CodeDescription[]> {
    const actor = actorOf(visit);
    if (!paysForSearches(actor) || actor.terms?.paymentMethod !== 'CREDIT_CARD') return [];
    const [aLaCarte, creditCardAlternateRates] = await Promise.all([
      this.sections.get(actor.county, 'aLaCarte'),
      this.sections.get(actor.county, 'creditCardAlternateRates'),
    ]);
    const offered = searchTypes.filter((type) => visit.session?.user.searchList.includes(type));
    return [...offered, ...chargedDetails].flatMap((code) => {
      const price = searchPrice({ aLaCarte, creditCardAlternateRates }, 'CREDIT_CARD', code);
      const description = amountText(this.catalogue, actor.language, 'USD', price);
      return price === 0 ? [] : [{ code, description }];
    });
  }
}
