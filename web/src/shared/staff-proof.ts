type ProofHandler = () => Promise<boolean>;

let handler: ProofHandler | undefined;
let outcome: Promise<boolean> | undefined;

/** The window that asks staff for the password registers itself; returns the way to take it back. */
export const setProofHandler = (next: ProofHandler): (() => void) => {
  handler = next;
  return () => {
    if (handler === next) handler = undefined;
  };
};

/** Settles when the password or a code was right, or nobody typed one. Calls that ask together share one window. */
export const askForProof = (): Promise<boolean> =>
  (outcome ??= (handler?.() ?? Promise.resolve(false)).finally(() => {
    outcome = undefined;
  }));
