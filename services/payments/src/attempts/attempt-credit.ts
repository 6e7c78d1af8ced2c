import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { BalanceService } from '../balances/balance.service.js';
import { FilingChargeRepository } from '../filing-charges/filing-charge.repository.js';
import { FilingRefundRepository } from '../filing-charges/filing-refund.repository.js';
import { filingPaymentLines } from '../ledger/efile-entries.rules.js';
import { depositLines } from '../ledger/card-entries.rules.js';
import { ClosedAccountRepository } from '../ledger/closed-account.repository.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { PaymentFacts } from '../payment-facts.js';
import { CardAuthorizations } from '../authorizations/card-authorizations.js';
import type { Attempt } from './attempt.repository.js';

/** The repositories whose rows change when a filing is paid by card. */
@Injectable()
export class FilingPaymentRows {
  constructor(
    readonly charges: FilingChargeRepository,
    readonly refunds: FilingRefundRepository,
  ) {}
}

/**
 * Books a verified payment. Amounts come from the attempt, which was stored before the token of the card page existed
 * (payments/DESIGN.md#card-payments rule 10).
 */
@Injectable()
export class AttemptCredit {
  constructor(
    private readonly ledger: LedgerService,
    private readonly balances: BalanceService,
    private readonly authorizations: CardAuthorizations,
    private readonly facts: PaymentFacts,
    private readonly closed: ClosedAccountRepository,
    private readonly filings: FilingPaymentRows,
  ) {}

  /**
   * Returns false if the payment may not be credited: it is a deposit or pays for a filing, and the account was
   * deleted after the payment began.
   */
  async isTaken(tx: Tx, { purpose, accountId }: Attempt): Promise<boolean> {
    return purpose === 'PREAUTH' || accountId === null || this.closed.isOpen(tx, accountId);
  }

  /** Credits the deposit to escrow and the surcharge to the county's income (payments/DESIGN.md#chart-of-entries). */
  async deposit(tx: Tx, attempt: Attempt): Promise<void> {
    const { id, accountId, userId, credit, expected, correlationId } = attempt;
    if (accountId === null) throw new Error(`attempt ${id} has no account to credit`);
    await this.ledger.post(tx, {
      opType: 'DEPOSIT',
      opKey: id,
      lines: depositLines(accountId, credit, expected - credit),
      actor: `user:${userId}`,
      correlationId,
    });
    await this.balances.announce(tx, accountId, 'USD');
    await this.facts.moneyMoved(tx, { action: 'escrow.deposit', accountId, userId, amount: credit, key: id });
  }

  /**
   * Binds the payment to its filing. A second payment of the same filing, or a payment for a filing that has already
   * ended, is stored as a refund to make.
   */
  async filing(tx: Tx, attempt: Attempt, at: Date): Promise<void> {
    const { id, subjectId, accountId, userId, expected, correlationId } = attempt;
    if (subjectId === null) throw new Error(`attempt ${id} pays for no filing`);
    await this.ledger.post(tx, {
      opType: 'EFILE_PAYMENT',
      opKey: id,
      lines: filingPaymentLines(expected),
      actor: `user:${userId}`,
      correlationId,
      subject: subjectId,
      account: accountId,
    });
    if (await this.filings.charges.payWith(tx, subjectId, id))
      await this.facts.filingPaid(tx, subjectId, userId);
    else await this.filings.refunds.want(tx, subjectId, id, at);
    await this.facts.moneyMoved(tx, { action: 'efile.card', accountId, userId, amount: expected, key: id });
  }

  /**
   * Opens a card authorization for the amount of the attempt. From then on, the user's session spends from this
   * authorization instead of its previous one.
   */
  authorize(tx: Tx, attempt: Attempt, transactionId: string, late: boolean): Promise<void> {
    return this.authorizations.open(tx, attempt, transactionId, late);
  }
}
