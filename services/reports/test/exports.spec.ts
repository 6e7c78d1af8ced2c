import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ObjectStore } from '@portal/infra/storage';
import { testActor, type TestService } from '@portal/infra/testing';
import { legalDescriptionSearch } from '@portal/proto/criteria/legal-description';
import { taxLienSearch } from '@portal/proto/criteria/tax-lien';
import { torrensTextSearch } from '@portal/proto/criteria/torrens-text';
import { searchPaging } from '@portal/proto/http/search-paging';
import type { ExportFormat } from '@portal/proto/http/search-results';
import { exportSearch } from '@portal/proto/rpc/reports';
import { getIndexTerms, runBroadSearch, runSearch, type SearchInput } from '@portal/proto/rpc/search';
import { exportKey } from '../src/exports/export-key.rules.js';
import { ExportFiles } from '../src/exports/export-files.js';
import { ListingWriter } from '../src/exports/listing.writer.js';
import { SearchStub, SearchStubModule } from './neighbours.js';
import { startReports, type ReportsUnderTest } from './reports-under-test.js';

let time = new Date('2026-11-21T20:00:00Z');
let started: ReportsUnderTest;
let reports: TestService;
let search: SearchStub;
let objects: ObjectStore;

beforeAll(async () => {
  started = await startReports(
    () => time,
    [{ service: 'search', module: SearchStubModule, contracts: [runSearch, runBroadSearch, getIndexTerms] }],
  );
  ({ reports, objects } = started);
  search = started.neighbours[0]?.get(SearchStub) as SearchStub;
}, 60_000);
afterAll(() => started.close());
beforeEach(() => {
  search.asked.length = 0;
  search.total = 250;
  search.sealed = [];
  search.refusal = undefined;
  search.hasTerms = true;
});

const user = testActor();
const liens = (paging: object = {}): SearchInput => ({
  type: 'searchByTaxLien',
  criteria: taxLienSearch.fields.parse({ searchByTaxLienMethod: 'LIENNUMBER', lienNumber: 'L' }),
  paging: searchPaging('searchByTaxLien').parse(paging),
});
const exported = (asked: SearchInput, format: ExportFormat, county = 'lake') =>
  reports.call(exportSearch, { search: asked, format }, { ...user, county });
const content = async (asked: SearchInput, format: ExportFormat): Promise<Buffer> => {
  const answer = await exported(asked, format);
  if (!answer.ok) throw new Error(answer.code);
  return objects.get(answer.value.objectKey);
};
const lines = async (asked: SearchInput): Promise<string[]> =>
  (await content(asked, 'CSV')).toString().trim().split('\r\n');

describe('the search that fills a file with search results', () => {
  test('reads a page in four batches with the rights of the user, and adds nothing to the history', async () => {
    const found = await lines(liens({ pageNumber: 2, timestamp: 'of the screen' }));
    expect(found).toHaveLength(101);
    expect(found[1]).toMatch(/A101,/);
    expect(search.asked.map(({ input }) => [input.paging.batch, input.paging.timestamp])).toEqual([
      [1, 'of the screen'],
      [2, 'the search that ran'],
      [3, 'the search that ran'],
      [4, 'the search that ran'],
    ]);
    for (const { input, user: asker, county } of search.asked)
      expect([input.paging.updateHistory, asker, county]).toEqual([false, user.user, 'lake']);
  });

  test('continues after a batch in which a record is missing because it was just sealed', async () => {
    search.sealed = [30, 31];
    const found = await lines(liens({}));
    expect(found).toHaveLength(99);
    expect(found.at(-1)).toMatch(/A100,/);
    expect(search.asked).toHaveLength(4);
  });

  test('stops after the last batch of the last page', async () => {
    search.total = 250;
    expect(await lines(liens({ pageNumber: 3 }))).toHaveLength(51);
    expect(search.asked).toHaveLength(2);
  });

  test('for page -1, which means all results, reads up to 1000 rows in one request', async () => {
    search.total = 5_000;
    expect(await lines(liens({ pageNumber: -1 }))).toHaveLength(1_001);
    expect(search.asked).toHaveLength(1);
  });

  test('uses the slow lane for a slow search', async () => {
    const text: SearchInput = {
      type: 'searchByTorrensText',
      criteria: torrensTextSearch.fields.parse({ text: 'easement' }),
      paging: searchPaging('searchByTorrensText').parse({}),
    };
    search.total = 0;
    await content(text, 'PDF');
    await content(liens(), 'PDF');
    const lanes = search.asked.map(({ broad, input }) => `${input.type} ${broad ? 'slow' : 'fast'}`);
    // on a busy machine a request may be sent twice, so equal requests are counted once
    expect([...new Set(lanes)]).toEqual(['searchByTorrensText slow', 'searchByTaxLien fast']);
  });
});

