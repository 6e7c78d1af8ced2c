import { describe, expect, test } from '@jest/globals';
import { queueViews } from '@portal/proto/http/efile-queue';
import { filingStates } from '@portal/proto/rpc/efile';
import { isSent, mayMove } from '../src/efile/filing.states.js';
import {
  isMine,
  isOver,
  recordingTime,
  releasedState,
  shownToOffice,
  stampLines,
  viewStates,
} from '../src/efile/office.rules.js';
import { clerk, filingRow } from './filing-row.js';

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

describe('the views of the queue', () => {
  test('contain every state of a filing that the office sees, each once', () => {
    const seen = Object.values(viewStates).flat().sort();
    expect(seen).toEqual(filingStates.filter(isSent).sort());
  });

  test('of filings that need no work show the newest first, and only the view WAITING has several states', () => {
    expect(queueViews.filter(isOver)).toEqual(['RECORDED', 'REJECTED', 'WITHDRAWN']);
    const { WAITING, ...others } = viewStates;
    expect(WAITING).toEqual(['SUBMITTED', 'IN_REVIEW', 'RECORDING', 'REJECTING', 'WITHDRAWING']);
    expect(others).toEqual({
      CORRECTION: ['CORRECTION_ASKED'],
      RECORDED: ['RECORDED'],
      REJECTED: ['REJECTED'],
      WITHDRAWN: ['WITHDRAWN'],
    });
  });
});

describe('a filing that a clerk has claimed', () => {
  const claimed = filingRow({ state: 'IN_REVIEW' });

  test('is the work of this clerk until it is decided', () => {
    expect(isMine(claimed, clerk)).toBe(true);
    expect(isMine(claimed, { ...clerk, user: 'colleague' })).toBe(false);
    expect(isMine(filingRow({ state: 'RECORDING' }), clerk)).toBe(false);
  });

  test('waits for the office again after its release, or for the correction that the office has asked for', () => {
    expect(releasedState({ ...claimed, decidedAt: null })).toBe('SUBMITTED');
    expect(releasedState(claimed)).toBe('CORRECTION_ASKED');
  });

  test('shows the clerk’s username and the time of the claim', () => {
    const claim = { claimedBy: 'lake.clerk', claimedAt: '2026-11-23T15:00:00.000Z' };
    expect(shownToOffice(claimed, null, clerk)).toMatchObject({ ...claim, mine: true });
    expect(shownToOffice(claimed, null, { ...clerk, user: 'colleague' })).toMatchObject({
      ...claim,
      mine: false,
    });
    expect(shownToOffice({ ...claimed, claimedAt: null }, null, clerk).claimedAt).toBeNull();
  });
});

describe('the office sees', () => {
  test('everything about a recorded filing except who claimed it', () => {
    expect(shownToOffice(filingRow(), 7, clerk)).toEqual({
      ...{ id: 'f', number: 12, state: 'RECORDED', efileType: 'MAP', name: 'Ada Olson', zip: '55616' },
      ...{ email: 'ada@split-rock.example', address1: '210 Harbor Street', address2: 'Suite 3' },
      ...{ city: 'Two Harbors', stateCode: 'MN', username: 'ada.olson', fileName: 'plat.tif' },
      ...{ contentType: 'image/tiff', size: 2_048, sha256: 'hash of the file', pages: 2 },
      ...{ lowResolution: [{ page: 2, dpi: 200 }], charges: filingRow().charges },
      ...{ submittedAt: '2026-11-23T14:00:00.000Z', corrects: 7 },
      ...{ claimedBy: null, claimedAt: null, mine: false, decidedAt: '2026-11-23T16:00:00.000Z' },
      ...{ documentNumber: 'A1004412', recordedAt: '2026-11-23T15:58:00.000Z', book: '231', page: '118' },
      ...{ reasons: ['A page cannot be read'], note: 'Page 2', endorsed: true },
    });
  });

  test('no time of decision or recording, and no stamped copy, before a clerk has decided', () => {
    const open = filingRow({ state: 'SUBMITTED', decidedAt: null, recordedAt: null, endorsedKey: null });
    expect(shownToOffice(open, null, clerk)).toMatchObject({
      ...{ state: 'SUBMITTED', corrects: null, decidedAt: null, recordedAt: null, endorsed: false },
    });
  });
});

