import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import type { CriteriaOf } from '@portal/proto/criteria/every-search';
import type { SearchType } from '@portal/proto/http/search-types';
import { getIndexTerms, runSearch } from '@portal/proto/rpc/search';
import { smallCounty } from './search-fixture.js';
import { keysOf, searchInputOf, SearchUnderTest } from './search-under-test.js';

// an import takes a second, or many seconds on a busy machine
jest.setTimeout(120_000);

let search: SearchUnderTest;
beforeAll(async () => {
  search = await SearchUnderTest.start();
  await search.importSearchBundle(smallCounty, {
    manifest: {
      verifiedThrough: { abstract: '2026-10-30', torrens: '2026-10-29' },
      dates: { abstract: { imageThru: '2026-10-28' }, lien: { posted: '2026-10-27' } },
    },
  });
});
afterAll(() => search.close());

const days = { fromRecordedDate: '01/01/1900', toRecordedDate: '11/01/2026' };

const finder =
  <T extends SearchType>(type: T, always: Partial<CriteriaOf<T>>) =>
  async (criteria: Partial<CriteriaOf<T>>): Promise<string[]> =>
    keysOf(await search.documents(type, { ...always, ...criteria }));

describe('the search by address', () => {
  const found = finder('searchByAddress', days);

  test('finds the exact house number, and a street by its beginning, abbreviated or not', async () => {
    expect(await found({ streetNumber: '123', streetName: 'north main' })).toEqual(['A1', 'A2']);
    expect(await found({ streetNumber: '123', streetName: 'N. MAIN ST' })).toEqual(['A1', 'A2']);
    expect(await found({ streetNumber: '123', streetName: 'Main Street' })).toEqual(['A3']);
    expect(await found({ streetNumber: '12', streetName: 'north main' })).toEqual([]);
    expect(await found({ streetNumber: '123b', streetName: 'N Main' })).toEqual(['A4']);
  });

  test('B1-044 finds a city by the beginning of its name, and any city when none is typed', async () => {
    const main = { streetNumber: '123', streetName: 'N Main' };
    expect(await found({ ...main, city: 'silver' })).toEqual(['A2']);
    expect(await found({ ...main, city: 'HARBORS' })).toEqual([]);
  });

  test('is narrowed by instrument group and dates', async () => {
    const main = { streetNumber: '123', streetName: 'N Main' };
    expect(await found({ ...main, instrumentGroup: 'DEED' })).toEqual(['A1', 'A2']);
    expect(await found({ ...main, instrumentGroup: 'MORTGAGE' })).toEqual([]);
    expect(await found({ ...main, toRecordedDate: '06/15/2020' })).toEqual(['A1', 'A2']);
    expect(await found({ ...main, toRecordedDate: '06/14/2020' })).toEqual([]);
  });
});

describe('the search by book or by date', () => {
  const inBook = finder('searchByBookAndPage', {});

  test('B1-049 finds a book by its number and letter, as a whole or with a page', async () => {
    expect(await inBook({ book: '12' })).toEqual(['A1', 'A2']);
    expect(await inBook({ book: '012', page: '100' })).toEqual(['A1']);
    expect(await inBook({ book: '12', page: '100a' })).toEqual(['A2']);
    expect(await inBook({ book: '12a' })).toEqual(['A3']);
    expect(await inBook({ book: '12', page: '1' })).toEqual([]);
    expect(await inBook({ book: 'XII' })).toEqual([]);
  });

  test('B1-047 is narrowed by book type, and finds nothing for an impossible type', async () => {
    expect(await inBook({ book: '12', bookType: 'M' })).toEqual(['A2']);
    expect(await inBook({ book: '12', bookType: 'NONE' })).toEqual([]);
  });

  test('B1-050 includes a day from its first minute to its last', async () => {
    const on = finder('searchByDate', {});
    const from = (fromRecordedDate: string, toRecordedDate: string) => ({ fromRecordedDate, toRecordedDate });
    expect(await on(from('06/16/2020', '06/16/2020'))).toEqual(['A4']);
    expect(await on(from('12/31/2019', '01/01/2020'))).toEqual(['A5', 'A6']);
    expect(await on({ ...from('01/01/2020', '12/31/2020'), instrumentGroup: 'MORTGAGE' })).toEqual(['A6']);
    expect(await on({ ...from('01/01/1950', '12/31/1950'), documentType: 'A' })).toEqual([]);
  });
});

