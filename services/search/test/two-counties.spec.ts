import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import fc from 'fast-check';
import { grantee, grantor, type DocumentRow } from './bundle-maker.js';
import { keysOf, SearchUnderTest, type Found } from './search-under-test.js';

// imports take a second, on a busy machine many
jest.setTimeout(120_000);

const names = [
  'SMITH',
  'SMITH-JONES',
  'JONES',
  "O'BRIEN",
  'WELLS FARGO BANK NA',
  'SMYTHE',
  'ST. PAUL',
  'PEÑA',
];

/** Both counties have the same numbers and names; only the instruments tell whose a row is. */
const documentsOf = (): DocumentRow[] =>
  Array.from({ length: 240 }, (_, at) => ({
    number: String(1 + at),
    type: at % 4 ? 'A' : 'T',
    instrument: ['X1', 'X2'][at % 2] ?? 'X1',
    parties: [
      grantor(names[at % names.length] ?? '', 'JOHN', 'R'),
      grantee(names[(at * 3 + 1) % names.length] ?? '', 'MARY'),
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
  grantorGranteeLastName1: fc.constantFrom(...names, 'SM', 'JO', 'BANK'),
  grantorGranteeFirstName1: fc.constantFrom('', 'JOHN', 'M'),
  grantorGranteeLastName2: fc.constantFrom('', ...names),
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

test('no search of one county ever answers a row of the other', async () => {
  const property = fc.asyncProperty(
    nameSearch,
    paging,
    fc.constantFrom('lake', 'saipan'),
    async (criteria, order, county) => {
      const actor = testActor({ county });
      const found = await search.byName(criteria, { ...order, updateHistory: false }, actor);
      expect(descriptions(found).filter((text) => !text.endsWith(`OF ${county}`))).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: 200 });
});

test('numbers, details and pages of one county never show the other’s', async () => {
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
