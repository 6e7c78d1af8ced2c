import type { FilingCharge } from '../filing-charges/filing-charge.repository.js';

/** The fee of the same payer that waits for the office, and that the fee of a correction replaces. */
export const isReplaced = (
  earlier: FilingCharge | undefined,
  { id, userId, accountId }: FilingCharge,
): earlier is FilingCharge =>
  earlier !== undefined &&
  earlier.id !== id &&
  earlier.userId === userId &&
  earlier.accountId === accountId &&
  (earlier.state === 'HELD' || (earlier.state === 'TAKEN' && earlier.decidedAt === null));

/** The card payment of the earlier fee pays for the correction: the amounts are the same, and no other card has paid. */
export const isCarried = (earlier: FilingCharge, charge: FilingCharge): boolean =>
  earlier.attemptId !== null && isToPayByCard(charge) && earlier.total === charge.total;

/** A card must pay, and has not paid. */
export const isToPayByCard = ({ funding, total, attemptId }: FilingCharge): boolean =>
  funding === 'CREDIT_CARD' && total > 0n && attemptId === null;
