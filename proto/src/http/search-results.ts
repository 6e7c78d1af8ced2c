import * as z from 'zod/mini';
import { field } from '../criteria/definition.js';
import { systemKind } from '../system-kinds.js';
import { searchHistoryEntry, type ResultKind } from './search-types.js';

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
 * A document. In a row, a list has only its first item, and a `…Count` field has the number of items. Details have
 * complete lists. `docId` is the document key; dates are MM/DD/YYYY, amounts are display text (B2-40 to B2-44).
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

/**
 * A Torrens certificate, in a row and in the details (B2-48, B2-49). `id` is its key, which consists of `C` and the
 * number.
 */
export const certificateResult = z.object({
  id: z.string(),
  certificateNumber: z.string(),
  fileNumber: z.string(),
  displayBookAndPage: z.string(),
  certifiedDate: z.string(),
  shortStatus: z.string(),
  status: z.string(),
  docNumber: z.string(),
  docType: z.string(),
  source: systemKind,
  cancelledBySearchResults: z.array(
    z.object({ cancelledByCertificateId: z.string(), cancelledByCertificateNumber: z.string() }),
  ),
});
export type CertificateResult = z.infer<typeof certificateResult>;

/** A page range of a grantor/grantee book (B2-50). `id` is its key, which consists of `G` and the number. */
export const bookEntryResult = z.object({
  id: z.string(),
  docNumber: z.string(),
  docType: z.string(),
  /** GRANTOR or GRANTEE. */
  type: z.string(),
  fromName: z.string(),
  toName: z.string(),
  fromDate: z.string(),
  toDate: z.string(),
});
export type BookEntryResult = z.infer<typeof bookEntryResult>;

/**
 * A tax lien (B2-45 to B2-47, B6-09 to B6-13). `docId` is the key of its document. Row and details have the same
 * fields.
 */
export const taxLienResult = z.object({
  docId: z.string(),
  docType: z.string(),
  docNumber: z.string(),
  displayDocNumber: z.string(),
  instrumentDescription: z.string(),
  recordedDate: z.string(),
  instrumentDate: z.string(),
  displayBookAndPage: z.string(),
  lienNumber: z.string(),
  lienDate: z.string(),
  totalAmount: z.string(),
  lienType: z.string(),
  taxpayerSearchResults: z.array(
    z.object({
      name: z.string(),
      lastName: z.string(),
      firstName: z.string(),
      middleInitial: z.string(),
      displayAddress: z.string(),
    }),
  ),
  releaseSearchResults: z.array(
    z.object({
      /** Partial or Full. */
      partialFullFlag: z.string(),
      releaseDocNumber: z.string(),
      releaseDocType: z.string(),
      releaseDisplayDocNumber: z.string(),
      releaseDate: z.string(),
      revokeDocNumber: z.string(),
      revokeDocType: z.string(),
      revokeDisplayDocNumber: z.string(),
      revokeDate: z.string(),
    }),
  ),
  revisionSearchResults: z.array(
    z.object({ flag: z.string(), docNumber: z.string(), docType: z.string(), displayDocNumber: z.string() }),
  ),
});
export type TaxLienResult = z.infer<typeof taxLienResult>;

/**
 * An entry of a tract book (B2-51, B6-16, B6-17). `docId` is its key, which consists of `B` and the number. Rows
 * contain only the first legal description.
 */
export const tractBookResult = z.object({
  docId: z.string(),
  tractBookId: z.string(),
  recordedDate: z.string(),
  recordedDateTime: z.string(),
  legalSearchResults: z.array(legal),
  legalCount: z.optional(z.int()),
});
export type TractBookResult = z.infer<typeof tractBookResult>;

export const recordOf = {
  documents: documentResult,
  certificates: certificateResult,
  bookEntries: bookEntryResult,
  taxLiens: taxLienResult,
  tractBooks: tractBookResult,
} as const satisfies Record<ResultKind, z.ZodMiniObject>;
export type RecordOf<K extends ResultKind> = z.infer<(typeof recordOf)[K]>;

