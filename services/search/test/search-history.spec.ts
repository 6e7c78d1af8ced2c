import { randomUUID } from 'node:crypto';
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
  const performed = new PerformedSearches(tables.database, repository);
  history = new SearchHistory(
    new HistoryCache(server),
    repository,
    performed,
    new TestClock('2026-11-21T12:00:00Z'),
  );
  actor = testActor({ user: randomUUID() });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await history.beforeApplicationShutdown();
});

const search = (name: string) =>
  history.remember(
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
const names = async (): Promise<string[]> =>
  (await history.list(actor)).map(({ criteriaJson }) => /[A-Z]+(?="})/.exec(criteriaJson)?.[0] ?? '').sort();

test('two searches that a user makes at the same time are both in the history', async () => {
  await Promise.all([search('LIND'), search('OLSON')]);
  expect(await names()).toEqual(['LIND', 'OLSON']);
});

test('a history that was read before a search does not replace the history with that search', async () => {
  const read = Promise.withResolvers<never[]>();
  const list = jest.spyOn(repository, 'list').mockReturnValueOnce(read.promise);
  const listing = history.list(actor);
  await eventually(() => expect(list).toHaveBeenCalledTimes(1));
  await search('LIND');
  read.resolve([]);
  await listing;
  expect(await names()).toEqual(['LIND']);
});
