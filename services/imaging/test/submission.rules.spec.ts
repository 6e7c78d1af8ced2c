import { describe, expect, test } from '@jest/globals';
import { filingStates, type FilingState } from '@portal/proto/rpc/efile';
import { isSent } from '../src/efile/filing.states.js';
import { stateForSender, submissionOf } from '../src/efile/submission.rules.js';
import { filingRow } from './filing-row.js';

const numbers = new Map([
  ['earlier', 7],
  ['later', 19],
]);
const shown = (over: Parameters<typeof filingRow>[0]) => submissionOf(filingRow(over), numbers);

describe('the state that the sender sees', () => {
  const seen = (state: FilingState, correctedBy: string | null) =>
    stateForSender(filingRow({ state, correctedBy }));

  test.each<[FilingState, string]>([
    ['SUBMITTED', 'SUBMITTED'],
    ['IN_REVIEW', 'IN_REVIEW'],
    ['CORRECTION_ASKED', 'CORRECTION_ASKED'],
    // a decision is not final before the fee is settled
    ['RECORDING', 'IN_REVIEW'],
    ['RECORDED', 'RECORDED'],
    ['REJECTING', 'IN_REVIEW'],
    ['REJECTED', 'REJECTED'],
    ['WITHDRAWING', 'WITHDRAWING'],
    ['WITHDRAWN', 'WITHDRAWN'],
  ])('of a filing that is %s is %s', (state, toSender) => {
    expect(seen(state, null)).toBe(toSender);
  });

  test('of a filing that is corrected does not say that the filing is withdrawn', () => {
    expect(seen('WITHDRAWING', 'later')).toBe('CORRECTION_ASKED');
    expect(seen('WITHDRAWN', 'later')).toBe('CORRECTED');
    expect(seen('REJECTED', 'later')).toBe('REJECTED');
  });

  test.each(filingStates.filter((state) => !isSent(state)))(
    'does not exist for a filing that is %s',
    (state) => {
      expect(() => seen(state, null)).toThrow(`a filing that is ${state} has not been sent`);
    },
  );
});

describe('a submission', () => {
  const sent = {
    ...{ id: 'f', number: 12, efileType: 'MAP', name: 'Ada Olson', email: 'ada@split-rock.example' },
    ...{ address1: '210 Harbor Street', address2: 'Suite 3', city: 'Two Harbors', stateCode: 'MN' },
    ...{ zip: '55616', fileName: 'plat.tif', size: 2_048, sha256: 'hash of the file', pages: 2 },
    charges: filingRow().charges,
    ...{ submittedAt: '2026-11-23T14:00:00.000Z', corrects: 7, correctedBy: 19 },
  };
  const unrecorded = { documentNumber: null, recordedAt: null, book: null, page: null, endorsed: false };

  test('that is recorded shows everything that the office has recorded', () => {
    expect(shown({})).toEqual({
      ...{ ...sent, state: 'RECORDED', decidedAt: '2026-11-23T16:00:00.000Z' },
      ...{ documentNumber: 'A1004412', recordedAt: '2026-11-23T15:58:00.000Z', book: '231', page: '118' },
      ...{ reasons: ['A page cannot be read'], note: 'Page 2', endorsed: true },
    });
    expect(shown({ endorsedKey: null }).endorsed).toBe(false);
  });

  test.each(['CORRECTION_ASKED', 'REJECTED', 'WITHDRAWN'] as const)(
    'that is %s shows the decision with its reasons, and no recording',
    (state) => {
      expect(shown({ state, correctedBy: null })).toEqual({
        ...{ ...sent, state, correctedBy: null, decidedAt: '2026-11-23T16:00:00.000Z' },
        ...{ ...unrecorded, reasons: ['A page cannot be read'], note: 'Page 2' },
      });
    },
  );

  test.each(['SUBMITTED', 'IN_REVIEW', 'RECORDING', 'REJECTING', 'WITHDRAWING'] as const)(
    'that is %s shows nothing of a decision',
    (state) => {
      const { reasons, note, decidedAt, ...rest } = shown({ state, correctedBy: null });
      expect([reasons, note, decidedAt]).toEqual([[], '', null]);
      expect(rest).toMatchObject(unrecorded);
    },
  );

  test('has no time of decision or recording if none is stored', () => {
    const submitted = shown({ decidedAt: null, recordedAt: null });
    expect([submitted.decidedAt, submitted.recordedAt]).toEqual([null, null]);
  });

  test('shows the numbers of the submissions that it corrects and that correct it', () => {
    const related = (corrects: string | null, correctedBy: string | null) => {
      const found = shown({ corrects, correctedBy });
      return [found.corrects, found.correctedBy];
    };
    expect(related('earlier', null)).toEqual([7, null]);
    expect(related(null, 'later')).toEqual([null, 19]);
    // the correction is being sent and has no number yet
    expect(related(null, 'unsent')).toEqual([null, null]);
  });
});
