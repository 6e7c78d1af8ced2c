import { beforeAll, describe, expect, test } from '@jest/globals';
import { recordId, recordOf, searchAnswer } from '@portal/proto/http/search-results';
import {
  resultKindOf,
  searchTypes,
  sortKeys,
  type SearchType,
  type SortKey,
} from '@portal/proto/http/search-types';
import type { CurrentUser } from '@portal/proto/http/session';
import * as z from 'zod/mini';
import { DemoRows } from './demo-rows.js';
import { drawnSearches } from './drawn-searches.js';
import { contentOf, hosts, Visitor, type CountyHost } from './portal.js';
import { anyDay, searchSamples } from './search-samples.js';

const counties = Object.keys(hosts) as CountyHost[];

/** The id of the requirement that defines the call of each kind of search. */
const requirement: Partial<Record<SearchType, string>> = {
  searchByAddress: 'B2-05',
  searchByBookAndPage: 'B2-06',
  searchByDate: 'B2-07',
  searchByDocumentNumber: 'B2-08',
  searchByLegalDescription: 'B2-09',
  searchByName: 'B2-10',
  searchByParcelId: 'B2-11',
  searchByPlat: 'B2-12',
  searchByTaxLien: 'B2-13',
  searchByTorrensCertificate: 'B2-14',
  searchByTorrensText: 'B2-15',
  searchByGrantorGranteeBook: 'B2-16',
  searchByTractBookId: 'B2-17',
  searchByTractBookLegal: 'B2-18',
};

const notIn: Record<CountyHost, readonly SearchType[]> = {
  lake: ['searchByTractIndexNMI'],
  saipan: ['searchByTorrensCertificate', 'searchByTorrensText'],
};
const offered = counties.flatMap((county) =>
  searchTypes
    .filter((type) => !notIn[county].includes(type))
    .map((type) => ({ county, type, line: requirement[type] ?? '' })),
);

const rows = Object.fromEntries(counties.map((county) => [county, new DemoRows(county)])) as Record<
  CountyHost,
  DemoRows
>;
const visitors = {} as Record<CountyHost, Visitor>;
beforeAll(async () => {
  for (const county of counties) visitors[county] = await Visitor.signedIn('demo.invoice', county);
});

const search = async (county: CountyHost, type: SearchType, criteria: object) =>
  searchAnswer.parse(await contentOf(visitors[county].post(`search/${type}`, criteria)));

/** Returns all records that a search finds, at most 1000. */
const allRecords = async (county: CountyHost, type: SearchType, criteria: object) => {
  const { searchResults } = await search(county, type, { ...criteria, pageNumber: -1, updateHistory: false });
  return z.array(recordOf[resultKindOf(type)]).parse(searchResults.searchResultList);
};
const allFound = async (county: CountyHost, type: SearchType, criteria: object): Promise<string[]> =>
  (await allRecords(county, type, criteria)).map(recordId);

/** A name that ends one page of the index books and begins another page. A search for the name finds both pages. */
const nameOnTwoPages = (of: DemoRows): object => {
  const pages = of.of('gg_books');
  const ends = new Set(pages.map(({ to_name: name }) => name));
  return { grantorGranteeLastName: pages.find(({ from_name: name }) => ends.has(name))?.from_name };
};

/** The plat with the most entries in the tract books. */
const mostListedPlat = (of: DemoRows): object => {
  const plats = of.of('tract_books').map(({ plat_number: number = '' }) => number);
  const listed = (plat: string): number => plats.filter((each) => each === plat).length;
  const [plat] = [...new Set(plats)].filter((each) => each !== '').sort((a, b) => listed(b) - listed(a));
  return { legalType: 'LB', plat, platNumber: plat };
};

/**
 * Returns criteria that find many records: special criteria for the kind of search, or criteria for one record without
 * the dates that exclude other records.
 */
const manyOf = (type: SearchType, of: DemoRows): object => {
  const [{ criteria } = { criteria: {} }] = drawnSearches[type](of);
  if (type === 'searchByGrantorGranteeBook') return { ...nameOnTwoPages(of), ...anyDay };
  if (type === 'searchByTractBookLegal') return { ...mostListedPlat(of), ...anyDay };
  if (type === 'searchByDate') return { fromRecordedDate: '01/01/2019', toRecordedDate: '12/31/2019' };
  if (type === 'searchByDocumentNumber')
    return { fromDocumentNumber: '1000100', toDocumentNumber: '1000900' };
  if (type === 'searchByTorrensText') return { text: 'AND' };
  if (type === 'searchByTaxLien') return { ...anyDay, currentOrExpired: 'ALL' };
  return 'fromRecordedDate' in criteria ? { ...criteria, ...anyDay } : criteria;
};

