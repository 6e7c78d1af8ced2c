/** FIRST: no card is authorized; AGAIN: the authorization has too little left (B9-05). */
export type PaymentNeed = 'FIRST' | 'AGAIN';

export interface AskedPayment {
  need: PaymentNeed;
  settle(paid: boolean): void;
}

let handler: ((asked: AskedPayment) => void) | undefined;
let asked: AskedPayment | undefined;
let outcome: Promise<boolean> | undefined;

/** Registers the function that opens a window for a card. A request that already waits is passed to the function. */
export const setPaymentHandler = (next: (asked: AskedPayment) => void): (() => void) => {
  handler = next;
  if (asked) next(asked);
  return () => {
    handler = undefined;
    asked?.settle(false);
  };
};

/**
 * How long a request waits for the function that opens a window for a card, in milliseconds. If the function is not
 * registered by then, for example because its file did not load, the request fails as unpaid.
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
