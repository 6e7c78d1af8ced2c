import type { PlainNumber } from './plain-folding.js';
import type { PlainLegal } from './plain-legal.js';

export interface PlainName {
  /** The whole name and its parts between hyphens, folded. */
  readonly names: readonly string[];
  readonly first: string;
  readonly initial: string;
  /** The name in the office's spelling. */
  readonly written: { readonly last: string; readonly first: string; readonly middle: string };
}

export interface PlainParty extends PlainName {
  readonly grantor: boolean;
  readonly words: readonly string[];
}

export interface PlainParcel {
  readonly key: string;
  readonly island: string;
  readonly village: string;
  readonly written: { readonly parcel: string; readonly village: string };
}

export interface PlainAddress {
  readonly house: string;
  readonly street: string;
  readonly city: string;
  readonly written: { readonly house: string; readonly street: string; readonly city: string };
}

export interface PlainPlace {
  readonly book: string;
  readonly page: string;
  readonly type: string;
}

/** For each sort key, the text by which a record is sorted. */
export type Sortable = Readonly<Record<string, string>>;

export interface PlainDocument {
  readonly key: string;
  readonly type: string;
  readonly number: string;
  readonly own: PlainNumber;
  readonly day: string;
  readonly group: string;
  readonly place: PlainPlace;
  readonly order: Sortable;
  readonly parties: PlainParty[];
  readonly legals: PlainLegal[];
  readonly parcels: PlainParcel[];
  readonly addresses: PlainAddress[];
}

export interface PlainCertificate {
  readonly key: string;
  readonly number: string;
  readonly order: Sortable;
  readonly texts: { readonly section: string; readonly text: string; readonly document: string }[];
}

export interface PlainLien {
  readonly key: string;
  readonly document: PlainDocument;
  readonly lienNumber: string;
  readonly expires: string;
  /** Days of full releases that were not revoked. */
  readonly releases: string[];
  readonly taxpayers: PlainName[];
  readonly order: Sortable;
  readonly written: { readonly lienNumber: string };
}

export interface PlainEntry {
  readonly key: string;
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly fromDay: string;
  readonly toDay: string;
  readonly order: Sortable;
}

export interface PlainTract {
  readonly key: string;
  readonly number: string;
  readonly day: string;
  readonly order: Sortable;
  readonly legals: PlainLegal[];
}
