import * as z from 'zod/mini';
import { dateRangeIssues, latestToday } from '../dates.js';
import { message } from '../message.js';

/** All kinds of search, in the order of the specification; a kind names its route, its flag and its call. */
export const searchTypes = [
  'searchByAddress',
  'searchByBookAndPage',
  'searchByDate',
  'searchByDocumentNumber',
  'searchByLegalDescription',
  'searchByName',
  'searchByParcelId',
  'searchByTorrensCertificate',
  'searchByTorrensText',
  'searchByTractIndexNMI',
  'searchByPlat',
  'searchByGrantorGranteeBook',
  'searchByTaxLien',
  'searchByTractBookId',
  'searchByTractBookLegal',
] as const;
export const searchType = z.enum(searchTypes);
export type SearchType = z.infer<typeof searchType>;

export type FieldIssues = Record<string, string>;

/** A text as typed: trimmed, no control characters (NUL is no text for PostgreSQL), bounded. */
const field = (max = 200) =>
  z._default(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(max, 'forms:tooLong'),
        z.regex(/^[^\u0000-\u001f\u007f]*$/, 'forms:invalidCharacters'),
      ),
    '',
  );

/** All rules of a form in one check, so that every message shows at once and not one layer after the other. */
const rules =
  <T extends object>(issuesOf: (criteria: T) => FieldIssues) =>
  (payload: { value: T; issues: unknown[] }): void => {
    for (const [name, text] of Object.entries(issuesOf(payload.value))) {
      payload.issues.push({ code: 'custom', message: text, path: [name], input: payload.value });
    }
  };

const percent = (criteria: Record<string, unknown>): FieldIssues =>
  Object.fromEntries(
    Object.entries(criteria)
      .filter(([, value]) => typeof value === 'string' && value.includes('%'))
      .map(([name]) => [name, 'forms:invalidCharacters']),
  );

export interface SearchDay {
  /** Today in the county, YYYY-MM-DD; without it the latest day anywhere, which refuses only what is future for all. */
  today?: string;
}

export const nameMatchMethods = ['BEGINS', 'EXACT', 'SOUNDS', 'WORD'] as const;

export const minimumLastName = 2;

type NameFields = z.infer<typeof nameFields>;
const nameFields = z.object({
  grantorGranteeSearchIn: z._default(z.enum(['BOTH', 'GRANTORS', 'GRANTEES']), 'BOTH'),
  grantorGranteeLastName1: field(),
  grantorGranteeFirstName1: field(100),
  grantorGranteeMiddleInitial1: field(1),
  andOr: z._default(z.enum(['AND', 'OR']), 'OR'),
  grantorGranteeLastName2: field(),
  grantorGranteeFirstName2: field(100),
  grantorGranteeMiddleInitial2: field(1),
  /** Beyond the specification: how names are compared (search.md 1). */
  matchMethod: z._default(z.enum(nameMatchMethods), 'BEGINS'),
  documentType: z._default(field(10), 'ALL'),
  instrumentGroup: z._default(field(20), 'ALL'),
  fromRecordedDate: field(20),
  toRecordedDate: field(20),
});

const lastNameIssue = (last: string): string | undefined =>
  last.length > 0 && last.length < minimumLastName
    ? message('forms:minimum', { n: minimumLastName })
    : undefined;

const nameIssues = (criteria: NameFields, today: string): FieldIssues => {
  const issues: FieldIssues = {};
  const set = (name: string, text: string | undefined): void => {
    if (text && !issues[name]) issues[name] = text;
  };
  const { grantorGranteeLastName1: last1, grantorGranteeFirstName1: first1 } = criteria;
  const { grantorGranteeLastName2: last2, grantorGranteeFirstName2: first2 } = criteria;
  set('grantorGranteeLastName1', last1 === '' ? 'forms:required' : lastNameIssue(last1));
  if (criteria.grantorGranteeMiddleInitial1 !== '' && first1 === '')
    set('grantorGranteeFirstName1', 'forms:requiredIfMi');
  set('grantorGranteeLastName2', lastNameIssue(last2));
  if (first2 !== '' && last2 === '') set('grantorGranteeLastName2', 'forms:requiredIfFirstName');
  if (criteria.grantorGranteeMiddleInitial2 !== '') {
    if (last2 === '') set('grantorGranteeLastName2', 'forms:requiredIfMi');
    if (first2 === '') set('grantorGranteeFirstName2', 'forms:requiredIfMi');
  }
  const dates = dateRangeIssues(criteria.fromRecordedDate, criteria.toRecordedDate, { today, limit: 'none' });
  set('fromRecordedDate', dates.from);
  set('toRecordedDate', dates.to);
  return { ...issues, ...percent(criteria) };
};

