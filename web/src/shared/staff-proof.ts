type ProofHandler = () => Promise<boolean>;

let handler: ProofHandler | undefined;
let outcome: Promise<boolean> | undefined;

/** Registers the window that asks for the password; returns a function that removes it. */
export const setProofHandler = (next: ProofHandler): (() => void) => {
  handler = next;
  return () => {
    if (handler === next) handler = undefined;
  };
};

/**
 * Resolves to true when the password or a code was right, and to false when the user declined. Calls at the same time
 * share one window.
 */
export const askForProof = (): Promise<boolean> =>
  (outcome ??= (handler?.() ?? Promise.resolve(false)).finally(() => {
    outcome = undefined;
  }));
