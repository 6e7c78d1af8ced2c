import type { AccountFunds, UnsettledReason } from '@portal/proto/rpc/payments';

/**
 * Returns why an account is not settled; undefined when it is. If there are several reasons, returns PAYING or HOLDS,
 * because whoever closes the account cannot end these two, but has to wait for them. Unlimited images are no reason
 * here, because they end with the month and cannot be given back.
 * @param funds undefined for an account that never had an entry
 * @param isPaying true if a payment or a correction of the account is not finished
 */
export function unsettledReason(
  funds: Pick<AccountFunds, 'escrow' | 'images' | 'owed'> | undefined,
  isPaying: boolean,
): UnsettledReason | undefined {
  const kept = [funds?.escrow, funds?.images].flatMap((each) => each ?? []);
  const owed = funds?.owed ?? 0;
  if (isPaying) return 'PAYING';
  if (kept.some(({ held }) => held !== 0)) return 'HOLDS';
  // money paid in excess of the invoices belongs to the account too
  if (owed < 0 || kept.some(({ posted }) => posted !== 0)) return 'MONEY';
  return owed > 0 ? 'OWES' : undefined;
}

/** Returns the funds of an account that pays per use. Of its images, includes only those that an order holds. */
export const withoutImages = (funds: AccountFunds | undefined): AccountFunds | undefined =>
  funds && { ...funds, images: funds.images && { ...funds.images, posted: 0, unlimited: false } };
