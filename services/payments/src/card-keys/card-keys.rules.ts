import type { CardKeys, CardKeysTyped } from '@portal/proto/http/card-keys';
import type { Merchant } from '../cards/card-credentials.js';
import { isHexKey } from '../cards/signature-key.rules.js';

/** How long keys of another merchant wait for the approval of a second person, in milliseconds. */
export const WAITS_MS = 14 * 24 * 60 * 60_000;

/** The merchant that a county uses before a change. */
export interface InUse {
  readonly merchant: string;
  /** The merchant's keys; undefined when the office has entered them and they can no longer be opened. */
  readonly keys: Merchant | undefined;
  /** The provider's own id of the merchant account; undefined when none was stored. */
  readonly account: string | undefined;
  readonly hasSignatureKey: boolean;
  /** The stored form of keys that the office has entered; undefined for keys of the operator. */
  readonly sealed: string | undefined;
}

/**
 * How new keys compare with the keys in use. FIRST: the county has no merchant. SAME: both are of the same account at
 * the provider. OTHER: another merchant id, or an account that cannot be proved to be the same. MISTAKEN: another
 * account, although the merchant id is the one in use.
 */
export type MerchantChange = 'FIRST' | 'SAME' | 'OTHER' | 'MISTAKEN';

/**
 * Compares new keys with those in use. The same merchant id is not enough, because a person types it: the login id must
 * be the same too, or the provider must report the same account.
 * @param next the new keys, and the account that the provider reports for them
 * @param inUse what the county uses now; its account is what the provider reports now, or else the stored one
 */
export function merchantChange(
  next: { readonly keys: Merchant; readonly account: string | undefined },
  inUse: InUse | undefined,
): MerchantChange {
  if (!inUse) return 'FIRST';
  if (inUse.merchant !== next.keys.merchant) return 'OTHER';
  if (inUse.keys?.loginId === next.keys.loginId) return 'SAME';
  if (next.account === undefined || inUse.account === undefined) return 'OTHER';
  return next.account === inUse.account ? 'SAME' : 'MISTAKEN';
}

/**
 * True if somebody else created the approver's user, or changed how the approver signs in, less than 14 days ago. The
 * person who entered the keys could use such a user to approve the keys alone. A request expires after 14 days too, so
 * a user who was created for a waiting request can never approve it.
 * @param setAt the time when somebody else created the approver's user or last changed how the approver signs in
 */
export const mayBeOnePerson = (setAt: Date | undefined, now: Date): boolean =>
  setAt !== undefined && now.getTime() - setAt.getTime() < WAITS_MS;

/**
 * True if the merchant would lose its signature key, because the field of the key was left empty and the stored keys
 * cannot be opened.
 */
export const losesSignatureKey = (typed: CardKeysTyped, inUse: InUse | undefined): boolean =>
  typed.signatureKey === '' &&
  inUse?.keys === undefined &&
  inUse?.merchant === typed.merchant &&
  inUse.hasSignatureKey;

/**
 * Makes the merchant from the typed keys. If no signature key was typed and the merchant stays the same, the merchant
 * keeps its present signature key. If a signature key was typed, notifications that were signed with the previous key
 * are still accepted (S32).
 * @param inUse the county's merchant before the change
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
    signatureKeyEncoding: encodingOf(typed.signatureKey, before?.signatureKeyEncoding),
  };
}

/**
 * Returns how the signature keys of a merchant are read. The form has no field for the encoding, so the merchant keeps
 * its encoding; otherwise, notifications that were signed with the previous key would be refused. A key that is not
 * hexadecimal can only be text.
 * @param typed '' if no signature key was typed
 * @param before the merchant's encoding before the change; undefined for a new merchant
 */
const encodingOf = (
  typed: string,
  before: Merchant['signatureKeyEncoding'] | undefined,
): Merchant['signatureKeyEncoding'] =>
  before === 'hex' && (typed === '' || isHexKey(typed)) ? 'hex' : 'text';

/**
 * Returns the last characters of a login id, by which staff recognize it; empty if they would reveal most of a short
 * login id.
 */
export const endOf = (loginId: string): string => (loginId.length >= 8 ? loginId.slice(-4) : '');

export function sourceOf(isEntered: boolean, hasKeys: boolean): CardKeys['source'] {
  if (isEntered) return hasKeys ? 'OFFICE' : 'LOCKED';
  return hasKeys ? 'OPERATOR' : 'NONE';
}
