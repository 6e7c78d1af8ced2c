import type { CardKeys, CardKeysTyped } from '@portal/proto/http/card-keys';
import type { Merchant } from '../cards/card-credentials.js';

/**
 * The merchant with the keys that were typed. Without a signature key the same merchant keeps the one that it has; with
 * a new one, notifications that were signed with the last one are still accepted (S32).
 * @param inUse the county's merchant before
 */
export function merchantOf(typed: CardKeysTyped, inUse: Merchant | undefined): Merchant {
  const { merchant, loginId, transactionKey } = typed;
  const before = inUse?.merchant === merchant ? inUse : undefined;
  const signatureKey = typed.signatureKey === '' ? before?.signatureKey : typed.signatureKey;
  const previous =
    signatureKey === before?.signatureKey ? before?.previousSignatureKey : before?.signatureKey;
  return {
    ...{ merchant, loginId, transactionKey, currency: 'USD' },
    ...(signatureKey !== undefined && { signatureKey }),
    ...(previous !== undefined && { previousSignatureKey: previous }),
    // a key that was typed is text, as the provider shows it
    signatureKeyEncoding: typed.signatureKey === '' ? (before?.signatureKeyEncoding ?? 'text') : 'text',
  };
}

/**
 * The end of a login id, so that staff recognizes it; empty for a login id so short that its end would reveal most of
 * it.
 */
export const endOf = (loginId: string): string => (loginId.length >= 8 ? loginId.slice(-4) : '');

export function sourceOf(isEntered: boolean, hasKeys: boolean): CardKeys['source'] {
  if (isEntered) return hasKeys ? 'OFFICE' : 'LOCKED';
  return hasKeys ? 'OPERATOR' : 'NONE';
}
