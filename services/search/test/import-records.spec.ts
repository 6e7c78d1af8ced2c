import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import {
  bookEntryResult,
  certificateResult,
  taxLienResult,
  tractBookResult,
} from '@portal/proto/http/search-results';
import { getRecordDetails } from '@portal/proto/rpc/search';
import type { ImportOutcome } from '../src/import/import-bundle.js';
import { documentOrdinal } from '../src/matching/document-number.rules.js';
import { certificate, documents, files, keyed, LiveRecords, tract } from './records-bundle.js';
import type { CsvRow } from './search-bundle.js';
import { noticed, SearchUnderTest, type FoundRecords } from './search-under-test.js';

// an import takes a second, or many seconds on a busy machine
jest.setTimeout(120_000);

let search: SearchUnderTest;
let live: LiveRecords;
let outcome: ImportOutcome;
beforeAll(async () => {
  search = await SearchUnderTest.start();
  live = new LiveRecords(search);
  outcome = await search.importSearchBundle({ documents, files });
});
afterAll(() => search.close());

describe('a full import', () => {
  test('loads every row of every file', () => {
    expect(outcome.rejected).toBe(0);
    const loaded = outcome.reconciled.filter(({ year }) => year === '').map((of) => [of.file, of.loaded]);
    expect(Object.fromEntries(loaded)).toMatchObject(
      Object.fromEntries(Object.entries(files).map(([file, rows]) => [file, rows.length])),
    );
  });

  test('B2-48, B2-49 stores each certificate as a finished search result with its id, its source and the certificates that canceled it', async () => {
    const [first, second] = (await live.texts('certificate', 'sk_cert')).map((text) =>
      certificateResult.parse(text),
    );
    expect(first).toEqual({
      id: 'C501',
      certificateNumber: '501',
      fileNumber: '',
      displayBookAndPage: '12/7/T',
      certifiedDate: '03/04/1999',
      shortStatus: 'A',
      status: 'ACTIVE',
      docNumber: '10',
      docType: 'T',
      source: 'LANDLINK',
      cancelledBySearchResults: [
        { cancelledByCertificateId: 'C502', cancelledByCertificateNumber: '502' },
        { cancelledByCertificateId: 'C503', cancelledByCertificateNumber: '503' },
      ],
    });
    expect(second).toMatchObject({ id: 'C502', fileNumber: 'F9', source: 'IMAGING_SYSTEM' });
  });

  test('stores each certificate text with the columns by which a text search sorts and limits its results', async () => {
    const found = await live.rows('certificate_text', 'section, txt, doc_sk, cert_day', 'sk_cert, section');
    const number = String(documentOrdinal('', { number: 10n, suffix: '' }));
    const day = expect.any(Number);
    expect(found).toEqual([
      { section: 'L', txt: ' LOT 3 BLOCK 7 ', doc_sk: '0', cert_day: day },
      { section: 'M', txt: ' DEED OF OWNER ', doc_sk: number, cert_day: day },
      { section: 'R', txt: ' A SINGLE PERSON ', doc_sk: '0', cert_day: day },
    ]);
  });

  test('lists the certificates of a Torrens document in its details', async () => {
    const details = await search.details('T10');
    expect(details).toMatchObject({
      ok: true,
      value: {
        torrensSearchResults: [
          { certificateNumber: '501', status: 'A' },
          { certificateNumber: '502', status: 'A' },
        ],
      },
    });
  });

  test('B2-45, B2-46, B2-47 stores a lien as one finished search result with its taxpayers, releases and revisions', async () => {
    const [found] = (await live.texts('tax_lien', 'sk_doc')).map((text) => taxLienResult.parse(text));
    expect(found).toMatchObject({
      docId: 'A20',
      displayDocNumber: 'A20',
      instrumentDescription: 'WARRANTY DEED',
      recordedDate: '06/15/2020',
      displayBookAndPage: '4/5',
      lienNumber: 'F-77',
      lienDate: '12/31/2019',
      totalAmount: '$1,234.50',
      taxpayerSearchResults: [
        { name: 'Smith-Jones Ann Bea', middleInitial: 'B', displayAddress: '1 MAIN ST' },
      ],
      revisionSearchResults: [{ flag: 'AMENDED', displayDocNumber: 'T11' }],
    });
    expect(
      found?.releaseSearchResults.map(({ partialFullFlag, releaseDate }) => [partialFullFlag, releaseDate]),
    ).toEqual([
      ['Full', '01/01/2021'],
      ['Partial', '05/05/2020'],
      ['Full', '06/07/2022'],
    ]);
  });

  test('ends a lien on the day of the full release that was not revoked, and stores a hyphenated taxpayer under each part of the name', async () => {
    const [row] = await live.rows<{ release_day: number; lien_no: string }>(
      'tax_lien',
      `lien_no, release_day - (DATE '2022-06-07' - DATE '1800-01-01') AS release_day`,
    );
    expect(row).toEqual({ lien_no: 'F77', release_day: 0 });
    expect(await live.rows('tax_lien_party', 'last_name')).toEqual([
      { last_name: 'JONES' },
      { last_name: 'SMITH' },
      { last_name: 'SMITHJONES' },
    ]);
  });

  test('B2-50 gives an entry of a grantor/grantee book its own number unless the entry names a document', async () => {
    const [first, second] = (await live.texts('gg_book', 'sk_entry')).map((text) =>
      bookEntryResult.parse(text),
    );
    expect(first).toEqual({
      id: 'G1',
      docNumber: '1',
      docType: 'G',
      type: 'GRANTOR',
      fromName: 'Smith',
      toName: "Smy'the",
      fromDate: '01/01/1900',
      toDate: '12/31/1905',
    });
    expect(second).toMatchObject({ id: 'G2', docNumber: '11', docType: 'T', type: 'GRANTEE' });
    expect(await live.rows('gg_book', 'from_name, to_name', 'sk_entry')).toContainEqual({
      from_name: 'SMITH',
      to_name: 'SMYTHE',
    });
  });

  test('B2-51 shows the first legal description of a tract book entry and counts the others', async () => {
    const [found] = (await live.texts('tract_book', 'sk_entry')).map((text) => tractBookResult.parse(text));
    expect(found).toMatchObject({
      docId: 'B9',
      tractBookId: '9',
      recordedDateTime: '05/06/1911 2:03 PM',
      legalSearchResults: [{ description: 'LOT 3 BLOCK 7', docId: 'B9' }],
      legalCount: 2,
    });
    const [{ details } = { details: '{}' }] = await live.rows<{ details: string }>('tract_book', 'details');
    expect(tractBookResult.parse(JSON.parse(details)).legalSearchResults).toHaveLength(2);
    expect(await live.rows('tract_legal', 'kind, municipality, written, qmask', 'seq')).toEqual([
      { kind: 'LB', municipality: '', written: '', qmask: 0 },
      { kind: 'MB', municipality: 'TWOHARBORS', written: '{"municipality":"TWO HARBORS"}', qmask: 15 },
    ]);
  });

  test('folds addresses, parcels, plats and legal descriptions for their searches, and shows them as written', async () => {
    expect(await live.rows('doc_address', 'house_no, house_written, street_key, city_key')).toEqual([
      { house_no: '1212', house_written: '12 1/2', street_key: 'N MAIN ST', city_key: 'OFALLON' },
    ]);
    expect(await live.rows('doc_parcel', 'parcel_key, island, village_key')).toEqual([
      { parcel_key: '25001A', island: 'SAIPAN', village_key: 'SANJOSE' },
    ]);
    expect(await live.rows('plat', 'name_key')).toEqual([{ name_key: 'HUNTERSRIDGE' }]);
    expect(await live.rows('legal_lb', 'lot, written')).toEqual([{ lot: '79', written: '{"lot":"7-9"}' }]);
    expect(await search.details('A20')).toMatchObject({
      ok: true,
      value: {
        additionalInfoSearchResults: [
          { label: 'Parcel ID', value: '25-001.A' },
          { label: 'Address', value: "12 1/2 NORTH MAIN STREET, O'FALLON" },
        ],
      },
    });
  });

  test('keeps the office’s spelling in lists of codes', async () => {
    expect(await live.rows('code_value', 'list, code', '1, 2')).toEqual([
      { list: 'base', code: '5TH' },
      { list: 'island', code: 'SAIPAN' },
      { list: 'municipality', code: 'TWO HARBORS' },
      { list: 'otherLotCode', code: 'OUT' },
    ]);
  });

  test('compares the manifest, the imported rows and the live rows per file and year in reconcile.csv', async () => {
    const lines = (await readFile(outcome.reconcile, 'utf8')).trim().split('\n');
    expect(lines[0]).toBe('file,year,manifest,loaded,rejected,live');
    expect(lines).toEqual(
      expect.arrayContaining([
        'documents.csv,,3,3,0,3',
        'documents.csv,2020,,3,,3',
        'certificates.csv,1999,,2,,2',
        'tax_lien_releases.csv,,3,3,0,3',
        'gg_books.csv,1900,,2,,2',
        'tract_books.csv,1911,,2,,2',
      ]),
    );
    expect(outcome.reconciled.filter((line) => line.loaded !== line.live)).toEqual([]);
  });
});

