import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { eventually, testDatabase, type TestDatabase } from '@portal/infra/testing';
import * as z from 'zod/mini';
import { HistoryRepository } from '../src/history/history.repository.js';
import { PerformedSearches, type PerformedSearch } from '../src/history/performed-searches.js';
import { migrations } from '../src/migrations/index.js';

const payload = z.object({ searches: z.array(z.object({ hits: z.number() })) });

let tables: TestDatabase;
let performed: PerformedSearches;
beforeAll(async () => {
  tables = await testDatabase({ service: 'search', migrations, entities: [] });
}, 120_000);
afterAll(() => tables.close());
beforeEach(async () => {
  await tables.asAdmin('TRUNCATE search.outbox');
  performed = new PerformedSearches(tables.database, new HistoryRepository(tables.database));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await performed.close();
});

const search = (hits: number): PerformedSearch => ({
  county: 'lake',
  user: '11111111-1111-4111-8111-111111111111',
  account: null,
  type: 'searchByName',
  hits,
  at: new Date('2026-11-21T12:00:00Z'),
  search: {
    type: 'searchByName',
    criteria: JSON.stringify({ grantorGranteeLastName1: `NAME ${hits % 3}` }),
    pageNumber: 1,
    sortKey: 'docNumber',
    sortDirection: 'ASC',
  },
});
const add = (from: number, to: number): void => {
  for (let hits = from; hits <= to; hits += 1) performed.add(search(hits));
};

/** The number of hits of each search that was reported for the audit log, in the order of the events. */
async function told(): Promise<number[]> {
  const facts = await tables.asAdmin<{ payload: unknown }>('SELECT payload FROM search.outbox ORDER BY id');
  return facts.flatMap((fact) => payload.parse(fact.payload).searches.map(({ hits }) => hits));
}

test('performed searches that could not be stored are stored when the database is back, each once and in order', async () => {
  await tables.asAdmin('ALTER TABLE search.search_history RENAME TO away');
  add(1, 3);
  await sleep(1_000);
  add(4, 5);
  expect(await told()).toEqual([]);
  await tables.asAdmin('ALTER TABLE search.away RENAME TO search_history');
  await eventually(async () => expect(await told()).toEqual([1, 2, 3, 4, 5]), 10_000);
}, 30_000);

test('performed searches that wait to be stored are stored when the service stops', async () => {
  add(1, 2);
  await performed.close();
  expect(await told()).toEqual([1, 2]);
}, 30_000);

test('the service does not store further searches until its running write has ended', async () => {
  const slow = Promise.withResolvers<void>();
  const write = jest.spyOn(tables.database, 'withCounty').mockReturnValueOnce(slow.promise);
  add(1, 1);
  await eventually(() => expect(write).toHaveBeenCalledTimes(1));
  add(2, 3);
  await sleep(1_200);
  expect(write).toHaveBeenCalledTimes(1);
  slow.resolve();
  await eventually(async () => expect(await told()).toEqual([2, 3]));
}, 30_000);

test('while the database is unavailable, at most 20,000 performed searches wait to be stored, and the oldest are dropped', async () => {
  const write = jest.spyOn(tables.database, 'withCounty').mockRejectedValue(new Error('away'));
  add(1, 20_000);
  await eventually(() => expect(write).toHaveBeenCalledTimes(1));
  add(20_001, 20_007);
  write.mockRestore();
  const list = await eventually(async () => {
    const all = await told();
    expect(all).toHaveLength(20_000);
    return all;
  }, 20_000);
  expect([list[0], list.at(-1)]).toEqual([8, 20_007]);
}, 60_000);
