import type { SortDirection } from '@portal/proto/http/search-types';

/** The column that sorts the rows. */
export interface Order {
  column: string;
  direction: SortDirection;
}

/** The value that sorts a row; empty texts and missing values come last in either direction. */
export type SortValue = string | number | null | undefined;

const isMissing = (value: SortValue): value is null | undefined | '' =>
  value === null || value === undefined || value === '';

const compare = (a: SortValue, b: SortValue, locale: string): number =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a).localeCompare(String(b), locale, { numeric: true });

/** Sorted rows; rows with equal values keep their order. */
export const sortRows = <Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => SortValue,
  direction: SortDirection,
  locale: string,
): Row[] =>
  [...rows].sort((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)];
    if (isMissing(a) || isMissing(b)) return Number(isMissing(a)) - Number(isMissing(b));
    return direction === 'ASC' ? compare(a, b, locale) : compare(b, a, locale);
  });

/** Selecting the same column again reverses the order; another column starts ascending. */
export const nextOrder = (column: string, order: Order | undefined): Order => ({
  column,
  direction: order?.column === column && order.direction === 'ASC' ? 'DESC' : 'ASC',
});

/** The rows on a page of a local list. A page number past the end gives the last page. */
export const pageOfRows = <Row>(rows: readonly Row[], page: number, size: number) => {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const current = Math.min(Math.max(1, page), pages);
  const start = (current - 1) * size;
  return { rows: rows.slice(start, start + size), page: current, pages, from: start + 1 };
};
