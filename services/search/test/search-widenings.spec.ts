import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@portal/infra/testing';
import { nameSearch } from '@portal/proto/criteria/name';
import { migrations } from '../src/migrations/index.js';
import type { Asked } from '../src/searching/asked.js';
import { HitOrder } from '../src/searching/hit-order.js';
import { recordTables } from '../src/searching/record-table.js';
import { SearchRepository } from '../src/searching/search.repository.js';
import { Widenings } from '../src/searching/widenings.service.js';
import { smallCounty } from './search-fixture.js';
import { SearchUnderTest } from './search-under-test.js';

// an import takes a second, or many seconds on a busy machine
jest.setTimeout(120_000);

let search: SearchUnderTest;
beforeAll(async () => {
  search = await SearchUnderTest.start();
  await search.importSearchBundle(smallCounty);
});
afterAll(() => search.close());

const days = { fromRecordedDate: '01/01/1900', toRecordedDate: '11/01/2026' };

test('an answer without hits states, for each criterion, how many hits the search would have without it, and omits counts of 0', async () => {
  const found = await search.byName({
    grantorGranteeLastName1: 'SMITH',
    grantorGranteeFirstName1: 'NOBODY',
    documentType: 'A',
  });
  expect(found.searchResults.totalRecordCount).toBe(0);
  expect(found.widenings).toEqual([{ label: 'search:criterion.firstName', total: 3 }]);
});

test('a search by address without hits offers the same search without the house number or without the city', async () => {
  const criteria = { ...days, streetNumber: '123', streetName: 'N Main', city: 'Nowhere' };
  const found = await search.run('searchByAddress', criteria);
  expect(found.widenings).toEqual([{ label: 'search:searchByAddress.city', total: 2 }]);
  const elsewhere = await search.run('searchByAddress', { ...criteria, streetNumber: '9', city: '' });
  expect(elsewhere.widenings).toEqual([{ label: 'search:searchByAddress.streetNumber', total: 3 }]);
});

test('a search without hits offers the same search without the state of a lien, the section of a certificate or the block of a lot', async () => {
  const expired = { searchByTaxLienMethod: 'LIENNUMBER', lienNumber: 'FL200' } as const;
  expect((await search.run('searchByTaxLien', expired)).widenings).toEqual([
    { label: 'search:searchByTaxLien.currentOrExpired.label', total: 1 },
  ]);
  const elsewhere = { text: 'easement', searchIn: 'LEGAL' } as const;
  expect((await search.run('searchByTorrensText', elsewhere)).widenings).toEqual([
    { label: 'search:searchByTorrensText.searchIn.label', total: 1 },
  ]);
  const block = { ...days, plat: 'P10', lot: '7', block: '99' };
  expect((await search.run('searchByLegalDescription', block)).widenings).toEqual([
    { label: 'search:legal.block', total: 2 },
  ]);
});

test('an answer with hits has no widenings (searches without one of the criteria)', async () => {
  const answer = await search.run('searchByPlat', { plat: 'P10' });
  expect(answer.searchResults.totalRecordCount).toBeGreaterThan(0);
  expect(answer.widenings).toBeUndefined();
});

describe('the counting of widenings for an answer without hits', () => {
  const live = {
    generation: 1,
    changes: 0,
    sealings: 0,
    has_pairs: false,
    position: '0/0',
    index_begins: null,
    verified_through: null,
    torrens_verified_through: null,
    dates: { abstract: {}, torrens: {}, lien: {} },
    groups: [],
    hotNames: [],
  };
  const criteria = nameSearch.fields.parse({
    ...days,
    grantorGranteeLastName1: 'SMITH',
    grantorGranteeFirstName1: 'NOBODY',
  });
  const records = recordTables.documents;
  const order = new HitOrder(records, 'docNumber', 'ASC');
  const asked = {
    index: live,
    order,
    hotPrefix: async () => undefined,
    commonWords: async () => new Set<string>(),
    today: async () => 0,
  };
  const count = (database: TestDatabase['database'], over: Partial<Asked> = {}) =>
    new Widenings(new SearchRepository(database, database)).count(
      'lake',
      { type: 'searchByName', criteria },
      { ...asked, ...over },
      records,
    );

  test.each([
    ['becomes free later than an answer may take', 20_000],
    ['never becomes free', 100],
  ])('counts nothing, and does not fail, when a database connection %s', async (_, poolWaitMs) => {
    const tables = await testDatabase(
      { service: 'search', migrations, entities: [] },
      { poolSize: 1, poolWaitMs },
    );
    const busy = tables.database.query('SELECT pg_sleep(1.5)');
    const began = performance.now();
    expect(await count(tables.database)).toEqual([]);
    expect(performance.now() - began).toBeLessThan(1_000);
    await busy;
    await tables.close();
  });

  test('returns no widenings, and does not fail, when an error occurs', async () => {
    const hotPrefix = () => Promise.reject(new Error('away'));
    expect(await count(search.tables.database, { hotPrefix })).toEqual([]);
  });
});
