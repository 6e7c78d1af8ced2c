export interface DemoParty {
  readonly last: string;
  readonly first: string;
  readonly middle: string;
}

export interface DemoDocument {
  readonly type: string;
  readonly number: string;
  readonly instrument: { readonly code: string; readonly description: string; readonly group: string };
  /** YYYY-MM-DD */
  readonly recorded_date: string;
  /** HH:MM */
  readonly recorded_time: string;
  readonly book_type: string;
  readonly book: string;
  readonly page: string;
  readonly grantors: readonly DemoParty[];
  readonly grantees: readonly DemoParty[];
  /** The number of page images. */
  readonly pages: number;
}

export interface DemoSize {
  readonly documents?: number;
  readonly imaged?: number;
}

export type DemoCounty = 'lake' | 'saipan';

export function demoDocuments(
  county: DemoCounty,
  size?: DemoSize,
): {
  readonly documents: readonly DemoDocument[];
  readonly plats: readonly { readonly number: string; readonly name: string }[];
};
