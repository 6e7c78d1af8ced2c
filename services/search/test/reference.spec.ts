import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { searchTypes, type SearchType } from '@portal/proto/http/search-types';
import { compare, ReferenceCounty } from './reference-county.js';
import { SearchUnderTest } from './search-under-test.js';
import { seededRandom } from './seeded-random.js';

/** `npm run reference` runs 2,000 searches of each kind in a county of 200,000 documents. */
const documents = Number(process.env['REFERENCE_DOCUMENTS'] ?? 3_000);
const amount = Number(process.env['REFERENCE_CRITERIA'] ?? 80);
const isLarge = documents >= 200_000;

/** Kinds of search that can find a thousand records in a large county; the others find one or few. */
const reachTheCap: readonly SearchType[] = [
  'searchByBookAndPage',
  'searchByDate',
  'searchByDocumentNumber',
  'searchByLegalDescription',
  'searchByName',
  'searchByParcelId',
  'searchByTorrensText',
  'searchByTractIndexNMI',
  'searchByPlat',
  'searchByTaxLien',
];

describe(`every kind of search over ${documents} documents:`, () => {
  let search: SearchUnderTest;
  let county: ReferenceCounty;
  let rejected: number;
  beforeAll(async () => {
    county = await ReferenceCounty.open(documents);
    search = await SearchUnderTest.start();
    await ReferenceCounty.learnSounds(search.tables.adminUrl, [county]);
    ({ rejected } = await search.importFolder(county.folder));
  }, 900_000);
  afterAll(() => search.close());

  test('runs after an import that rejected no row', () => {
    expect(rejected).toBe(0);
  });

  test.each(searchTypes)(
    '%s returns the same ids, order and total as a plain filter of the rows',
    async (type) => {
      const drawn = county.draw(type, amount, seededRandom(20_261_121));
      const tally = await compare(search, county, drawn);
      const [found, capped] = [tally.found / tally.asked, tally.capped / tally.asked];
      if (isLarge)
        process.stdout.write(
          `${type}: ${tally.asked} asked, ${tally.found} found, ${tally.capped} at the cap\n`,
        );
      expect({ wrong: tally.wrong.length, first: tally.wrong.slice(0, 5) }).toEqual({ wrong: 0, first: [] });
      expect(tally.asked).toBe(amount);
      expect(found).toBeGreaterThan(0.7);
      if (isLarge && reachTheCap.includes(type)) expect(capped).toBeGreaterThan(0.05);
    },
    1_800_000,
  );
});
