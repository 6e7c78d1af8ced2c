import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { systemActor } from '@portal/infra/rpc';
import { testActor } from '@portal/infra/testing';
import type { CriteriaOf } from '@portal/proto/criteria/every-search';
import { recordOf } from '@portal/proto/http/search-results';
import { resultKindOf, sortKeys, type SearchType, type SortKey } from '@portal/proto/http/search-types';
import { describeDocument, getLegalDetails, getRecordDetails, listParcelIds } from '@portal/proto/rpc/search';
import { smallCounty } from './search-fixture.js';
import { keysOf, noticed, SearchUnderTest } from './search-under-test.js';

// an import takes a second, or many seconds on a busy machine
jest.setTimeout(120_000);

let search: SearchUnderTest;
beforeAll(async () => {
  search = await SearchUnderTest.start();
  await search.importSearchBundle(smallCounty);
});
afterAll(() => search.close());

const actor = testActor();
const finder =
  <T extends SearchType>(type: T, always: Partial<CriteriaOf<T>> = {}) =>
  async (criteria: Partial<CriteriaOf<T>>): Promise<string[]> =>
    keysOf(await search.run(type, { ...always, ...criteria }));

describe('the search for certificates', () => {
  const certificate = finder('searchByTorrensCertificate');
  const text = finder('searchByTorrensText');

  test('B1-086 B1-087 finds only the exact number, including a letter at its end, and nothing for an empty number', async () => {
    expect(await certificate({ certificateNumber: '0100' })).toEqual(['C100']);
    expect(await certificate({ certificateNumber: 'c100a' })).toEqual(['C100A']);
    expect(await certificate({ certificateNumber: 'T100' })).toEqual([]);
    expect(await certificate({ certificateNumber: '' })).toEqual([]);
  });

  test('B1-088 finds a text of three or more letters anywhere in a section, and a text of two letters only as a whole word', async () => {
    expect(await text({ text: 'block 2' })).toEqual(['C100', 'C101']);
    expect(await text({ text: 'EASE' })).toEqual(['C100A']);
    expect(await text({ text: 'of' })).toEqual(['C100', 'C100A']);
    expect(await text({ text: 'AY' })).toEqual([]);
    expect(await text({ text: 'bank of' })).toEqual(['C100']);
    expect(await text({ text: 'lot' })).toEqual(['C100', 'C101']);
    expect(await text({ text: 'lakes' })).toEqual(['C100']);
  });

  test('B1-089 B1-091 finds a text in one section, in the document of a memorial, or anywhere, and nothing for an empty text', async () => {
    expect(await text({ text: 'block 2', searchIn: 'MEMORIAL' })).toEqual([]);
    expect(await text({ text: 'mortgage', searchIn: 'MEMORIAL' })).toEqual(['C100']);
    expect(await text({ text: 'record', searchIn: 'RECITAL' })).toEqual(['C100A']);
    expect(await text({ text: 'T8', searchIn: 'DOCUMENT' })).toEqual(['C100']);
    expect(await text({ text: '008', searchIn: 'DOCUMENT' })).toEqual(['C100']);
    expect(await text({ text: '8' })).toEqual(['C100', 'C101']);
    expect(await text({ text: '' })).toEqual([]);
    expect(await text({ text: '-', searchIn: 'LEGAL' })).toEqual([]);
  });
});

describe('the search of books', () => {
  const days = { fromRecordedDate: '01/01/1900', toRecordedDate: '11/01/2026' };
  const entry = finder('searchByGrantorGranteeBook', days);

  test('B1-101 finds entries whose range of names includes the typed name; the range also includes every name that begins with the name at its end', async () => {
    expect(await entry({ grantorGranteeLastName: 'smith' })).toEqual(['G1', 'G2']);
    expect(await entry({ grantorGranteeLastName: 'Smithers' })).toEqual(['G1', 'G2']);
    expect(await entry({ grantorGranteeLastName: 'Smythe' })).toEqual(['G2']);
    expect(await entry({ grantorGranteeLastName: 'Sm', searchIn: 'GRANTORS' })).toEqual(['G1']);
    expect(await entry({ grantorGranteeLastName: 'Smith', searchIn: 'GRANTEES' })).toEqual(['G2']);
    expect(await entry({ grantorGranteeLastName: 'Brown' })).toEqual(['G10']);
    await expect(entry({ grantorGranteeLastName: "'" })).rejects.toThrow('INVALID_INPUT');
  });

  test('finds entries whose days overlap the typed days', async () => {
    const smith = { grantorGranteeLastName: 'smith' };
    expect(await entry({ ...smith, fromRecordedDate: '12/31/1910', toRecordedDate: '12/31/1910' })).toEqual([
      'G1',
      'G2',
    ]);
    expect(await entry({ ...smith, fromRecordedDate: '01/01/1911' })).toEqual(['G2']);
    expect(await entry({ ...smith, toRecordedDate: '12/31/1904' })).toEqual(['G1']);
  });

  test('B1-120 finds tract book entries by number and by their legal descriptions', async () => {
    expect(await finder('searchByTractBookId')({ tractBookId: 'b01' })).toEqual(['B1']);
    const legal = finder('searchByTractBookLegal', {
      fromRecordedDate: '01/01/1800',
      toRecordedDate: '11/01/2026',
    });
    const section = { legalType: 'MB', section: '5', township: '52', range: '10' } as const;
    expect(await legal({ plat: 'P10', lot: '7' })).toEqual(['B1']);
    expect(await legal({ plat: 'P10' })).toEqual(['B1', 'B2']);
    expect(await legal(section)).toEqual(['B1', 'B10']);
    expect(await legal({ ...section, q: 'NE', qq: 'NE' })).toEqual(['B1']);
    expect(await legal({ ...section, fromRecordedDate: '01/01/1890' })).toEqual(['B1']);
  });
});

