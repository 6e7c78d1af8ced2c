import type { SearchType } from '@portal/proto/http/search-types';
import { keyOf, typedDate, type DemoRows, type Row } from './demo-rows.js';
import { anyDay } from './search-samples.js';

/** What a person would type to find one record of the bundle. */
export interface DrawnSearch {
  readonly criteria: object;
  /** The key of the record. */
  readonly id: string;
}

const amount = 5;

/**
 * Limits the search to the day of the record's document, so that a search for a common name does not find more
 * records than it may return.
 */
const onItsDay = (rows: DemoRows, row: Row) => {
  const day = typedDate(rows.document(keyOf(row)).recorded_date);
  return { fromRecordedDate: day, toRecordedDate: day };
};

const legalCriteria = (row: Row): object =>
  row.kind === 'LB'
    ? {
        legalType: 'LB',
        ...platCriteria(row.plat_number),
        lot: row.lot,
        block: row.block,
        sublot: row.sublot,
        otherLotCodeLb: row.other_code,
        otherLotLb: row.other_lot,
        building: row.building,
        unit: row.unit,
        garage: row.garage,
      }
    : {
        legalType: 'MB',
        section: row.section,
        township: row.township,
        range: row.range,
        q: row.q,
        qq: row.qq,
        qqq: row.qqq,
        qqqq: row.qqqq,
      };
const platCriteria = (number = '') => ({ plat: number, platNumber: number });

const legals = (file: string, rows: DemoRows): Row[] => [
  ...rows.some(file, amount, ({ kind }) => kind === 'LB'),
  ...rows.some(file, amount, ({ kind }) => kind === 'MB'),
];

/** Returns a few words from the middle of a text. */
const words = (text = ''): string => text.split(' ').slice(1, 6).join(' ');

const liens = (rows: DemoRows): DrawnSearch[] =>
  rows.some('tax_liens', amount).flatMap((row) => {
    const party = rows.of('tax_lien_parties').find((one) => keyOf(one) === keyOf(row));
    const found = (searchByTaxLienMethod: string, criteria: object): DrawnSearch => ({
      criteria: { searchByTaxLienMethod, currentOrExpired: 'ALL', ...criteria },
      id: keyOf(row),
    });
    return [
      found('DATERANGE', onItsDay(rows, row)),
      found('DOCUMENTNUMBER', { documentNumber: row.document_number }),
      found('LIENNUMBER', { lienNumber: row.lien_number?.toLowerCase() }),
      found('TAXPAYER', { taxpayerName: party?.last_name, taxpayerFirstName: party?.first_name }),
    ];
  });

/** For each kind of search, the searches for records from all parts of the county's bundle. */
export const drawnSearches: Record<SearchType, (rows: DemoRows) => DrawnSearch[]> = {
  searchByAddress: (rows) =>
    rows.some('addresses', amount).map((row) => ({
      criteria: {
        streetNumber: row.house_number,
        streetName: row.street?.toLowerCase(),
        city: row.city,
        ...onItsDay(rows, row),
      },
      id: keyOf(row),
    })),
  searchByBookAndPage: (rows) =>
    rows
      .some('documents', amount, ({ book, page }) => book !== '' && page !== '')
      .map((row) => ({ criteria: { book: row.book, page: row.page }, id: keyOf(row) })),
  searchByDate: (rows) =>
    rows.some('documents', amount).map((row) => ({ criteria: onItsDay(rows, row), id: keyOf(row) })),
  searchByDocumentNumber: (rows) =>
    rows
      .some('documents', amount)
      .map((row) => ({ criteria: { fromDocumentNumber: row.document_number }, id: keyOf(row) })),
  searchByLegalDescription: (rows) =>
    legals('legals', rows).map((row) => ({
      criteria: { ...legalCriteria(row), ...onItsDay(rows, row) },
      id: keyOf(row),
    })),
  searchByName: (rows) =>
    rows.some('parties', amount).map((row) => ({
      criteria: {
        grantorGranteeLastName1: row.last_name,
        grantorGranteeFirstName1: row.first_name,
        ...onItsDay(rows, row),
      },
      id: keyOf(row),
    })),
  searchByParcelId: (rows) =>
    rows.some('parcels', amount).map((row) => ({
      criteria: { parcelId: row.parcel_id?.replaceAll('-', ' '), ...onItsDay(rows, row) },
      id: keyOf(row),
    })),
  searchByTorrensCertificate: (rows) =>
    rows.some('certificates', amount).map(({ certificate_number: number = '' }) => ({
      criteria: { certificateNumber: number },
      id: `C${number}`,
    })),
  searchByTorrensText: (rows) =>
    ['LEGAL', 'MEMORIAL', 'RECITAL'].flatMap((searchIn) =>
      rows
        .some('certificate_texts', amount, ({ section }) => section === searchIn)
        .map((row) => ({
          criteria: { text: words(row.text), searchIn },
          id: `C${row.certificate_number}`,
        })),
    ),
  searchByTractIndexNMI: (rows) =>
    rows
      .some('parcels', amount, ({ island, village }) => island !== '' && village !== '')
      .map((row) => ({
        criteria: { island: row.island, village: row.village, ...onItsDay(rows, row) },
        id: keyOf(row),
      })),
  searchByPlat: (rows) =>
    rows
      .some('legals', amount, ({ kind }) => kind === 'LB')
      .map((row) => ({ criteria: platCriteria(row.plat_number), id: keyOf(row) })),
  searchByGrantorGranteeBook: (rows) =>
    rows.some('gg_books', amount).map((row) => ({
      criteria: {
        grantorGranteeLastName: row.from_name,
        fromRecordedDate: typedDate(row.from_date),
        toRecordedDate: typedDate(row.to_date),
      },
      id: `G${row.entry_number}`,
    })),
  searchByTaxLien: liens,
  searchByTractBookId: (rows) =>
    rows.some('tract_books', amount).map((row) => ({
      criteria: { tractBookId: row.entry_number },
      id: `B${row.entry_number}`,
    })),
  searchByTractBookLegal: (rows) =>
    legals('tract_books', rows).map((row) => ({
      criteria: { ...legalCriteria(row), ...anyDay },
      id: `B${row.entry_number}`,
    })),
};
