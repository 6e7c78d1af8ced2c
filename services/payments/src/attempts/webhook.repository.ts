import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';

/** Identifies a notification. */
export interface WebhookKey {
  readonly provider: string;
  readonly merchantRef: string;
  readonly notificationId: string;
}

export interface DueWebhook extends WebhookKey {
  readonly countyId: string;
}

/** A notification that the caller has claimed: its transaction, and the number of attempts to process it. */
export interface TakenWebhook {
  readonly txn_id: string | null;
  readonly tries: number;
}

interface KeyRow {
  provider: string;
  merchant_ref: string;
  notification_id: string;
}

@Injectable()
export class WebhookRepository {
  /** Stores a notification. Returns false when the notification was received before. */
  async insert(
    tx: Tx,
    { provider, merchantRef, notificationId }: WebhookKey,
    webhook: { bodyHash: Buffer; transactionId: string | null; receivedAt: Date; nextTryAt: Date | null },
  ): Promise<boolean> {
    const { bodyHash, transactionId, receivedAt, nextTryAt } = webhook;
    const inserted = await tx.run(
      `INSERT INTO webhook_inbox (county_id, provider, merchant_ref, notification_id, body_hash, txn_id, received_at, next_try_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
      [tx.countyId, provider, merchantRef, notificationId, bodyHash, transactionId, receivedAt, nextTryAt],
    );
    return inserted === 1;
  }

  /** Claims a due notification; undefined when another process has claimed the notification. */
  claim(
    tx: Tx,
    { provider, merchantRef, notificationId }: WebhookKey,
    now: Date,
    nextTryAt: Date,
  ): Promise<TakenWebhook | undefined> {
    return tx.row(
      `UPDATE webhook_inbox SET next_try_at = $5, tries = tries + 1
        WHERE provider = $1 AND merchant_ref = $2 AND notification_id = $3 AND next_try_at <= $4
       RETURNING txn_id, tries`,
      [provider, merchantRef, notificationId, now, nextTryAt],
    );
  }

  async finish(tx: Tx, { provider, merchantRef, notificationId }: WebhookKey): Promise<void> {
    await tx.run(
      `UPDATE webhook_inbox SET next_try_at = NULL
        WHERE provider = $1 AND merchant_ref = $2 AND notification_id = $3`,
      [provider, merchantRef, notificationId],
    );
  }

  /** Claims the county's notification that has been overdue longest, unless another process works on it. */
  async claimNext(
    tx: Tx,
    now: Date,
    nextTryAt: Date,
  ): Promise<(TakenWebhook & { due: DueWebhook }) | undefined> {
    const row = await tx.row<KeyRow & TakenWebhook>(
      `UPDATE webhook_inbox SET next_try_at = $3, tries = tries + 1
        WHERE (provider, merchant_ref, notification_id) =
              (SELECT provider, merchant_ref, notification_id FROM webhook_inbox
                WHERE county_id = $1 AND next_try_at <= $2 ORDER BY next_try_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING provider, merchant_ref, notification_id, txn_id, tries`,
      [tx.countyId, now, nextTryAt],
    );
    if (!row) return undefined;
    const { provider, merchant_ref: merchantRef, notification_id: notificationId, txn_id, tries } = row;
    return { txn_id, tries, due: { countyId: tx.countyId, provider, merchantRef, notificationId } };
  }
}
