import { Injectable } from '@nestjs/common';
import { paysForSearches, searchPrice, type ChargedItem } from '@portal/proto/config/search-price';
import type { Actor } from '@portal/proto/rpc/actor';
import { PreauthorizationService } from '../preauthorization/preauthorization.service.js';
import { PaymentTerms } from '../prices/payment-terms.js';

/** Reads the prices of searches and details (payments/DESIGN.md#searches-and-details), in cents. */
@Injectable()
export class SearchPrices {
  constructor(
    private readonly terms: PaymentTerms,
    private readonly preauthorizations: PreauthorizationService,
  ) {}

  /** Returns the price for this actor; 0 if it is free. */
  async of(actor: Actor, item: ChargedItem): Promise<number> {
    if (!actor.terms || !paysForSearches(actor)) return 0;
    return searchPrice(await this.terms.of(actor.county), actor.terms.paymentMethod, item);
  }

  /**
   * False for a price above the amount of an authorization. Another authorization does not help, because it replaces
   * the previous one (DECISIONS.md#pay-21).
   */
  async canBeAuthorized(actor: Actor, price: number): Promise<boolean> {
    return price <= (await this.preauthorizations.limitOf(actor));
  }
}
