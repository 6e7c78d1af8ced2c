/** FIRST: no card is authorized; AGAIN: too little is left of what is (B9-05). */
export type PaymentNeed = 'FIRST' | 'AGAIN';

export interface AskedPayment {
  need: PaymentNeed;
  settle(paid: boolean): void;
}

let handler: ((asked: AskedPayment) => void) | undefined;
let asked: AskedPayment | undefined;
let outcome: Promise<boolean> | undefined;

/** The windows that take a card register themselves; what was asked before they had come waits for them. */
export const setPaymentHandler = (next: (asked: AskedPayment) => void): (() => void) => {
  handler = next;
  if (asked) next(asked);
  return () => {
    handler = undefined;
    asked?.settle(false);
  };
};

/** Where nobody takes cards, a file that did not load for one, the answer stays unpaid. */
const patienceMs = 15_000;

/** Settles when a card is authorized or the reader has given it up. Calls that ask together share one window. */
export const askForPayment = (need: PaymentNeed): Promise<boolean> =>
  (outcome ??= new Promise<boolean>((settle) => {
    asked = { need, settle };
    setTimeout(() => handler ?? settle(false), patienceMs);
    handler?.(asked);
  }).finally(() => {
    asked = outcome = undefined;
  }));
