/** A column of a printed or downloaded list. */
export interface ListingColumn {
  readonly heading: string;
  /** The column's share of the page's width, relative to the shares of the other columns. */
  readonly share: number;
  /** True for a column of numbers, which are aligned at the end of the column. */
  readonly figures?: boolean;
}

/** Totals that are shown above the list under their own heading. The list then gets a heading too. */
export interface ListingTotals {
  readonly heading: string;
  readonly columns: readonly ListingColumn[];
  readonly rows: readonly (readonly string[])[];
  readonly listHeading: string;
}

/** A list as texts in one language. The files of all formats are written from it. */
export interface Listing {
  readonly county: string;
  readonly heading: string;
  readonly criteria: readonly { readonly key: string; readonly value: string }[];
  /** The total and the range of these results; empty when there are none. */
  readonly summary: string;
  readonly printed: string;
  readonly columns: readonly ListingColumn[];
  /** Each row has a text for each column. */
  readonly rows: readonly (readonly string[])[];
  readonly totals?: ListingTotals;
  /** The text that is shown if there are no rows. */
  readonly empty: string;
  /** Returns a text such as `Page 2 of 5`. */
  readonly pageOf: (page: number, pages: number) => string;
  /** The BCP 47 tag of the language. */
  readonly language: string;
}