describe('the search by parcel', () => {
  const found = finder('searchByParcelId', days);

  test('ignores punctuation and spaces, and finds a parcel by its beginning', async () => {
    expect(await found({ parcelId: '25 0001' })).toEqual(['A1', 'A2']);
    expect(await found({ parcelId: '2500-02' })).toEqual(['A3']);
    expect(await found({ parcelId: '25' })).toEqual(['A1', 'A2', 'A3', 'A4']);
    await expect(found({ parcelId: '--' })).rejects.toThrow('INVALID_INPUT');
  });

  test('finds an island in the tract index, and a village and a parcel by their beginnings', async () => {
    const index = finder('searchByTractIndexNMI', days);
    expect(await index({ island: 'SAIPAN', village: 'chalan' })).toEqual(['A2', 'A4']);
    expect(await index({ island: 'SAIPAN', village: 'Chalan K' })).toEqual(['A2']);
    expect(await index({ island: 'SAIPAN', village: 'chalan', parcelId: '250001' })).toEqual(['A2']);
    expect(await index({ island: 'ROTA', village: 'chalan' })).toEqual([]);
  });
});

describe('the search by legal description', () => {
  const lots = finder('searchByLegalDescription', { ...days, plat: 'P10' });
  const bounds = finder('searchByLegalDescription', {
    ...days,
    legalType: 'MB',
    township: '52',
    range: '10',
  });

  test('B1-059 finds a row if the typed lot lies in its range of lots, or equals its text', async () => {
    expect(await lots({ lot: '7', block: '2' })).toEqual(['A1', 'A2']);
    expect(await lots({ lot: '7', searchMethod: 'EXACT' })).toEqual(['A1']);
    expect(await lots({ lot: '5-9', searchMethod: 'EXACT' })).toEqual(['A2']);
    expect(await lots({ lot: 'outlot a' })).toEqual(['A3']);
    expect(await lots({ lot: '9 - 12' })).toEqual(['A2']);
    expect(await lots({ lot: '10' })).toEqual([]);
    expect(await lots({ lot: '0' })).toEqual([]);
    expect(await lots({ lot: '99999999999' })).toEqual([]);
  });

  test('ignores case and punctuation in a sublot, building, unit, garage, other lot and plat', async () => {
    expect(await lots({ sublot: 'e 1/2' })).toEqual(['A2']);
    expect(await lots({ building: 'b', unit: '4', garage: 'g1' })).toEqual(['A4']);
    expect(await lots({ otherLotCodeLb: 'stall', otherLotLb: '12' })).toEqual(['A4']);
    expect(await lots({ unit: '5' })).toEqual([]);
    expect(await lots({ plat: 'p-11' })).toEqual(['T8']);
  });

  test('finds quarters that overlap the typed quarter, and in an exact search only equal quarters', async () => {
    expect(await bounds({ section: '5' })).toEqual(['A5', 'A6']);
    expect(await bounds({})).toEqual(['A5', 'A6', 'A7']);
    expect(await bounds({ q: 'NE' })).toEqual(['A5', 'A6', 'A7']);
    expect(await bounds({ q: 'SE' })).toEqual(['A7']);
    expect(await bounds({ q: 'NE', searchMethod: 'EXACT' })).toEqual(['A6']);
    expect(await bounds({ q: 'NE', qq: 'SW', searchMethod: 'EXACT' })).toEqual(['A5']);
    expect(await bounds({ q: 'NE', qq: 'SW', qqq: 'SE', searchMethod: 'EXACT' })).toEqual([]);
  });

  test('ignores case and punctuation in base, meridian and municipality, and finds nothing for an impossible township', async () => {
    expect(await bounds({ base: 'b1', meridian: '4th-pm' })).toEqual(['A7']);
    expect(await bounds({ municipality: 'TOWN OF BEAVER BAY' })).toEqual(['A5']);
    expect(await bounds({ township: '99999' })).toEqual([]);
    expect(await bounds({ municipality: '--' })).toEqual([]);
  });

  test('finds only documents on which a typed name is a grantor or a grantee', async () => {
    expect(await lots({ grantorGranteeLastNameLb: 'smith' })).toEqual(['A1', 'A3']);
    expect(await lots({ grantorGranteeLastNameLb: 'smith', grantorGranteeFirstNameLb: 'M' })).toEqual(['A3']);
    expect(await bounds({ grantorGranteeLastNameMb: 'SMITH', section: '5' })).toEqual(['A5']);
    expect(await lots({ grantorGranteeLastNameMb: 'NOBODY', lot: '7' })).toEqual(['A1', 'A2']);
  });

  test('finds all documents of a plat', async () => {
    const plat = finder('searchByPlat', {});
    expect(await plat({ plat: 'P-10' })).toEqual(['A1', 'A2', 'A3', 'A4']);
  });

  test.each([
    ['searchByPlat', {}],
    ['searchByLegalDescription', { ...days, lot: '7' }],
    ['searchByTractBookLegal', days],
  ] as const)(
    'B1-064 B1-099 B1-100 %s refuses an unknown plat, and a plat whose number or name differs from the typed one',
    async (type, more) => {
      const ask = (criteria: object): Promise<unknown> =>
        search.rpc.call(runSearch, searchInputOf(type, { ...more, ...criteria }), { actor: testActor() });
      const refused = (field: string, message: string): object => ({
        ok: false,
        code: 'INVALID_INPUT',
        fields: { [field]: message },
      });
      expect(await ask({ plat: 'NONE' })).toMatchObject(refused('platNumber', 'forms:validPlat'));
      expect(await ask({ plat: '-' })).toMatchObject(refused('platNumber', 'forms:validPlat'));
      expect(await ask({ plat: 'P10', platNumber: 'P11' })).toMatchObject(
        refused('platNumber', 'forms:noMatchingPlat'),
      );
      expect(await ask({ plat: 'P10', platName: 'ANOTHER PLAT' })).toMatchObject(
        refused('platName', 'forms:noMatchingPlat'),
      );
      expect(await ask({ plat: 'P10', platNumber: 'p-10', platName: '' })).toMatchObject({ ok: true });
    },
  );
});

