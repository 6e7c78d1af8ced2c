import type { EfileFeeKind } from './config/fee-sections.js';

/** Rules of e-filing that browser, gateway and services share (B10). */

/**
 * The kinds of documents that a county accepts (B10-05). The names of a kind's fee fields begin with the value of the
 * kind.
 */
export const efileTypes = {
  LR: 'landRecord',
  MAP: 'map',
  MAR: 'marriage',
  UCC1: 'ucc1',
  UCC2: 'ucc2',
} as const satisfies Record<string, EfileFeeKind>;
export type EfileType = keyof typeof efileTypes;
export const efileTypeCodes = Object.keys(efileTypes) as [EfileType, ...EfileType[]];

/** Maximum size of a document in bytes (B10-13). */
export const largestFiling = 25_000_000;
/** The content types that a browser may declare for a document (B10-12). */
export const filingContentTypes = ['application/pdf', 'image/tiff'] as const;
export type FilingContentType = (typeof filingContentTypes)[number];

/**
 * The dots per inch that a scan should have (B10-04). Pages with fewer than `warnBelowDpi` are listed before the fee
 * is paid.
 */
export const recommendedDpi = 300;
export const warnBelowDpi = 290;

/** The US state that the form selects at first if the county has no state (B10-08). */
export const stateWithoutCounty = 'MP';

/** The object key of an upload that is not checked yet. */
export const filingUploadKey = (county: string, upload: string): string =>
  `${county}/efile/uploads/${upload}`;
