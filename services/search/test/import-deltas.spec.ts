import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import { taxLienResult } from '@portal/proto/http/search-results';
import { runSearch } from '@portal/proto/rpc/search';
import type { DocumentRow } from './bundle-maker.js';
import { certificate, entry, keyed, lien, LiveRecords, ordinal, torrens } from './records-bundle.js';
import { writeSearchBundle, type CsvRow } from './search-bundle.js';
import { keysOf, noticed, searchInputOf, SearchUnderTest } from './search-under-test.js';

// an import takes a second, or many seconds on a busy machine
jest.setTimeout(120_000);

let search: SearchUnderTest;
let live: LiveRecords;
beforeAll(async () => {
  search = await SearchUnderTest.start();
  live = new LiveRecords(search);
});
afterAll(() => search.close());

/** Replaces the county's index with these rows. */
const begin = async (
  documents: readonly DocumentRow[],
  files: Record<string, readonly CsvRow[]> = {},
): Promise<void> => {
  expect(await search.importSearchBundle({ documents, files })).toMatchObject({ rejected: 0 });
};
const change = async (documents: readonly DocumentRow[]): Promise<void> => {
  const outcome = await search.importSearchBundle({ documents, files: {} }, { kind: 'delta' });
  expect(outcome).toMatchObject({ rejected: 0 });
};

test('a delta changes the notable dates that it contains and keeps the others', async () => {
  const dates = () => live.rows('document', 'l.verified_through::text AS verified, l.dates');
  const tell = async (kind: 'full' | 'delta', manifest: Record<string, unknown>): Promise<void> => {
    const bundle = { documents: [{ number: '1' }], files: {} };
    expect(await search.importSearchBundle(bundle, { kind, manifest })).toMatchObject({ rejected: 0 });
  };
  await tell('full', {
    verifiedThrough: { abstract: '2026-10-30' },
    dates: {
      abstract: { posted: '2026-10-01', imageBegin: '1890-01-02' },
      torrens: { certificateThru: '2026-10-30' },
      lien: { posted: '2026-10-29' },
    },
  });
  const [told] = await dates();
  await tell('delta', {});
  expect(await dates()).toEqual([told]);
  await tell('delta', { dates: { abstract: { posted: '2026-11-01' } } });
  expect(await dates()).toEqual([
    {
      verified: '2026-10-30',
      dates: {
        abstract: { posted: '2026-11-01', imageBegin: '1890-01-02' },
        torrens: { certificateThru: '2026-10-30' },
        lien: { posted: '2026-10-29' },
      },
    },
  ]);
});

describe('a delta that is verified through an earlier day than the index', () => {
  const night = (action: 'UPSERT' | 'SEAL', verifiedThrough: Record<string, string>) =>
    search.importSearchBundle(
      { documents: [{ number: '1', action }], files: {} },
      { kind: 'delta', manifest: { verifiedThrough } },
    );
  const sealed = async () =>
    (await live.rows<{ sealed: boolean }>('document', 'sealed')).map((row) => row.sealed);

  test('is refused with a message that names both days, so that it cannot unseal a document that a later delta sealed', async () => {
    await begin([{ number: '1' }]);
    await night('SEAL', { abstract: '2026-10-31', torrens: '2026-10-20' });
    await expect(night('UPSERT', { abstract: '2026-10-30', torrens: '2026-10-20' })).rejects.toThrow(
      'the delta is older than the index (abstract: 2026-10-30, the index has 2026-10-31)',
    );
    await expect(night('UPSERT', { torrens: '2026-10-19' })).rejects.toThrow(
      '(torrens: 2026-10-19, the index has 2026-10-20)',
    );
    expect(await sealed()).toEqual([true]);
  });

  test('is imported if a full import has replaced that index in the meantime', async () => {
    await begin([{ number: '1' }]);
    await night('SEAL', { abstract: '2026-10-31' });
    await begin([{ number: '1' }]);
    await night('SEAL', { abstract: '2026-10-30' });
    expect(await sealed()).toEqual([true]);
  });

  test('is refused, unlike a delta of the same day and a delta without a day', async () => {
    await begin([{ number: '1' }]);
    await night('SEAL', { abstract: '2026-10-31' });
    await expect(night('UPSERT', { abstract: '2026-10-30' })).rejects.toThrow('older than the index');
    await night('UPSERT', { abstract: '2026-10-31' });
    expect(await sealed()).toEqual([false]);
    await night('SEAL', {});
    expect(await sealed()).toEqual([true]);
  });
});

describe('the book types after a delta', () => {
  const inBook = (number: string, bookType: string): DocumentRow => ({
    number,
    book: '5',
    page: '6',
    bookType,
  });
  const bookTypes = () => live.rows('code_value', 'code', 'list, code');

  test('include the type of a document that is imported again and the type of a new document, but not the type of a sealed document', async () => {
    await begin([inBook('1', 'M'), inBook('2', 'S')]);
    expect(await bookTypes()).toEqual([{ code: 'M' }, { code: 'S' }]);
    await change([inBook('1', 'M'), inBook('3', 'N')]);
    expect(await bookTypes()).toEqual([{ code: 'M' }, { code: 'N' }, { code: 'S' }]);
    await change([inBook('1', 'M'), inBook('4', 'P'), { number: '2', action: 'SEAL' }]);
    expect(await bookTypes()).toEqual([{ code: 'M' }, { code: 'N' }, { code: 'P' }]);
  });
});

