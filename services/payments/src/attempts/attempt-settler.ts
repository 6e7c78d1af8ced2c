import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, isDuplicate, type Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { openLog } from '@portal/infra/log';
import { counter } from '@portal/infra/metrics';
import type { PaymentOutcome } from '@portal/proto/rpc/payments';
import { CardProvider, ProviderUnavailable, type ProviderTransaction } from '../cards/card-provider.js';
import { judge, mismatchReasons, type MismatchReason } from './attempt.rules.js';
import { AttemptRepository, type Attempt } from './attempt.repository.js';
import { GRACE_MS, isSettled, LOOK_AT_HELD_MS, outcomes } from './attempt.states.js';
import { AttemptCredit } from './attempt-credit.js';

const log = openLog('payments');
const results = counter({
  name: 'payment_attempts_total',
  help: 'Verdicts about card payments',
  labelNames: ['result'],
});
const mismatches = counter({
  name: 'attempt_mismatch_total',
  help: 'Card transactions that are not what was asked for',
  labelNames: ['reason'],
});
// each series begins at 0, because Prometheus sees no increase in a series that begins at 1, and the alert would miss
// the first mismatch
for (const reason of mismatchReasons) mismatches.inc({ reason }, 0);

const seconds = counter({
  name: 'attempt_second_transaction_total',
  help: 'Transactions that were told for a card payment that another one had settled',
});

export interface Settlement {
  readonly outcome: PaymentOutcome;
  /**
   * Why the transaction is refused. If the outcome is PENDING, the reason NOT_FOUND only means that the provider does
   * not know the transaction yet.
   */
  readonly reason?: MismatchReason;
  /** The provider has not answered, so nothing is known about the transaction. */
  readonly unanswered?: true;
}

/**
 * Credits card payments; nothing else may do so (payments/DESIGN.md#card-payments). Browser, webhook and sweeper only
 * name a transaction. The provider is asked about the transaction, and the answer is compared with the attempt, which
 * was written before the card page opened.
 */
