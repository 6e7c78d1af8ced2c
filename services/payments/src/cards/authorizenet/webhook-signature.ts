import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { Merchant } from '../card-credentials.js';
import type { WebhookCheck } from '../card-provider.js';
import { notification } from './api-messages.js';
import { parseDecimalJson } from './decimal-json.js';

const SIGNATURE = /^sha512=([0-9a-f]{128})$/i;

function isSigned(raw: Buffer, signature: string, key: string, encoding: 'text' | 'hex'): boolean {
  const given = SIGNATURE.exec(signature)?.[1];
  if (given === undefined) return false;
  const bytes = Buffer.from(key, encoding === 'hex' ? 'hex' : 'utf8');
  const expected = createHmac('sha512', bytes).update(raw).digest();
  const received = Buffer.from(given, 'hex');
  return received.length === expected.length && timingSafeEqual(received, expected);
}

/**
 * Checks the HMAC-SHA512 over the raw bytes (payments/DESIGN.md#notifications). The signature would not match JSON that
 * was parsed and written again, because `300.00` would become `300`. Exactly one signature header is accepted.
 */
export function checkWebhook(merchant: Merchant, raw: Buffer, signatures: readonly string[]): WebhookCheck {
  const { signatureKey, previousSignatureKey, signatureKeyEncoding } = merchant;
  if (signatureKey === undefined) return { kind: 'NO_KEY' };
  const [signature] = signatures;
  if (signature === undefined || signatures.length !== 1) return { kind: 'FORGED' };
  const keys = previousSignatureKey === undefined ? [signatureKey] : [signatureKey, previousSignatureKey];
  if (!keys.some((key) => isSigned(raw, signature, key, signatureKeyEncoding))) return { kind: 'FORGED' };
  return readNotification(raw);
}

function readNotification(raw: Buffer): WebhookCheck {
  let value: unknown;
  try {
    value = parseDecimalJson(raw.toString('utf8'));
  } catch {
    return { kind: 'UNREADABLE' };
  }
  const read = z.safeParse(notification, value);
  if (!read.success) return { kind: 'UNREADABLE' };
  const { notificationId, payload } = read.data;
  const transactionId = payload?.entityName === 'transaction' ? (payload.id ?? null) : null;
  return { kind: 'GENUINE', notificationId, transactionId };
}
