import { expect, test } from '@jest/globals';
import { Progress } from '../src/import/progress.js';
import { shownRun, type StoredRun } from '../src/import-runs/import-runs.rules.js';

const readAt = new Date('2026-11-24T08:00:00Z');
const ago = (seconds: number): Date => new Date(readAt.getTime() - seconds * 1_000);
const stored = (more: Partial<StoredRun>): StoredRun => ({
  ...{ id: '1', bundle: 'nightly', kind: 'full', startedBy: 'portal@office', state: 'RUNNING', failure: '' },
  ...{ step: 'READING', done: '5', whole: '10', documents: null, images: '3', rejected: '2' },
  ...{ startedAt: ago(3_600), seenAt: ago(1), endedAt: null, readAt, run: null },
  ...more,
});

test('a running import counts as interrupted after more than a minute without a heartbeat', () => {
  expect(shownRun(stored({ seenAt: ago(60) }))).toMatchObject({ state: 'RUNNING', endedAt: null });
  expect(shownRun(stored({ seenAt: ago(61) }))).toMatchObject({
    state: 'INTERRUPTED',
    endedAt: '2026-11-24T07:58:59.000Z',
  });
});

test.each(['DONE', 'REFUSED', 'FAILED'] as const)('an import that ended as %s keeps this state', (state) => {
  const endedAt = ago(600);
  expect(shownRun(stored({ state, seenAt: ago(601), endedAt }))).toMatchObject({
    state,
    endedAt: endedAt.toISOString(),
  });
});

test('the numbers of documents and page images of an import are null while they are unknown', () => {
  expect(shownRun(stored({}))).toMatchObject({ done: 5, whole: 10, documents: null, images: 3, rejected: 2 });
  const other = shownRun(stored({ documents: '4', images: null }));
  expect(other).toMatchObject({ documents: 4, images: null });
});

test('progress is counted in rows while an import reads, and in tasks while it loads', () => {
  const progress = new Progress(4);
  expect(progress.position()).toEqual({ step: 'WAITING', done: 0, whole: 0 });
  progress.read();
  progress.advance('documents.csv');
  expect(progress.position()).toEqual({ step: 'READING', done: 1, whole: 4 });
});
