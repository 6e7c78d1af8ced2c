import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { AttemptRepository } from '../attempts/attempt.repository.js';
import { FilingRefundRepository, type FilingRefund } from '../filing-charges/filing-refund.repository.js';
import { ClosedAccountRepository } from '../ledger/closed-account.repository.js';
import { filingRefundLines } from '../ledger/efile-entries.rules.js';
import { LedgerService } from '../ledger/ledger.service.js';

/** Ends the refund of a card payment after the money is back on the card, and posts the refund. */
@Injectable()
export class ReturnedPayment {
  constructor(
    private readonly database: Database,
    private readonly refunds: FilingRefundRepository,
    private readonly attempts: AttemptRepository,
    private readonly closed: ClosedAccountRepository,
    private readonly ledger: LedgerService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Does nothing if the refund was ended before.
   * @param from the state of the refund until now: DUE if the portal requested the refund; FAILED if a person made the
   * refund at the provider
   */
  async end(
    { countyId, attemptId, filingId, amount }: FilingRefund,
    from: 'DUE' | 'FAILED' = 'DUE',
  ): Promise<void> {
    await this.database.withCounty(countyId, async (tx) => {
      const attempt = await this.attempts.lock(tx, attemptId);
      if (!(await this.refunds.end(tx, attemptId, 'DONE', this.clock.now(), from))) return;
      await this.attempts.move(tx, attemptId, attempt.state, 'REFUNDED', { nextLookAt: null });
      // the account may have been closed while the refund was in the state FAILED; the refund is then posted without an
      // account
      const { accountId } = attempt;
      const isOpen = accountId !== null && (await this.closed.isOpen(tx, accountId));
      await this.ledger.post(tx, {
        ...{ opType: 'EFILE_REFUND', opKey: attemptId, lines: filingRefundLines(amount), subject: filingId },
        ...{ actor: 'system:payments', correlationId: attempt.correlationId },
        account: isOpen ? accountId : null,
      });
    });
  }
}
