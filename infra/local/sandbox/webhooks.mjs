// Signed notifications to the portal, each sent once unless a fault changes that.
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { decimal, writeJson } from './decimal-json.mjs';
import { merchantByLogin } from './merchants.mjs';

const PATIENCE_MS = 5_000;

export function sign(raw, { signatureKey, signatureKeyEncoding = 'text' }) {
  const key = Buffer.from(signatureKey, signatureKeyEncoding === 'hex' ? 'hex' : 'utf8');
  return `sha512=${createHmac('sha512', key).update(raw).digest('hex').toUpperCase()}`;
}

/** The body and signature of a notification about a transaction. */
function notificationOf(merchant, eventType, transaction) {
  const raw = writeJson({
    notificationId: randomUUID(),
    eventType,
    eventDate: new Date().toISOString(),
    webhookId: '849eb87e-078a-4169-a34b-c0bded5019a8',
    payload: {
      responseCode: transaction.responseCode,
      authCode: transaction.authCode,
      avsResponse: 'Y',
      authAmount: decimal(transaction.authAmount),
      ...(transaction.invoice && { invoiceNumber: transaction.invoice }),
      entityName: 'transaction',
      id: transaction.transId,
    },
  });
  return { raw, signature: sign(raw, merchant) };
}

export class Webhooks {
  #held;
  #o;

  /**
   * @param {{ url?: string, credentials: string, faults: import('./faults.mjs').Faults }} o `url` contains `{county}`
   */
  constructor(o) {
    this.#o = o;
  }

  /**
   * Sends a notification without waiting for the answer. It may get lost, because the portal must work without
   * notifications.
   */
  send(eventType, transaction) {
    void this.#send(eventType, transaction).catch(() => undefined);
  }

  async #send(eventType, transaction) {
    const { url, credentials, faults } = this.#o;
    const merchant = merchantByLogin(credentials, transaction.login);
    if (!url || !merchant?.signatureKey) return;
    const notification = {
      to: url.replace('{county}', merchant.county),
      ...notificationOf(merchant, eventType, transaction),
    };
    const fault = faults.take('webhook');
    if (fault?.mode === 'lost') return;
    if (fault?.mode === 'badSignature') notification.signature = `sha512=${'0'.repeat(128)}`;
    if (fault?.mode === 'reorder') {
      this.#held = notification;
      return;
    }
    if (fault?.mode === 'delay') await sleep(fault.ms);
    await this.#post(notification);
    if (fault?.mode === 'duplicate') await this.#post(notification);
    const held = this.#held;
    this.#held = undefined;
    if (held) await this.#post(held);
  }

  async #post({ to, raw, signature }) {
    await fetch(to, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-anet-signature': signature },
      body: raw,
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch(() => undefined);
  }
}
