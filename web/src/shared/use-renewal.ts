import { useCallback, useEffect, useRef } from 'react';

interface RenewedList {
  readonly isFetching: boolean;
  refetch(): unknown;
}

/**
 * Returns a function that requests a list again after one of its rows has changed. If a request is under way, its
 * answer may not contain the change, and RTK Query would ignore a second request; the list is then requested once more
 * after that answer.
 */
export const useRenewal = ({ isFetching, refetch }: RenewedList): (() => void) => {
  const busy = useRef(isFetching);
  const isOutdated = useRef(false);
  useEffect(() => {
    busy.current = isFetching;
    if (isFetching || !isOutdated.current) return;
    isOutdated.current = false;
    refetch();
  });
  return useCallback(() => {
    if (busy.current) isOutdated.current = true;
    else refetch();
  }, [refetch]);
};