describe('the list of plats', () => {
  test('has the plats whose number or name begins with the text, in order, and all plats for an empty text', async () => {
    const by = (filterText: string, key: 'NUMBER' | 'NAME') => search.plats({ filterText, by: key });
    expect(await by('p', 'NUMBER')).toEqual([
      { code: 'P10', description: 'Bay View Addition' },
      { code: 'P11', description: 'Bay-Side' },
    ]);
    expect((await by('bay', 'NAME')).map(({ code }) => code)).toEqual(['P11', 'P10']);
    expect((await by('arla', 'NAME')).map(({ code }) => code)).toEqual(['200']);
    expect((await by('', 'NAME')).map(({ code }) => code)).toEqual(['200', 'P11', 'P10']);
    expect(await by('--', 'NAME')).toEqual([]);
  });
});

test('the lists of codes have the values that occur in the imported columns, and come with the dates of the import', async () => {
  const terms = await search.rpc.callOrThrow(getIndexTerms, {}, { actor: testActor() });
  const codesOf = (list: readonly { code: string }[]): string[] => list.map(({ code }) => code);
  expect(codesOf(terms.otherLotCodes)).toEqual(['STALL']);
  expect(codesOf(terms.bases)).toEqual(['B1']);
  expect(codesOf(terms.meridians)).toEqual(['4TH PM']);
  expect(codesOf(terms.municipalities)).toEqual(['TOWN OF BEAVER BAY']);
  expect(codesOf(terms.bookTypes)).toEqual(['D', 'M']);
  expect(codesOf(terms.documentTypes)).toEqual(['A', 'T']);
  expect(terms).toMatchObject({ abstractVerifiedDate: '10/30/2026', torrensVerifiedDate: '10/29/2026' });
  expect(terms.dates).toEqual({
    abstract: { imageThru: '10/28/2026' },
    torrens: {},
    lien: { posted: '10/27/2026' },
  });
});
