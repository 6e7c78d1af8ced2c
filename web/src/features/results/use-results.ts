import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSearchPageQuery } from '../../shared/search.api.js';
import { readSearchAddress, writeSearchAddress, type SearchAddress } from '../../shared/search-address.js';
import { resultsShown, type SearchRequest } from '../../shared/state/search.slice.js';
import { useShared, useSharedDispatch } from '../../shared/state/selectors.js';

const sameSearch = (a: SearchRequest, b: SearchRequest): boolean =>
  writeSearchAddress({ ...a, pageNumber: 1 }) === writeSearchAddress({ ...b, pageNumber: 1 }) &&
  a.submission === b.submission;

/** The search that the address names, or undefined. */
export const useSearchAddress = (): SearchAddress | undefined => readSearchAddress(useLocation().hash);

/** Changes parts of the address: page, order, selected document. */
export const useReaddress = (address: SearchAddress) => {
  const navigate = useNavigate();
  return (change: Partial<SearchAddress>, replace = false): void => {
    const { selected, ...rest } = { ...address, ...change };
    const hash = writeSearchAddress({ ...rest, ...(selected && { selected }) });
    void navigate({ hash }, { replace, preventScrollReset: true });
  };
};

/**
 * The results of an address: its first batch, then the others as they arrive. A page of the same search names the
 * executed search by its timestamp; another order searches anew.
 */
export const useResults = (address: SearchAddress) => {
  const dispatch = useSharedDispatch();
  const { submission, shown } = useShared((state) => state.search);
  const { selected: _selected, ...terms } = address;
  const request: SearchRequest = { ...terms, submission };
  const timestamp = shown && sameSearch(shown.request, request) ? shown.page.timestamp : '';
  const query = useSearchPageQuery({ ...request, timestamp });
  const page = query.currentData;
  const key = writeSearchAddress(terms);
  useEffect(() => {
    if (!page) return;
    const { records, totalRecordCount, timestamp: executed, complete } = page;
    dispatch(resultsShown({ request, page: { records, totalRecordCount, timestamp: executed, complete } }));
    // The request is named by its key and submission.
  }, [dispatch, page, key, submission]);
  return { page, error: query.isFetching ? undefined : query.error, refetch: query.refetch };
};
