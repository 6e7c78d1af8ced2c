import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { CardSession, DepositTerms } from '@portal/proto/rpc/payments';
import { AttemptOpener, type OpenError } from '../attempts/attempt-opener.js';
import { BalanceRepository } from '../balances/balance.repository.js';
import { CardProvider } from '../cards/card-provider.js';
import { PaymentTerms } from '../prices/payment-terms.js';
import { boundsOf, checkAmount, mayDeposit, surchargeOf, type AmountError } from './deposit.rules.js';

/** Handles deposits to escrow by card (A8). */
@Injectable()
export class DepositService {
  constructor(
    private readonly database: Database,
    private readonly balances: BalanceRepository,
    private readonly terms: PaymentTerms,
    private readonly opener: AttemptOpener,
    private readonly cards: CardProvider,
  ) {}

  /**
   * Returns the bounds of a deposit, its surcharge, and the balance after the deposit.
   * @param amount cents; 0 before an amount is typed, when only the bounds are needed
   */
  async quote(actor: Actor, amount: number): Promise<Result<DepositTerms, 'CARD_NOT_OFFERED'>> {
    const { county, account } = actor;
    const { escrow } = await this.terms.of(county);
    const merchant = await this.cards.merchantOf(county);
    if (!mayDeposit(actor, escrow) || account === null || merchant === undefined)
      return fail('CARD_NOT_OFFERED');
    const found = await this.database.withCounty(county, (tx) => this.balances.find(tx, account, 'USD'));
    const beginning = Number(found?.available ?? 0n);
    const deposit = Math.max(amount, 0);
    const surcharge = Number(surchargeOf(escrow, BigInt(deposit)));
    return ok({
      ...boundsOf(escrow),
      amount: deposit,
      surcharge,
      total: deposit + surcharge,
      beginning,
      ending: beginning + deposit,
    });
  }

  /** @param request.amount cents to be credited to escrow */
  async open(
    actor: Actor,
    request: { amount: number; communicatorUrl: string },
    correlationId: string,
  ): Promise<Result<CardSession, AmountError | OpenError>> {
    const { escrow } = await this.terms.of(actor.county);
    if (!mayDeposit(actor, escrow)) return fail('CARD_NOT_OFFERED');
    const amount = checkAmount(escrow, request.amount);
    if (!amount.ok) return amount;
    const { communicatorUrl } = request;
    const wanted = {
      ...{
        purpose: 'DEPOSIT' as const,
        mode: 'SALE' as const,
        description: 'Escrow deposit',
        communicatorUrl,
      },
      ...{ credit: amount.value, surcharge: surchargeOf(escrow, amount.value) },
    };
    return this.opener.open(actor, wanted, correlationId);
  }
}
