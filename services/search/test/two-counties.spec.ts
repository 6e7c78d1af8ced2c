import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import fc from 'fast-check';
import { grantee, grantor, type DocumentRow } from './bundle-maker.js';
import { resultKindOf, searchTypes, sortKeys } from '@portal/proto/http/search-types';
import { type CsvRow, type SearchBundle } from './search-bundle.js';
import { smallCounty } from './search-fixture.js';
import { keysOf, SearchUnderTest, searchInputOf, type Found } from './search-under-test.js';
import { getLegalDetails, getRecordDetails, runSearch } from '@portal/proto/rpc/search';

// an import takes a second, or many seconds on a busy machine
jest.setTimeout(120_000);

const lastNames = [
  'SMITH',
  'SMITH-JONES',
  'JONES',
  "O'BRIEN",
  'WELLS FARGO BANK NA',
  'SMYTHE',
  'ST. PAUL',
  'PEÑA',
];

/** The same documents for both counties. Only the instrument tells which county a row belongs to. */
const documentsOf = (): DocumentRow[] =>
  Array.from({ length: 240 }, (_, at) => ({
    number: String(1 + at),
    type: at % 4 ? 'A' : 'T',
    instrument: ['X1', 'X2'][at % 2] ?? 'X1',
    parties: [
      grantor(lastNames[at % lastNames.length] ?? '', 'JOHN', 'R'),
      grantee(lastNames[(at * 3 + 1) % lastNames.length] ?? '', 'MARY'),
    ],
    references: [{ type: 'A', number: '2' }],
  }));

let search: SearchUnderTest;
beforeAll(async () => {
  search = await SearchUnderTest.start();
  for (const county of ['lake', 'saipan']) {
    const instruments = [
      ['X1', `DEED OF ${county}`, 'G1'],
      ['X2', `LIEN OF ${county}`, `G-${county}`],
    ] as const;
    await search.importRows(documentsOf(), { county, instruments });
  }
});
afterAll(() => search.close());

const descriptions = (found: Found): string[] =>
  found.searchResults.searchResultList.flatMap((row) => [
    row.instrumentDescription,
    ...row.referenceDocumentSearchResults.map((reference) => reference.instrumentDescription),
  ]);

const nameSearch = fc.record({
  grantorGranteeLastName1: fc.constantFrom(...lastNames, 'SM', 'JO', 'BANK'),
  grantorGranteeFirstName1: fc.constantFrom('', 'JOHN', 'M'),
  grantorGranteeLastName2: fc.constantFrom('', ...lastNames),
  andOr: fc.constantFrom('AND', 'OR'),
  matchMethod: fc.constantFrom('BEGINS', 'EXACT', 'SOUNDS', 'WORD'),
  grantorGranteeSearchIn: fc.constantFrom('BOTH', 'GRANTORS', 'GRANTEES'),
  documentType: fc.constantFrom('ALL', 'A', 'T'),
  instrumentGroup: fc.constantFrom('ALL', 'G1', 'G-lake', 'G-saipan'),
} as const);
const paging = fc.record({
  sortKey: fc.constantFrom('docNumber', 'recordedDate', 'book', 'instrument'),
  sortDirection: fc.constantFrom('ASC', 'DESC'),
  batch: fc.constantFrom(1, 2),
} as const);

test('no search of one county returns a row of the other', async () => {
  const rows = { lake: 0, saipan: 0 };
  const property = fc.asyncProperty(
    nameSearch,
    paging,
    fc.constantFrom('lake', 'saipan'),
    async (criteria, order, county) => {
      const actor = testActor({ county });
      const found = await search.byName(criteria, { ...order, updateHistory: false }, actor);
      rows[county] += found.searchResults.currentRecordCount;
      expect(descriptions(found).filter((text) => !text.endsWith(`OF ${county}`))).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: 200 });
  expect(Math.min(rows.lake, rows.saipan)).toBeGreaterThan(100);
});

