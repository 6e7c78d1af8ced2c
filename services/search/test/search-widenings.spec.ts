import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { smallCounty } from './search-fixture.js';
import { SearchUnderTest } from './search-under-test.js';

// imports take a second, on a busy machine many
jest.setTimeout(120_000);

let search: SearchUnderTest;
beforeAll(async () => {
  search = await SearchUnderTest.start();
  await search.importSearchBundle(smallCounty);
});
afterAll(() => search.close());

const days = { fromRecordedDate: '01/01/1900', toRecordedDate: '11/01/2026' };

test('when nothing is found the answer counts the hits without each criterion, and leaves out what helps nothing', async () => {
  const found = await search.byName({
    grantorGranteeLastName1: 'SMITH',
    grantorGranteeFirstName1: 'NOBODY',
    documentType: 'A',
  });
  expect(found.searchResults.totalRecordCount).toBe(0);
  expect(found.widenings).toEqual([{ label: 'search:criterion.firstName', total: 3 }]);
});

test('an address is counted without its house number, its city and its dates', async () => {
  const criteria = { ...days, streetNumber: '123', streetName: 'N Main', city: 'Nowhere' };
  const found = await search.run('searchByAddress', criteria);
  expect(found.widenings).toEqual([{ label: 'search:searchByAddress.city', total: 2 }]);
  const elsewhere = await search.run('searchByAddress', { ...criteria, streetNumber: '9', city: '' });
  expect(elsewhere.widenings).toEqual([{ label: 'search:searchByAddress.streetNumber', total: 3 }]);
});

test('liens, sections and lots are counted without what narrows them', async () => {
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

test('what was found, and pages of it, carry no widenings', async () => {
  expect((await search.run('searchByPlat', { plat: 'P10' })).widenings).toBeUndefined();
  expect((await search.run('searchByPlat', { plat: 'NONE' })).widenings).toBeUndefined();
});
