import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { openLog } from '@portal/infra/log';
import { counter } from '@portal/infra/metrics';
import { fail, ok, type Result } from '@portal/proto/result';
import { CardProvider, ProviderUnavailable } from '../cards/card-provider.js';
import type { CardDuty, CardTask, ProviderAnswer } from '../cards/card-task.js';
import { AttemptRepository } from './attempt.repository.js';
import { isTransactionId } from './attempt.rules.js';
import { AttemptSettler } from './attempt-settler.js';
import {
  WebhookRepository,
  type DueWebhook,
  type TakenWebhook,
  type WebhookKey,
} from './webhook.repository.js';

const log = openLog('payments');
const invalid = counter({
  name: 'webhook_invalid_total',
  help: 'Notifications of the card provider that were refused',
});

const TRY_AGAIN_MS = 60_000;
/**
 * The maximum number of attempts to process a notification: one a minute for a day. By then the sweeper and the
 * reconciliation have found the payment anyway.
 */
const TRIES = 1_440;

interface Settled {
  readonly isDone: boolean;
  readonly answer: ProviderAnswer;
}

export type WebhookError = 'WEBHOOK_NOT_SIGNED' | 'WEBHOOK_NOT_CONFIGURED' | 'INVALID_INPUT';

/**
 * Handles the provider's notifications (payments/DESIGN.md#notifications): they are stored first, processed later, and
 * never trusted.
 */
@Injectable()
export class WebhookService implements CardDuty {
  constructor(
    private readonly database: Database,
    private readonly cards: CardProvider,
    private readonly webhooks: WebhookRepository,
    private readonly attempts: AttemptRepository,
    private readonly settler: AttemptSettler,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Returns as soon as the notification is stored; a repetition has no effect.
   * @param raw the bytes as received
   */
  async receive(
    county: string,
    raw: Buffer,
    signatures: readonly string[],
  ): Promise<Result<Record<string, never>, WebhookError>> {
    const check = await this.cards.verifyWebhook(county, raw, signatures);
    const merchantRef = await this.cards.merchantOf(county);
    if (check.kind !== 'GENUINE') invalid.inc();
    if (check.kind === 'NO_KEY' || merchantRef === undefined) return fail('WEBHOOK_NOT_CONFIGURED');
    if (check.kind === 'FORGED') return fail('WEBHOOK_NOT_SIGNED');
    if (check.kind === 'UNREADABLE') return fail('INVALID_INPUT');
    const { notificationId, transactionId } = check;
    const key: WebhookKey = { provider: this.cards.id, merchantRef, notificationId };
    const useful = transactionId !== null && isTransactionId(transactionId);
    const now = this.clock.now();
    const isNew = await this.database.withCounty(county, (tx) =>
      this.webhooks.insert(tx, key, {
        bodyHash: createHash('sha256').update(raw).digest(),
        transactionId: useful ? transactionId : null,
        receivedAt: now,
        nextTryAt: useful ? now : null,
      }),
    );
    await failpoint('webhook-kept');
    if (isNew && useful) this.workOffSoon({ countyId: county, ...key });
    return ok({});
  }

  /** Processes a notification without waiting for it. If this process ends first, the sweeper processes it. */
  private workOffSoon(due: DueWebhook): void {
    void this.workOff(due).catch((error: unknown) => {
      log.warn({ err: error, notification: due.notificationId }, 'a notification waits for the sweeper');
    });
  }

  async takeNext(county: string): Promise<CardTask | undefined> {
    const { now, again } = this.times();
    const taken = await this.database.withCounty(county, (tx) => this.webhooks.claimNext(tx, now, again));
    return taken && (() => this.workOffTaken(taken.due, taken));
  }

  private async workOff(due: DueWebhook): Promise<void> {
    const { now, again } = this.times();
    const taken = await this.database.withCounty(due.countyId, (tx) =>
      this.webhooks.claim(tx, due, now, again),
    );
    if (taken) await this.workOffTaken(due, taken);
  }

  private times(): { now: Date; again: Date } {
    const now = this.clock.now();
    return { now, again: new Date(now.getTime() + TRY_AGAIN_MS) };
  }

  private async workOffTaken(
    due: DueWebhook,
    { txn_id: transactionId, tries }: TakenWebhook,
  ): Promise<ProviderAnswer> {
    const settled: Settled =
      transactionId === null || tries >= TRIES
        ? { isDone: true, answer: 'NOT_ASKED' }
        : await this.settle(due, transactionId);
    if (!settled.isDone) return settled.answer;
    await failpoint('webhook-worked-off');
    await this.database.withCounty(due.countyId, (tx) => this.webhooks.finish(tx, due));
    return settled.answer;
  }

  /**
   * Settles the attempt that the notification is about. `isDone` is false while the outcome is open, for example
   * because the provider does not answer or does not know its own transaction yet. The notification is then processed
   * again.
   */
  private async settle(
    { countyId, provider, merchantRef }: DueWebhook,
    transactionId: string,
  ): Promise<Settled> {
    if ((await this.cards.merchantOf(countyId)) !== merchantRef)
      return { isDone: false, answer: 'NOT_ASKED' };
    try {
      const transaction = await this.cards.fetchTransaction(countyId, transactionId);
      if (!transaction) return { isDone: false, answer: 'ANSWERED' };
      // nothing to do: the refunder checks refunds that the portal requested, and the reconciliation reports all others
      if (transaction.refundOf !== null) return { isDone: true, answer: 'ANSWERED' };
      const { invoice } = transaction;
      const attempt =
        invoice === null
          ? undefined
          : await this.database.withCounty(countyId, (tx) =>
              this.attempts.findByReference(tx, provider, merchantRef, invoice),
            );
      if (!attempt) return { isDone: true, answer: 'ANSWERED' };
      const { outcome } = await this.settler.settleAttempt(countyId, attempt.id, transactionId);
      return { isDone: outcome !== 'PENDING', answer: 'ANSWERED' };
    } catch (error) {
      if (error instanceof ProviderUnavailable) return { isDone: false, answer: 'UNANSWERED' };
      throw error;
    }
  }
}
