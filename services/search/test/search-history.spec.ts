import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import {
  eventually,
  TestClock,
  testActor,
  testConfig,
  testDatabase,
  type TestDatabase,
} from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import { CacheServer } from '../src/cache-server.js';
import { HistoryCache } from '../src/history/history.cache.js';
import { HistoryRepository } from '../src/history/history.repository.js';
import { PerformedSearches } from '../src/history/performed-searches.js';
import { SearchHistory } from '../src/history/search-history.js';
import { migrations } from '../src/migrations/index.js';

let tables: TestDatabase;
let server: CacheServer;
let repository: HistoryRepository;
let history: SearchHistory;
/** The same service in another process. */
let other: SearchHistory;
let actor: Actor;
beforeAll(async () => {
  tables = await testDatabase({ service: 'search', migrations, entities: [] });
  server = new CacheServer(testConfig());
  await eventually(() => server.redis.ping());
}, 120_000);
afterAll(async () => {
  server.onApplicationShutdown();
  await tables.close();
});
beforeEach(() => {
  repository = new HistoryRepository(tables.database);
  [history, other] = [newProcess(), newProcess()];
  actor = testActor({ user: randomUUID() });
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const each of [history, other]) await each.beforeApplicationShutdown();
});

const newProcess = (): SearchHistory =>
  new SearchHistory(
    new HistoryCache(server),
    repository,
    new PerformedSearches(tables.database, repository),
    new TestClock('2026-11-21T12:00:00Z'),
  );
/** Waits until the processes have sent their searches to the cache server, and no longer trust their own copies. */
const later = (): Promise<void> => sleep(1_200);

const search = (name: string, process = history) =>
  process.remember(
    actor,
    {
      type: 'searchByName',
      criteria: { grantorGranteeLastName1: name },
      paging: {
        ...{ pageNumber: 1, sortKey: 'docNumber', sortDirection: 'ASC' },
        ...{ timestamp: '', batch: 1, updateHistory: true },
      },
    },
    1,
  );
const names = async (process = history): Promise<string[]> =>
  (await process.list(actor)).map(({ criteriaJson }) => /[A-Z]+(?="})/.exec(criteriaJson)?.[0] ?? '').sort();

test('two searches that a user makes at the same time are both in the history', async () => {
  await Promise.all([search('LIND'), search('OLSON')]);
  expect(await names()).toEqual(['LIND', 'OLSON']);
});

test('a search that is made while the history is read from the database is in the history afterward', async () => {
  const read = Promise.withResolvers<never[]>();
  const list = jest.spyOn(repository, 'list').mockReturnValueOnce(read.promise);
  const listing = history.list(actor);
  await eventually(() => expect(list).toHaveBeenCalledTimes(1));
  await search('LIND');
  read.resolve([]);
  await listing;
  expect(await names()).toEqual(['LIND']);
});

test('two searches of a user that two processes answer within a second are both in the history', async () => {
  await other.list(actor);
  await search('LIND');
  await search('OLSON', other);
  await later();
  expect([await names(), await names(other)]).toEqual([
    ['LIND', 'OLSON'],
    ['LIND', 'OLSON'],
  ]);
});

test('a search that is made while another process reads the history from the database is later in the history of that process', async () => {
  const read = Promise.withResolvers<never[]>();
  const list = jest.spyOn(repository, 'list').mockReturnValueOnce(read.promise);
  const listing = other.list(actor);
  await eventually(() => expect(list).toHaveBeenCalledTimes(1));
  await search('LIND');
  read.resolve([]);
  await listing;
  await later();
  expect(await names(other)).toEqual(['LIND']);
});

test('a search that is stored late does not replace the history entry of a later search with the same criteria', async () => {
  const run = (pageNumber: number, at: string) => ({
    ...{ user: actor.user ?? '', at: new Date(at) },
    search: {
      ...{ type: 'searchByName' as const, criteria: '{}', pageNumber },
      ...{ sortKey: 'docNumber' as const, sortDirection: 'ASC' as const },
    },
  });
  await tables.database.withCounty('lake', (tx) => repository.save(tx, [run(3, '2026-11-21T12:00:02Z')]));
  await tables.database.withCounty('lake', (tx) => repository.save(tx, [run(1, '2026-11-21T12:00:01Z')]));
  expect(await repository.list('lake', actor.user ?? '')).toMatchObject([{ pageNumber: 3 }]);
});
