import type { PaymentOutcome } from '@portal/proto/rpc/payments';

/**
 * Life of a payment attempt (payments/DESIGN.md#card-payments). CREATED: the row exists, but no token yet.
 * TOKEN_ISSUED: the card page may be open. MISMATCH: a reported transaction does not match the attempt; the matching
 * transaction may still come. ABANDONED: nothing was found long after the token expired; a late notification may still
 * bring the payment.
 */
export type AttemptState =
  | 'CREATED'
  | 'TOKEN_ISSUED'
  | 'AUTHORIZED'
  | 'CAPTURED'
  | 'DECLINED'
  | 'HELD_FOR_REVIEW'
  | 'MISMATCH'
  | 'CREDITED'
  | 'SETTLED'
  | 'REFUNDED'
  | 'CHARGED_BACK'
  | 'ABANDONED';

const found = ['AUTHORIZED', 'CAPTURED', 'CREDITED'] as const;
const open = [...found, 'HELD_FOR_REVIEW', 'MISMATCH', 'DECLINED', 'ABANDONED'] as const;

const moves: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  CREATED: ['TOKEN_ISSUED', ...open],
  TOKEN_ISSUED: open,
  MISMATCH: open,
  HELD_FOR_REVIEW: [...found, 'DECLINED', 'MISMATCH'],
  // an abandoned attempt is still credited when the provider turns out to have the money
  ABANDONED: [...found, 'HELD_FOR_REVIEW', 'MISMATCH'],
  DECLINED: [...found, 'HELD_FOR_REVIEW', 'MISMATCH'],
  CAPTURED: ['CREDITED', 'SETTLED', 'REFUNDED', 'CHARGED_BACK'],
  CREDITED: ['SETTLED', 'REFUNDED', 'CHARGED_BACK'],
  AUTHORIZED: [],
  SETTLED: ['REFUNDED', 'CHARGED_BACK'],
  REFUNDED: [],
  CHARGED_BACK: [],
};

export const mayMove = (from: AttemptState, to: AttemptState): boolean => moves[from].includes(to);

/**
 * True once the provider's transaction is known and bound to the attempt; later reports do not change what was
 * credited.
 */
export const isSettled = (state: AttemptState): boolean =>
  ['AUTHORIZED', 'CAPTURED', 'CREDITED', 'SETTLED', 'REFUNDED', 'CHARGED_BACK'].includes(state);

/** The outcomes that the browser receives. */
export const outcomes = {
  CREATED: 'PENDING',
  TOKEN_ISSUED: 'PENDING',
  AUTHORIZED: 'AUTHORIZED',
  CAPTURED: 'CREDITED',
  DECLINED: 'DECLINED',
  HELD_FOR_REVIEW: 'HELD_FOR_REVIEW',
  MISMATCH: 'REFUSED',
  CREDITED: 'CREDITED',
  SETTLED: 'CREDITED',
  REFUNDED: 'CREDITED',
  CHARGED_BACK: 'CREDITED',
  ABANDONED: 'PENDING',
} as const satisfies Record<AttemptState, PaymentOutcome>;

/**
 * How long after a token's expiry a payment may still turn up, because the customer may have paid in the last second
 * (payments/DESIGN.md#card-payments rule 7).
 */
export const GRACE_MS = 15 * 60_000;
/** A payment that is still undecided after this time is no longer checked. */
export const LOOK_AT_MOST_MS = 30 * 24 * 60 * 60_000;
/** Tolerance for the difference between two companies' clocks. */
export const CLOCKS_DIFFER_MS = 2 * 60_000;
/** A person decides about a held transaction, so it is checked only this often. */
export const LOOK_AT_HELD_MS = 60 * 60_000;