test('a delta stores the same texts and table rows as a full import of the same bundle rows', async () => {
  const everything = async (): Promise<unknown[]> => {
    const tables = [
      ['document', 'sk_doc, display, details', 'sk_doc'],
      ['certificate', 'sk_cert, display, details', 'sk_cert'],
      ['certificate_text', 'sk_cert, section, doc_sk, txt, cert_day, sk_book', 'sk_cert, section'],
      ['doc_certificate', 'sk_doc, sk_cert, cert_no, status', 'sk_doc, sk_cert'],
      ['tax_lien', 'sk_doc, num_sk, lien_no, rec_key, release_day, display', 'sk_doc'],
      ['tax_lien_party', 'sk_doc, seq, last_name, first_name, mi', 'last_name'],
      ['gg_book', 'sk_entry, from_name, display', 'sk_entry'],
      ['tract_book', 'sk_entry, display, details', 'sk_entry'],
      ['code_value', 'list, code', 'list, code'],
    ] as const;
    return Promise.all(tables.map(([table, columns, order]) => live.rows(table, columns, order)));
  };
  const before = await everything();
  const again = await search.importSearchBundle({ documents, files }, { kind: 'delta' });
  expect(again.rejected).toBe(0);
  expect(await everything()).toEqual(before);
});

describe('the system that a certificate comes from', () => {
  const actor = testActor({ county: 'cook' });
  const words = ['', 'LANDLINK', 'IMAGING', 'imaging_system'];
  const numbers = words.map((_, nth) => String(601 + nth));
  const searched = (certificateNumber: string): Promise<FoundRecords> =>
    search.run('searchByTorrensCertificate', { certificateNumber }, {}, actor);
  beforeAll(async () => {
    const certificates = words.map((source, nth) => certificate(numbers[nth] ?? '', { source }));
    await search.importSearchBundle(
      { documents, files: { 'certificates.csv': certificates } },
      { county: 'cook' },
    );
  });

  test('A12-30 is LANDLINK or IMAGING_SYSTEM in results and details, whichever word the office uses', async () => {
    const kinds = ['LANDLINK', 'LANDLINK', 'IMAGING_SYSTEM', 'IMAGING_SYSTEM'];
    for (const [nth, number] of numbers.entries()) {
      const found = await searched(number);
      const details = await search.rpc.callOrThrow(
        getRecordDetails,
        { kind: 'certificates', key: `C${number}` },
        { actor },
      );
      for (const record of [...found.searchResults.searchResultList, details])
        expect(certificateResult.parse(record)).toMatchObject({ id: `C${number}`, source: kinds[nth] });
    }
  });

  test('is stored in search results in the words that clients of the previous version know', async () => {
    const known = ['landlink', 'landlink', 'imaging', 'imaging'];
    const found = await Promise.all(numbers.map(searched));
    expect(found.map(({ searchResults }) => searchResults.searchResultList[0]?.['source'])).toEqual(known);
  });

  test('must be a known system, and a certificate from an unknown system is rejected', async () => {
    const rejected = await search.importSearchBundle(
      {
        documents,
        files: { 'certificates.csv': [certificate('601'), certificate('602', { source: 'GIS' })] },
      },
      { county: 'cook' },
    );
    expect(rejected).toMatchObject({ rejected: 1 });
  });
});