test('the list of islands loses an island whose only parcel is on a sealed document, and keeps the others', async () => {
  const lying = (number: string, island: string): CsvRow =>
    keyed(`A${number}`, { parcel_id: `25-${number}`, island });
  const islands = () => live.rows('code_value', 'code', 'list, code');
  await begin([{ number: '1' }, { number: '2' }, { number: '3' }], {
    'parcels.csv': [lying('1', 'Saipan'), lying('2', 'Rota'), lying('3', 'Saipan')],
  });
  expect(await islands()).toEqual([{ code: 'ROTA' }, { code: 'SAIPAN' }]);
  await change([
    { number: '2', action: 'SEAL' },
    { number: '3', action: 'DELETE' },
  ]);
  expect(await islands()).toEqual([{ code: 'SAIPAN' }]);
});

describe('the sealing of documents', () => {
  const sealedNow = () => live.rows('document', 'sk_doc, sealed, display');
  const [first, second] = [ordinal('A1'), ordinal('A2')];

  test('is unchanged by a row that does not mention sealing', async () => {
    await begin([{ number: '1', sealed: true }, { number: '2' }]);
    const folder = await writeSearchBundle(
      { documents: [{ number: '1' }, { number: '2' }], files: {} },
      { kind: 'delta' },
    );
    const file = path.join(folder, 'documents.csv');
    await writeFile(file, (await readFile(file, 'utf8')).replace(',sealed', ',').replaceAll(/,N$/gm, ','));
    expect(await search.importFolder(folder)).toMatchObject({ documents: 2, rejected: 0 });
    expect(await sealedNow()).toEqual([
      { sk_doc: first, sealed: true, display: '' },
      { sk_doc: second, sealed: false, display: expect.stringContaining('"docId":"A2"') },
    ]);
    await change([{ number: '1' }]);
    expect(await sealedNow()).toMatchObject([{ sealed: false }, { sealed: false }]);
  });
});

describe('a reference to a document that is sealed or deleted', () => {
  const about = { document_type: 'T', document_number: '0011' };
  const released = (from: CsvRow): CsvRow => keyed('A20', { partial_full: 'PARTIAL', ...from });
  const naming = {
    'certificates.csv': [
      certificate('501', about),
      certificate('502', { ...about, document_number: '11A' }),
      certificate('503', { ...about, document_type: 'A' }),
    ],
    'tax_liens.csv': [lien('A20')],
    'tax_lien_releases.csv': [
      released({ release_document_type: 'T', release_document_number: '0011' }),
      released({ revoke_document_type: 'T', revoke_document_number: '011' }),
      released({ release_document_type: 'T', release_document_number: '110' }),
    ],
    'tax_lien_revisions.csv': [
      keyed('A20', { flag: 'AMENDED', revision_document_type: 'T', revision_document_number: '00011' }),
    ],
    'gg_books.csv': [entry('12A', about), entry('13', { ...about, document_number: '110' })],
  };
  const lienDocument: DocumentRow = { number: '20' };
  const nothingNamed = async (): Promise<void> => {
    const [first, ...others] = await live.texts('certificate', 'sk_cert');
    expect(first).toMatchObject({ docNumber: '', docType: '' });
    expect(await live.rows('certificate', 'details', 'sk_cert')).toMatchObject([
      { details: expect.stringContaining('"docNumber":"","docType":""') },
      {},
      {},
    ]);
    expect(others).toMatchObject([{ docNumber: '11A' }, { docNumber: '0011', docType: 'A' }]);
    const [named] = (await live.texts('tax_lien', 'sk_doc')).map((text) => taxLienResult.parse(text));
    expect(named?.releaseSearchResults.map((row) => row.releaseDisplayDocNumber)).toEqual(['T110']);
    expect(named?.revisionSearchResults).toEqual([]);
    expect(named?.lienNumber).toBe('F-77');
    expect(await live.texts('gg_book', 'sk_entry')).toMatchObject([
      { docNumber: '12A', docType: 'G' },
      { docNumber: '110', docType: 'T' },
    ]);
  };

  test.each(['SEAL', 'DELETE'] as const)(
    'no longer shows the number of the document, even if the delta writes the number with more leading zeros: %s',
    async (action) => {
      await begin([torrens('11'), lienDocument], naming);
      expect(await live.texts('gg_book', 'sk_entry')).toMatchObject([{ docNumber: '0011' }, {}]);
      await change([{ type: 'T', number: '00000011', action }]);
      await nothingNamed();
    },
  );

  test('no longer shows the document’s number when a delta adds the document as a sealed document', async () => {
    await begin([lienDocument], naming);
    await change([{ ...torrens('11'), sealed: true }]);
    await nothingNamed();
  });
});

test('B1-100 a hit list of a plat remains usable when a delta renames the plat, but a new search is refused', async () => {
  const plat = (name: string): CsvRow => ({ plat_number: '100', plat_name: name });
  const legals = Array.from({ length: 30 }, (_, at) =>
    keyed(`A${at + 1}`, { kind: 'LB', plat_number: '100', lot: '3' }),
  );
  await begin(
    legals.map((_, at) => ({ number: String(at + 1) })),
    { 'plats.csv': [plat('FIRST NAME')], 'legals.csv': legals },
  );
  await noticed();
  const chosen = { plat: '100', platNumber: '100', platName: 'FIRST NAME' };
  const first = await search.run('searchByPlat', chosen);
  await search.importSearchBundle(
    { documents: [], files: { 'plats.csv': [plat('SECOND NAME')] } },
    { kind: 'delta' },
  );
  await noticed();
  const second = await search.run('searchByPlat', chosen, { timestamp: first.timestamp, batch: 2 });
  expect(second.timestamp).toBe(first.timestamp);
  expect(keysOf(second)).toHaveLength(5);
  const newSearch = search.rpc.call(runSearch, searchInputOf('searchByPlat', chosen), { actor: testActor() });
  expect(await newSearch).toMatchObject({
    code: 'INVALID_INPUT',
    fields: { platName: 'forms:noMatchingPlat' },
  });
});