/** The kinds of search for which `manyOf` finds records with at least two different values for every sort key. */
const foundManyTimes: readonly SearchType[] = [
  'searchByDocumentNumber',
  'searchByLegalDescription',
  'searchByPlat',
  'searchByTorrensText',
  'searchByTaxLien',
  'searchByGrantorGranteeBook',
  'searchByTractBookLegal',
];

/**
 * Sort keys for which the office defines the order. For these the test checks only that equal values are adjacent and
 * that the reverse order is exact.
 */
const listed: readonly SortKey[] = ['book', 'instrument'];
const fieldOf: Partial<Record<SortKey, string>> = {
  book: 'displayBookAndPage',
  instrument: 'instrumentDescription',
};
/** Returns the value by which a record is sorted, as text that sorts in the same way. */
const sortValue = (key: SortKey, record: object): string => {
  const field = fieldOf[key] ?? (key === 'id' && 'docId' in record ? 'docId' : key);
  const value = String(new Map<string, unknown>(Object.entries(record)).get(field));
  if (/^\d\d\/\d\d\/\d{4}$/.test(value)) return `${value.slice(6)}/${value.slice(0, 5)}`;
  return value.replace(/\d+/g, (digits) => digits.padStart(12, '0'));
};
const isFirst = (value: string, at: number, all: readonly string[]): boolean => all.indexOf(value) === at;
const inRuns = (values: readonly string[]): boolean =>
  values.filter((value, at) => value !== values[at - 1]).length === new Set(values).size;

describe.each(offered)('$county $type', ({ county, type, line }) => {
  test(`${line} finds records of the bundle by the text that a person would type`.trim(), async () => {
    const drawn = drawnSearches[type](rows[county]);
    expect(drawn.length).toBeGreaterThan(3);
    for (const { criteria, id: wanted } of drawn) {
      const found = await allFound(county, type, criteria);
      expect({ criteria, found: found.includes(wanted) || found.length === 1_000 }).toEqual({
        criteria,
        found: true,
      });
    }
  });

  test('returns the fields that all searches return, and records of its own kind', async () => {
    const [drawn] = drawnSearches[type](rows[county]);
    const content = await contentOf<Record<string, unknown>>(
      visitors[county].post(`search/${type}`, drawn?.criteria ?? {}),
    );
    const { usageBalance, ...rest } = content;
    expect(usageBalance).toEqual(expect.any(String));
    expect(Object.keys(rest).sort()).toEqual([
      'historyResults',
      'message',
      'paymentNeeded',
      'paymentNeededAgain',
      'searchResults',
      'status',
      'timestamp',
    ]);
    const { searchResults, historyResults } = searchAnswer.parse(content);
    expect(searchResults.currentRecordCount).toBe(searchResults.searchResultList.length);
    expect(historyResults.searchHistoryList[0]).toMatchObject({ type, index: 1, link: `search/${type}` });
    for (const record of searchResults.searchResultList)
      expect(Object.keys(recordOf[resultKindOf(type)].parse(record))).toEqual(Object.keys(record));
  });

  test('B2-23 sorts by each key of its result screen, in both directions', async () => {
    const criteria = manyOf(type, rows[county]);
    for (const sortKey of sortKeys[resultKindOf(type)]) {
      const sorted = async (sortDirection: string): Promise<string[]> =>
        (await allRecords(county, type, { ...criteria, sortKey, sortDirection })).map((record) =>
          sortValue(sortKey, record),
        );
      const [up, down] = [await sorted('ASC'), await sorted('DESC')];
      // if all values are equal, or only one record is found, any order is right
      if (foundManyTimes.includes(type)) expect([sortKey, new Set(up).size > 1]).toEqual([sortKey, true]);
      expect([sortKey, inRuns(up)]).toEqual([sortKey, true]);
      if (!listed.includes(sortKey)) expect([sortKey, up]).toEqual([sortKey, [...up].sort()]);
      // a search that finds more than 1000 records returns different records when the sort direction is reversed
      if (up.length < 1_000)
        expect([sortKey, down.filter(isFirst)]).toEqual([sortKey, up.filter(isFirst).toReversed()]);
    }
  });
});

test.each(counties)(
  'B2-02 B1-011 %s offers exactly the kinds of search that the county has; all others are not found',
  async (county) => {
    const { searchList } = await contentOf<CurrentUser>(visitors[county].get('currentUser/loginStatus'));
    expect([...searchList].sort()).toEqual(
      searchTypes.filter((type) => !notIn[county].includes(type)).sort(),
    );
    for (const path of [
      ...notIn[county],
      ...notIn[county].map((type) => `${type}Print`),
      'searchByNothing',
    ]) {
      const type = searchTypes.find((each) => path.startsWith(each));
      const reply = await visitors[county].post(`search/${path}`, type ? searchSamples[type] : {});
      expect([path, reply.status, reply.envelope]).toEqual([
        path,
        404,
        {
          ok: false,
          message: 'This page or record was not found. If you expected it, please contact the county.',
          lockout: false,
          content: null,
        },
      ]);
    }
  },
);
