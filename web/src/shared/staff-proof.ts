type ProofHandler = () => Promise<boolean>;

let handler: ProofHandler | undefined;
let outcome: Promise<boolean> | undefined;
let breakOff: (() => void) | undefined;

/**
 * Registers the window that asks for the password.
 * @returns a function that removes the window; an open question is then over, because nobody can answer it anymore
 */
export const setProofHandler = (next: ProofHandler): (() => void) => {
  handler = next;
  return () => {
    if (handler !== next) return;
    handler = undefined;
    breakOff?.();
  };
};

/**
 * Resolves to true when the password or a code was right, and to false when the user declined. Calls at the same time
 * share one window.
 * @throws AbortError if the session ends while the window is open; the call that asks then counts as aborted by the end
 * of the session
 */
export const askForProof = (): Promise<boolean> =>
  (outcome ??= new Promise<boolean>((settle, reject) => {
    breakOff = () => reject(new DOMException('the session is over', 'AbortError'));
    if (handler) void handler().then(settle);
    else settle(false);
  }).finally(() => {
    outcome = breakOff = undefined;
  }));