const nameCriteriaOn = (today: string | undefined) =>
  nameFields.check(rules((criteria) => nameIssues(criteria, today ?? latestToday())));

/** Making a schema costs as much as reading a form with it, and one day's is the same for everybody. */
const nameSchemas = new Map<string | undefined, ReturnType<typeof nameCriteriaOn>>();

/** Search by Name (B1-070 to B1-081; search.md 1, 3). */
export function nameCriteria({ today }: SearchDay = {}): ReturnType<typeof nameCriteriaOn> {
  const known = nameSchemas.get(today);
  if (known) return known;
  if (nameSchemas.size > 8) nameSchemas.clear();
  const made = nameCriteriaOn(today);
  nameSchemas.set(today, made);
  return made;
}
export type NameCriteria = NameFields;

/** Criteria whose search is known to be slow: it waits in the slow lane (search.md, the slow cases by name). */
export const isBroadNameSearch = (criteria: NameCriteria): boolean =>
  criteria.matchMethod === 'SOUNDS' ||
  criteria.matchMethod === 'WORD' ||
  (criteria.matchMethod === 'BEGINS' && criteria.grantorGranteeLastName1.length <= 2) ||
  (criteria.grantorGranteeLastName2 !== '' && criteria.andOr === 'AND');

type DocumentNumberFields = z.infer<typeof documentNumberFields>;
const documentNumberFields = z.object({
  documentType: z._default(field(10), 'ALL'),
  fromDocumentNumber: field(40),
  toDocumentNumber: field(40),
});

const withoutLeadingZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');

/** Digits of any length as numbers: the shorter is less. */
const less = (a: string, b: string): boolean => {
  const [x, y] = [withoutLeadingZeros(a), withoutLeadingZeros(b)];
  return x.length === y.length ? x < y : x.length < y.length;
};

const documentNumberIssues = ({
  fromDocumentNumber: from,
  toDocumentNumber: to,
}: DocumentNumberFields): FieldIssues => {
  const issues: FieldIssues = {};
  if (from === '') issues.fromDocumentNumber = 'forms:required';
  if (to !== '') {
    if (from !== '' && !/^\d+$/.test(from)) issues.fromDocumentNumber = 'forms:numericRange';
    if (!/^\d+$/.test(to)) issues.toDocumentNumber = 'forms:numericRange';
    if (/^\d+$/.test(from) && /^\d+$/.test(to) && less(to, from)) {
      issues.fromDocumentNumber = 'forms:invalidNumericRange';
      issues.toDocumentNumber = 'forms:invalidNumericRange';
    }
  }
  return issues;
};

/** Search by Document Number (B1-054 to B1-057; search.md 9). */
export const documentNumberCriteria = () =>
  documentNumberFields.check(
    rules((criteria) => ({ ...documentNumberIssues(criteria), ...percent(criteria) })),
  );
export type DocumentNumberCriteria = DocumentNumberFields;

export const documentSortKeys = ['docNumber', 'recordedDate', 'book', 'instrument'] as const;
export const sortDirections = ['ASC', 'DESC'] as const;
export const batchSize = 25;
export const pageSize = 100;
/** More hits than this are cut off, with the badge (B2-34). */
export const resultLimit = 1_000;