test('a search by document number, its further batches and the details of a document show only documents of the caller’s county', async () => {
  for (const county of ['lake', 'saipan']) {
    const actor = testActor({ county });
    const first = await search.byNumber({ fromDocumentNumber: '1', toDocumentNumber: '240' }, {}, actor);
    const second = await search.byNumber(
      { fromDocumentNumber: '1', toDocumentNumber: '240' },
      { timestamp: first.timestamp, batch: 2 },
      actor,
    );
    expect(keysOf(second)).toHaveLength(25);
    expect(
      [...descriptions(first), ...descriptions(second)].every((text) => text.endsWith(`OF ${county}`)),
    ).toBe(true);
    expect(await search.details('A2', actor)).toMatchObject({
      ok: true,
      value: { instrumentDescription: `LIEN OF ${county}` },
    });
  }
});

/** Returns the rows of `smallCounty`, with the id of the given county in every kind of record that has a text. */
function marked(county: string): SearchBundle {
  const mark = `OF ${county}`;
  const all = (file: string, over: CsvRow): CsvRow[] =>
    (smallCounty.files[file] ?? []).map((row) => ({ ...row, ...over }));
  return {
    ...smallCounty,
    files: {
      ...smallCounty.files,
      'plats.csv': all('plats.csv', { plat_name: mark }),
      'legals.csv': all('legals.csv', { description: mark }),
      'tax_liens.csv': all('tax_liens.csv', { lien_type: mark }),
      'certificates.csv': all('certificates.csv', { status: mark }),
      'gg_books.csv': all('gg_books.csv', { to_name: `Z ${mark}` }),
      'tract_books.csv': all('tract_books.csv', { description: mark }),
    },
  };
}

const dates = { fromRecordedDate: '01/01/1800', toRecordedDate: '11/01/2026' };
const base = {
  ...dates,
  plat: 'P10',
  streetNumber: '123',
  streetName: 'N Main',
  book: '12',
  tractBookId: '1',
};
const others = {
  fromDocumentNumber: '1',
  toDocumentNumber: '99',
  certificateNumber: '100',
  currentOrExpired: 'ALL',
};
const names = {
  grantorGranteeLastName1: 'SM',
  grantorGranteeLastName: 'SMITH',
  island: 'SAIPAN',
  village: 'CHA',
};
const criteria = { ...base, ...others, ...names, parcelId: '25', text: 'of' };
/** For some kinds of search, criteria that replace or extend the common ones. */
const own: Partial<Record<(typeof searchTypes)[number], object>> = {
  searchByDate: { fromRecordedDate: '01/01/2018', toRecordedDate: '12/31/2018' },
  searchByTractIndexNMI: { parcelId: '' },
};

test('no search of any kind, and no details, ever show a record of the other county', async () => {
  const small = await SearchUnderTest.start();
  const counties = ['lake', 'saipan'] as const;
  for (const county of counties) await small.importSearchBundle(marked(county), { county });
  for (const type of searchTypes) {
    for (const county of counties) {
      const actor = testActor({ county });
      const other = county === 'lake' ? 'OF saipan' : 'OF lake';
      for (const sortKey of sortKeys[resultKindOf(type)]) {
        const input = searchInputOf(type, { ...criteria, ...own[type] }, { sortKey, updateHistory: false });
        const found = await small.rpc.callOrThrow(runSearch, input, { actor });
        const records = JSON.stringify(found.searchResults);
        expect([type, found.searchResults.totalRecordCount]).not.toEqual([type, 0]);
        expect(records).not.toContain(other);
      }
    }
  }
  const actor = testActor({ county: 'saipan' });
  const certificate = { kind: 'certificates', key: 'C100' } as const;
  expect(JSON.stringify(await small.rpc.callOrThrow(getRecordDetails, certificate, { actor }))).toContain(
    'OF saipan',
  );
  const legals = await small.rpc.callOrThrow(getLegalDetails, { documentKey: 'A1' }, { actor });
  expect(JSON.stringify(legals)).toContain('OF saipan');
  await small.close();
});
