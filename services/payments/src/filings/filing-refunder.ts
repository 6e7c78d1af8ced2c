import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { openLog } from '@portal/infra/log';
import { counter } from '@portal/infra/metrics';
import { CardProvider, ProviderUnavailable, type ProviderTransaction } from '../cards/card-provider.js';
import type { CardDuty, CardTask, ProviderAnswer } from '../cards/card-task.js';
import { FilingRefundRepository, type FilingRefund } from '../filing-charges/filing-refund.repository.js';
import { givenBack, MadeRefunds } from './made-refunds.js';
import { ReturnedPayment } from './returned-payment.js';

const log = openLog('payments');
const failures = counter({
  name: 'filing_refund_failed_total',
  help: 'Card payments of filings that were not given back and need a person',
  labelNames: ['why'],
});

/** The time until the next attempt; longer than a query and a change at the provider take together. */
const TRY_AGAIN_MS = 60_000;
/**
 * A refusal may be temporary, for example while a batch is being settled. After this many refusals, which take 15
 * hours, a person must check.
 */
const REFUSED_AT_MOST = 10;
/**
 * A refund that was requested but not answered may still be on its way, and the provider's lists may be late. For this
 * long, the portal only searches for the refund and does not request it again.
 */
const REPEATED_AFTER_MS = 30 * 60_000;
/**
 * Gives card money back (payments/DESIGN.md#filings): a payment that is not settled yet is voided, and a settled
 * payment is refunded. The chosen operation is stored first, and each attempt starts with a query to the provider, so
 * that nothing goes back twice.
 */
@Injectable()
export class FilingRefunder implements CardDuty {
  constructor(
    private readonly database: Database,
    private readonly refunds: FilingRefundRepository,
    private readonly cards: CardProvider,
    private readonly made: MadeRefunds,
    private readonly returned: ReturnedPayment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async takeNext(county: string): Promise<CardTask | undefined> {
    const now = this.clock.now();
    const again = new Date(now.getTime() + TRY_AGAIN_MS);
    const taken = await this.database.withCounty(county, (tx) => this.refunds.claimNext(tx, now, again));
    return taken && (() => this.giveBack(taken));
  }

  private async giveBack(refund: FilingRefund): Promise<ProviderAnswer> {
    const { countyId: county, transactionId, merchantRef, attemptId } = refund;
    if ((await this.cards.merchantOf(county)) !== merchantRef) {
      log.warn(
        { attempt: attemptId, merchant: merchantRef },
        'a refund needs a merchant whose keys are missing',
      );
      return 'NOT_ASKED';
    }
    try {
      const known = await this.cards.fetchTransaction(county, transactionId);
      const place = await this.moneyOf(refund, known);
      if (place === 'AT_THE_CARD') await this.returned.end(refund);
      if (place === 'WITH_US') await this.change(refund, known);
      return 'ANSWERED';
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      log.warn({ err: error, attempt: attemptId }, 'the card provider cannot be asked about a refund');
      return 'UNANSWERED';
    }
  }

  /**
   * Finds out where the money of a payment is. A void changes the payment itself; a refund is a separate transaction
   * that names the payment.
   */
  private async moneyOf(
    refund: FilingRefund,
    known: ProviderTransaction | undefined,
  ): Promise<'WITH_US' | 'AT_THE_CARD' | 'UNDER_WAY'> {
    if (known?.status === 'VOIDED' || known?.status === 'REFUNDED') return 'AT_THE_CARD';
    if (refund.means !== 'REFUND') return 'WITH_US';
    const made = await this.made.list(refund, known);
    if (givenBack(made) >= refund.amount) return 'AT_THE_CARD';
    const mayCome =
      refund.askedAt !== null && this.clock.now().getTime() - refund.askedAt.getTime() < REPEATED_AFTER_MS;
    return mayCome || made.some(({ status }) => status === 'HELD') ? 'UNDER_WAY' : 'WITH_US';
  }

  private async change(refund: FilingRefund, known: ProviderTransaction | undefined): Promise<void> {
    const { countyId: county, transactionId, refId, amount } = refund;
    const means = known?.status === 'CAPTURED' ? 'VOID' : known?.status === 'SETTLED' ? 'REFUND' : undefined;
    if (means === undefined) return this.refused(refund, known?.status ?? 'NOT_FOUND');
    const at = this.clock.now();
    const nextTryAt = new Date(at.getTime() + TRY_AGAIN_MS);
    const isOurs = await this.database.withCounty(county, (tx) =>
      this.refunds.noteMeans(tx, refund, means, { at, nextTryAt }),
    );
    if (!isOurs) return;
    await failpoint('filing-refunding');
    const mutation = { county, transactionId, refId };
    const outcome =
      means === 'VOID' ? await this.cards.void(mutation) : await this.cards.refund(mutation, amount);
    await failpoint('filing-refunded');
    if (outcome === 'OK') return this.returned.end(refund);
    if (outcome === 'DECLINED') return this.refused({ ...refund, claimedUntil: nextTryAt }, 'REFUSED');
  }

  private async refused(refund: FilingRefund, why: string): Promise<void> {
    const { countyId, attemptId } = refund;
    await this.database.withCounty(countyId, async (tx) => {
      const refusals = await this.refunds.noteRefusal(tx, refund, this.clock.now(), TRY_AGAIN_MS);
      if (refusals < REFUSED_AT_MOST) return;
      failures.inc({ why });
      log.error(
        { attempt: attemptId, why },
        'card money of a filing was not given back: a person must do it',
      );
      await this.refunds.end(tx, attemptId, 'FAILED', this.clock.now());
    });
  }
}
