import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { eventually, testActor, testRedisUrl } from '@portal/infra/testing';
import { openConnection } from '@portal/infra/redis';
import { documentResult, searchAnswer } from '@portal/proto/http/search-results';
import { getIndexTerms, listHistory, runSearch } from '@portal/proto/rpc/search';
import * as z from 'zod/mini';
import { grantee, grantor, type DocumentRow } from './bundle-maker.js';
import { keysOf, nameCriteriaOf, searchInputOf, SearchUnderTest } from './search-under-test.js';

// an import takes a second, or many seconds on a busy machine
jest.setTimeout(120_000);

/** 1,100 documents with one name: numbers ascending, books and days descending, three instruments. */
const many: DocumentRow[] = Array.from({ length: 1_100 }, (_, at) => ({
  number: String(5_000 + at),
  parties: [grantor('COMMON', 'NAME'), grantee(at % 2 ? 'ODD' : 'EVEN', `N${at}`)],
  recorded: `2010-${String(12 - (at % 12)).padStart(2, '0')}-10`,
  instrument: ['WD', 'MTG', 'AFF'][at % 3] ?? 'WD',
  ...(at < 300 && { book: String(40 - Math.floor(at / 10)), page: String(10 - (at % 10)), bookType: 'D' }),
}));
const some: DocumentRow[] = Array.from({ length: 130 }, (_, at) => ({
  number: String(9_000 + at),
  parties: [grantor('SELDOM')],
}));
const few: DocumentRow[] = [
  { number: '0077', parties: [grantor('ALONE')] },
  { number: '77A', parties: [grantor('ALONE')] },
  { number: '78', type: 'T', parties: [grantor('ALONE')] },
  { number: '80', parties: [grantor('ALONE')], references: [{ type: 'A', number: '77' }] },
];

let search: SearchUnderTest;
beforeAll(async () => {
  search = await SearchUnderTest.start();
  await search.importRows([...many, ...some, ...few], {
    manifest: { verifiedThrough: { abstract: '2026-10-30' } },
  });
});
afterAll(() => search.close());

const common = { grantorGranteeLastName1: 'COMMON' };
const seldom = { grantorGranteeLastName1: 'SELDOM' };

describe('the results of a search', () => {
  test('B2-22 are those of page 1, in ascending order of document number, when neither page nor order is requested', async () => {
    const found = await search.byName(seldom);
    expect(keysOf(found)).toEqual(some.slice(0, 25).map(({ number }) => `A${number}`));
  });

  test('are cut off after 1000 hits', async () => {
    const found = await search.byName(common);
    expect(found.searchResults).toMatchObject({ totalRecordCount: 1_000, currentRecordCount: 25 });
    const all = await search.byName(common, { pageNumber: -1 });
    expect(keysOf(all)).toEqual(many.slice(0, 1_000).map(({ number }) => `A${number}`));
  });

  test.each(['docNumber', 'recordedDate', 'book', 'instrument'] as const)(
    'sorted by %s, ascending or descending, are the same documents in opposite order; ties are sorted by document number',
    async (sortKey) => {
      const criteria = { ...common, grantorGranteeLastName2: 'ODD', andOr: 'AND' } as const;
      const up = keysOf(await search.byName(criteria, { sortKey, pageNumber: -1 }));
      const down = keysOf(await search.byName(criteria, { sortKey, sortDirection: 'DESC', pageNumber: -1 }));
      expect(up).toHaveLength(550);
      expect([...down].reverse()).toEqual(up);
      expect(up).toEqual(sortedBy(sortKey));
    },
  );

  test('are refused for an unknown sort key or direction, as invalid input', async () => {
    const input = searchInputOf(
      'searchByName',
      nameCriteriaOf(common),
      JSON.parse('{"sortKey":"price"}') as object,
    );
    expect(await search.rpc.call(runSearch, input, { actor: testActor() })).toMatchObject({
      ok: false,
      code: 'INVALID_INPUT',
    });
  });
});

