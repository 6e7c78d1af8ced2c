import type { FilingContentType } from '@portal/proto/efile';
import type { RefusalCode } from '../refusal.js';

export interface LowPage {
  readonly page: number;
  readonly dpi: number;
}

/** What the limited process (S24) has found out about an uploaded document. */
export interface FilingFile {
  readonly kind: FilingContentType;
  readonly pages: number;
  /** Pages with fewer dots per inch than recommended. */
  readonly lowResolution: readonly LowPage[];
}

/** Why a document is refused; its sender sees this reason. */
export const filingRefusals = [
  'FILING_FORMAT',
  'FILING_ENCRYPTED',
  'FILING_ACTIVE',
  'FILING_BROKEN',
  'FILING_TOO_MANY_PAGES',
  'FILING_PAGE_TOO_LARGE',
] as const;
export type FilingRefusal = (typeof filingRefusals)[number];

export class FilingRefused extends Error {
  constructor(
    readonly code: FilingRefusal,
    readonly detail = '',
  ) {
    super(detail ? `${code}: ${detail}` : code);
    this.name = 'FilingRefused';
  }
}

const refusals: Partial<Record<RefusalCode, FilingRefusal>> = {
  FILE_EMPTY: 'FILING_FORMAT',
  FILE_KIND: 'FILING_FORMAT',
  PDF_ENCRYPTED: 'FILING_ENCRYPTED',
  PDF_TOO_MANY_PAGES: 'FILING_TOO_MANY_PAGES',
  TIFF_TOO_MANY_PAGES: 'FILING_TOO_MANY_PAGES',
  PAGE_TOO_LARGE: 'FILING_PAGE_TOO_LARGE',
  PDF_EXPANDS_TOO_FAR: 'FILING_PAGE_TOO_LARGE',
  PDF_TOO_MANY_OBJECTS: 'FILING_PAGE_TOO_LARGE',
};

/**
 * Returns the reason that the sender sees for the code of a refused file. For a code that is not in `refusals`, the
 * sender sees that the file cannot be read.
 */
export const filingRefusalOf = (code: RefusalCode): FilingRefusal => refusals[code] ?? 'FILING_BROKEN';

/** The prefix of the keys under which a county's uploaded documents are stored. */
export const originalsOf = (county: string): string => `${county}/efile/originals/`;

/** The prefix of the keys under which the copies with a recording stamp are stored. */
export const stampedCopiesOf = (county: string): string => `${county}/efile/endorsed/`;
