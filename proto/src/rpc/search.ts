import * as z from 'zod/mini';
import { documentKey } from '../document-key.js';
import { codeDescription } from '../http/envelope.js';
import {
  documentNumberCriteria,
  documentResult,
  nameCriteria,
  searchAnswer,
  searchHistoryEntry,
  searchPaging,
} from '../http/search.js';
import { rpc } from './contract.js';

/** What the answers of all searches share: the bytes of `searchAnswer`, to which the gateway adds the balance. */
const searchErrors = [
  'SEARCH_NOT_ALLOWED',
  'INVALID_TIMESTAMP',
  'INVALID_INPUT',
  'COUNTY_NOT_INDEXED',
] as const;

export const searchByName = rpc('search.by-name.v1', {
  input: z.object({ criteria: nameCriteria(), paging: searchPaging }),
  output: searchAnswer,
  errors: searchErrors,
  deadlineMs: 8_000,
});

/**
 * The same search for criteria that `isBroadNameSearch` calls slow (two-letter prefixes, sound, word): it waits in a
 * lane of its own, so that it never starves the others (search.md).
 */
export const searchByNameBroad = rpc('search.by-name-broad.v1', {
  input: z.object({ criteria: nameCriteria(), paging: searchPaging }),
  output: searchAnswer,
  errors: searchErrors,
  lane: 'slow',
  deadlineMs: 8_000,
});

export const searchByDocumentNumber = rpc('search.by-document-number.v1', {
  input: z.object({ criteria: documentNumberCriteria(), paging: searchPaging }),
  output: searchAnswer,
  errors: searchErrors,
  deadlineMs: 8_000,
});

export const getDocumentDetails = rpc('search.document-details.v1', {
  input: z.object({ documentKey }),
  output: documentResult,
  errors: ['DOCUMENT_NOT_FOUND'],
});

/** What other services need to know of a document; a sealed one answers like one that is not there. */
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
  input: z.object({ documentKey }),
  output: documentDescription,
  errors: ['DOCUMENT_NOT_FOUND'],
  lane: 'must',
});

/** The last five searches of the actor, newest first; none for GUEST. */
export const listHistory = rpc('search.list-history.v1', {
  input: z.object({}),
  output: z.array(searchHistoryEntry),
  errors: [],
});

/** Code lists of the county's index and the dates that its import brought. */
export const getIndexTerms = rpc('search.get-index-terms.v1', {
  input: z.object({}),
  output: z.object({
    instrumentGroups: z.array(codeDescription),
    documentTypes: z.array(codeDescription),
    bookTypes: z.array(codeDescription),
    /** MM/DD/YYYY, empty when the import names none. */
    abstractIndexBeginDate: z.string(),
    abstractVerifiedDate: z.string(),
  }),
  errors: [],
});

export const searchContracts = [
  searchByName,
  searchByNameBroad,
  searchByDocumentNumber,
  getDocumentDetails,
  describeDocument,
  listHistory,
  getIndexTerms,
] as const;