function sortedBy(key: 'docNumber' | 'recordedDate' | 'book' | 'instrument'): string[] {
  const odd = many.filter((_, at) => at % 2 === 1);
  const instruments = ['AFF', 'MTG', 'WD'];
  const rank = (row: DocumentRow): number => {
    if (key === 'recordedDate') return Number(row.recorded?.slice(5, 7));
    if (key === 'book')
      return row.book ? Number(row.book) * 1_000 + Number(row.page) : Number.MAX_SAFE_INTEGER;
    return key === 'instrument' ? instruments.indexOf(row.instrument ?? '') : 0;
  };
  return odd
    .sort((a, b) => rank(a) - rank(b) || Number(a.number) - Number(b.number))
    .map(({ number }) => `A${number}`);
}

describe('the pages of results', () => {
  test('B2-24 B2-25 have 100 rows, in four batches of 25 from the same hit list', async () => {
    const first = await search.byName(common);
    const batches = [first];
    for (const batch of [2, 3, 4]) {
      batches.push(await search.byName(common, { batch, timestamp: first.timestamp, updateHistory: false }));
    }
    expect(batches.flatMap(keysOf)).toEqual(many.slice(0, 100).map(({ number }) => `A${number}`));
    expect(new Set(batches.map(({ timestamp }) => timestamp)).size).toBe(1);
  });

  test('after page 1 have the next records and the total of the search, and their last batch may be short', async () => {
    const first = await search.byName(seldom);
    const page = (batch: number): Promise<typeof first> =>
      search.byName(seldom, { pageNumber: 2, batch, timestamp: first.timestamp });
    const [one, two, three] = [await page(1), await page(2), await page(3)];
    expect([one, two, three].flatMap(keysOf)).toEqual(some.slice(100).map(({ number }) => `A${number}`));
    expect(two.searchResults).toMatchObject({ totalRecordCount: 130, currentRecordCount: 5 });
    expect(three.searchResults.searchResultList).toEqual([]);
  });

  test('are refused for a forged timestamp and for the timestamp of another user', async () => {
    const { timestamp } = await search.byName(seldom);
    const ask = (text: string, over: object = {}) =>
      search.rpc.call(
        runSearch,
        searchInputOf('searchByName', nameCriteriaOf(seldom), { timestamp: text, batch: 2 }),
        { actor: testActor(over) },
      );
    expect(await ask('tomorrow')).toMatchObject({ ok: false, code: 'INVALID_TIMESTAMP' });
    expect(await ask(`${timestamp}x`)).toMatchObject({ ok: false, code: 'INVALID_TIMESTAMP' });
    expect(await ask(timestamp, { user: '00000000-0000-4000-8000-000000000002' })).toMatchObject({
      ok: false,
      code: 'INVALID_TIMESTAMP',
    });
    expect(await ask(timestamp)).toMatchObject({ ok: true });
  });

  test('come from a new search, with a new timestamp, after their hit list has expired', async () => {
    const first = await search.byName(seldom);
    const redis = openConnection(testRedisUrl());
    await new Promise((ready) => redis.once('ready', ready));
    const id = first.timestamp.split('.')[0] ?? '';
    const [key] = await redis.keys(`*:hits:${id}`);
    expect(await redis.ttl(key ?? '')).toBeGreaterThan(590);
    await redis.del(key ?? '');
    redis.disconnect();
    const second = await search.byName(seldom, { timestamp: first.timestamp, batch: 2 });
    expect(second.timestamp).not.toBe(first.timestamp);
    expect(keysOf(second)).toEqual(some.slice(25, 50).map(({ number }) => `A${number}`));
  });

  test('come from a new search when the timestamp belongs to other criteria', async () => {
    const { timestamp } = await search.byName(seldom);
    const other = await search.byName(common, { timestamp });
    expect(other.timestamp).not.toBe(timestamp);
    expect(keysOf(other)[0]).toBe('A5000');
  });
});

