import type { DocumentResult } from '@portal/proto/http/search-results';
import type { SearchHistoryEntry } from '@portal/proto/http/search-types';

const party = (displayName: string) => ({
  displayName,
  lastName: displayName,
  firstName: '',
  middleInitial: '',
});

/** A document of the index with its first party, legal and reference. */
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
  timestamp?: string;
  history?: SearchHistoryEntry[];
  balance?: string;
}

/** What the server answers to one batch of a search over `total` documents. */
export const answerBatch = (body: Record<string, unknown>, terms: SearchAnswerTerms) => {
  const { total, timestamp = 'search-1', history = [], balance = '$99.00' } = terms;
  const start = (Number(body.pageNumber) - 1) * 100 + (Number(body.batch) - 1) * 25;
  const count = Math.max(0, Math.min(25, total - start));
  return {
    searchResults: {
      searchResultList: Array.from({ length: count }, (_row, row) => someDocument(1_000_001 + start + row)),
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
