/** FIRST: no card is authorized; AGAIN: the authorization has too little left (B9-05). */
export type PaymentNeed = 'FIRST' | 'AGAIN';

export interface AskedPayment {
  need: PaymentNeed;
  settle(paid: boolean): void;
}

let handler: ((asked: AskedPayment) => void) | undefined;
let asked: AskedPayment | undefined;
let outcome: Promise<boolean> | undefined;

/** Registers the windows that take a card; earlier requests wait for them. */
export const setPaymentHandler = (next: (asked: AskedPayment) => void): (() => void) => {
  handler = next;
  if (asked) next(asked);
  return () => {
    handler = undefined;
    asked?.settle(false);
  };
};

/**
 * How long a request waits for a window that takes a card, in milliseconds. Without such a window, for example because
 * its file did not load, the request fails as unpaid.
 */
const patienceMs = 15_000;

/**
 * Resolves to true when a card is authorized, and to false when the user has declined. Calls at the same time share one
 * window.
 */
export const askForPayment = (need: PaymentNeed): Promise<boolean> =>
  (outcome ??= new Promise<boolean>((settle) => {
    asked = { need, settle };
    setTimeout(() => handler ?? settle(false), patienceMs);
    handler?.(asked);
  }).finally(() => {
    asked = outcome = undefined;
  }));
