import { grantee, grantor, type DocumentRow } from './bundle-maker.js';
import { rowsOf, type CsvRow, type SearchBundle } from './search-bundle.js';

/** The documents of `smallCounty` except those of `manyLiens`; documents S9 and S13 are sealed. */
const documents: readonly DocumentRow[] = [
  { number: '1', parties: [grantor('SMITH', 'JOHN', 'Q')], book: '12', page: '100', bookType: 'D' },
  { number: '2', parties: [grantor('JONES', 'ANN')], book: '12', page: '100A', bookType: 'M' },
  { number: '3', parties: [grantee('SMITH', 'MARY')], book: '12A', page: '1', bookType: 'D' },
  { number: '4', parties: [grantor('BROWN')], book: '120', page: '1', recorded: '2020-06-16', time: '00:00' },
  {
    number: '5',
    parties: [grantor('SMITHSON', 'JO')],
    instrument: 'MTG',
    recorded: '2019-12-31',
    time: '23:59',
  },
  { number: '6', parties: [grantor('JONES')], instrument: 'MTG', recorded: '2020-01-01', time: '00:00' },
  { number: '7', parties: [grantor('BROWN')], recorded: '2020-12-31', time: '23:59' },
  { number: '8', type: 'T', parties: [grantor('WHITE')], recorded: '1950-05-05' },
  {
    number: '9',
    type: 'S',
    parties: [grantor('SMITH', 'JOHN')],
    book: '12',
    page: '100',
    bookType: 'D',
    sealed: true,
  },
  ...['10', '11', '12'].map((number): DocumentRow => ({
    number,
    parties: [grantor('DEBTOR')],
    instrument: 'AFF',
    recorded: `2018-03-${number}`,
  })),
  {
    number: '13',
    type: 'S',
    parties: [grantor('DEBTOR')],
    instrument: 'AFF',
    recorded: '2018-03-13',
    sealed: true,
  },
];

const address = (house_number: string, street: string, city = ''): CsvRow => ({ house_number, street, city });
const lots = (lot: string, block: string, more: CsvRow = {}): CsvRow => ({
  kind: 'LB',
  plat_number: 'P-10',
  lot,
  block,
  ...more,
});
const bounds = (section: string, q: string, qq: string, more: CsvRow = {}): CsvRow => ({
  kind: 'MB',
  section,
  township: '52',
  range: '10',
  q,
  qq,
  ...more,
});
const lien = (lien_number: string, lien_date: string, expire_date = ''): CsvRow => ({
  lien_number,
  lien_date,
  expire_date,
  lien_type: 'FEDERAL',
  total_amount: '1234.50',
});
const certificate = (certificate_number: string, certified_date: string, more: CsvRow = {}): CsvRow => ({
  certificate_number,
  certified_date,
  status: 'ACTIVE CERTIFICATE',
  short_status: 'ACTIVE',
  ...more,
});
const text = (certificate_number: string, section: string, words: string, document_number = ''): CsvRow => ({
  certificate_number,
  section,
  text: words,
  document_number,
});
const range = (
  entry_number: string,
  type: string,
  from: string,
  to: string,
  days: [string, string],
): CsvRow => ({
  entry_number,
  type,
  from_name: from,
  to_name: to,
  from_date: days[0],
  to_date: days[1],
});

const land: Readonly<Record<string, readonly CsvRow[]>> = {
  'plats.csv': [
    { plat_number: 'P-10', plat_name: 'Bay View Addition' },
    { plat_number: 'P-11', plat_name: 'Bay-Side' },
    { plat_number: '200', plat_name: 'Ärla Park' },
  ],
  'addresses.csv': rowsOf([
    ['A1', address('123', 'N. Main St.', 'Two Harbors')],
    ['A2', address('123', 'North Main Street', 'Silver Bay')],
    ['A3', address('123', 'Main Street', 'Two Harbors')],
    ['A4', address('123-B', 'N Main St', 'Two Harbors')],
    ['S9', address('123', 'N Main St', 'Two Harbors')],
  ]),
  'parcels.csv': rowsOf([
    ['A1', { parcel_id: '25-0001-00010' }],
    ['A2', { parcel_id: '25-0001-00020', island: 'SAIPAN', village: 'Chalan Kanoa' }],
    ['A3', { parcel_id: '25.0002', island: 'ROTA', village: 'Songsong' }],
    ['A4', { parcel_id: '250', island: 'SAIPAN', village: 'Chalan Piao' }],
    ['S9', { parcel_id: '25-0001-00010', island: 'SAIPAN', village: 'Chalan Kanoa' }],
  ]),
  'legals.csv': rowsOf([
    ['A1', lots('7', '2')],
    ['A2', lots('5-9', '2', { sublot: 'E 1/2' })],
    ['A3', lots('OUTLOT A', '')],
    ['A4', lots('', '', { building: 'B', unit: '4', garage: 'G-1', other_code: 'STALL', other_lot: '12' })],
    ['A5', bounds('5', 'NE', 'SW', { qqq: 'NW', municipality: 'Town of Beaver Bay' })],
    ['A6', bounds('5', 'NE', '')],
    ['A7', bounds('6', '', '', { base: 'B1', meridian: '4TH PM' })],
    ['T8', { kind: 'LB', plat_number: 'P-11', lot: '1' }],
    ['S9', lots('7', '2')],
  ]),
};

