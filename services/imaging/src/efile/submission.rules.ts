import type { SubmissionState } from '@portal/proto/http/submissions';
import type { Submission } from '@portal/proto/rpc/submissions';
import type { Filing } from './filing.repository.js';
import type { Sent } from './filing.rules.js';

/** The sender sees a decision only after the fee of the filing is settled. */
export function stateForSender({ state, correctedBy }: Filing): SubmissionState {
  if (state === 'RECORDING' || state === 'REJECTING') return 'IN_REVIEW';
  if (state === 'WITHDRAWING' && correctedBy !== null) return 'CORRECTION_ASKED';
  if (state === 'WITHDRAWN' && correctedBy !== null) return 'CORRECTED';
  if (state === 'UPLOADED' || state === 'PRICED' || state === 'SUBMITTING' || state === 'DISCARDING')
    throw new Error(`a filing that is ${state} has not been sent`);
  return state;
}

/**
 * @param numbers submission numbers by the id of the filing; needed for the filing that this one corrects, and for the
 * filing that corrects this one
 */
export function submissionOf(filing: Sent, numbers: ReadonlyMap<string, number>): Submission {
  const { id, number, efileType, name, email, address1, address2, city, stateCode, zip } = filing;
  const { fileName, size, sha256, pages, charges, book, page, documentNumber, note } = filing;
  const state = stateForSender(filing);
  const isDecided = state !== 'SUBMITTED' && state !== 'IN_REVIEW' && state !== 'WITHDRAWING';
  const numberOf = (other: string | null) => (other === null ? null : (numbers.get(other) ?? null));
  return {
    ...{ id, number, state, efileType, name, email, address1, address2, city, stateCode, zip },
    ...{ fileName, size, sha256, pages, charges },
    submittedAt: filing.submittedAt.toISOString(),
    decidedAt: isDecided ? (filing.decidedAt?.toISOString() ?? null) : null,
    ...(state === 'RECORDED'
      ? { documentNumber, recordedAt: filing.recordedAt?.toISOString() ?? null, book, page }
      : { documentNumber: null, recordedAt: null, book: null, page: null }),
    // the sender sees the clerk's reasons and note only after the decision
    ...(isDecided ? { reasons: [...filing.reasons], note } : { reasons: [], note: '' }),
    endorsed: state === 'RECORDED' && filing.endorsedKey !== null,
    ...{ corrects: numberOf(filing.corrects), correctedBy: numberOf(filing.correctedBy) },
  };
}
