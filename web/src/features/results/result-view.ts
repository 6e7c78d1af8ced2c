import type { ComponentType, LazyExoticComponent } from 'react';
import type { RecordOf } from '@portal/proto/http/search-results';
import type { ResultKind, SearchType, SortKey } from '@portal/proto/http/search-types';
import type { CurrentUser } from '@portal/proto/http/session';
import type { County } from '../../shared/county.js';
import type { Translate } from '../../shared/i18n/translate.js';

/** What the texts of a list depend on: the language of the user, and the county. */
export interface ViewTerms {
  t: Translate;
  county: Pick<County, 'common' | 'index'>;
}

/** A line of a column's head. If the line has a sort key, the list can be sorted by that key. */
export interface HeadLine {
  text: string;
  sortKey?: SortKey;
}

/** A line of a cell: the first of several items, and the number of the others (B4-03). */
export interface CellLine {
  text: string | undefined;
  /** Label of the line on cards, which have no column heads. */
  label?: string;
  /** Shown instead of a dash when there is no text. */
  none?: string;
  more?: number;
  /** A badge after the text. */
  badge?: { text: string; detail: string };
  look?: 'lead' | 'muted' | 'figures';
  /** True for the line that names the record; its link opens the details. */
  opens?: boolean;
}

export interface Column<R> {
  /** CSS class of the column: its width, and its position on a card. */
  place: 'instr' | 'date' | 'party' | 'rest';
  head(terms: ViewTerms): HeadLine[];
  lines(record: R, terms: ViewTerms): CellLine[];
}

type ImageRight =
  | 'imageRetrieval'
  | 'previewRetrieval'
  | 'certificateRetrieval'
  | 'certificatePreviewRetrieval';

/**
 * How the images of a kind are opened: who may open them, and the message when no record is selected (B4-22, B4-37,
 * B5-12, B5-13).
 */
export interface ImagesOf<R> {
  text: string;
  icon: string;
  nothingSelected: string;
  allowed(user: Pick<CurrentUser, ImageRight>): boolean;
  /** The instrument code, if the price depends on the instrument; otherwise empty. */
  instrumentCode(record: R): string;
}

export interface Badge {
  text: string;
  tone: 'plain' | 'success' | 'warning';
}

type DetailsOf<K extends ResultKind> = ComponentType<{ record: RecordOf<K> }>;

/** One kind of result: the columns of its list, its order, and its details. All kinds share one frame. */
export interface ResultView<K extends ResultKind> {
  kind: K;
  /** The first column contains the head of each row. */
  columns: readonly Column<RecordOf<K>>[];
  sorts(terms: ViewTerms): { value: SortKey; text: string }[];
  /** The record's name as users know it: the number of the document, certificate or entry. */
  name(record: RecordOf<K>): string;
  title(record: RecordOf<K>, terms: ViewTerms): string;
  badge(record: RecordOf<K>, terms: ViewTerms): Badge | undefined;
  Details: DetailsOf<K> | LazyExoticComponent<DetailsOf<K>>;
  images: ImagesOf<RecordOf<K>>;
  /** True if the county's tax and map systems have pages for the parcels of the record. */
  hasParcels: boolean;
  /** Text of the button that clears the read marks. */
  resetRead: string;
  /** True if lists of this kind of search can be downloaded where the county allows it (B5-05, B8-11). */
  downloads(type: SearchType): boolean;
}

/** The first item of a cell and the number of the others. A single item has no badge (B4-03). */
export const firstOf = <T>(
  list: readonly T[],
  count: number | undefined = list.length,
): { first: T | undefined; more: number } => ({ first: list[0], more: Math.max(0, count - 1) });

/**
 * The head of the column for book and page, with the county's own word for a book. In a county with book types, the
 * head also names the type (B4-02).
 */
export const bookHead = ({ t, county: { common, index } }: ViewTerms): string =>
  t(index.bookType ? 'results:column.bookPageType' : 'results:column.bookPage', { book: common.bookLabel });
