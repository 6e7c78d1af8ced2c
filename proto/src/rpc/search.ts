import * as z from 'zod/mini';
import { everySearch } from '../criteria/every-search.js';
import { documentKey } from '../document-key.js';
import { codeDescription } from '../http/envelope.js';
import { importRun } from '../http/monitoring.js';
import { searchPaging } from '../http/search-paging.js';
import {
  documentResult,
  legalDetails,
  platListRequest,
  searchAnswer,
  unpaidDetails,
} from '../http/search-results.js';
import { searchHistoryEntry, type SearchType } from '../http/search-types.js';
import { rpc } from './contract.js';
import { deadFactContractsOf } from './dead-facts.js';

const inputOf = <T extends SearchType>(type: T) =>
  z.object({
    type: z.literal(type),
    criteria: everySearch[type].schema(),
    paging: searchPaging(type),
  });

type InputOf<T extends SearchType> = ReturnType<typeof inputOf<T>>;

/** The input of each kind of search; a missing kind is a compile error. */
const inputs = {
  searchByAddress: inputOf('searchByAddress'),
  searchByBookAndPage: inputOf('searchByBookAndPage'),
  searchByDate: inputOf('searchByDate'),
  searchByDocumentNumber: inputOf('searchByDocumentNumber'),
  searchByLegalDescription: inputOf('searchByLegalDescription'),
  searchByName: inputOf('searchByName'),
  searchByParcelId: inputOf('searchByParcelId'),
  searchByTorrensCertificate: inputOf('searchByTorrensCertificate'),
  searchByTorrensText: inputOf('searchByTorrensText'),
  searchByTractIndexNMI: inputOf('searchByTractIndexNMI'),
  searchByPlat: inputOf('searchByPlat'),
  searchByGrantorGranteeBook: inputOf('searchByGrantorGranteeBook'),
  searchByTaxLien: inputOf('searchByTaxLien'),
  searchByTractBookId: inputOf('searchByTractBookId'),
  searchByTractBookLegal: inputOf('searchByTractBookLegal'),
} satisfies { [T in SearchType]: InputOf<T> };
const [firstInput, ...otherInputs] = Object.values(inputs);

/** The request of a search: its kind, its criteria and the requested part of the answer. */
export const searchInput = z.discriminatedUnion('type', [firstInput!, ...otherInputs]);
export type SearchInput = z.output<typeof searchInput>;

/**
 * What both commands for searches have in common. The answer is the bytes of `searchAnswer`; the gateway adds the
 * balance.
 */
const search = {
  input: searchInput,
  output: searchAnswer,
  errors: [
    'SEARCH_NOT_ALLOWED',
    'INVALID_TIMESTAMP',
    'INVALID_INPUT',
    'COUNTY_NOT_INDEXED',
    'INSUFFICIENT_FUNDS',
  ],
  reads: true,
  deadlineMs: 8_000,
  callers: ['gateway', 'reports'],
} as const;
export const runSearch = rpc('search.search.v1', search);

/**
 * Runs a search whose criteria are known to be slow (`isBroadSearch`). Such a search waits in the slow lane
 * (search/DESIGN.md#slow-searches).
 */
export const runBroadSearch = rpc('search.broad-search.v1', { ...search, lane: 'slow' });

export const getDocumentDetails = rpc('search.document-details.v1', {
  reads: true,
  input: z.object({ documentKey }),
  output: z.union([documentResult, unpaidDetails]),
  errors: ['DOCUMENT_NOT_FOUND', 'INSUFFICIENT_FUNDS'],
});

/**
 * Details of a certificate, book entry, tract book entry or tax lien. `key` is the key of the record; for a tax lien,
 * the key of its document.
 */
export const getRecordDetails = rpc('search.record-details.v1', {
  reads: true,
  input: z.object({
    kind: z.enum(['certificates', 'bookEntries', 'taxLiens', 'tractBooks']),
    key: documentKey,
  }),
  output: z.record(z.string(), z.unknown()),
  errors: ['DOCUMENT_NOT_FOUND', 'INSUFFICIENT_FUNDS'],
});

