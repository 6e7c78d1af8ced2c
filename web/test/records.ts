import type {
  BookEntryResult,
  CertificateResult,
  DocumentResult,
  RecordOf,
  TaxLienResult,
  TractBookResult,
} from '@portal/proto/http/search-results';
import {
  searchTypes,
  type ResultKind,
  type SearchHistoryEntry,
  type SearchType,
} from '@portal/proto/http/search-types';
import { someUser } from './portal.js';

const party = (displayName: string) => ({
  displayName,
  lastName: displayName,
  firstName: '',
  middleInitial: '',
});

/** A document of the index with one grantor, one grantee and one legal description. */
export const someDocument = (number: number, over: Partial<DocumentResult> = {}): DocumentResult => ({
  docId: `A${number}`,
  docType: 'A',
  docNumber: String(number),
  displayDocNumber: `A${number}`,
  instrumentCode: 'WD',
  instrumentDescription: 'Warranty Deed',
  displayBookAndPage: '214 / 331',
  recordedDate: '04/17/1991',
  recordedDateTime: '04/17/1991 2:35 PM',
  instrumentDate: '04/02/1991',
  mortgageAmount: '$92,000.00',
  salePrice: '$148,500.00',
  verifiedStatus: 'Verified',
  grantorSearchResults: [party('LINDGARTH, SIGRID A')],
  granteeSearchResults: [party('COUNTY OF LAKE')],
  referenceDocumentSearchResults: [],
  legalSearchResults: [{ description: 'LOT 7 BLK 3', comment: '', docId: `A${number}` }],
  torrensSearchResults: [],
  additionalInfoSearchResults: [],
  displayOnlySearchResults: [],
  grantorCount: 1,
  granteeCount: 1,
  referenceCount: 0,
  legalCount: 1,
  ...over,
});

export const someCertificate = (
  number: number,
  over: Partial<CertificateResult> = {},
): CertificateResult => ({
  id: `C${number}`,
  certificateNumber: String(number),
  fileNumber: '9981',
  displayBookAndPage: '61 / 18',
  certifiedDate: '06/02/1987',
  shortStatus: 'CAN',
  status: 'Cancelled',
  docNumber: '2000001',
  docType: 'T',
  source: 'LANDLINK',
  cancelledBySearchResults: [],
  ...over,
});

export const someBookEntry = (number: number, over: Partial<BookEntryResult> = {}): BookEntryResult => ({
  id: `G${number}`,
  docNumber: String(number),
  docType: 'G',
  type: 'GRANTOR',
  fromName: 'SMITH',
  toName: 'SMYTHE',
  fromDate: '01/01/1890',
  toDate: '12/31/1912',
  ...over,
});

export const someLien = (number: number, over: Partial<TaxLienResult> = {}): TaxLienResult => ({
  docId: `A${number}`,
  docType: 'A',
  docNumber: String(number),
  displayDocNumber: `A${number}`,
  instrumentDescription: 'Federal Tax Lien',
  recordedDate: '05/11/2019',
  instrumentDate: '05/01/2019',
  displayBookAndPage: '301 / 7',
  lienNumber: 'F-88120',
  lienDate: '04/30/2019',
  totalAmount: '$12,400.00',
  lienType: 'Federal',
  taxpayerSearchResults: [
    {
      name: 'OLSON, ERIK J',
      lastName: 'OLSON',
      firstName: 'ERIK',
      middleInitial: 'J',
      displayAddress: '12 MAIN ST',
    },
  ],
  releaseSearchResults: [],
  revisionSearchResults: [],
  ...over,
});

export const someTractEntry = (number: number, over: Partial<TractBookResult> = {}): TractBookResult => ({
  docId: `B${number}`,
  tractBookId: String(number),
  recordedDate: '02/03/1901',
  recordedDateTime: '02/03/1901 9:05 AM',
  legalSearchResults: [{ description: 'NE1/4 SEC 14 TWP 56 RGE 11', comment: '', docId: `B${number}` }],
  legalCount: 1,
  ...over,
});

/** A user who may use every kind of search, in a county that offers all of them. */
export const everything = {
  user: someUser({ searchList: [...searchTypes] }),
  help: {
    search: { enabled: [...searchTypes] },
    index: { torrens: true, torrensUseFileNumber: true },
  },
};

/** The URL of a search's results, with its fragment. */
export const resultsAt = (path: string, type: SearchType, more = ''): string =>
  `/search/${path}#search=${type}${more}`;

export const historyEntry = (over: Partial<SearchHistoryEntry> = {}): SearchHistoryEntry => ({
  link: 'search/searchByName',
  criteriaJson: JSON.stringify({ grantorGranteeLastName1: 'OLSON', grantorGranteeSearchIn: 'GRANTEES' }),
  displayCriteria: [{ key: 'Name', value: 'OLSON' }],
  longDescription: '',
  type: 'searchByName',
  pageNumber: 1,
  sortKey: 'docNumber',
  sortDirection: 'ASC',
  index: 1,
  ...over,
});

interface SearchAnswerTerms {
  total: number;
  /** Makes the record with this number; by default a document. */
  record?: (number: number) => RecordOf<ResultKind>;
  timestamp?: string;
  history?: SearchHistoryEntry[];
  balance?: string;
}

/** The server's answer to one batch of a search over `total` documents. */
export const answerBatch = (body: Record<string, unknown>, terms: SearchAnswerTerms) => {
  const { total, record = someDocument, timestamp = 'search-1', history = [], balance = '$99.00' } = terms;
  const start = (Number(body.pageNumber) - 1) * 100 + (Number(body.batch) - 1) * 25;
  const count = Math.max(0, Math.min(25, total - start));
  return {
    searchResults: {
      searchResultList: Array.from({ length: count }, (_row, row) => record(1_000_001 + start + row)),
      totalRecordCount: total,
      currentRecordCount: count,
    },
    historyResults: { searchHistoryList: history },
    usageBalance: balance,
    paymentNeeded: false,
    paymentNeededAgain: false,
    timestamp,
    message: '',
    status: 'OK',
  };
};
