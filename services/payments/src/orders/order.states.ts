/**
 * Life of an order (payments/DESIGN.md#buying-pages). PRICED: price shown. HELD: the money is reserved, the PDF is being written. PAID: the PDF lies
 * in the object store, it is charged, the pages belong to the account. DELIVERED: opened at least once. RENDERED: left by
 * an earlier version, which noted the PDF before it charged; like HELD.
 */
export type OrderState = 'PRICED' | 'HELD' | 'RENDERED' | 'PAID' | 'DELIVERED' | 'VOIDED';

const moves: Readonly<Record<OrderState, readonly OrderState[]>> = {
  PRICED: ['HELD', 'VOIDED'],
  HELD: ['PAID', 'VOIDED'],
  RENDERED: ['PAID', 'VOIDED'],
  PAID: ['DELIVERED'],
  DELIVERED: [],
  VOIDED: [],
};

export const mayMove = (from: OrderState, to: OrderState): boolean => moves[from].includes(to);

/** A purchase that somebody works on or has to finish. */
export const isUnderWay = (state: OrderState): boolean => state === 'HELD' || state === 'RENDERED';

export const isPaid = (state: OrderState): boolean => state === 'PAID' || state === 'DELIVERED';

/** Life of a visit of the purchase windows. */
export type ImageStateState = 'PRICED' | 'CONSUMED' | 'CANCELLED' | 'EXPIRED';

/** The longest life of a purchase that does not finish. */
export const LONGEST_PURCHASE_MS = 15 * 60_000;
/** Tries to write the PDF and charge, the first one included. */
export const TRIES = 3;
/** A working process renews its lease; who has died is found after this time. */
export const LEASE_MS = 5_000;
/** No try renews its lease for longer: the caller has given up by then. */
export const LONGEST_TRY_MS = 20_000;