const partOfDetailsErrors = [
  'DOCUMENT_NOT_FOUND',
  'PAYMENT_NEEDED',
  'PAYMENT_NEEDED_AGAIN',
  'INSUFFICIENT_FUNDS',
] as const;

/** The legal descriptions of a document or a tract book entry, field by field; headers are catalog keys. */
export const getLegalDetails = rpc('search.legal-details.v1', {
  reads: true,
  input: z.object({ documentKey }),
  output: legalDetails,
  errors: partOfDetailsErrors,
});

/** Parcel ids of a document in the office's order; empty when the document has none. */
export const listParcelIds = rpc('search.list-parcel-ids.v1', {
  reads: true,
  input: z.object({ documentKey }),
  output: z.array(z.string()),
  errors: partOfDetailsErrors,
});

/**
 * Plats whose number or name starts with a text; an empty text lists all. The code is the number, the description is
 * the name.
 */
export const listPlats = rpc('search.list-plats.v1', {
  reads: true,
  input: platListRequest,
  output: z.array(codeDescription),
  errors: [],
});

/**
 * Data that other services need about a record with images: a document, or a record whose key begins with C, G or B.
 * A sealed document is not found.
 */
export const documentDescription = z.object({
  documentKey,
  documentType: z.string(),
  documentNumber: z.string(),
  displayDocNumber: z.string(),
  instrumentCode: z.string(),
  instrumentDescription: z.string(),
});
export type DocumentDescription = z.infer<typeof documentDescription>;
export const describeDocument = rpc('search.describe-document.v1', {
  reads: true,
  input: z.object({ documentKey }),
  output: documentDescription,
  errors: ['DOCUMENT_NOT_FOUND'],
  lane: 'must',
  callers: [],
  system: ['payments'],
});

/** The last five searches of the actor, newest first; none for GUEST. */
export const listHistory = rpc('search.list-history.v1', {
  reads: true,
  input: z.object({}),
  output: z.array(searchHistoryEntry),
  errors: [],
});

/** Code lists of the county's index, and the dates from its import. */
export const getIndexTerms = rpc('search.get-index-terms.v1', {
  reads: true,
  callers: ['gateway', 'reports'],
  input: z.object({}),
  output: z.object({
    instrumentGroups: z.array(codeDescription),
    documentTypes: z.array(codeDescription),
    bookTypes: z.array(codeDescription),
    otherLotCodes: z.array(codeDescription),
    bases: z.array(codeDescription),
    meridians: z.array(codeDescription),
    municipalities: z.array(codeDescription),
    /** The first day of the abstract index, MM/DD/YYYY; empty when the import has none. */
    abstractIndexBeginDate: z.string(),
    /** The day up to which the abstract index is verified, MM/DD/YYYY; empty when the import has none. */
    abstractVerifiedDate: z.string(),
    /** The day up to which the Torrens index is verified, MM/DD/YYYY; empty when the import has none. */
    torrensVerifiedDate: z.string(),
    /**
     * The other dates of each kind of record by name (C4-23), MM/DD/YYYY; dates that no import contained are left out.
     */
    dates: z.optional(
      z.object({
        abstract: z.record(z.string(), z.string()),
        torrens: z.record(z.string(), z.string()),
        lien: z.record(z.string(), z.string()),
      }),
    ),
  }),
  errors: [],
});

/** The newest imports of the actor's county. TRIMIN only. */
export const listImports = rpc('search.list-imports.v1', {
  reads: true,
  input: z.object({}),
  output: z.object({ imports: z.array(importRun) }),
  errors: ['NOT_FOUND'],
});

export const searchContracts = [
  runSearch,
  runBroadSearch,
  getDocumentDetails,
  getRecordDetails,
  getLegalDetails,
  listParcelIds,
  listPlats,
  describeDocument,
  listHistory,
  getIndexTerms,
  listImports,
  ...deadFactContractsOf('search'),
] as const;