describe('the recording stamp', () => {
  const recorded = { documentNumber: 'A1004412', recordedAt: new Date('2026-11-23T06:05:00Z') };
  const place = { book: '231', page: '118' };

  test('shows the office, the document number, book and page, the office’s local time, and the fee', () => {
    expect(stampLines(office, filingRow({ pages: 1 }), { ...recorded, ...place })).toEqual([
      'Lake County: Recorded',
      'Document number A1004412, Book 231, Page 118',
      '11/23/2026 12:05 AM',
      'Submission 12, 1 page, Fee $5.25',
    ]);
  });

  test('leaves out a book, a page or a fee that does not exist', () => {
    const secondLine = (over: Partial<typeof place>) =>
      stampLines(office, filingRow(), { ...recorded, ...place, ...over })[1];
    expect(secondLine({ book: '' })).toBe('Document number A1004412, Page 118');
    expect(secondLine({ page: '' })).toBe('Document number A1004412, Book 231');
    expect(secondLine({ book: '', page: '' })).toBe('Document number A1004412');
    const free = stampLines(office, filingRow({ charges: null }), { ...recorded, ...place });
    expect(free[3]).toBe('Submission 12, 2 pages');
  });

  test.each([
    ['2026-11-23T07:09:00Z', '1:09 AM'],
    ['2026-11-23T17:59:00Z', '11:59 AM'],
    ['2026-11-23T18:00:00Z', '12:00 PM'],
    ['2026-11-23T19:30:00Z', '1:30 PM'],
    ['2026-11-24T05:59:00Z', '11:59 PM'],
  ])('writes the time %s as %s', (instant, time) => {
    const lines = stampLines(office, filingRow(), { ...recorded, ...place, recordedAt: new Date(instant) });
    expect(lines[2]).toBe(`11/23/2026 ${time}`);
  });
});

describe('the recording time', () => {
  const bounds = (submittedAt: string, now: string) => ({
    submittedAt: new Date(submittedAt),
    now: new Date(now),
  });

  test('is the minute of the submission or later, and not in the future', () => {
    const at = (time: string) =>
      recordingTime(
        office,
        { date: '2026-11-23', time },
        bounds('2026-11-23T14:20:30Z', '2026-11-23T15:00:00Z'),
      );
    expect(at('08:19')).toEqual({ fault: 'filings:beforeSubmission' });
    expect(at('08:20')).toEqual(new Date('2026-11-23T14:20:00Z'));
    expect(at('09:00')).toEqual(new Date('2026-11-23T15:00:00Z'));
    expect(at('09:01')).toEqual({ fault: 'filings:futureTime' });
  });

  test('that occurs twice is the first one, or the second one if the first is before the submission', () => {
    const at = (submittedAt: string) =>
      recordingTime(
        office,
        { date: '2026-11-01', time: '01:20' },
        bounds(submittedAt, '2026-11-01T08:00:00Z'),
      );
    expect(at('2026-11-01T05:00:00Z')).toEqual(new Date('2026-11-01T06:20:00Z'));
    expect(at('2026-11-01T06:20:30Z')).toEqual(new Date('2026-11-01T06:20:00Z'));
    expect(at('2026-11-01T06:21:00Z')).toEqual(new Date('2026-11-01T07:20:00Z'));
    expect(at('2026-11-01T07:20:30Z')).toEqual(new Date('2026-11-01T07:20:00Z'));
  });

  test('of a land system that names its zone is exact, without its seconds', () => {
    const at = (instant: string) =>
      recordingTime(
        office,
        { at: new Date(instant) },
        bounds('2026-11-01T07:20:30Z', '2026-11-01T08:00:00Z'),
      );
    expect(at('2026-11-01T07:45:59.999Z')).toEqual(new Date('2026-11-01T07:45:00Z'));
    expect(at('2026-11-01T07:20:00Z')).toEqual(new Date('2026-11-01T07:20:00Z'));
    expect(at('2026-11-01T07:19:59Z')).toEqual({ fault: 'filings:beforeSubmission' });
    expect(at('2026-11-01T08:01:00Z')).toEqual({ fault: 'filings:futureTime' });
  });
});