describe('legal descriptions of one record', () => {
  const lots = (more: CsvRow): CsvRow => ({ kind: 'LB', plat_number: '100', lot: '3', block: '7', ...more });
  const bounds = (more: CsvRow): CsvRow => ({
    kind: 'MB',
    section: '5',
    township: '110',
    range: '15',
    ...more,
  });
  const different: readonly CsvRow[] = [
    ...[lots({}), lots({ sublot: 'E 1/2' }), lots({ garage: '4' }), lots({ garage: '5' })],
    ...[lots({ other_code: 'OUT', other_lot: 'A' }), lots({ other_code: 'OUT', other_lot: 'B' })],
    ...[
      bounds({}),
      bounds({ other_code: 'GOVT', other_lot: '1' }),
      bounds({ other_code: 'GOVT', other_lot: '2' }),
    ],
    ...[bounds({ municipality: 'Duluth' }), bounds({ base: '4TH' }), bounds({ meridian: '5TH' })],
  ];

  test.each([
    ['a document', 'legals.csv', (row: CsvRow) => keyed('A20', row), ['legal_lb', 'legal_mb']],
    ['a tract book entry', 'tract_books.csv', (row: CsvRow) => tract('9', row), ['tract_legal']],
  ] as const)(
    'are all loaded if each differs from the others in at least one column (here: of %s)',
    async (_, file, of, tables) => {
      const rows = [...different, ...different].map(of);
      const plats = files['plats.csv'] ?? [];
      const loaded = await search.importSearchBundle({
        documents,
        files: { 'plats.csv': plats, [file]: rows },
      });
      const rejects = (await readFile(loaded.rejects, 'utf8')).trim().split('\n').slice(1);
      expect(rejects.map((line) => line.split(',').slice(0, 2).join())).toEqual(
        different.map((_row, at) => `${file},${different.length + at + 2}`),
      );
      const found = await Promise.all(tables.map((table) => live.rows(table, 'seq')));
      expect(found.flat()).toHaveLength(different.length);
    },
  );
});

