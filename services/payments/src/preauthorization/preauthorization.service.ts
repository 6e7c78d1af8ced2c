import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output } from '@portal/proto/rpc/contract';
import type { CardSession, getCardAuthorization } from '@portal/proto/rpc/payments';
import { AttemptOpener, type OpenError } from '../attempts/attempt-opener.js';
import { CardProvider } from '../cards/card-provider.js';
import { standingOf, userOf } from '../payers/standing.rules.js';
import { PaymentTerms } from '../prices/payment-terms.js';
import { CardAuthorizations } from '../authorizations/card-authorizations.js';

/** True if the actor is a user or a guest who pays by card. Such an actor needs a preauthorization. */
export function paysByCard(actor: Actor): boolean {
  const { isMember, isGuest } = standingOf(actor);
  const { terms } = actor;
  return (
    (isMember || isGuest) && terms?.accountType === 'A_LA_CARTE' && terms.paymentMethod === 'CREDIT_CARD'
  );
}

/** Lets users authorize, on their card, the amount that the county has set (A11-27, B9-10). */
@Injectable()
export class PreauthorizationService {
  constructor(
    private readonly database: Database,
    private readonly authorizations: CardAuthorizations,
    private readonly terms: PaymentTerms,
    private readonly opener: AttemptOpener,
    private readonly cards: CardProvider,
  ) {}

  /** Returns the amount for which the actor's session can get an authorization, in cents; 0 if it can get none. */
  async limitOf(actor: Actor): Promise<number> {
    if (!paysByCard(actor)) return 0;
    const { creditCardExtra } = await this.terms.of(actor.county);
    return (await this.cards.merchantOf(actor.county)) === undefined ? 0 : creditCardExtra.maxAmount;
  }

  async open(
    actor: Actor,
    { communicatorUrl }: { communicatorUrl: string },
    correlationId: string,
  ): Promise<Result<CardSession, OpenError>> {
    const { creditCardExtra } = await this.terms.of(actor.county);
    if (!paysByCard(actor) || creditCardExtra.maxAmount === 0) return fail('CARD_NOT_OFFERED');
    const wanted = {
      ...{
        purpose: 'PREAUTH' as const,
        mode: 'AUTH' as const,
        description: 'Preauthorization',
        communicatorUrl,
      },
      ...{ credit: BigInt(creditCardExtra.maxAmount), surcharge: 0n },
    };
    return this.opener.open(actor, wanted, correlationId);
  }

  /** Returns the amount that the session may still spend. */
  async get(actor: Actor): Promise<Result<Output<typeof getCardAuthorization>, never>> {
    const maxAmount = await this.limitOf(actor);
    const { surchargeMessage } = (await this.terms.of(actor.county)).creditCardExtra;
    const spender = { userId: userOf(actor), sessionId: actor.session };
    const found = await this.database.withCounty(actor.county, (tx) => this.authorizations.find(tx, spender));
    const authorization = found && {
      authorized: Number(found.authorized),
      used: Number(found.used),
      remaining: Number(found.authorized - found.used),
    };
    return ok({ maxAmount, surchargeMessage, authorization: authorization ?? null });
  }
}
