/** A column of a printed or downloaded list. */
export interface ListingColumn {
  readonly heading: string;
  /** Share of the page's width, against the other columns' shares. */
  readonly share: number;
  /** Numbers are aligned at the end of their column. */
  readonly figures?: boolean;
}

/** Totals above the list, under their own heading; then the list gets a heading too. */
export interface ListingTotals {
  readonly heading: string;
  readonly columns: readonly ListingColumn[];
  readonly rows: readonly (readonly string[])[];
  readonly listHeading: string;
}

/** Results as texts in one language, the source of all formats. */
export interface Listing {
  readonly county: string;
  readonly heading: string;
  readonly criteria: readonly { readonly key: string; readonly value: string }[];
  /** The total and the range of these results; empty when there are none. */
  readonly summary: string;
  readonly printed: string;
  readonly columns: readonly ListingColumn[];
  /** A text for each column. */
  readonly rows: readonly (readonly string[])[];
  readonly totals?: ListingTotals;
  /** Shown instead of rows when there are none. */
  readonly empty: string;
  /** `Page 2 of 5`. */
  readonly pageOf: (page: number, pages: number) => string;
  /** BCP 47. */
  readonly language: string;
}

/** Removes what no file format accepts: control characters and unpaired surrogates. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '');
