import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { SearchType } from '@portal/proto/http/search-types';
import { grantee, grantor, type DocumentRow } from './bundle-maker.js';
import { compare, ReferenceCounty } from './reference-county.js';
import { ofDocument, rowsOf, writeSearchBundle, type CsvRow } from './search-bundle.js';
import { SearchUnderTest } from './search-under-test.js';
import { seededRandom } from './seeded-random.js';

// an import takes a second, or many seconds on a busy machine
jest.setTimeout(120_000);

/** Names as offices write them: with apostrophes, dashes and accents of many kinds, and in other alphabets. */
const lastNames = [
  'KAʻAHUMANU',
  'KAʼAHUMANU',
  "KA'AHUMANU",
  'KA‘AHUMANU',
  'KA’AHUMANU',
  'KA`AHUMANU',
  'ʻŌPŪNUI',
  'KAMEHAMEHA–KALĀKAUA',
  'KAMEHAMEHA-KALAKAUA',
  'KAMEHAMEHA—KALAKAUA',
  'KAMEHAMEHA‑KALAKAUA',
  'KALAKAUA –',
  '–KALAKAUA',
  'QUEEN LILIʻUOKALANI TRUST',
  'BANK OF HAWAIʻI–HONOLULU, N.A.',
  'HALE O KEʻALI’I CO.INC.',
  'JOSE\u0301 Đặng',
  'ÞÓR & ÐAÐI',
  'МИХАЙЛОВ',
  '山田 太郎',
];
const firstNames = ['ʻIOLANI', 'KA’IULANI', 'ANNE–MARIE', 'ANNE-MARIE', '-', 'ʻ', 'JOSÉ', ''];
const middleNames = ['ʻAUKAI', '’Q', '–', 'Z', ''];
const villages = ['KAʻAʻAWA', "KA'A'AWA", 'AS LITO–KANNAT', 'AS LITO-KANNAT', 'HAʼIKU'];

const numbered = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

const documents: readonly DocumentRow[] = lastNames.map((last, at) => ({
  number: String(at + 1),
  parties: [
    grantor(last, numbered(firstNames, at), numbered(middleNames, at)),
    grantee(numbered(lastNames, at + 7), numbered(firstNames, at + 3), numbered(middleNames, at + 2)),
  ],
}));
const rows = (row: (at: number) => CsvRow): CsvRow[] =>
  rowsOf(lastNames.map((_, at) => [`A${at + 1}`, row(at)] as const));

const files: Record<string, readonly CsvRow[]> = {
  'parcels.csv': rows((at) => ({ parcel_id: `1-${at}`, island: 'SAIPAN', village: numbered(villages, at) })),
  'addresses.csv': rows((at) => ({
    house_number: `1${at % 4}–A`,
    street: `${numbered(villages, at)} STREET`,
    city: numbered(villages, at + 1),
  })),
  'tax_liens.csv': rows((at) => ({ lien_number: `FL–${at}`, lien_date: '2019-12-31', lien_type: 'FEDERAL' })),
  'tax_lien_parties.csv': rows((at) => ({
    last_name: numbered(lastNames, at),
    first_name: numbered(firstNames, at),
    middle_name: numbered(middleNames, at),
  })),
  'certificates.csv': [
    {
      certificate_number: '501',
      certified_date: '1999-03-04',
      status: 'ACTIVE',
      short_status: 'A',
      ...ofDocument('A1'),
    },
  ],
  'certificate_texts.csv': lastNames.flatMap((last, at) =>
    ['LEGAL', 'RECITAL', 'MEMORIAL'].map((section) => ({
      certificate_number: '501',
      section,
      text: `Deed of ${last} to the trustees`,
      document_number: section === 'MEMORIAL' ? String(at + 1) : '',
    })),
  ),
  'gg_books.csv': lastNames.map((last, at) => ({
    entry_number: String(at + 1),
    type: at % 2 === 0 ? 'GRANTOR' : 'GRANTEE',
    from_name: last,
    to_name: `${last} ZZ`,
    from_date: '1900-01-01',
    to_date: '1905-12-31',
  })),
};

describe('names with apostrophes, dashes and letters of many kinds:', () => {
  let search: SearchUnderTest;
  let county: ReferenceCounty;
  beforeAll(async () => {
    county = ReferenceCounty.of(await writeSearchBundle({ documents, files }));
    search = await SearchUnderTest.start();
    await ReferenceCounty.learnSounds(search.tables.adminUrl, [county]);
    expect(await search.importFolder(county.folder)).toMatchObject({ rejected: 0 });
  });
  afterAll(() => search.close());

  test.each<SearchType>([
    'searchByName',
    'searchByAddress',
    'searchByTractIndexNMI',
    'searchByTaxLien',
    'searchByTorrensText',
    'searchByGrantorGranteeBook',
  ])('%s returns the same ids, order and total as a plain filter of the rows', async (type) => {
    const tally = await compare(search, county, county.draw(type, 300, seededRandom(20_261_129)));
    expect({ wrong: tally.wrong.length, first: tally.wrong.slice(0, 5) }).toEqual({ wrong: 0, first: [] });
    expect(tally.found / tally.asked).toBeGreaterThan(0.7);
  });
});
