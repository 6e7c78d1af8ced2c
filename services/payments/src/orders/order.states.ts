/**
 * Life of an order (payments/DESIGN.md#buying-pages). PRICED: the price is shown. HELD: the money is reserved, and the
 * PDF is being written. PAID: the PDF is stored, the order is charged, and the account has the pages. DELIVERED: the
 * PDF was opened at least once. RENDERED: like HELD; only an earlier version, which recorded the PDF before charging,
 * set this state.
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

/** True for a purchase that a process works on or must finish. */
export const isUnderWay = (state: OrderState): boolean => state === 'HELD' || state === 'RENDERED';

export const isPaid = (state: OrderState): boolean => state === 'PAID' || state === 'DELIVERED';

/** The states of a visit to the purchase windows. */
export type ImageStateState = 'PRICED' | 'CONSUMED' | 'CANCELLED' | 'EXPIRED';

/** The longest life of an unfinished purchase. */
export const LONGEST_PURCHASE_MS = 15 * 60_000;
/** The number of attempts to write the PDF and charge the order, including the first. */
export const TRIES = 3;
/**
 * How long a lease lasts. A working process renews its lease in time; when a lease has ended, its process counts as
 * dead.
 */
export const LEASE_MS = 5_000;
/** No attempt renews its lease for longer than this, because its caller has given up by then. */
export const LONGEST_TRY_MS = 20_000;