const registers: Readonly<Record<string, readonly CsvRow[]>> = {
  'tax_liens.csv': rowsOf([
    ['A10', lien('FL-100', '2018-03-01', '2028-03-01')],
    ['A11', lien('FL 200', '2018-02-01', '2019-02-01')],
    ['A12', lien('300', '2018-03-05')],
    ['S13', lien('FL-100', '2018-03-01')],
  ]),
  'tax_lien_parties.csv': rowsOf([
    ['A10', { last_name: "O'Malley", first_name: 'Pat', middle_name: 'Quinn', address: '1 Road' }],
    ['A11', { last_name: 'Omalley-West', first_name: 'Sam' }],
    ['A12', { last_name: 'Debtor Holdings LLC' }],
    ['S13', { last_name: "O'Malley", first_name: 'Pat' }],
  ]),
  'tax_lien_releases.csv': rowsOf([
    [
      'A12',
      {
        partial_full: 'FULL',
        release_document_type: 'A',
        release_document_number: '12',
        release_date: '2018-04-01',
      },
    ],
  ]),
  'certificates.csv': [
    certificate('100', '1990-01-02', { book: '2', page: '1', file_number: 'F1' }),
    certificate('100A', '1980-01-02', { book: '1', page: '1', cancelled_by: '101' }),
    certificate('101', '1985-01-02', { status: 'CANCELLED', short_status: 'CANC' }),
  ],
  'certificate_texts.csv': [
    text('100', 'LEGAL', 'Lot Seven, Block 2, Bay-View Addition'),
    text('100', 'MEMORIAL', 'Mortgage to Bänk of the Lakes', 'T8'),
    text('100A', 'RECITAL', 'subject to an easement of record'),
    text('101', 'LEGAL', 'Lot 8 Block 2'),
  ],
  'certificate_documents.csv': [{ certificate_number: '100', document_type: 'T', document_number: '8' }],
  'gg_books.csv': [
    range('1', 'GRANTOR', 'Sm', 'Smith', ['1900-01-01', '1910-12-31']),
    range('2', 'GRANTEE', 'Smith', 'Smy', ['1905-01-01', '1920-12-31']),
    range('10', 'GRANTOR', 'A', 'B', ['1900-01-01', '1910-12-31']),
  ],
  'tract_books.csv': [
    { entry_number: '1', recorded_date: '1899-05-05', ...lots('7', '2') },
    { entry_number: '1', recorded_date: '1899-05-05', ...bounds('5', 'NE', '') },
    { entry_number: '2', recorded_date: '1850-05-05', ...lots('8', '2') },
    { entry_number: '10', recorded_date: '1870-05-05', ...bounds('5', 'NE', 'SW') },
  ],
};

/** More liens of one day than fit into a batch. */
const manyLiens: readonly string[] = Array.from({ length: 30 }, (_, at) => String(501 + at));

/** A small county in which every kind of search finds something. */
export const smallCounty: SearchBundle = {
  documents: [
    ...documents,
    ...manyLiens.map((number) => ({
      number,
      instrument: 'AFF',
      recorded: '2015-05-05',
      parties: [grantor('MANY')],
    })),
  ],
  files: {
    ...land,
    ...registers,
    'tax_liens.csv': [
      ...(registers['tax_liens.csv'] ?? []),
      ...rowsOf(manyLiens.map((number) => [`A${number}`, lien(`X${number}`, '2015-05-01')])),
    ],
  },
};