describe('the search for tax liens', () => {
  const liens = finder('searchByTaxLien', { currentOrExpired: 'ALL' });

  test('B1-104 finds liens by recorded date, document number, lien number and taxpayer', async () => {
    const dates = { fromRecordedDate: '03/11/2018', toRecordedDate: '03/12/2018' };
    expect(await liens(dates)).toEqual(['A11', 'A12']);
    expect(await liens({ searchByTaxLienMethod: 'DOCUMENTNUMBER', documentNumber: 'a010' })).toEqual(['A10']);
    expect(await liens({ searchByTaxLienMethod: 'DOCUMENTNUMBER', documentNumber: 'T10' })).toEqual([]);
    expect(await liens({ searchByTaxLienMethod: 'LIENNUMBER', lienNumber: 'fl200' })).toEqual(['A11']);
    const taxpayer = { searchByTaxLienMethod: 'TAXPAYER' } as const;
    expect(await liens({ ...taxpayer, taxpayerName: 'omal' })).toEqual(['A10', 'A11']);
    expect(await liens({ ...taxpayer, taxpayerName: 'west' })).toEqual(['A11']);
    const pat = { taxpayerFirstName: 'P', taxpayerMiddleInitial: 'q' };
    expect(await liens({ ...taxpayer, taxpayerName: 'omal', ...pat })).toEqual(['A10']);
  });

  test('counts a lien as current until it expires or is released', async () => {
    const all = { fromRecordedDate: '01/01/2018', toRecordedDate: '12/31/2018' };
    expect(await liens({ ...all, currentOrExpired: 'CURRENT' })).toEqual(['A10']);
    expect(await liens({ ...all, currentOrExpired: 'EXPIRED' })).toEqual(['A11', 'A12']);
    expect(await liens({ ...all, documentType: 'T' })).toEqual([]);
  });

  test('has no lien of a sealed document in results or details', async () => {
    expect(await liens({ searchByTaxLienMethod: 'LIENNUMBER', lienNumber: 'FL-100' })).toEqual(['A10']);
    const answer = await search.rpc.call(getRecordDetails, { kind: 'taxLiens', key: 'S13' }, { actor });
    expect(answer).toMatchObject({ ok: false, code: 'DOCUMENT_NOT_FOUND' });
  });
});

/** For each kind of result, criteria that find several records. */
const several = {
  searchByTorrensText: { text: 'of' },
  searchByGrantorGranteeBook: {
    grantorGranteeLastName: 'smith',
    fromRecordedDate: '01/01/1900',
    toRecordedDate: '11/01/2026',
  },
  searchByTaxLien: {
    currentOrExpired: 'ALL',
    fromRecordedDate: '01/01/2018',
    toRecordedDate: '12/31/2018',
  },
  searchByTractBookLegal: { plat: 'P10', fromRecordedDate: '01/01/1800', toRecordedDate: '11/01/2026' },
} as const;
const kinds = Object.keys(several) as (keyof typeof several)[];

describe('search results', () => {
  test.each(kinds)(
    'of %s are sorted by each key in both directions, and found again by timestamp',
    async (type) => {
      for (const sortKey of sortKeys[resultKindOf(type)]) {
        const up = await search.run(type, several[type], { sortKey });
        const down = await search.run(type, several[type], { sortKey, sortDirection: 'DESC' });
        expect(keysOf(down)).toEqual([...keysOf(up)].reverse());
        const again = await search.run(type, several[type], { sortKey, timestamp: up.timestamp });
        expect(again.searchResults).toEqual(up.searchResults);
      }
    },
  );

  test('B5-06 B6-02 can be sorted by dates, books, names and numbers', async () => {
    const sorted = async (type: (typeof kinds)[number], sortKey: SortKey): Promise<string[]> =>
      keysOf(await search.run(type, several[type], { sortKey }));
    expect(await sorted('searchByTorrensText', 'certificateNumber')).toEqual(['C100', 'C100A']);
    expect(await sorted('searchByTorrensText', 'certifiedDate')).toEqual(['C100A', 'C100']);
    expect(await sorted('searchByTorrensText', 'book')).toEqual(['C100A', 'C100']);
    expect(await sorted('searchByTaxLien', 'lienDate')).toEqual(['A11', 'A10', 'A12']);
    expect(await sorted('searchByTaxLien', 'lienNumber')).toEqual(['A12', 'A10', 'A11']);
    expect(await sorted('searchByGrantorGranteeBook', 'id')).toEqual(['G1', 'G2']);
    expect(await sorted('searchByGrantorGranteeBook', 'fromName')).toEqual(['G1', 'G2']);
    expect(await sorted('searchByGrantorGranteeBook', 'fromDate')).toEqual(['G1', 'G2']);
    expect(await sorted('searchByTractBookLegal', 'recordedDate')).toEqual(['B2', 'B1']);
  });

  test.each(kinds)('of %s have rows and details that match the schema of their record kind', async (type) => {
    const kind = resultKindOf(type);
    const found = await search.run(type, several[type]);
    for (const row of found.searchResults.searchResultList) recordOf[kind].parse(row);
    if (kind === 'documents') return;
    for (const key of keysOf(found)) {
      const details = await search.rpc.callOrThrow(getRecordDetails, { kind, key }, { actor });
      expect(String(details['id'] ?? details['docId'])).toBe(key);
      recordOf[kind].parse(details);
    }
  });
});

