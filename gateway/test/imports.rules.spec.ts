import { describe, expect, test } from '@jest/globals';
import type { ImportRun } from '@portal/proto/http/monitoring';
import { listedImport } from '../src/http/imports.rules.js';

const run = '00000000-0000-4000-8000-000000000001';
const now = new Date('2026-11-23T08:10:00.000Z');
const ago = (seconds: number): string => new Date(now.getTime() - seconds * 1_000).toISOString();
const documents: Omit<ImportRun, 'run'> = {
  ...{ id: '1', bundle: 'nightly', kind: 'full', startedBy: '', state: 'DONE', step: 'LOADING' },
  ...{ done: 9, whole: 9, documents: 5, images: 3, rejected: 0, failure: '' },
  ...{ startedAt: ago(600), endedAt: ago(10) },
};
const imported: ImportRun = { ...documents, run };
const pageImages = (over: Partial<ImportRun>) =>
  listedImport({ ...imported, ...over }, new Map(), now).pageImages;

describe('page images of an import', () => {
  test('are listed as the imaging service reports them', () => {
    const found = { state: 'RUNNING', pages: 900, done: 12, refused: 1, failure: '' } as const;
    expect(listedImport(imported, new Map([[run, { run, ...found }]]), now)).toEqual({
      ...documents,
      pageImages: found,
    });
  });

  test('are shown as waiting while the documents are read and for a minute afterwards', () => {
    const none = { pages: 0, done: 0, refused: 0, failure: '' };
    expect(pageImages({ state: 'RUNNING', endedAt: null })).toEqual({ state: 'WAITING', ...none });
    expect(pageImages({ endedAt: ago(60) })).toEqual({ state: 'WAITING', ...none });
    expect(pageImages({ endedAt: ago(60.001) })).toEqual({ state: 'INTERRUPTED', ...none });
  });

  test('do not change what is listed of the documents', () => {
    expect(listedImport(imported, new Map(), now)).toMatchObject(documents);
    expect(listedImport({ ...imported, run: null }, new Map(), now)).toEqual({
      ...documents,
      pageImages: null,
    });
  });

  test.each<[string, Partial<ImportRun>]>([
    ['a bundle without images', { images: 0 }],
    ['an unreadable manifest', { images: null }],
    ['an import without an id', { run: null }],
    ['a refused import', { state: 'REFUSED' }],
    ['a failed import', { state: 'FAILED' }],
    ['an interrupted import', { state: 'INTERRUPTED' }],
  ])('are not shown for %s', (_, over) => {
    expect(pageImages(over)).toBeNull();
  });
});