describe('the search by document number', () => {
  test('finds a number exactly, with or without leading zeros, in all document types or in one', async () => {
    expect(keysOf(await search.byNumber({ fromDocumentNumber: '77' }))).toEqual(['A77']);
    expect(keysOf(await search.byNumber({ fromDocumentNumber: '00077a' }))).toEqual(['A77A']);
    expect(keysOf(await search.byNumber({ fromDocumentNumber: 'T78' }))).toEqual(['T78']);
    expect(keysOf(await search.byNumber({ fromDocumentNumber: '78', documentType: 'A' }))).toEqual([]);
    expect(keysOf(await search.byNumber({ fromDocumentNumber: 'no number' }))).toEqual([]);
  });

  test('compares the digits of a range as numbers, and finds numbers with a suffix if they are in the range', async () => {
    const range = { fromDocumentNumber: '9', toDocumentNumber: '78' };
    expect(keysOf(await search.byNumber(range))).toEqual(['A77', 'A77A', 'T78']);
    expect(keysOf(await search.byNumber({ ...range, documentType: 'T' }))).toEqual(['T78']);
    const down = await search.byNumber(
      { fromDocumentNumber: '1', toDocumentNumber: '99999999999999999999' },
      { sortDirection: 'DESC' },
    );
    expect(keysOf(down)[0]).toBe('A9129');
  });

  test('shows the number as the office wrote it', async () => {
    const [row] = (await search.byNumber({ fromDocumentNumber: '77' })).searchResults.searchResultList;
    expect(row).toMatchObject({ docId: 'A77', docNumber: '0077', displayDocNumber: 'A0077' });
  });
});

describe('the content of an answer', () => {
  test('B2-03 B2-40 B2-41 arrives as bytes whose JSON matches the contract', async () => {
    const raw = await search.rpc.callRaw(runSearch, searchInputOf('searchByName', nameCriteriaOf(common)), {
      actor: testActor(),
    });
    if (!raw.ok) throw new Error(raw.code);
    const answer = searchAnswer.parse(JSON.parse(raw.value.body.toString()));
    expect(answer.searchResults.searchResultList[0]).toMatchObject({
      docId: 'A5000',
      instrumentDescription: 'WARRANTY DEED',
      displayBookAndPage: '40/10/D',
      recordedDateTime: '12/10/2010 10:30 AM',
      grantorSearchResults: [
        { displayName: 'COMMON NAME', lastName: 'COMMON', firstName: 'NAME', middleInitial: '' },
      ],
      grantorCount: 1,
      granteeCount: 1,
    });
  });

  test('contains the referenced documents when details are requested, and is DOCUMENT_NOT_FOUND for an unknown key', async () => {
    const details = await search.details('A80');
    if (!details.ok) throw new Error(details.code);
    const parsed = z.parse(documentResult, details.value);
    expect(parsed.referenceDocumentSearchResults).toEqual([
      expect.objectContaining({
        docId: 'A77',
        displayDocNumber: 'A77',
        instrumentDescription: 'WARRANTY DEED',
        recordedDate: '06/15/2020',
        recordedTime: '10:30',
        recordedAmPm: 'AM',
      }),
    ]);
    expect(await search.details('A81')).toMatchObject({ ok: false, code: 'DOCUMENT_NOT_FOUND' });
    expect(await search.details('AX-1')).toMatchObject({ ok: false, code: 'DOCUMENT_NOT_FOUND' });
  });

  test('is COUNTY_NOT_INDEXED for a search in a county without an index; getIndexTerms returns empty lists there', async () => {
    const actor = testActor({ county: 'nowhere' });
    const answer = await search.rpc.call(
      runSearch,
      searchInputOf('searchByDocumentNumber', { fromDocumentNumber: '1' }),
      { actor },
    );
    expect(answer).toMatchObject({ ok: false, code: 'COUNTY_NOT_INDEXED' });
    expect(await search.rpc.callOrThrow(getIndexTerms, {}, { actor })).toMatchObject({
      instrumentGroups: [],
      abstractVerifiedDate: '',
    });
  });

  test('includes, for getIndexTerms, instrument groups, document types, book types and the verified date of the index', async () => {
    const terms = await search.rpc.callOrThrow(getIndexTerms, {}, { actor: testActor() });
    expect(terms).toMatchObject({
      instrumentGroups: [{ code: 'DEED', description: 'DEED' }, { code: 'MISC' }, { code: 'MORTGAGE' }],
      documentTypes: [{ code: 'A' }, { code: 'T' }],
      bookTypes: [{ code: 'D' }],
      abstractVerifiedDate: '10/30/2026',
    });
  });
});

