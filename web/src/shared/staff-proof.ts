type ProofHandler = () => Promise<boolean>;

let handler: ProofHandler | undefined;
let outcome: Promise<boolean> | undefined;
let breakOff: (() => void) | undefined;

/**
 * Registers the window that asks for the password.
 * @returns a function that removes the window. If the window is open, `askForProof` then rejects, because nobody can
 * answer anymore
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
 * @throws AbortError if the session ends while the window is open; the request that needs the password then fails like
 * every request that was running when the session ended
 */
export const askForProof = (): Promise<boolean> =>
  (outcome ??= new Promise<boolean>((settle, reject) => {
    breakOff = () => reject(new DOMException('the session is over', 'AbortError'));
    if (handler) void handler().then(settle);
    else settle(false);
  }).finally(() => {
    outcome = breakOff = undefined;
  }));
