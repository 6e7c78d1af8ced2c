import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/proto/rpc/actor';
import type { DepositBounds, Quote } from '@portal/proto/rpc/payments';
import type { Bundle } from '../add-ons/add-on.rules.js';
import { AddOnService } from '../add-ons/add-on.service.js';
import { CardProvider } from '../cards/card-provider.js';
import { boundsOf, mayDeposit } from '../deposits/deposit.rules.js';
import { PreauthorizationService } from '../preauthorization/preauthorization.service.js';
import { PaymentTerms } from '../prices/payment-terms.js';

/** The actor's ways to get more money or images. */
export interface BuyOptions {
  readonly bundles: readonly Bundle[];
  readonly escrow: DepositBounds | null;
  /** The amount that a card can be authorized for, in cents; 0 if the actor does not pay by card. */
  readonly card: number;
}

/**
 * Returns the options in the form that the purchase windows show. A card is offered only for a charge that one
 * authorization can pay, because an authorization replaces the previous one.
 * @param charge cents
 * @param authorized true if the session already has a card authorization
 */
export const quotedOptions = (
  { bundles, escrow, card }: BuyOptions,
  { charge, authorized }: { charge: number; authorized: boolean },
): Quote['options'] => ({
  flatFee: bundles.length > 0 ? { bundles: [...bundles] } : null,
  escrow,
  creditCard: card > 0 && charge <= card ? { authorized } : null,
});

/** Finds the ways to pay an order when the balance is too low (A10-02). */
@Injectable()
export class BuyOptionsReader {
  constructor(
    private readonly addOns: AddOnService,
    private readonly preauthorizations: PreauthorizationService,
    private readonly terms: PaymentTerms,
    private readonly cards: CardProvider,
  ) {}

  async read(actor: Actor): Promise<BuyOptions> {
    const [bundles, escrow, card] = await Promise.all([
      this.addOns.offered(actor),
      this.escrowOf(actor),
      this.preauthorizations.limitOf(actor),
    ]);
    return { bundles, escrow, card };
  }

  /**
   * Returns the bounds of a deposit; null if the actor cannot deposit money, or has a flat-fee account, which pays for
   * downloads with images.
   */
  private async escrowOf(actor: Actor): Promise<DepositBounds | null> {
    if (actor.terms?.accountType !== 'A_LA_CARTE') return null;
    const { escrow } = await this.terms.of(actor.county);
    if (!mayDeposit(actor, escrow)) return null;
    return (await this.cards.merchantOf(actor.county)) === undefined ? null : boundsOf(escrow);
  }
}
