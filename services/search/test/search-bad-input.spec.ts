import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import { everySearch } from '@portal/proto/criteria/every-search';
import { searchTypes, type SearchType } from '@portal/proto/http/search-types';
import type { Input } from '@portal/proto/rpc/contract';
import { getRecordDetails, runSearch } from '@portal/proto/rpc/search';
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

const actor = testActor();
const texts = [
  '%',
  "'; DROP TABLE search.document; --",
  '"\\"',
  'NUL\u0000',
  '👩‍👩‍👧 🏡',
  '\u202eمحمد العربي',
  '\ud800',
  'x'.repeat(10_000),
  '_____',
  '$1',
  '999999999999999999999999999999',
  '-1',
  ' ',
  'ıİßﬁ',
];
/** Free-text fields of a kind of search. */
const textFields = (type: SearchType): string[] =>
  Object.entries(everySearch[type].fields.shape)
    .filter(([, field]) => field.safeParse('x y').success || field.safeParse('x').success)
    .map(([name]) => name);

const dates = { fromRecordedDate: '01/01/1900', toRecordedDate: '11/01/2026' };
const plain = {
  plat: 'P10',
  grantorGranteeLastName1: 'SMITH',
  streetNumber: '1',
  streetName: 'MAIN',
  ...dates,
};
const also = { village: 'CHALAN', island: 'SAIPAN', parcelId: '25', book: '1', fromDocumentNumber: '1' };
const more = { tractBookId: '1', grantorGranteeLastName: 'SMITH', lienNumber: '1', documentNumber: '1' };

const valid = (type: SearchType): object => ({
  ...plain,
  ...also,
  ...more,
  ...(type === 'searchByDate' && { fromRecordedDate: '01/01/2026' }),
});

const ask = (type: SearchType, criteria: object, paging: object = {}) =>
  // input of a caller that ignores the contract
  search.rpc.call(runSearch, { type, criteria, paging } as Input<typeof runSearch>, { actor });

const answered = ['INVALID_INPUT', 'INVALID_TIMESTAMP', undefined];
const codeOf = (answer: Awaited<ReturnType<typeof ask>>): string | undefined =>
  answer.ok ? undefined : answer.code;

describe.each(searchTypes)('%s', (type) => {
  test('accepts any text in any field or refuses it as invalid, and never fails', async () => {
    for (const name of textFields(type)) {
      const asked = texts.map((text) => ask(type, { ...valid(type), [name]: text }));
      for (const answer of await Promise.all(asked)) expect(answered).toContain(codeOf(answer));
    }
  });

  test('refuses unknown sort keys, pages and batches as invalid', async () => {
    const wrong = [{ sortKey: 'price' }, { pageNumber: 0 }, { pageNumber: 11 }, { batch: 5 }, { batch: 0 }];
    for (const paging of [...wrong, { sortDirection: 'UP' }, { timestamp: 'x'.repeat(601) }]) {
      const answer = await ask(type, valid(type), paging);
      expect(answer).toMatchObject({ ok: false, code: 'INVALID_INPUT' });
    }
    const forged = await ask(type, valid(type), { timestamp: 'tomorrow' });
    expect(forged).toMatchObject({ ok: false, code: 'INVALID_TIMESTAMP' });
  });
});

const dated = searchTypes.filter((type) => 'fromRecordedDate' in everySearch[type].fields.shape);
test.each(dated)('%s refuses impossible, future and reversed dates as invalid', async (type) => {
  const wrong = [
    { toRecordedDate: '02/30/2020' },
    { fromRecordedDate: '1/5/2020' },
    { toRecordedDate: '01/01/2999' },
    { fromRecordedDate: '11/01/2026', toRecordedDate: '01/01/1900' },
  ];
  for (const days of wrong) {
    expect(await ask(type, { ...valid(type), ...days })).toMatchObject({ code: 'INVALID_INPUT' });
  }
});

test('a timestamp continues only a search of its own kind; another kind of search runs anew, and another user is refused', async () => {
  const liens = await search.run('searchByTaxLien', { ...dates, currentOrExpired: 'ALL' });
  const plat = await search.run('searchByPlat', { plat: 'P10' }, { timestamp: liens.timestamp });
  expect(plat.timestamp).not.toBe(liens.timestamp);
  expect(plat.searchResults.totalRecordCount).toBe(4);
  const other = await search.rpc.call(
    runSearch,
    { type: 'searchByTaxLien', criteria: dates, paging: { timestamp: liens.timestamp } },
    { actor: testActor({ user: '00000000-0000-4000-8000-0000000000ff' }) },
  );
  expect(other).toMatchObject({ ok: false, code: 'INVALID_TIMESTAMP' });
});

test('a key of one kind of record opens no details of another kind', async () => {
  for (const key of ['A1', 'C1', 'ZZ', 'G99999999999999999999']) {
    const answer = await search.rpc.call(getRecordDetails, { kind: 'tractBooks', key }, { actor });
    expect(answer).toMatchObject({ ok: false, code: 'DOCUMENT_NOT_FOUND' });
  }
});
