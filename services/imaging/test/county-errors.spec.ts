import { expect, test } from '@jest/globals';
import type { Database } from '@portal/infra/db';
import type { Jobs } from '@portal/infra/jobs';
import type { ObjectStore } from '@portal/infra/storage';
import { TestClock } from '@portal/infra/testing';
import type { EfileTerms } from '../src/efile/efile-terms.js';
import { FilingCompleter, type FilingWorkers } from '../src/efile/filing-completer.js';
import type { FilingFees } from '../src/efile/filing-fees.js';
import { FilingPruner } from '../src/efile/filing-pruner.js';
import type { FilingRepository } from '../src/efile/filing.repository.js';
import type { FilingService } from '../src/efile/filing.service.js';
import { LeftUploads } from '../src/efile/left-uploads.js';
import type { UnsentRepository } from '../src/efile/unsent.repository.js';
import type { AnswerApplier } from '../src/exchange/answer-applier.js';
import type { AnswerFiles } from '../src/exchange/answer-files.js';
import { AnswerFolder } from '../src/exchange/answer-folder.js';
import type { AnswerListing } from '../src/exchange/answer-listing.js';

const clock = new TestClock('2026-11-21T12:00:00Z');
const broken = (): Error => new Error('rows that cannot be read');

/** A database with two counties; every transaction of the first one fails. */
const twoCounties = <T>(answer: T): { database: Database; visited: string[] } => {
  const visited: string[] = [];
  const database = {
    asWorker: () => Promise.resolve(['guam', 'lake']),
    withCounty: (county: string) => {
      visited.push(county);
      return county === 'guam' ? Promise.reject(broken()) : Promise.resolve(answer);
    },
  };
  return { database: database as unknown as Database, visited };
};

const terms = {
  counties: () => Promise.resolve(['guam', 'lake']),
  exchange: () => Promise.resolve({ on: true, folder: 'answers' }),
  changesOf: () => 0,
} as unknown as EfileTerms;

test('the filings of a county are finished even if the filings of the previous county cannot be read', async () => {
  const { database, visited } = twoCounties(undefined);
  const completer = new FilingCompleter(
    database,
    {} as FilingRepository,
    {} as FilingService,
    {} as FilingWorkers,
    {} as Jobs,
    clock,
  );
  await completer.run({});
  expect(visited).toEqual(['guam', 'lake']);
});

test('the unsent documents of a county are removed even if the documents of the previous county cannot be read', async () => {
  const { database, visited } = twoCounties([]);
  const pruner = new FilingPruner(
    database,
    {} as FilingRepository,
    {} as UnsentRepository,
    {} as FilingFees,
    {} as ObjectStore,
    clock,
  );
  await pruner.run({});
  expect(visited).toEqual(['guam', 'lake']);
});

test('the uploads left behind in a county are removed even if the uploads of the previous county cannot be listed', async () => {
  const removed: string[] = [];
  const store = {
    async *list(prefix: string) {
      if (prefix.startsWith('guam')) throw broken();
      yield `${prefix}old`;
    },
    find: () => Promise.resolve({ changedAt: new Date(0) }),
    remove: (key: string) => Promise.resolve(removed.push(key)),
  } as unknown as ObjectStore;
  await new LeftUploads(terms, store, clock).run({});
  expect(removed).toEqual([expect.stringMatching(/^lake\/.*old$/)]);
});

test('the answer folder of a county is freed for other processes even if that of the previous county cannot be freed', async () => {
  const { database, visited } = twoCounties(undefined);
  const listing = { list: () => Promise.resolve({ names: [], odd: [] }) } as unknown as AnswerListing;
  const folder = new AnswerFolder(database, terms, {} as AnswerApplier, {} as AnswerFiles, listing, clock);
  await folder.run({});
  expect(visited).toEqual(['guam', 'lake']);
});
