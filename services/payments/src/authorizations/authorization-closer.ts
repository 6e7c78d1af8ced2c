import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { openLog } from '@portal/infra/log';
import { counter } from '@portal/infra/metrics';
import { CardProvider, ProviderUnavailable, type ProviderTransaction } from '../cards/card-provider.js';
import type { CardDuty, CardTask, ProviderAnswer } from '../cards/card-task.js';
import { captureLines } from '../ledger/card-entries.rules.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { PaymentFacts } from '../payment-facts.js';
import { ClosingRepository, type ClosedState, type ClosingAuthorization } from './closing.repository.js';

const log = openLog('payments');
const failures = counter({
  name: 'card_closing_failed_total',
  help: 'Card authorizations that were given up without a capture or a void',
  labelNames: ['why'],
});

/** The time until the next attempt; longer than a query and a change at the provider take together. */
const TRY_AGAIN_MS = 60_000;
/** A refusal may be temporary; after this many refusals, a person must check. */
const REFUSED_AT_MOST = 10;
/** The age at which closing is given up; no provider keeps an authorization for longer. */
const CLOSING_AT_MOST_MS = 30 * 24 * 60 * 60_000;

/**
 * Closes authorizations: captures the used amount once, or voids an unused authorization
 * (payments/DESIGN.md#card-authorizations). The amount to capture is stored first, and each attempt starts with a query
 * to the provider, so that a capture whose answer was lost is not repeated.
 */
@Injectable()
export class AuthorizationCloser implements CardDuty {
  constructor(
    private readonly database: Database,
    private readonly closing: ClosingRepository,
    private readonly cards: CardProvider,
    private readonly ledger: LedgerService,
    private readonly facts: PaymentFacts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async takeNext(county: string): Promise<CardTask | undefined> {
    const now = this.clock.now();
    const again = new Date(now.getTime() + TRY_AGAIN_MS);
    const taken = await this.database.withCounty(county, (tx) => this.closing.claimNext(tx, now, again));
    return taken && (() => this.closeOne(taken));
  }

  private async closeOne(closing: ClosingAuthorization): Promise<ProviderAnswer> {
    const { countyId: county, id } = closing;
    // an order that is still running ends within minutes; a later sweep closes the authorization
    if (closing.waits) return 'NOT_ASKED';
    await failpoint('closing-claimed');
    if ((await this.cards.merchantOf(county)) !== closing.merchantRef) {
      await this.missMerchant(closing);
      return 'NOT_ASKED';
    }
    try {
      const known = await this.cards.fetchTransaction(county, closing.transactionId);
      if (known?.status === 'AUTHORIZED') await this.change(closing);
      else await this.conclude(closing, known);
      return 'ANSWERED';
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      log.warn({ err: error, closing: id }, 'the card provider cannot be asked about an authorization');
      return 'UNANSWERED';
    }
  }

  private async change(closing: ClosingAuthorization): Promise<void> {
    const { countyId: county, transactionId, id, used } = closing;
    const mutation = { county, transactionId, refId: id.replaceAll('-', '').slice(0, 20).toUpperCase() };
    await failpoint('closing-changing');
    const outcome = used === 0n ? await this.cards.void(mutation) : await this.cards.capture(mutation, used);
    await failpoint('closing-changed');
    if (outcome === 'OK') return used === 0n ? this.end(closing, 'VOIDED') : this.captured(closing, used);
    const refusals = await this.database.withCounty(county, (tx) => this.closing.note(tx, id, outcome));
    if (outcome !== 'DECLINED') return;
    if (refusals >= REFUSED_AT_MOST) await this.fail(closing, 'REFUSED');
  }

  /**
   * Logs that the county has changed its merchant: only the keys of the earlier merchant can close the authorization.
   */
  private async missMerchant(closing: ClosingAuthorization): Promise<void> {
    log.warn(
      { closing: closing.id, merchant: closing.merchantRef },
      'a card authorization belongs to a merchant whose keys are missing',
    );
    await this.failWhenOld(closing, 'MERCHANT');
  }

  /**
   * Handles an authorization that the provider no longer reports as AUTHORIZED, because an earlier attempt or somebody
   * at the provider has changed it.
   */
  private async conclude(
    closing: ClosingAuthorization,
    known: ProviderTransaction | undefined,
  ): Promise<void> {
    const status = known?.status;
    const taken = status === 'CAPTURED' || status === 'SETTLED';
    if (taken && known?.settling === closing.used) return this.captured(closing, closing.used);
    const gone = status === 'VOIDED' || status === 'EXPIRED' || status === 'DECLINED';
    if (closing.used === 0n && gone) return this.end(closing, status === 'EXPIRED' ? 'EXPIRED' : 'VOIDED');
    const moved = taken || status === 'REFUNDED' || status === 'CHARGED_BACK';
    if (gone || moved) return this.fail(closing, status);
    // the status is HELD or OTHER, or the transaction was not found: the provider is asked again
    await this.failWhenOld(closing, status ?? 'NOT_FOUND');
  }

  private async captured(closing: ClosingAuthorization, amount: bigint): Promise<void> {
    const { countyId, id, userId, accountId, correlationId } = closing;
    await this.database.withCounty(countyId, async (tx) => {
      if (!(await this.closing.close(tx, id, 'CAPTURED', this.clock.now(), amount))) return;
      const lines = captureLines(id, amount);
      const actor = 'system:payments';
      await this.ledger.post(tx, { opType: 'CARD_CAPTURE', opKey: id, lines, actor, correlationId });
      await failpoint('closing-posting');
      await this.facts.moneyMoved(tx, { action: 'card.capture', accountId, userId, amount, key: id });
    });
  }

  private async end({ countyId, id }: ClosingAuthorization, state: ClosedState): Promise<void> {
    await this.database.withCounty(countyId, (tx) => this.closing.close(tx, id, state, this.clock.now()));
  }

  private async failWhenOld(closing: ClosingAuthorization, why: string): Promise<void> {
    const age = this.clock.now().getTime() - closing.createdAt.getTime();
    if (age > CLOSING_AT_MOST_MS) await this.fail(closing, why);
  }

  private async fail(closing: ClosingAuthorization, why: string): Promise<void> {
    failures.inc({ why });
    log.error({ closing: closing.id, why }, 'a card authorization could not be closed');
    await this.end(closing, 'FAILED');
  }
}