/** Travels beside the criteria of every search (B2-02). Page -1 with a download asks for all. */
export const searchPaging = z.object({
  pageNumber: z._default(
    z.int().check(
      z.minimum(-1, 'forms:invalidPage'),
      z.maximum(10, 'forms:invalidPage'),
      z.refine((page) => page !== 0, 'forms:invalidPage'),
    ),
    1,
  ),
  sortKey: z._default(z.enum(documentSortKeys), 'docNumber'),
  sortDirection: z._default(z.enum(sortDirections), 'ASC'),
  /** Opaque id of the executed search; absent or empty starts a new one (search.md 11). */
  timestamp: z._default(z.string().check(z.maxLength(600, 'forms:tooLong')), ''),
  batch: z._default(z.int().check(z.minimum(1, 'forms:invalidBatch'), z.maximum(4, 'forms:invalidBatch')), 1),
  updateHistory: z._default(z.boolean(), true),
});
export type SearchPaging = z.infer<typeof searchPaging>;

const party = z.object({
  displayName: z.string(),
  lastName: z.string(),
  firstName: z.string(),
  middleInitial: z.string(),
});
const reference = z.object({
  docId: z.string(),
  docNumber: z.string(),
  docType: z.string(),
  displayDocNumber: z.string(),
  instrumentDescription: z.string(),
  recordedDate: z.string(),
  recordedTime: z.string(),
  recordedAmPm: z.string(),
});
const legal = z.object({ description: z.string(), comment: z.string(), docId: z.string() });
const labelled = z.object({ label: z.string(), value: z.string() });

/**
 * A document in a result row (lists cut to their first item, with `…Count` beside them) and in the details (whole).
 * `docId` is the document key; dates are MM/DD/YYYY, amounts display text (B2-40 to B2-44).
 */
export const documentResult = z.object({
  docId: z.string(),
  docType: z.string(),
  docNumber: z.string(),
  displayDocNumber: z.string(),
  instrumentCode: z.string(),
  instrumentDescription: z.string(),
  displayBookAndPage: z.string(),
  recordedDate: z.string(),
  recordedDateTime: z.string(),
  instrumentDate: z.string(),
  mortgageAmount: z.string(),
  salePrice: z.string(),
  verifiedStatus: z.string(),
  grantorSearchResults: z.array(party),
  granteeSearchResults: z.array(party),
  referenceDocumentSearchResults: z.array(reference),
  legalSearchResults: z.array(legal),
  torrensSearchResults: z.array(z.object({ certificateNumber: z.string(), status: z.string() })),
  additionalInfoSearchResults: z.array(labelled),
  displayOnlySearchResults: z.array(labelled),
  grantorCount: z.optional(z.int()),
  granteeCount: z.optional(z.int()),
  referenceCount: z.optional(z.int()),
  legalCount: z.optional(z.int()),
});
export type DocumentResult = z.infer<typeof documentResult>;

/** A saved search (spec 001 section 3). `index` is 1 for the latest. */
export const searchHistoryEntry = z.object({
  link: z.string(),
  criteriaJson: z.string(),
  displayCriteria: z.array(z.object({ key: z.string(), value: z.string() })),
  longDescription: z.string(),
  type: searchType,
  pageNumber: z.int(),
  sortKey: z.string(),
  sortDirection: z.enum(sortDirections),
  index: z.int(),
});
export type SearchHistoryEntry = z.infer<typeof searchHistoryEntry>;

/** The answer of every search (B2-03, B2-04). `searchResultList` holds one batch; `totalRecordCount` is at most 1000. */
export const searchAnswer = z.object({
  searchResults: z.object({
    searchResultList: z.array(documentResult),
    totalRecordCount: z.int(),
    currentRecordCount: z.int(),
  }),
  historyResults: z.object({ searchHistoryList: z.array(searchHistoryEntry) }),
  paymentNeeded: z.boolean(),
  paymentNeededAgain: z.boolean(),
  timestamp: z.string(),
  message: z.string(),
  status: z.string(),
});
export type SearchAnswer = z.infer<typeof searchAnswer> & { usageBalance: string };

/** POST search/documentDetails (B4-18); `docId` is the document key. */
export const documentDetailsRequest = z.object({
  docId: z.string().check(z.maxLength(40)),
  description: z._default(z.string().check(z.maxLength(300)), ''),
});
