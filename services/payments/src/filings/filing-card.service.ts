import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { fail, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Parsed } from '@portal/proto/rpc/contract';
import type { CardSession, openFilingCard } from '@portal/proto/rpc/payments';
import { AttemptOpener, type OpenError } from '../attempts/attempt-opener.js';
import { FilingChargeRepository } from '../filing-charges/filing-charge.repository.js';
import { userOf } from '../payers/standing.rules.js';

/** Pays for a filing by card (B10-24 to B10-27). The amount is the fee as it was priced, whatever the browser says. */
@Injectable()
export class FilingCardService {
  constructor(
    private readonly database: Database,
    private readonly charges: FilingChargeRepository,
    private readonly opener: AttemptOpener,
  ) {}

  async open(
    actor: Actor,
    { filing, amount, communicatorUrl }: Parsed<typeof openFilingCard>,
    correlationId: string,
  ): Promise<Result<CardSession, OpenError | 'NOT_FOUND' | 'PRICE_CHANGED' | 'FILING_CLOSED'>> {
    const charge = await this.database.withCounty(actor.county, (tx) =>
      filing === null
        ? this.charges.findPriced(tx, userOf(actor), actor.session)
        : this.charges.find(tx, filing),
    );
    if (charge?.userId !== userOf(actor) || charge.accountId !== actor.account) return fail('NOT_FOUND');
    if (charge.funding !== 'CREDIT_CARD' || charge.total === 0n) return fail('CARD_NOT_OFFERED');
    if (charge.state !== 'PRICED' || charge.attemptId !== null) return fail('FILING_CLOSED');
    if (amount !== null && BigInt(amount) !== charge.total) return fail('PRICE_CHANGED');
    const wanted = {
      ...{ purpose: 'EFILE' as const, mode: 'SALE' as const, description: 'E-filing', communicatorUrl },
      ...{ credit: charge.total - charge.surcharge, surcharge: charge.surcharge, subjectId: charge.id },
    };
    return this.opener.open(actor, wanted, correlationId);
  }
}
