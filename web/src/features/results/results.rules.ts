import type { DocumentResult, RecordOf } from '@portal/proto/http/search-results';
import { pageSize, resultLimit, type ResultKind, type SortKey } from '@portal/proto/http/search-types';
import type { Translate } from '../../shared/i18n/translate.js';

export const isDocument = (record: RecordOf<ResultKind>): record is DocumentResult =>
  'grantorSearchResults' in record;

/** The rows of a page as 'x-y of n' (B4-09). */
export const rangeOfPage = (pageNumber: number, total: number): { from: number; to: number } => ({
  from: total === 0 ? 0 : (pageNumber - 1) * pageSize + 1,
  to: Math.min(pageNumber * pageSize, total),
});

export const pagesOf = (total: number): number => Math.max(1, Math.ceil(total / pageSize));

/** A list as long as the limit was cut off (B2-34). */
export const isTruncated = (total: number): boolean => total >= resultLimit;

/** What to sort by, with the text of its entry; the county names its books (B4-04). */
export const sortChoices = (t: Translate, bookLabel: string): { value: SortKey; text: string }[] => [
  { value: 'docNumber', text: t('results:sort.docNumber') },
  { value: 'instrument', text: t('results:sort.instrument') },
  { value: 'recordedDate', text: t('results:sort.recordedDate') },
  { value: 'book', text: bookLabel },
];

/** The first of a cell and how many more there are; one alone has no badge (B4-03). */
export const firstOf = <T>(
  list: readonly T[],
  count: number | undefined,
): { first: T | undefined; more: number } => ({
  first: list[0],
  more: Math.max(0, (count ?? list.length) - 1),
});
