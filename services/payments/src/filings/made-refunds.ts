import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { openLog } from '@portal/infra/log';
import { CardProvider, type ProviderTransaction } from '../cards/card-provider.js';
import { FilingRefundRepository, type FilingRefund } from '../filing-charges/filing-refund.repository.js';
import { ReturnedPayment } from './returned-payment.js';

const log = openLog('payments');

/**
 * The provider's clock may differ from the portal's, so the portal searches this much earlier and later than its own
 * times.
 */
const BEFORE_MS = 24 * 60 * 60_000;

/** A transaction that may have given a payment back: a refund names its payment, a void is the payment itself. */
type Seen = Pick<ProviderTransaction, 'id' | 'status'> & { readonly refundOf?: string | null };

/** Looks up at the provider which refunds of a filing's card payment were made, by the portal or by a person. */
@Injectable()
export class MadeRefunds {
  constructor(
    private readonly database: Database,
    private readonly cards: CardProvider,
    private readonly refunds: FilingRefundRepository,
    private readonly returned: ReturnedPayment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Returns the refunds that the provider has recorded for a payment, including those that the portal did not request.
   */
  async list(
    { countyId, transactionId, createdAt }: FilingRefund,
    known: ProviderTransaction | undefined,
    seen: readonly string[] = [],
  ): Promise<ProviderTransaction[]> {
    if (known === undefined) return [];
    const since = new Date(createdAt.getTime() - BEFORE_MS);
    const until = new Date(this.clock.now().getTime() + BEFORE_MS);
    const listed =
      known.invoice === null ? [] : await this.cards.findByReference(countyId, known.invoice, since, until);
    const found: ProviderTransaction[] = [];
    for (const id of new Set([...listed, ...seen])) {
      const one = id === transactionId ? undefined : await this.cards.fetchTransaction(countyId, id);
      if (one?.refundOf === transactionId) found.push(one);
    }
    return found;
  }

  /**
   * Ends a refund that the portal has given up, if a person has made it at the provider: the payment is voided, or its
   * refunds give back the whole amount.
   * @throws ProviderUnavailable
   */
  async recognize(county: string, merchantRef: string, { id, status, refundOf }: Seen): Promise<void> {
    const payment = status === 'REFUNDED' ? (refundOf ?? null) : status === 'VOIDED' ? id : null;
    if (payment === null) return;
    const merchant = { provider: this.cards.id, merchantRef };
    const failed = await this.database.withCounty(county, (tx) =>
      this.refunds.findFailed(tx, merchant, payment),
    );
    if (!failed || !(await this.isBack(failed, id))) return;
    log.info(
      { attempt: failed.attemptId, transaction: id },
      'a person has given card money of a filing back',
    );
    await this.returned.end(failed, 'FAILED');
  }

  private async isBack(refund: FilingRefund, seen: string): Promise<boolean> {
    const known = await this.cards.fetchTransaction(refund.countyId, refund.transactionId);
    if (known?.status === 'VOIDED') return true;
    return givenBack(await this.list(refund, known, [seen])) >= refund.amount;
  }
}

/** Adds up the cents that refunds have given back; refunds that are held or were declined give nothing back. */
export const givenBack = (made: readonly ProviderTransaction[]): bigint =>
  made.filter(({ status }) => status === 'REFUNDED').reduce((sum, { settling }) => sum + settling, 0n);