interface Performed {
  readonly user: string;
  readonly searchType: string;
}

describe('the search history', () => {
  const actor = testActor({ user: '00000000-0000-4000-8000-00000000000a' });
  const names = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'TWO'];
  const latest = ['TWO', 'SIX', 'FIVE', 'FOUR', 'THREE'];
  const lastNames = (list: readonly { criteriaJson: string }[]): unknown[] =>
    list.map(
      ({ criteriaJson }) => (JSON.parse(criteriaJson) as Record<string, unknown>)['grantorGranteeLastName1'],
    );

  test('B3-10 B3-11 is in each answer and has the last five distinct searches; a repeated search moves to the top', async () => {
    let found = await search.byName({ grantorGranteeLastName1: 'ZERO' }, {}, actor);
    for (const name of names) {
      found = await search.byName(
        { grantorGranteeLastName1: name },
        { sortKey: 'book', sortDirection: 'DESC' },
        actor,
      );
    }
    const list = found.historyResults.searchHistoryList;
    expect(lastNames(list)).toEqual(latest);
    expect(list[0]).toMatchObject({
      type: 'searchByName',
      sortKey: 'book',
      sortDirection: 'DESC',
      pageNumber: 1,
      index: 1,
    });
    expect(found.searchResults.totalRecordCount).toBe(0);
  });

  test('keeps five rows for each user, and events tell the audit service of every search', async () => {
    const rows = await eventually(async () => {
      const kept = await search.tables.asAdmin<{ n: number }>(
        'SELECT count(*)::int AS n FROM search.search_history WHERE user_id = $1',
        [actor.user],
      );
      expect(kept[0]?.n).toBe(5);
      const facts = await search.tables.asAdmin<{ aggregate: string; payload: { searches: Performed[] } }>(
        `SELECT aggregate, payload FROM search.outbox WHERE type = 'search.search-performed.v1'`,
      );
      const own = facts.flatMap(({ payload }) => payload.searches).filter(({ user }) => user === actor.user);
      expect(own).toHaveLength(8);
      expect(new Set(facts.map(({ aggregate }) => aggregate))).toEqual(new Set(['county:lake']));
      return own;
    }, 2_000);
    expect(rows[0]).toMatchObject({ searchType: 'searchByName' });
  });

  test('contains neither later batches nor searches with `updateHistory: false`; other users have their own history, and guests have none', async () => {
    await search.byName(common, { updateHistory: false }, actor);
    const { timestamp } = await search.byName(common, { updateHistory: false }, actor);
    const second = await search.byName(common, { timestamp, batch: 2 }, actor);
    expect(second.historyResults.searchHistoryList).toEqual([]);
    expect(lastNames(await search.rpc.callOrThrow(listHistory, {}, { actor }))).toEqual(latest);
    const other = testActor({ user: '00000000-0000-4000-8000-00000000000b' });
    expect(await search.rpc.callOrThrow(listHistory, {}, { actor: other })).toEqual([]);
    const guest = testActor({ role: 'GUEST', user: '00000000-0000-4000-8000-00000000000c' });
    expect((await search.byName(common, {}, guest)).historyResults.searchHistoryList).toEqual([]);
  });

  test('is separate for the same user id in another county', async () => {
    const elsewhere = { ...actor, county: 'saipan' };
    expect(await search.rpc.callOrThrow(listHistory, {}, { actor })).toHaveLength(5);
    expect(await search.rpc.callOrThrow(listHistory, {}, { actor: elsewhere })).toEqual([]);
  });

  test('is stored completely before a service stops', async () => {
    const stopping = await SearchUnderTest.start();
    await stopping.importRows(few);
    await stopping.byName({ grantorGranteeLastName1: 'ALONE' }, {}, actor);
    await stopping.stopServing();
    const rows = await stopping.tables.asAdmin('SELECT 1 FROM search.search_history');
    await stopping.close();
    expect(rows).toHaveLength(1);
  });
});
