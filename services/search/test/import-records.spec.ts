import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  bookEntryResult,
  certificateResult,
  taxLienResult,
  tractBookResult,
} from '@portal/proto/http/search-results';
import type { ImportOutcome } from '../src/import/import-bundle.js';
import { documentOrdinal, ordinalOfKey } from '../src/matching/document-number.rules.js';
import { noDay } from '../src/read-model/tables.js';
import { grantor, type DocumentRow } from './bundle-maker.js';
import type { CsvRow } from './search-bundle.js';
import { SearchUnderTest } from './search-under-test.js';

// imports take a second, on a busy machine many
jest.setTimeout(120_000);

const torrens = (number: string): DocumentRow => ({ type: 'T', number, parties: [grantor('OWNER')] });
const documents: DocumentRow[] = [
  torrens('10'),
  torrens('11'),
  { number: '20', book: '4', page: '5', parties: [] },
];
const keyed = (key: string, row: CsvRow = {}): CsvRow => ({
  document_type: key.slice(0, 1),
  document_number: key.slice(1),
  ...row,
});
const certificate = (number: string, more: CsvRow = {}): CsvRow => ({
  certificate_number: number,
  certified_date: '1999-03-04',
  book: '12',
  page: '7',
  book_type: 'T',
  status: 'ACTIVE',
  short_status: 'A',
  document_type: 'T',
  document_number: '10',
  ...more,
});
const lien = (key: string, more: CsvRow = {}): CsvRow =>
  keyed(key, {
    lien_number: 'F-77',
    lien_date: '2019-12-31',
    lien_type: 'FEDERAL',
    total_amount: '1234.5',
    expire_date: '2030-01-01',
    ...more,
  });
const entry = (number: string, more: CsvRow = {}): CsvRow => ({
  entry_number: number,
  type: 'GRANTOR',
  from_name: 'Smith',
  to_name: "Smy'the",
  from_date: '1900-01-01',
  to_date: '1905-12-31',
  ...more,
});
const tract = (number: string, more: CsvRow): CsvRow => ({
  entry_number: number,
  recorded_date: '1911-05-06',
  recorded_time: '14:03',
  ...more,
});

const files: Record<string, readonly CsvRow[]> = {
  'plats.csv': [{ plat_number: '100', plat_name: "Hunter's Ridge" }],
  'certificates.csv': [
    certificate('501', { cancelled_by: '502|503' }),
    certificate('502', { source: 'IMAGING', file_number: 'F9' }),
  ],
  'certificate_texts.csv': [
    { certificate_number: '501', section: 'LEGAL', text: 'Lot 3, Block 7' },
    { certificate_number: '501', section: 'MEMORIAL', text: 'Deed of Owner', document_number: 'T10' },
    { certificate_number: '502', section: 'RECITAL', text: 'A single person' },
  ],
  'certificate_documents.csv': [
    { certificate_number: '502', ...keyed('T10') },
    { certificate_number: '501', ...keyed('T10') },
  ],
  'tax_liens.csv': [lien('A20')],
  'tax_lien_parties.csv': [
    keyed('A20', { last_name: 'Smith-Jones', first_name: 'Ann', middle_name: 'Bea', address: '1 MAIN ST' }),
  ],
  'tax_lien_releases.csv': [
    keyed('A20', {
      partial_full: 'FULL',
      release_document_type: 'A',
      release_document_number: '99',
      release_date: '2021-01-01',
      revoke_document_type: 'A',
      revoke_document_number: '98',
      revoke_date: '2021-02-01',
    }),
    keyed('A20', {
      partial_full: 'PARTIAL',
      release_document_type: 'T',
      release_document_number: '11',
      release_date: '2020-05-05',
    }),
    keyed('A20', { partial_full: 'FULL', release_date: '2022-06-07' }),
  ],
  'tax_lien_revisions.csv': [
    keyed('A20', { flag: 'AMENDED', revision_document_type: 'T', revision_document_number: '11' }),
  ],
  'gg_books.csv': [entry('1'), entry('2', { type: 'GRANTEE', ...keyed('T11') })],
  'tract_books.csv': [
    tract('9', { kind: 'LB', plat_number: '100', lot: '3', block: '7', other_code: 'OUT' }),
    tract('9', {
      kind: 'MB',
      section: '5',
      township: '110',
      range: '15',
      q: 'NE',
      municipality: 'Two Harbors',
      base: '5th',
    }),
  ],
  'parcels.csv': [keyed('A20', { parcel_id: '25-001.A', island: 'Saipan', village: 'San José' })],
  'addresses.csv': [keyed('A20', { house_number: '12 1/2', street: 'North Main Street', city: "O'Fallon" })],
  'legals.csv': [keyed('A20', { kind: 'LB', plat_number: '100', lot: '7-9', block: 'B' })],
};

