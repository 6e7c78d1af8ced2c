import { useEffect } from 'react';

interface ShownPage {
  /** The total of the list that is shown; undefined while the list loads. */
  readonly total: number | undefined;
  /** Counted from 1. */
  readonly page: number;
  readonly pageSize: number;
}

/**
 * Goes to the last page of the list if the list became shorter and the shown page no longer exists. Otherwise the shown
 * page would say that the list is empty.
 */
export const usePageInList = ({ total, page, pageSize }: ShownPage, onPage: (page: number) => void): void => {
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / pageSize));
  useEffect(() => {
    if (page > last) onPage(last);
  }, [page, last, onPage]);
};