test.each(['full', 'delta'] as const)(
  'a parcel in two villages is found in both after a %s import, and the details show it once',
  async (kind) => {
    const parcel = (village: string, parcel_id = '25-001.A'): CsvRow =>
      keyed('A20', { parcel_id, island: 'SAIPAN', village });
    const rows = [parcel('Garapan'), parcel('San Jose'), parcel('GARAPAN'), parcel('Garapan', '7')];
    const loaded = await search.importSearchBundle({ documents, files: { 'parcels.csv': rows } }, { kind });
    expect((await readFile(loaded.rejects, 'utf8')).trim().split('\n').slice(1)).toEqual([
      'parcels.csv,4,parcel_id,the same row is already in an earlier line',
    ]);
    await noticed();
    const days = { fromRecordedDate: '01/01/1900', toRecordedDate: '10/30/2026' };
    for (const village of ['Garapan', 'San Jose']) {
      const criteria = { island: 'SAIPAN', village, parcelId: '25', ...days };
      const found = await search.run('searchByTractIndexNMI', criteria);
      expect(found.searchResults.searchResultList).toMatchObject([{ docId: 'A20' }]);
    }
    const texts = await live.rows<{ details: string }>('document', 'doc_number, details');
    expect(JSON.parse(texts.at(-1)?.details ?? '')).toMatchObject({
      additionalInfoSearchResults: [
        { label: 'Parcel ID', value: '25-001.A' },
        { label: 'Parcel ID', value: '7' },
      ],
    });
  },
);

test.each(['full', 'delta'] as const)(
  'addresses that differ only in the city are in the order of the cities after a %s import',
  async (kind) => {
    const cities = ['TWO PINES', 'AGATE BAY', 'SILVER CREEK', 'FINNMARK'];
    const rows = cities.map((city) => keyed('A20', { house_number: '12', street: 'MAIN STREET', city }));
    await search.importSearchBundle({ documents, files: { 'addresses.csv': rows } }, { kind });
    const texts = await live.rows<{ details: string }>('document', 'doc_number, details');
    expect(JSON.parse(texts.at(-1)?.details ?? '')).toMatchObject({
      additionalInfoSearchResults: cities
        .toSorted()
        .map((city) => ({ label: 'Address', value: `12 MAIN STREET, ${city}` })),
    });
  },
);