let search: SearchUnderTest;
let outcome: ImportOutcome;
beforeAll(async () => {
  search = await SearchUnderTest.start();
  outcome = await search.importSearchBundle({ documents, files });
});
afterAll(() => search.close());

const rows = <R extends object>(table: string, columns: string, order = '1'): Promise<R[]> =>
  search.tables.asAdmin<R>(
    `SELECT ${columns} FROM search.${table} JOIN search.live_index l USING (generation) WHERE l.county_id = 'lake' ORDER BY ${order}`,
  );
const texts = async (table: string, key: string): Promise<unknown[]> =>
  (await rows<{ display: string }>(table, 'display', key)).map(({ display }) => JSON.parse(display));
const ordinal = (key: string): string => String(ordinalOfKey(key));

describe('a full import', () => {
  test('loads every row of every file', () => {
    expect(outcome.rejected).toBe(0);
  });

  test('B2-48, B2-49 certificates are ready texts with their keys, sources and cancelling certificates', async () => {
    const [first, second] = (await texts('certificate', 'sk_cert')).map((text) =>
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
      source: 'landlink',
      cancelledBySearchResults: [
        { cancelledByCertificateId: 'C502', cancelledByCertificateNumber: '502' },
        { cancelledByCertificateId: 'C503', cancelledByCertificateNumber: '503' },
      ],
    });
    expect(second).toMatchObject({ id: 'C502', fileNumber: 'F9', source: 'imaging' });
  });

  test('texts of certificates carry what sorts and caps them', async () => {
    const found = await rows('certificate_text', 'section, txt, doc_sk, cert_day', 'sk_cert, section');
    const number = String(documentOrdinal('', { number: 10n, suffix: '' }));
    const day = expect.any(Number);
    expect(found).toEqual([
      { section: 'L', txt: ' LOT 3 BLOCK 7 ', doc_sk: '0', cert_day: day },
      { section: 'M', txt: ' DEED OF OWNER ', doc_sk: number, cert_day: day },
      { section: 'R', txt: ' A SINGLE PERSON ', doc_sk: '0', cert_day: day },
    ]);
  });

  test('details of a Torrens document name its certificates', async () => {
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

  test('B2-45, B2-46, B2-47 a lien is one ready text with taxpayers, releases and revisions', async () => {
    const [found] = (await texts('tax_lien', 'sk_doc')).map((text) => taxLienResult.parse(text));
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

  test('a lien ends with its full release that was not revoked; a hyphenated taxpayer is found under each part', async () => {
    const [row] = await rows<{ release_day: number; lien_no: string }>(
      'tax_lien',
      `lien_no, release_day - (DATE '2022-06-07' - DATE '1800-01-01') AS release_day`,
    );
    expect(row).toEqual({ lien_no: 'F77', release_day: 0 });
    expect(await rows('tax_lien_party', 'last_name')).toEqual([
      { last_name: 'JONES' },
      { last_name: 'SMITH' },
      { last_name: 'SMITHJONES' },
    ]);
  });

  test('B2-50 entries of grantor/grantee books have their own number unless a document is named', async () => {
    const [first, second] = (await texts('gg_book', 'sk_entry')).map((text) => bookEntryResult.parse(text));
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
    expect(await rows('gg_book', 'from_name, to_name', 'sk_entry')).toContainEqual({
      from_name: 'SMITH',
      to_name: 'SMYTHE',
    });
  });

  test('B2-51 an entry of a tract book shows its first legal and counts the others', async () => {
    const [found] = (await texts('tract_book', 'sk_entry')).map((text) => tractBookResult.parse(text));
    expect(found).toMatchObject({
      docId: 'B9',
      tractBookId: '9',
      recordedDateTime: '05/06/1911 2:03 PM',
      legalSearchResults: [{ description: 'LOT 3 BLOCK 7', docId: 'B9' }],
      legalCount: 2,
    });
    const [{ details } = { details: '{}' }] = await rows<{ details: string }>('tract_book', 'details');
    expect(tractBookResult.parse(JSON.parse(details)).legalSearchResults).toHaveLength(2);
    expect(await rows('tract_legal', 'kind, municipality, written, qmask', 'seq')).toEqual([
      { kind: 'LB', municipality: '', written: '', qmask: 0 },
      { kind: 'MB', municipality: 'TWOHARBORS', written: '{"municipality":"TWO HARBORS"}', qmask: 15 },
    ]);
  });

  test('addresses, parcels, plats and legals are folded for their searches and shown as written', async () => {
    expect(await rows('doc_address', 'house_no, house_written, street_key, city_key')).toEqual([
      { house_no: '1212', house_written: '12 1/2', street_key: 'N MAIN ST', city_key: 'OFALLON' },
    ]);
    expect(await rows('doc_parcel', 'parcel_key, island, village_key')).toEqual([
      { parcel_key: '25001A', island: 'SAIPAN', village_key: 'SANJOSE' },
    ]);
    expect(await rows('plat', 'name_key')).toEqual([{ name_key: 'HUNTERSRIDGE' }]);
    expect(await rows('legal_lb', 'lot, written')).toEqual([{ lot: '79', written: '{"lot":"7-9"}' }]);
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

  test('lists of codes hold what the office writes', async () => {
    expect(await rows('code_value', 'list, code', '1, 2')).toEqual([
      { list: 'base', code: '5TH' },
      { list: 'island', code: 'SAIPAN' },
      { list: 'municipality', code: 'TWO HARBORS' },
      { list: 'otherLotCode', code: 'OUT' },
    ]);
  });

  test('reconcile.csv says per file and year what the manifest said, what went in and what is live', async () => {
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

describe('a delta', () => {
  const delta = (change: Record<string, readonly CsvRow[]>, changed: readonly DocumentRow[] = []) =>
    search.importSearchBundle(
      { documents: changed, files: change },
      { kind: 'delta', manifest: { verifiedThrough: { torrens: '2026-10-01' } } },
    );

  test('replaces a certificate whole, with its texts and its documents', async () => {
    const change = {
      'certificates.csv': [
        certificate('501', { short_status: 'X' }),
        certificate('502', { action: 'DELETE' }),
      ],
      'certificate_texts.csv': [{ certificate_number: '501', section: 'LEGAL', text: 'Outlot A' }],
      'certificate_documents.csv': [{ certificate_number: '501', ...keyed('T11') }],
    };
    expect(await delta(change)).toMatchObject({ rejected: 0 });
    expect(await rows('certificate_text', 'sk_cert, txt')).toEqual([
      { sk_cert: ordinal('C501'), txt: ' OUTLOT A ' },
    ]);
    expect(await rows('certificate', 'sk_cert, short_status')).toEqual([
      { sk_cert: ordinal('C501'), short_status: 'X' },
    ]);
    expect(await search.details('T10')).toMatchObject({ ok: true, value: { torrensSearchResults: [] } });
    expect(await search.details('T11')).toMatchObject({
      ok: true,
      value: { torrensSearchResults: [{ certificateNumber: '501', status: 'X' }] },
    });
    const [live] = await search.tables.asAdmin<{ torrens: string }>(
      `SELECT torrens_verified_through::text AS torrens FROM search.live_index WHERE county_id = 'lake'`,
    );
    expect(live?.torrens).toBe('2026-10-01');
  });

  test('a document that comes again keeps its certificates and its lien, which show it as it is now', async () => {
    const outcomeOf = await delta({}, [
      { ...torrens('11'), recorded: '2021-02-03' },
      { number: '20', instrument: 'MTG', recorded: '2021-02-03', book: '8', page: '9' },
    ]);
    expect(outcomeOf.rejected).toBe(0);
    expect(await search.details('T11')).toMatchObject({
      ok: true,
      value: { recordedDate: '02/03/2021', torrensSearchResults: [{ certificateNumber: '501' }] },
    });
    const [found] = (await texts('tax_lien', 'sk_doc')).map((text) => taxLienResult.parse(text));
    expect(found).toMatchObject({
      instrumentDescription: 'MORTGAGE',
      recordedDate: '02/03/2021',
      displayBookAndPage: '8/9',
      lienNumber: 'F-77',
    });
    expect(found?.releaseSearchResults).toHaveLength(3);
  });

  test('replaces and deletes liens and books with their rows', async () => {
    const change = {
      'tax_liens.csv': [lien('A20', { lien_number: 'NEW', expire_date: '' })],
      'gg_books.csv': [entry('1', { action: 'DELETE' }), entry('3')],
      'tract_books.csv': [tract('9', { kind: 'MB', section: '6', township: '110', range: '15' })],
    };
    expect(await delta(change)).toMatchObject({ rejected: 0 });
    expect(await rows('tax_lien', 'lien_no, expire_day, release_day')).toEqual([
      { lien_no: 'NEW', expire_day: noDay, release_day: noDay },
    ]);
    expect(await rows('tax_lien_party', 'last_name')).toEqual([]);
    expect(await rows('gg_book', 'sk_entry')).toEqual([
      { sk_entry: ordinal('G2') },
      { sk_entry: ordinal('G3') },
    ]);
    expect(await rows('tract_legal', 'section')).toEqual([{ section: 6 }]);
    await delta({
      'tax_liens.csv': [keyed('A20', { lien_number: '', lien_date: '', lien_type: '', action: 'DELETE' })],
    });
    expect(await rows('tax_lien', 'sk_doc')).toEqual([]);
  });

  test('what does not belong to anything is rejected with its line and reason', async () => {
    const result = await delta({
      'certificates.csv': [certificate('777', { action: 'DELETE' })],
      'certificate_texts.csv': [{ certificate_number: '777', section: 'LEGAL', text: 'lost' }],
      'certificate_documents.csv': [{ certificate_number: '501', ...keyed('T99') }],
      'tax_liens.csv': [lien('A404'), lien('C5')],
      'tax_lien_parties.csv': [keyed('A404', { last_name: 'LOST' })],
      'gg_books.csv': [entry('4', { to_date: '1899-01-01' }), entry('5'), entry('5')],
      'tract_books.csv': [
        tract('12', { kind: 'LB', plat_number: '404' }),
        tract('13', { kind: 'MB', section: '1', township: '1', range: '1' }),
        tract('13', { kind: 'MB', section: '2', township: '1', range: '1', recorded_date: '1950-01-01' }),
      ],
    });
    const lines = (await readFile(result.rejects, 'utf8')).trim().split('\n').slice(1);
    expect(lines.sort()).toEqual([
      'certificate_documents.csv,2,certificate_number,"its record is not in certificates.csv, or was rejected"',
      'certificate_texts.csv,2,certificate_number,"its record is not in certificates.csv, or was rejected"',
      'certificates.csv,2,certificate_number,there is no such record to delete',
      'gg_books.csv,2,to_date,before from_date',
      'gg_books.csv,4,entry_number,this entry stands in an earlier line',
      'tax_lien_parties.csv,2,document_number,"its record is not in tax_liens.csv, or was rejected"',
      'tax_liens.csv,2,document_number,there is no such document',
      'tax_liens.csv,3,document_type,reserved for certificates and books',
      'tract_books.csv,2,plat_number,not in plats.csv',
      'tract_books.csv,4,recorded_date,"this entry has another action, number or time in an earlier line"',
    ]);
  });
});