@Injectable()
export class AttemptSettler {
  constructor(
    private readonly database: Database,
    private readonly attempts: AttemptRepository,
    private readonly cards: CardProvider,
    private readonly credit: AttemptCredit,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Settles an attempt. A repetition changes nothing, even in several processes at once. The outcome is PENDING when
   * the provider does not answer.
   */
  async settleAttempt(county: string, attemptId: string, transactionId: string): Promise<Settlement> {
    const attempt = await this.database.withCounty(county, (tx) => this.attempts.find(tx, attemptId));
    if (!attempt) throw new Error(`attempt ${attemptId} is gone`);
    if (isSettled(attempt.state)) return this.closed(attempt, transactionId);
    if ((await this.cards.merchantOf(county)) !== attempt.merchantRef) return { outcome: 'PENDING' };
    try {
      const transaction = await this.cards.fetchTransaction(county, transactionId);
      await failpoint('attempt-verified');
      const settled = await this.record(attempt, transactionId, transaction);
      await failpoint('attempt-settled');
      return settled;
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      log.warn({ attempt: attemptId, err: error }, 'a payment cannot be verified now');
      return { outcome: 'PENDING', unanswered: true };
    }
  }

  private async record(
    attempt: Attempt,
    transactionId: string,
    transaction: ProviderTransaction | undefined,
  ): Promise<Settlement> {
    const { countyId, id, userId } = attempt;
    try {
      return await this.database.withCounty(countyId, async (tx) => {
        await this.attempts.lockPayer(tx, userId);
        const locked = await this.attempts.lock(tx, id);
        if (isSettled(locked.state)) return this.closed(locked, transactionId);
        return this.decide(tx, locked, transactionId, transaction);
      });
    } catch (error) {
      // payments/DESIGN.md#card-payments rule 8: the transaction already pays for another attempt, so it cannot pay for
      // this attempt too, even if the data match
      if (!isDuplicate(error, 'payment_attempt_transaction')) throw error;
      return this.database.withCounty(countyId, async (tx) =>
        this.refuse(tx, await this.attempts.lock(tx, id), transactionId, 'INVOICE'),
      );
    }
  }

  private async decide(
    tx: Tx,
    attempt: Attempt,
    transactionId: string,
    transaction: ProviderTransaction | undefined,
  ): Promise<Settlement> {
    const verdict = judge(attempt, transaction);
    results.inc({ result: verdict.kind });
    const isMoney = verdict.kind === 'GOOD' || verdict.kind === 'HELD';
    if (isMoney && !(await this.credit.isTaken(tx, attempt)))
      return this.refuse(tx, attempt, transactionId, 'CLOSED');
    if (verdict.kind === 'GOOD') return this.accept(tx, attempt, transactionId);
    if (verdict.kind === 'HELD') return this.hold(tx, attempt, transactionId);
    if (verdict.kind === 'DECLINED') return this.decline(tx, attempt, transactionId);
    if (verdict.kind === 'WAIT') return { outcome: 'PENDING' };
    // the card page may be ahead of the provider's records, so the sweeper checks again
    if (verdict.reason === 'NOT_FOUND' && !this.isOver(attempt))
      return { outcome: 'PENDING', reason: verdict.reason };
    if (attempt.state === 'HELD_FOR_REVIEW' && attempt.transactionId === transactionId)
      return this.doubt(tx, attempt, verdict.reason);
    return this.refuse(tx, attempt, transactionId, verdict.reason);
  }

  /** True when the token expired so long ago that no payment with it can still turn up. */
  private isOver({ tokenExpiresAt }: Attempt): boolean {
    return this.clock.now().getTime() > tokenExpiresAt.getTime() + GRACE_MS;
  }

  /**
   * Accepts a payment: state, binding, entry and events change in one database transaction
   * (payments/DESIGN.md#card-payments rule 9).
   */
  private async accept(tx: Tx, attempt: Attempt, transactionId: string): Promise<Settlement> {
    const state = settledStateOf(attempt);
    const changes = { transactionId, verifiedAt: this.clock.now(), nextLookAt: null };
    const moved = await this.attempts.move(tx, attempt.id, attempt.state, state, changes);
    if (!moved) throw new Error(`attempt ${attempt.id} changed although it is locked`);
    if (state === 'AUTHORIZED') await this.credit.authorize(tx, attempt, transactionId, this.isOver(attempt));
    else if (attempt.purpose === 'EFILE') await this.credit.filing(tx, attempt, this.clock.now());
    else await this.credit.deposit(tx, attempt);
    await failpoint('attempt-crediting');
    return { outcome: outcomes[state] };
  }

  private async hold(tx: Tx, attempt: Attempt, transactionId: string): Promise<Settlement> {
    const nextLookAt = new Date(this.clock.now().getTime() + LOOK_AT_HELD_MS);
    await this.attempts.move(tx, attempt.id, attempt.state, 'HELD_FOR_REVIEW', { transactionId, nextLookAt });
    return { outcome: 'HELD_FOR_REVIEW' };
  }

  /**
   * Handles a declined card. The card page stays open for another card. But if the transaction was held before it was
   * declined, the attempt ends, and the sweeper checks whether someone paid with another card meanwhile.
   */
  private async decline(tx: Tx, attempt: Attempt, transactionId: string): Promise<Settlement> {
    await this.attempts.noteDecline(tx, attempt.id, transactionId, this.clock.now());
    if (attempt.state === 'HELD_FOR_REVIEW' && attempt.transactionId === transactionId) {
      await this.attempts.move(tx, attempt.id, attempt.state, 'DECLINED', { nextLookAt: this.clock.now() });
    }
    return { outcome: 'DECLINED' };
  }

  /**
   * Handles a held transaction for which the provider now reports different data. The transaction stays held, and staff
   * is notified once.
   */
  private async doubt(tx: Tx, { id }: Attempt, reason: MismatchReason): Promise<Settlement> {
    if (await this.attempts.noteDoubt(tx, id, reason)) {
      mismatches.inc({ reason });
      log.error({ attempt: id, reason }, 'a held card transaction is not what was asked for');
    }
    return { outcome: 'HELD_FOR_REVIEW' };
  }

  /**
   * Refuses a transaction and credits nothing. A person must return the money, so staff is notified, once for each
   * transaction (payments/DESIGN.md#card-payments rule 11).
   */
  private async refuse(
    tx: Tx,
    attempt: Attempt,
    transactionId: string,
    reason: MismatchReason,
  ): Promise<Settlement> {
    if (await this.attempts.noteRefusal(tx, attempt.id, transactionId)) {
      mismatches.inc({ reason });
      log.error(
        { attempt: attempt.id, transaction: transactionId, reason },
        'a card transaction is not what was asked for',
      );
    }
    if (attempt.state !== 'HELD_FOR_REVIEW') {
      const changes = { suspectId: transactionId, failure: reason };
      await this.attempts.move(tx, attempt.id, attempt.state, 'MISMATCH', changes);
    }
    return { outcome: 'REFUSED', reason };
  }

  private closed(attempt: Attempt, transactionId: string): Settlement {
    if (attempt.transactionId !== transactionId) {
      seconds.inc();
      log.error(
        { attempt: attempt.id, transaction: transactionId },
        'another transaction was told for a settled attempt',
      );
    }
    return { outcome: outcomes[attempt.state] };
  }
}

function settledStateOf({ purpose }: Attempt): 'AUTHORIZED' | 'CREDITED' {
  switch (purpose) {
    case 'PREAUTH':
      return 'AUTHORIZED';
    case 'DEPOSIT':
    case 'EFILE':
      return 'CREDITED';
  }
}
