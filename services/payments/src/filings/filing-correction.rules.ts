import type { FilingCharge } from '../filing-charges/filing-charge.repository.js';

/**
 * True if the earlier fee has the same payer and still waits for the office, so that the correction's fee replaces it.
 */
export const isReplaced = (
  earlier: FilingCharge | undefined,
  { id, userId, accountId }: FilingCharge,
): earlier is FilingCharge =>
  earlier !== undefined &&
  earlier.id !== id &&
  earlier.userId === userId &&
  earlier.accountId === accountId &&
  (earlier.state === 'HELD' || (earlier.state === 'TAKEN' && earlier.decidedAt === null));

/**
 * True if the card payment of the earlier fee pays for the correction: both amounts are the same, and no other card has
 * paid for the correction.
 */
export const isCarried = (earlier: FilingCharge, charge: FilingCharge): boolean =>
  earlier.attemptId !== null && isToPayByCard(charge) && earlier.total === charge.total;

/** True if the fee must be paid by card and is not paid yet. */
export const isToPayByCard = ({ funding, total, attemptId }: FilingCharge): boolean =>
  funding === 'CREDIT_CARD' && total > 0n && attemptId === null;
