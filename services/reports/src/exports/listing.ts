/** A column of a printed or downloaded list. */
export interface ListingColumn {
  readonly heading: string;
  /** Share of the page's width, against the other columns' shares. */
  readonly share: number;
  /** Figures stand at the end of their column. */
  readonly figures?: boolean;
}

/** Figures above the list, under a heading of their own; the list gets one too. */
export interface ListingTotals {
  readonly heading: string;
  readonly columns: readonly ListingColumn[];
  readonly rows: readonly (readonly string[])[];
  readonly listHeading: string;
}

/** Results as people read them, in words of one language: what all formats are made of. */
export interface Listing {
  readonly county: string;
  readonly heading: string;
  readonly criteria: readonly { readonly key: string; readonly value: string }[];
  /** How many there are, and which of them these are; empty when there are none. */
  readonly summary: string;
  readonly printed: string;
  readonly columns: readonly ListingColumn[];
  /** A text for each column. */
  readonly rows: readonly (readonly string[])[];
  readonly totals?: ListingTotals;
  /** Stands in place of rows when there are none. */
  readonly empty: string;
  /** `Page 2 of 5`. */
  readonly pageOf: (page: number, pages: number) => string;
  /** BCP 47. */
  readonly language: string;
}

/** What no file format takes: control characters and halves of letters. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '');
