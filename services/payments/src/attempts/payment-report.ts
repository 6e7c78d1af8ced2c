import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import type { reportPayment } from '@portal/proto/rpc/payments';
import { PayerBalance } from '../spending/payer-balance.js';
import { userOf } from '../payers/standing.rules.js';
import { AttemptRepository, type Attempt } from './attempt.repository.js';
import { isTransactionId } from './attempt.rules.js';
import { AttemptSettler } from './attempt-settler.js';

type Report = Parsed<typeof reportPayment>;
type Reported = Output<typeof reportPayment>;

/**
 * Handles the browser's report after the card page; only the transaction id is used (payments/DESIGN.md#card-payments
 * rules 1 and 2).
 */
@Injectable()
export class PaymentReport {
  constructor(
    private readonly database: Database,
    private readonly attempts: AttemptRepository,
    private readonly settler: AttemptSettler,
    private readonly balances: PayerBalance,
  ) {}

  async receive(actor: Actor, report: Report): Promise<Result<Reported, 'PAYMENT_NOT_FOUND'>> {
    if (!isTransactionId(report.transId)) return fail('PAYMENT_NOT_FOUND');
    const attempt = await this.database.withCounty(actor.county, (tx) => this.find(tx, actor, report));
    if (!attempt) return fail('PAYMENT_NOT_FOUND');
    const { outcome, reason } = await this.settler.settleAttempt(actor.county, attempt.id, report.transId);
    // the call does not wait for a transaction that the provider does not know yet; if the provider learns of the
    // transaction later, the sweeper credits it
    if (reason === 'NOT_FOUND') return fail('PAYMENT_NOT_FOUND');
    const balance = await this.balances.get(actor, null);
    return ok({ outcome, balance: balance.ok ? balance.value : null });
  }

  /** Finds the actor's attempt; attempts of other users, sessions or purposes are not found. */
  private async find(tx: Tx, actor: Actor, { attemptId, purpose }: Report): Promise<Attempt | undefined> {
    const attempt =
      attemptId === null
        ? await this.attempts.findNewest(tx, userOf(actor), actor.session, purpose)
        : await this.attempts.find(tx, attemptId);
    const own =
      attempt?.userId === userOf(actor) &&
      attempt.sessionId === actor.session &&
      attempt.accountId === actor.account &&
      attempt.purpose === purpose;
    return own ? attempt : undefined;
  }
}
