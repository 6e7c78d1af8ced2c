import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';

/** What a notification is known by. */
export interface WebhookKey {
  readonly provider: string;
  readonly merchantRef: string;
  readonly notificationId: string;
}

export interface DueWebhook extends WebhookKey {
  readonly countyId: string;
}

interface KeyRow {
  county_id: string;
  provider: string;
  merchant_ref: string;
  notification_id: string;
}

@Injectable()
export class WebhookRepository {
  /** False when the notification came before. */
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

  /** Takes a due notification; undefined when another process has it. */
  claim(
    tx: Tx,
    { provider, merchantRef, notificationId }: WebhookKey,
    now: Date,
    nextTryAt: Date,
  ): Promise<{ txn_id: string | null; tries: number } | undefined> {
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

  async findDue(tx: Tx, now: Date, limit: number): Promise<DueWebhook[]> {
    const rows = await tx.rows<KeyRow>(
      `SELECT county_id, provider, merchant_ref, notification_id FROM webhook_inbox
        WHERE next_try_at <= $1 ORDER BY next_try_at LIMIT $2`,
      [now, limit],
    );
    return rows.map((row) => ({
      countyId: row.county_id,
      provider: row.provider,
      merchantRef: row.merchant_ref,
      notificationId: row.notification_id,
    }));
  }
}