/** The key of a record, with which the browser requests the details and remembers which rows were read or selected. */
export const recordId = (record: { id: string } | { docId: string }): string =>
  'id' in record ? record.id : record.docId;

/**
 * The answer of every search (B2-03, B2-04). `searchResultList` has one batch; `totalRecordCount` is at most 1000. When
 * nothing was found, `widenings` lists criteria (catalog keys), each with the number of results that the search would
 * have without it, at most 1000.
 */
const answerOf = <R extends z.ZodMiniType>(record: R) =>
  z.object({
    searchResults: z.object({
      searchResultList: z.array(record),
      totalRecordCount: z.int(),
      currentRecordCount: z.int(),
    }),
    historyResults: z.object({ searchHistoryList: z.array(searchHistoryEntry) }),
    paymentNeeded: z.boolean(),
    paymentNeededAgain: z.boolean(),
    timestamp: z.string(),
    message: z.string(),
    status: z.string(),
    widenings: z.optional(z.array(z.object({ label: z.string(), total: z.int() }))),
  });

/** The service's answer, with records of any kind. */
export const searchAnswer = answerOf(z.record(z.string(), z.unknown()));
export type SearchAnswer = z.infer<typeof searchAnswer> & { usageBalance: string };

/** The answer when a card must be authorized before details are shown; it contains nothing of the details (B9-15). */
export const unpaidDetails = z.object({
  docId: z.literal('0'),
  paymentNeeded: z.boolean(),
  paymentNeededAgain: z.boolean(),
});

const id = z.string().check(z.maxLength(40, 'forms:tooLong'));

/**
 * POST search/documentDetails and the four calls like it (B4-18, B5-08, B6-06, B6-14, B6-20); `docId` is the record's
 * key.
 */
export const detailsRequest = z.object({
  docId: id,
  description: z._default(z.string().check(z.maxLength(300, 'forms:tooLong')), ''),
});

/** For each kind of result, the call that returns its details. */
export const detailsPathOf = {
  documents: 'documentDetails',
  certificates: 'torrensCertificateDetails',
  bookEntries: 'grantorGranteeBookDetails',
  taxLiens: 'taxLienDetails',
  tractBooks: 'tractBookDetails',
} as const satisfies Record<ResultKind, string>;

/** POST search/legalDescriptionDetails, tax/getLinks and gis/getLinks: the key of a document or tract book entry. */
export const recordRequest = z.object({ id });

const rows = z.array(z.object({ legalDescriptionTypeDetails: z.array(z.string()) }));
const headers = z.array(z.string());
/** Up to three tables. Headers are texts in the user's language; a table without rows has no headers (B7-18). */
export const legalDetails = z.object({
  metesAndBoundsHeaders: headers,
  metesAndBoundsRows: rows,
  lotsAndBlocksHeaders: headers,
  lotsAndBlocksRows: rows,
  condoHeaders: headers,
  condoRows: rows,
});
export type LegalDetails = z.infer<typeof legalDetails>;

/** Links of the county's tax or map system. The two lists correspond item by item (B4-30, B4-31). */
export const parcelLinks = z.object({
  parcelIds: z.array(z.string()),
  parcelIdLinks: z.array(z.string()),
  header: z.string(),
});
export type ParcelLinks = z.infer<typeof parcelLinks>;

/**
 * The formats of POST search/{type}Print. The body also has the criteria and the paging; pageNumber -1 is the whole
 * list (B8-12, B8-13).
 */
export const exportFormats = ['PDF', 'CSV', 'XLSX'] as const;
export const exportRequest = z.object({ format: z._default(z.enum(exportFormats), 'PDF') });
export type ExportFormat = (typeof exportFormats)[number];

/**
 * POST helperdata/platscodedescription: plats whose number or name starts with a text; an empty text lists all (B7-01,
 * B7-07).
 */
export const platListRequest = z.object({
  filterText: field(),
  by: z._default(z.enum(['NUMBER', 'NAME']), 'NUMBER'),
});

/** POST helperdata/userscodedescription and helperdata/accountscodedescription (B7-11, B7-12). */
export const codeListRequest = z.object({
  filterText: field(100),
});