describe('the texts of a file with search results', () => {
  test.each([
    ['lake', 'Printed 11/21/2026 2:00 PM'],
    ['saipan', 'Printed 11/22/2026 6:00 AM'],
  ])('have the labels and the time of the county %s', async (county, printed) => {
    const writer = reports.running.get(ListingWriter);
    const listing = await writer.write({ ...user, county }, liens({ pageNumber: 2 }), {
      records: [],
      total: 0,
    });
    expect(listing).toMatchObject({
      county: `County of ${county}`,
      heading: 'Tax Lien Search',
      printed,
      summary: '',
      empty: 'No Records Found.',
      language: 'en-US',
    });
    expect(listing.criteria).toContainEqual({ key: 'Lien number', value: 'L' });
    expect(listing.columns.map(({ heading }) => heading)).toContain('Releases and Revokes');
    expect(listing.pageOf(2, 5)).toBe('Page 2 of 5');
  });

  test('show each code by the description that the screen also shows, or the code itself if the lists of descriptions cannot be read', async () => {
    const written = jest.spyOn(reports.running.get(ListingWriter), 'write');
    search.total = 0;
    const asked: SearchInput = {
      type: 'searchByLegalDescription',
      criteria: legalDescriptionSearch.fields.parse({
        ...{ fromRecordedDate: '01/01/1900', toRecordedDate: '11/01/2026' },
        ...{ legalType: 'MB', township: '52', range: '10', base: '5TH' },
        ...{ otherLotCodeMb: 'OUT', otherLotMb: 'A 1', documentType: 'A', instrumentGroup: 'DEED' },
      }),
      paging: searchPaging('searchByLegalDescription').parse({}),
    };
    const values = async (): Promise<string[]> => {
      await content(asked, 'PDF');
      const listing = await (written.mock.results.at(-1)?.value as
        | ReturnType<ListingWriter['write']>
        | undefined);
      return listing?.criteria.map(({ value }) => value) ?? [];
    };
    expect(await values()).toEqual(
      expect.arrayContaining(['5TH', 'Outlot A 1', 'Abstract', 'Deeds and Conveyances']),
    );
    search.hasTerms = false;
    expect(await values()).toEqual(expect.arrayContaining(['OUT A 1', 'A', 'DEED']));
    written.mockRestore();
  });

  test('state which records the file has, and that more were found', async () => {
    const writer = reports.running.get(ListingWriter);
    search.total = 5_000;
    const found = await reports.value(runSearch, liens({ pageNumber: 2 }));
    const records = found.searchResults.searchResultList;
    const { summary } = await writer.write(user, liens({ pageNumber: 2 }), { records, total: 1_000 });
    expect(summary).toBe(
      'Results 101 to 125 of 1000. Results truncated.  If needed, narrow criteria and search again.',
    );
  });
});

describe('a file with search results', () => {
  test.each([
    ['PDF', 'application/pdf', '%PDF-'],
    ['CSV', 'text/csv; charset=utf-8', '\ufeffInstrument,'],
    ['XLSX', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK'],
  ] as const)('of kind %s is stored below the prefix of the county', async (format, contentType, begins) => {
    const answer = await exported(liens(), format);
    expect(answer).toEqual({
      ok: true,
      value: {
        objectKey: expect.stringMatching(/^lake\/exports\//),
        contentType,
        fileName: `SearchResultsReport.${format.toLowerCase()}`,
        size: expect.any(Number),
      },
    });
    expect((await content(liens(), format)).toString().startsWith(begins)).toBe(true);
  });

  test('has no formula in a cell, whatever a record contains', async () => {
    expect((await lines(liens()))[1]).toMatch(/^'=FEDERAL TAX LIEN,/);
  });

  test('is removed after an hour', async () => {
    const files = reports.running.get(ExportFiles);
    const kept = async (): Promise<string[]> => {
      const keys: string[] = [];
      for await (const key of objects.list('lake/exports/')) keys.push(key);
      return keys.sort();
    };
    const before = await kept();
    time = new Date(time.getTime() + 59 * 60_000);
    await files.removeOld();
    expect(await kept()).toEqual(before);
    await exported(liens(), 'CSV');
    time = new Date(time.getTime() + 2 * 60_000);
    await files.removeOld();
    expect(await kept()).toHaveLength(1);
  });

  test('is removed even if the files of the previous county cannot be removed', async () => {
    const left = exportKey('saipan', time, 'left.csv');
    await objects.put(left, Buffer.from('a'));
    time = new Date(time.getTime() + 2 * 60 * 60_000);
    const list = objects.list.bind(objects);
    const broken = jest.spyOn(objects, 'list').mockImplementation((prefix) => {
      if (prefix.startsWith('lake/')) throw new Error('a folder that cannot be read');
      return list(prefix);
    });
    try {
      await expect(reports.running.get(ExportFiles).removeOld()).rejects.toThrow('old lists stay');
    } finally {
      broken.mockRestore();
    }
    expect(await objects.find(left)).toBeUndefined();
  });
});

describe('a request for a file with search results', () => {
  test('is refused if it asks for CSV or Excel in a county where users may only print', async () => {
    expect((await exported(liens(), 'PDF', 'saipan')).ok).toBe(true);
    search.asked.length = 0;
    for (const format of ['CSV', 'XLSX'] as const)
      expect(await exported(liens(), format, 'saipan')).toEqual({ ok: false, code: 'DOWNLOAD_NOT_ALLOWED' });
    expect(search.asked).toEqual([]);
  });

  test.each(['INVALID_TIMESTAMP', 'COUNTY_NOT_INDEXED'] as const)(
    'is refused with the same code as its search: %s',
    async (code) => {
      search.refusal = code;
      expect(await exported(liens(), 'PDF')).toEqual({ ok: false, code });
    },
  );
});
