import { expect, test } from '@jest/globals';
import { filingStates } from '@portal/proto/rpc/efile';
import { isSent, mayMove } from '../src/efile/filing.states.js';
import { recordingTime, stampLines, viewStates, type Sent } from '../src/efile/office.rules.js';

const office = { county: 'Lake County', timeZone: 'America/Chicago', reasons: [] };

test('the office decides only on filings that a clerk has claimed', () => {
  for (const decision of ['RECORDING', 'REJECTING'] as const)
    expect(filingStates.filter((state) => mayMove(state, decision))).toEqual(['IN_REVIEW']);
  // a filing waits for a correction again if the first correction is not paid
  expect(filingStates.filter((state) => mayMove(state, 'CORRECTION_ASKED'))).toEqual([
    'IN_REVIEW',
    'WITHDRAWING',
  ]);
  expect(filingStates.filter((state) => mayMove(state, 'RECORDED'))).toEqual(['RECORDING']);
  expect(filingStates.filter((state) => mayMove(state, 'REJECTED'))).toEqual(['REJECTING']);
  for (const over of ['RECORDED', 'REJECTED', 'WITHDRAWN'] as const)
    expect(filingStates.filter((state) => mayMove(over, state))).toEqual([]);
});

test('every state of a filing that the office sees belongs to exactly one view of the queue', () => {
  const seen = Object.values(viewStates).flat().sort();
  expect(seen).toEqual(filingStates.filter(isSent).sort());
});

test('the stamp shows the office, the document number, book and page, the office’s local time, and the fee', () => {
  const filing = { number: 12, pages: 1, charges: { total: 525 } } as Sent;
  const recorded = { documentNumber: 'A1004412', recordedAt: new Date('2026-11-23T06:05:00Z') };
  expect(stampLines(office, filing, { ...recorded, book: '231', page: '118' })).toEqual([
    'Lake County: Recorded',
    'Document number A1004412, Book 231, Page 118',
    '11/23/2026 12:05 AM',
    'Submission 12, 1 page, Fee $5.25',
  ]);
  expect(stampLines(office, filing, { ...recorded, book: '', page: '' })[1]).toBe('Document number A1004412');
});

test('the recording time is the minute of the submission or later, and not in the future', () => {
  const at = (time: string, now: string) =>
    recordingTime(
      office,
      { date: '2026-11-01', time },
      { submittedAt: new Date('2026-11-01T07:20:30Z'), now: new Date(now) },
    );
  // 1:20 AM occurs twice on this day; the first is before the submission, and the second is in the minute of the
  // submission
  expect(at('01:20', '2026-11-01T08:00:00Z')).toEqual(new Date('2026-11-01T07:20:00Z'));
  expect(at('00:59', '2026-11-01T08:00:00Z')).toEqual({ fault: 'filings:beforeSubmission' });
  expect(at('02:01', '2026-11-01T08:00:00Z')).toEqual({ fault: 'filings:futureTime' });
});