describe('a hit list of liens', () => {
  const day = {
    currentOrExpired: 'ALL',
    fromRecordedDate: '05/05/2015',
    toRecordedDate: '05/05/2015',
  } as const;
  const numbers = Array.from({ length: 30 }, (_, at) => `A${501 + at}`);

  test('returns a further batch when asked with its timestamp', async () => {
    const first = await search.run('searchByTaxLien', day);
    expect(first.searchResults).toMatchObject({ totalRecordCount: 30, currentRecordCount: 25 });
    const second = await search.run('searchByTaxLien', day, { timestamp: first.timestamp, batch: 2 });
    expect(second.timestamp).toBe(first.timestamp);
    expect([...keysOf(first), ...keysOf(second)]).toEqual(numbers);
  });

  test('loses a lien whose document is sealed in the meantime', async () => {
    const first = await search.run('searchByTaxLien', day);
    await search.importRows([{ number: '501', action: 'SEAL' }], { kind: 'delta' });
    await noticed();
    const again = await search.run('searchByTaxLien', day, { timestamp: first.timestamp });
    expect(again.searchResults.totalRecordCount).toBe(29);
    expect(keysOf(again)).toEqual(numbers.slice(1, 26));
  });
});

describe('an answer about a record', () => {
  const payments = systemActor('lake', 'payments');
  const described = (documentKey: string) =>
    search.rpc.call(describeDocument, { documentKey }, { actor: payments });

  test('describes the certificate or book entry whose key is requested', async () => {
    expect(await described('C100')).toMatchObject({
      ok: true,
      value: {
        documentType: 'C',
        documentNumber: '100',
        instrumentCode: '',
        instrumentDescription: 'ACTIVE CERTIFICATE',
      },
    });
    expect(await described('C101')).toMatchObject({
      value: { instrumentDescription: 'CANCELLED CERTIFICATE' },
    });
    expect(await described('G1')).toMatchObject({ value: { instrumentDescription: 'Sm - Smith' } });
    expect(await described('B2')).toMatchObject({ value: { documentType: 'B', displayDocNumber: 'B2' } });
    expect(await described('C999')).toMatchObject({ code: 'DOCUMENT_NOT_FOUND' });
  });

  test('B4-30 lists a document’s parcel ids in the office’s order, lists none if there are none, and hides a sealed document', async () => {
    const parcels = (documentKey: string) => search.rpc.call(listParcelIds, { documentKey }, { actor });
    expect(await parcels('A1')).toMatchObject({ value: ['25-0001-00010'] });
    expect(await parcels('A10')).toMatchObject({ value: [] });
    expect(await parcels('S9')).toMatchObject({ code: 'DOCUMENT_NOT_FOUND' });
  });

  test('B7-18 has legal descriptions in up to three tables, as the office wrote them', async () => {
    const legals = (documentKey: string) =>
      search.rpc.callOrThrow(getLegalDetails, { documentKey }, { actor });
    expect(await legals('A2')).toMatchObject({
      lotsAndBlocksHeaders: expect.arrayContaining(['server:legal.plat', 'server:legal.sublot']),
      lotsAndBlocksRows: [{ legalDescriptionTypeDetails: expect.arrayContaining(['5-9', 'E 1/2']) }],
      condoHeaders: [],
      metesAndBoundsRows: [],
    });
    expect((await legals('A4')).condoRows).toHaveLength(1);
    expect(await legals('B1')).toMatchObject({
      lotsAndBlocksRows: [expect.anything()],
      metesAndBoundsRows: [{ legalDescriptionTypeDetails: expect.arrayContaining(['NE', '5', '52', '10']) }],
    });
    const missing = await search.rpc.call(getLegalDetails, { documentKey: 'S9' }, { actor });
    expect(missing).toMatchObject({ code: 'DOCUMENT_NOT_FOUND' });
  });
});
