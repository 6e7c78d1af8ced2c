import type { FilingState } from '@portal/proto/rpc/efile';

/**
 * The allowed transitions; no other code lists them (imaging/DESIGN.md#filings). A filing in a state that ends in -ING
 * waits for an answer from the payments service. Any process that finds such a filing sends the command again, because
 * the payments service answers a repeated command in the same way.
 */
const moves: Readonly<Record<FilingState, readonly FilingState[]>> = {
  // an upload that nobody sends is removed
  UPLOADED: ['PRICED', 'DISCARDING'],
  PRICED: ['SUBMITTING', 'DISCARDING'],
  SUBMITTING: ['SUBMITTED', 'PRICED'],
  SUBMITTED: ['IN_REVIEW', 'WITHDRAWING'],
  IN_REVIEW: ['SUBMITTED', 'CORRECTION_ASKED', 'RECORDING', 'REJECTING'],
  // the fee stays set aside until the sender corrects or withdraws the filing, or the office takes it up again
  CORRECTION_ASKED: ['IN_REVIEW', 'SUBMITTED', 'WITHDRAWING'],
  RECORDING: ['RECORDED'],
  RECORDED: [],
  REJECTING: ['REJECTED'],
  REJECTED: [],
  // the state is CORRECTION_ASKED again when the correction that replaces the filing is not paid
  WITHDRAWING: ['WITHDRAWN', 'CORRECTION_ASKED'],
  WITHDRAWN: [],
  DISCARDING: [],
};

export const mayMove = (from: FilingState, to: FilingState): boolean => moves[from].includes(to);

/** States that a filing never leaves. */
export const finalStates: readonly string[] = Object.entries(moves).flatMap(([state, next]) =>
  next.length === 0 ? state : [],
);

/** True if the office has the filing, or had it. */
export const isSent = (state: FilingState): boolean =>
  !['UPLOADED', 'PRICED', 'SUBMITTING', 'DISCARDING'].includes(state);

/** The time in milliseconds after which another process repeats the command to the payments service. */
export const ASK_AGAIN_MS = 15_000;
