import { grantor, type DocumentRow } from './bundle-maker.js';
import { ordinalOfKey } from '../src/matching/document-number.rules.js';
import type { CsvRow } from './search-bundle.js';
import type { SearchUnderTest } from './search-under-test.js';

export const torrens = (number: string): DocumentRow => ({ type: 'T', number, parties: [grantor('OWNER')] });
export const documents: DocumentRow[] = [
  torrens('10'),
  torrens('11'),
  {
    number: '20',
    time: '15:07',
    book: '4',
    page: '5',
    parties: [grantor('O "Q"\\', 'Ann', 'Bea'), grantor('ÆON-BERG')],
    references: [{ type: 'T', number: '10' }],
    columns: {
      sale_price: '1234567.8',
      mortgage_amount: '12',
      instrument_date: '2020-06-01',
      verified: 'Y',
      display_only: 'Pages=3',
    },
  },
];
export const keyed = (key: string, row: CsvRow = {}): CsvRow => ({
  document_type: key.slice(0, 1),
  document_number: key.slice(1),
  ...row,
});
export const certificate = (number: string, more: CsvRow = {}): CsvRow => ({
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
export const lien = (key: string, more: CsvRow = {}): CsvRow =>
  keyed(key, {
    lien_number: 'F-77',
    lien_date: '2019-12-31',
    lien_type: 'FEDERAL',
    total_amount: '1234.5',
    expire_date: '2030-01-01',
    ...more,
  });
export const entry = (number: string, more: CsvRow = {}): CsvRow => ({
  entry_number: number,
  type: 'GRANTOR',
  from_name: 'Smith',
  to_name: "Smy'the",
  from_date: '1900-01-01',
  to_date: '1905-12-31',
  ...more,
});
export const tract = (number: string, more: CsvRow): CsvRow => ({
  entry_number: number,
  recorded_date: '1911-05-06',
  recorded_time: '14:03',
  ...more,
});

export const files: Record<string, readonly CsvRow[]> = {
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

/** Reads the live rows of the county `lake`. */
export class LiveRecords {
  constructor(private readonly search: SearchUnderTest) {}

  rows<R extends object>(table: string, columns: string, order = '1'): Promise<R[]> {
    return this.search.tables.asAdmin<R>(
      `SELECT ${columns} FROM search.${table} JOIN search.live_index l USING (generation) WHERE l.county_id = 'lake' ORDER BY ${order}`,
    );
  }

  /** The result rows of a table, read as JSON. */
  async texts(table: string, key: string): Promise<unknown[]> {
    return (await this.rows<{ display: string }>(table, 'display', key)).map(({ display }) =>
      JSON.parse(display),
    );
  }
}

/** The ordinal of a record key, as text, because the database driver returns a bigint as text. */
export const ordinal = (key: string): string => String(ordinalOfKey(key));
