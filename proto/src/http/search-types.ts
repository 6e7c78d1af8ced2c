import * as z from 'zod/mini';

/**
 * All kinds of search, in the order of the specification. The name of a kind is also the name of its route, its flag
 * and its call.
 */
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

/** The county's lists of codes that criteria use; each code has a description (A1-09). */
export const criterionLists = [
  'instrumentGroups',
  'documentTypes',
  'bookTypes',
  'otherLotCodes',
  'bases',
  'meridians',
  'municipalities',
] as const;
export type CriterionList = (typeof criterionLists)[number];

/** The kinds of results; each has its own record, result screen and details. */
export const resultKinds = ['documents', 'certificates', 'bookEntries', 'taxLiens', 'tractBooks'] as const;
export type ResultKind = (typeof resultKinds)[number];

const otherKinds: Partial<Record<SearchType, ResultKind>> = {
  searchByTorrensCertificate: 'certificates',
  searchByTorrensText: 'certificates',
  searchByGrantorGranteeBook: 'bookEntries',
  searchByTaxLien: 'taxLiens',
  searchByTractBookId: 'tractBooks',
  searchByTractBookLegal: 'tractBooks',
};
export const resultKindOf = (type: SearchType): ResultKind => otherKinds[type] ?? 'documents';

/**
 * The sort keys of each kind of result; the first is the default (B2-22, B4-04, B5-06, B5-07, B6-02, B6-03, B6-08,
 * B6-15).
 */
export const sortKeys = {
  documents: ['docNumber', 'recordedDate', 'book', 'instrument'],
  certificates: ['certificateNumber', 'certifiedDate', 'book'],
  bookEntries: ['id', 'fromName', 'fromDate'],
  taxLiens: ['docNumber', 'recordedDate', 'lienDate', 'lienNumber'],
  tractBooks: ['id', 'recordedDate'],
} as const satisfies Record<ResultKind, readonly [string, ...string[]]>;
export type SortKey = (typeof sortKeys)[ResultKind][number];

export const sortDirections = ['ASC', 'DESC'] as const;
export type SortDirection = (typeof sortDirections)[number];

export const batchSize = 25;
export const pageSize = 100;
/** Maximum number of results. If a search finds more, a badge says so, and the rest is left out (B2-34). */
export const resultLimit = 1_000;

/**
 * A saved search (spec 001 section 3). `link` is the call that runs it again; `index` is 1 for the latest;
 * `displayCriteria` is in the user's language; `list` names the county's list that has the description of the code in
 * `value`.
 */
export const searchHistoryEntry = z.object({
  link: z.string(),
  criteriaJson: z.string(),
  displayCriteria: z.array(
    z.object({ key: z.string(), value: z.string(), list: z.optional(z.enum(criterionLists)) }),
  ),
  longDescription: z.string(),
  type: searchType,
  pageNumber: z.int(),
  sortKey: z.string(),
  sortDirection: z.enum(sortDirections),
  index: z.int(),
});
export type SearchHistoryEntry = z.infer<typeof searchHistoryEntry>;
