import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { openLog } from '@portal/infra/log';
import { counter } from '@portal/infra/metrics';
import { fail, ok, type Result } from '@portal/proto/result';
import { CardProvider, ProviderUnavailable } from '../cards/card-provider.js';
import { AttemptRepository } from './attempt.repository.js';
import { isTransactionId } from './attempt.rules.js';
import { AttemptSettler } from './attempt-settler.js';
import { WebhookRepository, type DueWebhook, type WebhookKey } from './webhook.repository.js';

const log = openLog('payments');
const invalid = counter({
  name: 'webhook_invalid_total',
  help: 'Notifications of the card provider that were refused',
});

const TRY_AGAIN_MS = 60_000;
/** After a day the sweeper and the reconciliation have found what there is. */
const TRIES = 1_440;

export type WebhookError = 'WEBHOOK_NOT_SIGNED' | 'WEBHOOK_NOT_CONFIGURED' | 'INVALID_INPUT';

/** Notifications of the provider (payments/DESIGN.md#notifications): kept first, worked off later, believed never. */
@Injectable()
export class WebhookService {
  constructor(
    private readonly database: Database,
    private readonly cards: CardProvider,
    private readonly webhooks: WebhookRepository,
    private readonly attempts: AttemptRepository,
    private readonly settler: AttemptSettler,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Answers once the notification is kept; a repeat has no effect. @param raw the bytes as they came */
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

  /** The sweeper comes for it when this process ends before. */
  private workOffSoon(due: DueWebhook): void {
    void this.workOff(due).catch((error: unknown) => {
      log.warn({ err: error, notification: due.notificationId }, 'a notification waits for the sweeper');
    });
  }

  /** Notifications of all counties that wait. */
  async workOffDue(limit: number): Promise<void> {
    const now = this.clock.now();
    const due = await this.database.asWorker((tx) => this.webhooks.findDue(tx, now, limit));
    for (const webhook of due) {
      await this.workOff(webhook).catch((error: unknown) =>
        log.error({ err: error, notification: webhook.notificationId }, 'a notification was not worked off'),
      );
    }
  }

  private async workOff(due: DueWebhook): Promise<void> {
    const now = this.clock.now();
    const again = new Date(now.getTime() + TRY_AGAIN_MS);
    const claimed = await this.database.withCounty(due.countyId, (tx) =>
      this.webhooks.claim(tx, due, now, again),
    );
    if (!claimed) return;
    const { txn_id: transactionId, tries } = claimed;
    if (transactionId !== null && tries < TRIES && !(await this.settle(due, transactionId))) return;
    await failpoint('webhook-worked-off');
    await this.database.withCounty(due.countyId, (tx) => this.webhooks.finish(tx, due));
  }

  /** False when it has to be tried again: the provider does not answer, or does not know its own transaction yet. */
  private async settle(
    { countyId, provider, merchantRef }: DueWebhook,
    transactionId: string,
  ): Promise<boolean> {
    if ((await this.cards.merchantOf(countyId)) !== merchantRef) return false;
    try {
      const transaction = await this.cards.fetchTransaction(countyId, transactionId);
      if (!transaction) return false;
      const { invoice } = transaction;
      if (invoice === null) return true;
      const attempt = await this.database.withCounty(countyId, (tx) =>
        this.attempts.findByReference(tx, provider, merchantRef, invoice),
      );
      if (!attempt) return true;
      const { outcome } = await this.settler.settleAttempt(countyId, attempt.id, transactionId);
      return outcome !== 'PENDING';
    } catch (error) {
      if (error instanceof ProviderUnavailable) return false;
      throw error;
    }
  }
}
